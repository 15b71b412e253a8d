package io.svc.scanner.checks.approval;

import io.svc.rules.Severity;
import io.svc.rules.WordListParser;
import io.svc.scanner.checks.approval.ApprovalSettings.Setting;
import io.svc.scanner.config.ConfigList;
import io.svc.scanner.config.ConfigNode;
import io.svc.scanner.config.ConfigObject;
import io.svc.scanner.config.ConfigObject.Member;
import io.svc.scanner.config.ConfigText;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.config.Word;
import io.svc.scanner.detect.Check;
import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.Detector;
import io.svc.scanner.launch.PermissionRule;
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

  /** Names of settings and variables for the commands that a server may run, letters only. */
  private static final Set<String> COMMAND_LISTS =
      Set.of("allowedcommands", "allowcommands", "commandallowlist", "commandwhitelist");

  private static final int DEEPEST = 3;

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

  /** Rules in the header of a command or a skill. */
  private static final String OF_COMMAND = "allowed-tools";

  private static final Set<String> EVERYTHING = Set.of("*", "**", "**/*");

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
      addSettings(subject, root, detections);
    }
    for (McpServer server : subject.config().servers()) {
      for (Member member : server.entry().members()) {
        add(server, member, detections);
      }
      addCommands(server, server.entry(), 0, detections);
    }
    return detections;
  }

  /** Adds {@code "allowedCommands": ["*"]}, with which a server runs every command. */
  private static void addCommands(
      McpServer server, ConfigObject object, int depth, List<DetectedProblem> detections) {
    for (Member member : object.members()) {
      if (member.value() instanceof ConfigObject nested && depth < DEEPEST) {
        addCommands(server, nested, depth + 1, detections);
      } else if (isCommandList(member.name()) && isEverything(member.value())) {
        detections.add(
            DetectedProblem.of(
                CHECK,
                server.name(),
                member.location(),
                "`" + member.name() + "` lets the server run every command."));
      }
    }
  }

  private static boolean isCommandList(String name) {
    return COMMAND_LISTS.contains(FieldName.of(name).joined());
  }

  private static boolean isEverything(ConfigNode node) {
    if (node instanceof ConfigList list) {
      return list.elements().stream().anyMatch(AutoApproveDetector::isEverything);
    }
    return node instanceof ConfigText text
        && (EVERYTHING.contains(text.text()) || text.text().equals("all"));
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

  private static void addSettings(
      DetectionSubject subject, ConfigObject root, List<DetectedProblem> detections) {
    for (Setting setting : ApprovalSettings.in(root, subject.config().source())) {
      if (setting.isRules() || setting.isCommands()) {
        addRules(subject, setting, detections);
      } else if (setting.isSwitch() ? isOn(setting) : isValue(setting)) {
        String name = subject.redactor().redact(setting.name());
        String detail =
            setting.isSwitch()
                ? "`" + name + "` performs actions without approval."
                : "`" + name + "` is `" + setting.value() + "`: actions need no approval.";
        detections.add(
            DetectedProblem.of(CHECK, "", setting.member().location(), detail)
                .withSeverity(setting.severity()));
      }
    }
  }

  private static boolean isValue(Setting setting) {
    return setting.member().value() instanceof ConfigText text
        && text.text().equals(setting.value());
  }

  /** Returns true for a switch that is on, also in a map for everything. */
  private static boolean isOn(Setting setting) {
    ConfigNode value = setting.member().value();
    if (value instanceof ConfigObject map) {
      for (Member member : map.members()) {
        if (EVERYTHING.contains(member.name()) && isOn(member.value())) {
          return true;
        }
      }
    }
    return isOn(value);
  }

  private static boolean isOn(ConfigNode value) {
    if (value instanceof ConfigObject object) {
      return object.find("approve").orElse(null) instanceof ConfigText approve && approve.isTrue();
    }
    return value instanceof ConfigText text && (text.isTrue() || text.text().equals("allow"));
  }

  /** Adds one problem for a list of rules: the worst one. */
  private static void addRules(
      DetectionSubject subject, Setting setting, List<DetectedProblem> detections) {
    // Such rules apply only while the command runs, which usually changes files.
    boolean isOfCommand = setting.name().equals(OF_COMMAND);
    String name = subject.redactor().redact(setting.name());
    Word broad = null;
    int count = 0;
    for (Word word : rulesIn(setting.member().value(), isOfCommand)) {
      PermissionRule rule =
          setting.isCommands()
              ? PermissionRule.ofCommand(word.text())
              : PermissionRule.of(word.text());
      if (!rule.everything().isEmpty()) {
        detections.add(
            DetectedProblem.of(
                    CHECK,
                    "",
                    word.origin().location(),
                    "`" + name + "` runs " + rule.everything() + " without approval.")
                .withSeverity(isOfCommand ? Severity.MEDIUM : Severity.HIGH));
        return;
      }
      if (isOfCommand ? rule.allowsCode() : rule.isBroad()) {
        broad = broad == null ? word : broad;
        count++;
      }
    }
    if (broad != null) {
      String detail =
          "`"
              + name
              + "` has "
              + (count == 1 ? "a broad rule, `" : count + " broad rules, including `")
              + subject.redactor().redact(broad.origin(), broad.text())
              + "`: such actions run without approval.";
      detections.add(
          DetectedProblem.of(CHECK, "", broad.origin().location(), detail)
              .withSeverity(isOfCommand ? Severity.LOW : Severity.MEDIUM));
    }
  }

  /** Returns the rules of a list, or the names that a map approves. */
  private static List<Word> rulesIn(ConfigNode node, boolean mayBeText) {
    List<Word> rules = new ArrayList<>();
    if (node instanceof ConfigList list) {
      for (ConfigNode element : list.elements()) {
        if (element instanceof ConfigText text) {
          rules.add(new Word(text.text(), text));
        }
      }
    } else if (node instanceof ConfigObject map) {
      for (Member member : map.members()) {
        if (isOn(member.value())) {
          ConfigText origin = member.value() instanceof ConfigText text ? text : approval(member);
          rules.add(new Word(member.name(), origin));
        }
      }
    } else if (node instanceof ConfigText text && mayBeText) {
      for (String rule : PermissionRule.split(text.text())) {
        rules.add(new Word(rule, text));
      }
    }
    return rules;
  }

  private static ConfigText approval(Member member) {
    return ((ConfigObject) member.value()).findText("approve").orElseThrow();
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
