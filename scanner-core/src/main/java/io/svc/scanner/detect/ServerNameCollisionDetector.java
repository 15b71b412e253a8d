package io.svc.scanner.detect;

import io.svc.rules.PackageCatalog;
import io.svc.rules.Severity;
import io.svc.scanner.config.ConfigNode;
import io.svc.scanner.config.McpServer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Sees two servers of one name, letter case and separators aside: in one file, or in two files that
 * are in force together. Which of them answers is the client's choice.
 */
final class ServerNameCollisionDetector implements Detector {
  private static final Check CHECK =
      new Check(
          "names/server-name-collision",
          "server_name_collision",
          Severity.MEDIUM,
          "two servers have the same name",
          "Keep one of them, or give each a name of its own.");

  @Override
  public Check check() {
    return CHECK;
  }

  @Override
  public List<Detection> detect(Subject subject) {
    List<Detection> detections = new ArrayList<>();
    Map<String, List<McpServer>> known = new HashMap<>();
    for (McpServer server : subject.config().servers()) {
      String name = PackageCatalog.folded(server.name());
      List<McpServer> alike = known.computeIfAbsent(name, absent -> new ArrayList<>(1));
      McpServer rival = rival(server, alike);
      if (rival != null) {
        detections.add(detection(server, "in this file", rival.name(), ServerIdentity.of(rival)));
      } else {
        addNeighbour(subject, server, name, detections);
      }
      alike.add(server);
    }
    return detections;
  }

  /**
   * A server before this one that the client has at the same time. Below different projects of one
   * file the same name is ordinary; and the same key twice in one object is told by {@code
   * duplicate_server_key}.
   */
  private static McpServer rival(McpServer server, List<McpServer> before) {
    String scope = scopeOf(server);
    for (McpServer other : before) {
      String otherScope = scopeOf(other);
      boolean isTogether = scope.equals(otherScope) || scope.isEmpty() || otherScope.isEmpty();
      boolean isSameKey =
          other.name().equals(server.name())
              && parentOf(other).equals(parentOf(server))
              && !parentOf(server).isEmpty();
      if (isTogether && !isSameKey) {
        return other;
      }
    }
    return null;
  }

  /** The project that an entry is for, in files that hold several; empty for all of them. */
  private static String scopeOf(McpServer server) {
    String pointer = server.entry().location().pointer();
    return pointer.startsWith("/projects/")
        ? pointer.substring(0, pointer.indexOf('/', "/projects/".length()))
        : "";
  }

  private static String parentOf(McpServer server) {
    return server
        .entry()
        .parent()
        .map(ConfigNode::location)
        .map(place -> place.pointer())
        .orElse("");
  }

  private static void addNeighbour(
      Subject subject, McpServer server, String name, List<Detection> detections) {
    for (Neighbour neighbour : subject.machine().neighbours()) {
      if (PackageCatalog.folded(neighbour.name()).equals(name)) {
        detections.add(
            detection(
                server, "in `" + neighbour.file() + "`", neighbour.name(), neighbour.identity()));
        return;
      }
    }
  }

  private static Detection detection(
      McpServer server, String where, String otherName, String otherIdentity) {
    boolean isCopy = ServerIdentity.of(server).equals(otherIdentity);
    Detection detection =
        Detection.of(
            CHECK,
            server.name(),
            server.nameLocation(),
            "There is a server `"
                + otherName
                + "` "
                + where
                + " already, "
                + (isCopy
                    ? "which starts the same."
                    : "which starts something else: which of them answers is up to the client."));
    return isCopy ? detection.withSeverity(Severity.INFO) : detection;
  }
}
