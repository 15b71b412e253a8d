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
 * Detects two servers with the same name, ignoring case and separators, in one file or in two files
 * that a client loads together. Which of them is used depends on the client.
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
  private static final int MOST_PLACES = 100;

  @Override
  public Check check() {
    return CHECK;
  }

  @Override
  public List<DetectedProblem> detect(DetectionSubject subject) {
    List<DetectedProblem> detections = new ArrayList<>();
    Map<String, List<Place>> known = new HashMap<>();
    Set<String> places = new HashSet<>();
    for (McpServer server : subject.config().servers()) {
      String name = plain(server.name());
      List<Place> alike = known.computeIfAbsent(name, absent -> new ArrayList<>(1));
      Place place = Place.of(server);
      Optional<Place> rival = rival(place, alike);
      if (rival.isPresent()) {
        McpServer other = rival.get().server;
        detections.add(detection(server, "in this file", other.name(), ServerIdentity.of(other)));
      } else {
        addNeighbour(subject, server, name, detections);
      }
      // Repetitions of the same key in the same object add no information.
      if (alike.size() < MOST_PLACES && places.add(place.parent + '\n' + server.name())) {
        alike.add(place);
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
  private record Place(McpServer server, String parent, String scope) {
    static Place of(McpServer server) {
      ConfigNode parent = server.entry().parent().orElse(null);
      // Entries of a list have no key, so a name may occur twice.
      String pointer = parent instanceof ConfigObject ? parent.location().pointer() : "";
      int end = pointer.indexOf('/', PROJECTS.length());
      boolean isOfProject = pointer.startsWith(PROJECTS) && end > 0;
      return new Place(server, pointer, isOfProject ? pointer.substring(0, end) : "");
    }
  }

  /**
   * Returns an earlier server that the client loads together with this one. The same name in
   * different projects of one file is common, and a duplicate key in one object is reported by
   * {@code duplicate_server_key}.
   */
  private static Optional<Place> rival(Place place, List<Place> before) {
    for (Place other : before) {
      boolean isTogether =
          place.scope.equals(other.scope) || place.scope.isEmpty() || other.scope.isEmpty();
      boolean isSameKey =
          other.server.name().equals(place.server.name())
              && other.parent.equals(place.parent)
              && !place.parent.isEmpty();
      if (isTogether && !isSameKey) {
        return Optional.of(other);
      }
    }
    return Optional.empty();
  }

  private static void addNeighbour(
      DetectionSubject subject, McpServer server, String name, List<DetectedProblem> detections) {
    for (NeighborServer neighbour : subject.machine().neighbours()) {
      if (plain(neighbour.name()).equals(name)) {
        detections.add(
            detection(
                server, "in `" + neighbour.file() + "`", neighbour.name(), neighbour.identity()));
        return;
      }
    }
  }

  private static DetectedProblem detection(
      McpServer server, String where, String otherName, String otherIdentity) {
    boolean isCopy = ServerIdentity.of(server).equals(otherIdentity);
    DetectedProblem detection =
        DetectedProblem.of(
            CHECK,
            server.name(),
            server.nameLocation(),
            "A server named `"
                + otherName
                + "` already exists "
                + where
                + (isCopy
                    ? ", with the same command or URL."
                    : ", with a different command or URL. The client decides which one is used."));
    return isCopy ? detection.withSeverity(Severity.INFO) : detection;
  }
}
