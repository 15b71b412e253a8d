package io.svc.scanner.checks.names;

import io.svc.rules.Severity;
import io.svc.scanner.client.FileKind;
import io.svc.scanner.config.ConfigList;
import io.svc.scanner.config.ConfigNode;
import io.svc.scanner.config.ConfigObject;
import io.svc.scanner.config.ConfigObject.Member;
import io.svc.scanner.config.McpConfig;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.detect.Check;
import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.Detector;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Detects duplicate keys in an object: clients use the last one without a warning. Environment
 * files are exempt: their programs define what a repeated name means, such as a list.
 */
public final class DuplicateServerKeyDetector implements Detector {
  private static final Check CHECK =
      new Check(
          "config/duplicate-server-key",
          "duplicate_server_key",
          Severity.HIGH,
          "an object contains a duplicate key",
          "Keep the intended one and remove the others.");

  @Override
  public Check check() {
    return CHECK;
  }

  @Override
  public List<DetectedProblem> detect(DetectionSubject subject) {
    boolean isEnvironment = subject.config().kind() == FileKind.ENVIRONMENT_FILE;
    if (isEnvironment || !hasRepeats(subject.config().root())) {
      return List.of();
    }
    Search search = new Search(subject.config());
    search.walk(subject.config().root(), "");
    return search.detections;
  }

  /**
   * Returns whether any object has duplicate keys. They are rare, so their servers are determined
   * only if this is true.
   */
  private static boolean hasRepeats(ConfigNode node) {
    if (node instanceof ConfigObject object) {
      return object.hasRepeats() || hasRepeatsBelow(object);
    }
    if (node instanceof ConfigList list) {
      for (ConfigNode element : list.elements()) {
        if (hasRepeats(element)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean hasRepeatsBelow(ConfigObject object) {
    for (Member member : object.members()) {
      if (hasRepeats(member.value())) {
        return true;
      }
    }
    return false;
  }

  private static final class Search {
    private final IdentityHashMap<ConfigNode, String> servers = new IdentityHashMap<>();
    private final List<DetectedProblem> detections = new ArrayList<>();
    private final Set<ConfigNode> environmentFiles = new HashSet<>();

    Search(McpConfig config) {
      if (config.kind() == FileKind.BUNDLE && config.root() instanceof ConfigObject files) {
        for (Member file : files.members()) {
          if (!file.name().toLowerCase(Locale.ROOT).endsWith(".json")) {
            environmentFiles.add(file.value());
          }
        }
      }
      for (McpServer server : config.servers()) {
        servers.put(server.entry(), server.name());
      }
    }

    private void walk(ConfigNode node, String server) {
      String currentServer = servers.getOrDefault(node, server);
      if (environmentFiles.contains(node)) {
        return;
      }
      if (node instanceof ConfigObject object) {
        reportDuplicates(object, currentServer);
        for (Member member : object.members()) {
          walk(member.value(), currentServer);
        }
      } else if (node instanceof ConfigList list) {
        for (ConfigNode element : list.elements()) {
          walk(element, currentServer);
        }
      }
    }

    private void reportDuplicates(ConfigObject object, String server) {
      if (object.members().size() < 2) {
        return;
      }
      Map<String, Integer> firstLines = new HashMap<>();
      Set<String> reported = new HashSet<>();
      for (Member member : object.members()) {
        Integer first = firstLines.putIfAbsent(member.name(), member.line());
        if (first != null && reported.add(member.name())) {
          String owner = servers.getOrDefault(member.value(), server);
          detections.add(
              DetectedProblem.of(
                  CHECK,
                  owner,
                  member.location(),
                  "The key `"
                      + member.name()
                      + "` is defined at line "
                      + first
                      + " and again here; clients use the last one without a warning."));
        }
      }
    }
  }
}
