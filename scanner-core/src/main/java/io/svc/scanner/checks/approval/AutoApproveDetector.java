package io.svc.scanner.checks.approval;

import io.svc.rules.Severity;
import io.svc.rules.WordListParser;
import io.svc.scanner.config.ConfigList;
import io.svc.scanner.config.ConfigNode;
import io.svc.scanner.config.ConfigObject;
import io.svc.scanner.config.ConfigObject.Member;
import io.svc.scanner.config.ConfigText;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.detect.Check;
import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.Detector;
import io.svc.scanner.redact.FieldName;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Detects tools that run without the user's approval. */
public final class AutoApproveDetector implements Detector {
  private static final Check CHECK =
      new Check(
          "approval/auto-approve",
          "auto_approve",
          Severity.HIGH,
          "tools run without user approval",
          "List only read-only tools by name, and let the client ask for approval of all others.");

  private static final Set<String> LIST_KEYS =
      WordListParser.set(
          """
          autoApprove alwaysAllow auto_approve always_allow autoApprovedTools autoAllow allowedTools
          autoapprove""");
  private static final Set<String> SWITCH_KEYS =
      WordListParser.set(
          """
          trust autoApproveAll alwaysAllowAll autoApprove alwaysAllow auto_approve autoRun yolo
          trusted""");

  /** Switches outside a server's entry, with the value that approves everything. */
  private static final Set<String> FILE_SWITCHES =
      Set.of(
          "enableAllProjectMcpServers",
          "chat.tools.autoApprove",
          "chat.tools.global.autoApprove",
          "dangerouslySkipPermissions",
          "autoApproveAll",
          "yolo",
          "bypassPermissions");

  /** First words of tools that do more than read. */
  private static final Set<String> ACTING_WORDS =
      WordListParser.set(
          """
          write create update delete remove edit execute exec run shell bash command push merge
          deploy send post put patch insert drop apply move rename install kill start stop eval
          evaluate upload set commit query sql add modify replace publish terminal script invoke
          click type fill navigate overwrite save destroy terminate restart fork""");

  @Override
  public Check check() {
    return CHECK;
  }

  @Override
  public List<DetectedProblem> detect(DetectionSubject subject) {
    List<DetectedProblem> detections = new ArrayList<>();
    if (subject.config().root() instanceof ConfigObject root) {
      addFileSwitches(root, detections);
    }
    for (McpServer server : subject.config().servers()) {
      for (Member member : server.entry().members()) {
        add(server, member, detections);
      }
    }
    return detections;
  }

  private static void addFileSwitches(ConfigObject root, List<DetectedProblem> detections) {
    for (Member member : root.members()) {
      boolean isOn = member.value() instanceof ConfigText text && text.isTrue();
      boolean isAutoMode =
          member.name().equals("GOOSE_MODE")
              && member.value() instanceof ConfigText mode
              && mode.text().equals("auto");
      if ((FILE_SWITCHES.contains(member.name()) && isOn) || isAutoMode) {
        detections.add(
            DetectedProblem.of(
                CHECK,
                "",
                member.location(),
                "`" + member.name() + "` approves every server or tool automatically."));
      }
    }
  }

  private static void add(McpServer server, Member member, List<DetectedProblem> detections) {
    String key = member.name();
    ConfigNode value = member.value();
    if (SWITCH_KEYS.contains(key)
        && value instanceof ConfigText text
        && (text.isTrue() || text.text().equals("*"))) {
      detections.add(
          DetectedProblem.of(
              CHECK,
              server.name(),
              member.location(),
              "`" + key + "` approves every tool of the server automatically."));
    } else if (LIST_KEYS.contains(key)
        && value instanceof ConfigList list
        && !list.elements().isEmpty()) {
      detections.add(ofList(server, key, list, member));
    }
  }

  private static DetectedProblem ofList(
      McpServer server, String key, ConfigList list, Member member) {
    int tools = 0;
    String acting = "";
    for (ConfigNode element : list.elements()) {
      if (element instanceof ConfigText text && !text.text().isBlank()) {
        if (text.text().equals("*") || text.text().equals("all")) {
          return DetectedProblem.of(
              CHECK,
              server.name(),
              text.location(),
              "`" + key + "` approves every tool of the server automatically.");
        }
        tools++;
        acting = acting.isEmpty() && isActing(text.text()) ? text.text() : acting;
      }
    }
    String count = tools == 1 ? "1 tool" : tools + " tools";
    DetectedProblem detection =
        DetectedProblem.of(
            CHECK,
            server.name(),
            member.location(),
            "`" + key + "` runs " + describe(count, tools, acting));
    return detection.withSeverity(acting.isEmpty() ? Severity.LOW : Severity.MEDIUM);
  }

  private static String describe(String count, int tools, String acting) {
    if (acting.isEmpty()) {
      return count + " without approval.";
    }
    return tools == 1
        ? "`" + acting + "` without approval, which is not read-only."
        : count + " without approval, including `" + acting + "`, which is not read-only.";
  }

  private static boolean isActing(String tool) {
    for (String word : FieldName.of(tool).words()) {
      if (ACTING_WORDS.contains(word)) {
        return true;
      }
    }
    return false;
  }
}
