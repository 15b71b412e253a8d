package io.svc.scanner.checks.names;

import io.svc.scanner.client.McpClients;
import io.svc.scanner.config.ConfigList;
import io.svc.scanner.config.ConfigNode;
import io.svc.scanner.config.ConfigObject;
import io.svc.scanner.config.ConfigObject.Member;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.detect.Check;
import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.DetectionSubject;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Locates the servers in a file, and determines if the file's client reads that location. */
final class RootKeys {
  private RootKeys() {}

  /** Adds a problem for each key that contains servers but is not read by the file's client. */
  static void addWrong(
      Check check, DetectionSubject subject, ConfigObject root, List<DetectedProblem> detections) {
    String path = subject.config().path();
    String source = subject.config().source();
    // Plugins of Codex have files in another format, and settings of VS Code contain settings of
    // other extensions.
    boolean isOtherShape =
        (source.equals("codex") && path.endsWith(".json"))
            || (source.equals("vscode") && !path.endsWith("mcp.json"));
    String expected = isOtherShape ? "" : ClientServerFormats.rootKey(source);
    List<Member> withServers = new ArrayList<>();
    for (Member member : root.members()) {
      if (ClientServerFormats.ROOT_KEYS.contains(member.name())
          && containsServers(subject, member.name())) {
        withServers.add(member);
      }
    }
    for (Member member : withServers) {
      boolean isWrong =
          !member.name().equals(expected.isEmpty() ? withServers.get(0).name() : expected);
      if (isWrong && !isCopy(member, withServers)) {
        detections.add(
            DetectedProblem.of(
                check, "", member.location(), wrongKey(member, source, expected, withServers)));
      }
    }
  }

  private static String wrongKey(
      Member member, String source, String expected, List<Member> withServers) {
    for (Member other : withServers) {
      if (!other.name().equals(member.name())) {
        return "Both `"
            + other.name()
            + "` and `"
            + member.name()
            + "` contain servers, and no client reads both.";
      }
    }
    return McpClients.byLabel(source).orElseThrow().displayName()
        + " reads servers from `"
        + expected
        + "`; those under `"
        + member.name()
        + "` are ignored.";
  }

  private static boolean containsServers(DetectionSubject subject, String key) {
    String start = "/" + key + "/";
    for (McpServer server : subject.config().servers()) {
      if (server.nameLocation().pointer().startsWith(start)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns whether servers with the same names are also under another key, as in files that two
   * clients share.
   */
  private static boolean isCopy(Member member, List<Member> withServers) {
    for (Member other : withServers) {
      if (!other.name().equals(member.name()) && names(other).containsAll(names(member))) {
        return true;
      }
    }
    return false;
  }

  private static Set<String> names(Member member) {
    Set<String> names = new HashSet<>();
    if (member.value() instanceof ConfigObject map) {
      for (Member server : map.members()) {
        names.add(server.name());
      }
    } else {
      names.add("[]");
    }
    return names;
  }

  /**
   * Returns whether an entry is at the top level of a file that also has a map of servers, usually
   * because of a misplaced brace.
   */
  static boolean isMisplaced(McpServer server, ConfigObject root) {
    if (server.nameLocation().pointer().lastIndexOf('/') != 0) {
      return false;
    }
    for (String key : ClientServerFormats.ROOT_KEYS) {
      ConfigNode map = root.find(key).orElse(null);
      if (map instanceof ConfigObject || map instanceof ConfigList) {
        return true;
      }
    }
    return false;
  }
}
