package io.svc.scanner.checks.names;

import io.svc.rules.PackageCatalog;
import io.svc.rules.Severity;
import io.svc.scanner.config.ConfigNode;
import io.svc.scanner.config.ConfigObject;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.detect.Check;
import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.Detector;
import io.svc.scanner.detect.NeighborServer;
import io.svc.scanner.launch.ServerIdentity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Detects two servers with the same name, ignoring case and separators, in one file or in two
 * files. If a client merges the files, the client decides which server is used. In files of
 * different clients, the same name is common, but its rules and habits can apply to another server.
 */
public final class ServerNameCollisionDetector implements Detector {
  private static final Check CHECK =
      new Check(
          "names/server-name-collision",
          "server_name_collision",
          Severity.MEDIUM,
          "two servers have the same name",
          "Keep one of them, or give each a unique name.");

  private static final String PROJECTS = "/projects/";
  private static final int MAX_POSITIONS = 100;

  @Override
  public Check check() {
    return CHECK;
  }

  @Override
  public List<DetectedProblem> detect(DetectionSubject subject) {
    List<DetectedProblem> detections = new ArrayList<>();
    Map<String, List<ServerLocation>> placesByName = new HashMap<>();
    Set<String> seenPositions = new HashSet<>();
    for (McpServer server : subject.config().servers()) {
      String name = plain(server.name());
      List<ServerLocation> alike = placesByName.get(name);
      if (alike == null) {
        alike = new ArrayList<>(1);
        placesByName.put(name, alike);
      }
      ServerLocation position = ServerLocation.of(server);
      Optional<ServerLocation> rival = collidingServer(position, alike);
      if (rival.isPresent()) {
        McpServer other = rival.get().server;
        detections.add(
            detection(server, "in this file", other.name(), ServerIdentity.of(other), true));
      } else {
        addNeighbor(subject, server, name, detections);
      }
      // Repetitions of the same key in the same object add no information.
      if (alike.size() < MAX_POSITIONS
          && seenPositions.add(position.parent + '\n' + server.name())) {
        alike.add(position);
      }
    }
    return detections;
  }

  /**
   * Returns a name without case and separators. A name that consists only of signs is unchanged.
   */
  private static String plain(String name) {
    String folded = PackageCatalog.folded(name);
    return folded.isEmpty() ? name : folded;
  }

  /**
   * The position of a server in a file.
   *
   * @param parent pointer of the object or list that contains it; empty for the root
   * @param scope project of the server, in files with several projects; empty if it applies to all
   *     projects
   */
  private record ServerLocation(McpServer server, String parent, String scope) {
    static ServerLocation of(McpServer server) {
      ConfigNode parent = server.entry().parent().orElse(null);
      // Entries of a list have no key, so a name may occur twice.
      String pointer = parent instanceof ConfigObject ? parent.location().pointer() : "";
      int end = pointer.indexOf('/', PROJECTS.length());
      boolean isOfProject = pointer.startsWith(PROJECTS) && end > 0;
      return new ServerLocation(server, pointer, isOfProject ? pointer.substring(0, end) : "");
    }
  }

  /**
   * Returns an earlier server that the client loads together with this one. The same name in
   * different projects of one file is common, and a duplicate key in one object is reported by
   * {@code duplicate_server_key}.
   */
  private static Optional<ServerLocation> collidingServer(
      ServerLocation position, List<ServerLocation> before) {
    for (ServerLocation other : before) {
      boolean isLoadedTogether =
          position.scope.equals(other.scope) || position.scope.isEmpty() || other.scope.isEmpty();
      boolean isSameKey =
          other.server.name().equals(position.server.name())
              && other.parent.equals(position.parent)
              && !position.parent.isEmpty();
      if (isLoadedTogether && !isSameKey) {
        return Optional.of(other);
      }
    }
    return Optional.empty();
  }

  private static void addNeighbor(
      DetectionSubject subject, McpServer server, String name, List<DetectedProblem> detections) {
    String client = subject.config().source();
    for (NeighborServer neighbor : subject.machine().neighbors()) {
      if (plain(neighbor.name()).equals(name)) {
        boolean isMerged = neighbor.isMergedWith(client, subject.config().path());
        String location = "in `" + neighbor.file() + "`";
        detections.add(detection(server, location, neighbor.name(), neighbor.identity(), isMerged));
        return;
      }
    }
  }

  private static DetectedProblem detection(
      McpServer server, String location, String otherName, String otherIdentity, boolean isMerged) {
    boolean isCopy = ServerIdentity.of(server).equals(otherIdentity);
    DetectedProblem detection =
        DetectedProblem.of(
            CHECK,
            server.name(),
            server.nameLocation(),
            "A server named `"
                + otherName
                + "` already exists "
                + location
                + (isCopy
                    ? ", with the same command or URL."
                    : ", with a different command or URL.")
                + (!isMerged
                    ? " No client merges the two files."
                    : isCopy ? "" : " The client decides which one is used."));
    return isCopy || !isMerged ? detection.withSeverity(Severity.INFO) : detection;
  }
}
