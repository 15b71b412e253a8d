package io.svc.scanner.checks.approval;

import io.svc.rules.Severity;
import io.svc.rules.WordListParser;
import io.svc.scanner.config.ConfigObject;
import io.svc.scanner.config.ConfigObject.Member;
import java.util.ArrayList;
import java.util.List;

/**
 * The settings with which a client performs actions without approval, apart from those in the
 * entries of its servers. A new client needs only lines in the table.
 */
final class ApprovalSettings {
  /**
   * Client ({@code all} for every file), path from the root of the file, value, and severity. A
   * {@code *} in a path matches each member. Instead of a value: {@code (rules)}, rules such as
   * {@code Bash(git *)} or names of tools; {@code (commands)}, command lines; {@code (all)}, a
   * switch, or a map that can contain it for {@code *}. The severity of the first two depends on
   * the rule.
   */
  private static final String TABLE =
      """
      all         permissions/allow                              (rules)       high
      all         allowed-tools                                  (rules)       high
      amazon-q    allowedTools                                   (rules)       high
      amazon-q    toolsSettings/execute_bash/allowedCommands     (commands)    high
      codex       approval_policy                                never         medium
      codex       profiles/*/approval_policy                     never         medium
      crush       permissions/allowed_tools                      (rules)       high
      crush       permissions/skip_requests                      (all)         high
      cursor      approvalMode                                   unrestricted  high
      cursor      terminalAllowlist                              (commands)    high
      cursor      mcpAllowlist                                   (rules)       high
      factory     autonomyLevel                                  auto-high     high
      factory     autonomyMode                                   auto-high     high
      factory     sessionDefaultSettings/autonomyLevel           high          high
      factory     sessionDefaultSettings/autonomyMode            auto-high     high
      factory     commandAllowlist                               (commands)    high
      gemini-cli  autoAccept                                     (all)         low
      gemini-cli  tools/autoAccept                               (all)         low
      gemini-cli  tools/allowed                                  (rules)       high
      gemini-cli  allowedTools                                   (rules)       high
      gemini-cli  general/defaultApprovalMode                    yolo          high
      gemini-cli  general/defaultApprovalMode                    auto_edit     medium
      kiro        allowedTools                                   (rules)       high
      kiro        toolsSettings/shell/allowedCommands            (commands)    high
      kiro        toolsSettings/execute_bash/allowedCommands     (commands)    high
      kiro        kiroAgent.trustedCommands                      (commands)    high
      opencode    permission                                     (all)         high
      opencode    permission/bash                                (all)         high
      opencode    agent/*/permission                             (all)         high
      opencode    agent/*/permission/bash                        (all)         high
      qwen-code   tools/approvalMode                             yolo          high
      qwen-code   tools/approvalMode                             auto-edit     medium
      qwen-code   tools/allowed                                  (rules)       high
      vscode      chat.tools.edits.autoApprove                   (all)         medium
      vscode      chat.tools.terminal.autoApprove                (commands)    high
      vscode      chat.tools.urls.autoApprove                    (all)         medium
      vscode      settings/chat.tools.autoApprove                (all)         high
      vscode      settings/chat.tools.global.autoApprove         (all)         high
      vscode      settings/chat.tools.edits.autoApprove          (all)         medium
      vscode      settings/chat.tools.terminal.autoApprove       (commands)    high
      vscode      settings/chat.tools.urls.autoApprove           (all)         medium
      zed         agent/always_allow_tool_actions                (all)         high
      zed         agent/tool_permissions/default                 (all)         high
      zed         agent/tool_permissions/tools/terminal/default  (all)         high
      """;

  private static final int COLUMNS = 4;

  /** The rows of {@link #TABLE}, parsed on first use. */
  private static final class Rows {
    private static final List<Row> ALL = parsed();

    private static List<Row> parsed() {
      List<String> cells = WordListParser.list(TABLE);
      List<Row> rows = new ArrayList<>(cells.size() / COLUMNS);
      for (int i = 0; i < cells.size(); i += COLUMNS) {
        Severity severity = Severity.ofLabel(cells.get(i + 3)).orElseThrow();
        rows.add(new Row(cells.get(i), cells.get(i + 1), cells.get(i + 2), severity));
      }
      return rows;
    }
  }

  private record Row(String client, String path, String value, Severity severity) {}

  /**
   * A setting of the table in a file.
   *
   * @param name path of the setting, with dots
   * @param value value or kind of the setting in the table
   * @param severity severity of this value
   */
  record Setting(String name, Member member, String value, Severity severity) {
    boolean isRules() {
      return value.equals("(rules)");
    }

    boolean isCommands() {
      return value.equals("(commands)");
    }

    boolean isSwitch() {
      return value.equals("(all)");
    }
  }

  private final List<Setting> found = new ArrayList<>(0);

  private ApprovalSettings() {}

  /** Returns the settings of a file, in the order of the table. */
  static List<Setting> in(ConfigObject root, String client) {
    ApprovalSettings settings = new ApprovalSettings();
    for (Row row : Rows.ALL) {
      if (row.client.equals(client) || row.client.equals("all")) {
        settings.add(root, row, 0, "");
      }
    }
    return settings.found;
  }

  private void add(ConfigObject object, Row row, int start, String name) {
    int slash = row.path.indexOf('/', start);
    String wanted = row.path.substring(start, slash < 0 ? row.path.length() : slash);
    for (Member member : object.members()) {
      if (wanted.equals("*") || wanted.equals(member.name())) {
        String inner = name.isEmpty() ? member.name() : name + "." + member.name();
        if (slash < 0) {
          found.add(new Setting(inner, member, row.value, row.severity));
        } else if (member.value() instanceof ConfigObject child) {
          add(child, row, slash + 1, inner);
        }
      }
    }
  }
}
