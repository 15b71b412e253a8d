package io.svc.scanner.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClientEntriesTest {
  private static final String PATH = ".claude/settings.json";

  private static McpConfig read(String text) {
    return TestConfigs.read(PATH, text);
  }

  private static List<String> words(McpServer entry) {
    return entry.launch().words().stream().map(Word::text).toList();
  }

  @Test
  void hooks_of_all_events_are_entries_in_the_order_of_the_file() {
    McpConfig config =
        read(
            """
            {
              "hooks": {
                "PreToolUse": [
                  {
                    "matcher": "Bash|Edit",
                    "hooks": [
                      {"type": "command", "command": "jq . >> log", "timeout": 10},
                      {"type": "command", "command": "/opt/guard", "args": ["--strict", "x y"]}
                    ]
                  }
                ],
                "SessionStart": [{"hooks": [{"type": "command", "command": "git fetch"}]}]
              }
            }
            """);

    assertThat(config.clientEntries())
        .extracting(McpServer::noun, ClientEntriesTest::words)
        .containsExactly(
            tuple("`PreToolUse` hook", List.of("sh", "-c", "jq . >> log")),
            tuple("`PreToolUse` hook", List.of("/opt/guard", "--strict", "x y")),
            tuple("`SessionStart` hook", List.of("sh", "-c", "git fetch")));
    assertThat(config.clientEntries()).extracting(McpServer::name).containsOnly("");
    assertThat(config.servers()).isEmpty();
    assertThat(config.unexamined()).isEmpty();
    assertThat(config.clientEntries().get(0).launch().words().get(0).origin().location().pointer())
        .isEqualTo("/hooks/PreToolUse/0/hooks/0/command");
  }

  @Test
  void a_hook_that_calls_an_address_has_its_address_and_headers() {
    McpConfig config =
        read(
            """
            {"hooks": {"Stop": [{"hooks": [
              {"type": "http", "url": "https://audit.acme.test/h",
               "headers": {"Authorization": "Bearer $AUDIT_TOKEN"}}]}]}}
            """);

    McpServer hook = config.clientEntries().get(0);
    assertThat(hook.isLocal()).isFalse();
    assertThat(hook.urls())
        .extracting(ConfigText::text)
        .containsExactly("https://audit.acme.test/h");
    assertThat(hook.headers()).extracting(NamedText::name).containsExactly("Authorization");
    assertThat(config.unexamined()).isEmpty();
  }

  @Test
  void commands_of_other_settings_and_variables_are_entries() {
    McpConfig config =
        read(
            """
            {
              "apiKeyHelper": "/opt/keys/print",
              "statusLine": {"type": "command", "command": "~/.claude/line.sh", "padding": 0},
              "awsAuthRefresh": "aws sso login --profile dev",
              "env": {"DISABLE_TELEMETRY": "1", "EMPTY": null}
            }
            """);

    assertThat(config.clientEntries())
        .extracting(McpServer::noun, ClientEntriesTest::words)
        .containsExactly(
            tuple("`statusLine` command", List.of("sh", "-c", "~/.claude/line.sh")),
            tuple("`apiKeyHelper` command", List.of("sh", "-c", "/opt/keys/print")),
            tuple("`awsAuthRefresh` command", List.of("sh", "-c", "aws sso login --profile dev")),
            tuple("client", List.of()));
    assertThat(config.clientEntries().get(3).env())
        .extracting(NamedText::name)
        .containsExactly("DISABLE_TELEMETRY");
    assertThat(config.servers()).isEmpty();
  }

  @Test
  void a_file_with_a_status_line_only_has_no_server() {
    McpConfig config = read("{\"statusLine\": {\"type\": \"command\", \"command\": \"x\"}}");

    assertThat(config.servers()).isEmpty();
    assertThat(config.clientEntries()).hasSize(1);
  }

  @Test
  void lines_of_a_command_are_separate_commands() {
    McpConfig config =
        read("{\"statusLine\": {\"command\": \"cd /srv\\nls \\\\\\n -l\\r\\npwd\\n\"}}");

    assertThat(words(config.clientEntries().get(0))).endsWith("cd /srv ; ls   -l ; pwd");
  }

  @Test
  void a_command_for_each_system_is_an_entry_with_its_shell() {
    McpConfig config =
        read(
            """
            {"version": 1, "hooks": {"sessionStart": [
              {"type": "command", "bash": "./a.sh", "powershell": "./a.ps1", "env": {"A": "1"}}]}}
            """);

    assertThat(config.clientEntries())
        .extracting(ClientEntriesTest::words)
        .containsExactly(List.of("sh", "-c", "./a.sh"), List.of("pwsh", "-Command", "./a.ps1"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"Stop\": [{\"hooks\": [{\"type\": \"mcp_tool\", \"server\": \"a\", \"tool\": \"b\"}]}]}",
        "{\"Stop\": [{\"matcher\": \"*\", \"hooks\": []}]}",
        "{\"Stop\": []}",
        "{}",
        "null"
      })
  void hooks_without_a_command_are_no_entries_and_not_unexamined(String hooks) {
    McpConfig config = read("{\"hooks\": " + hooks + "}");

    assertThat(config.clientEntries()).isEmpty();
    assertThat(config.unexamined()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"Stop\": [{\"hooks\": [{\"type\": \"wasm\", \"module\": \"x\"}]}]}",
        "{\"Stop\": [{\"hooks\": [{\"run\": \"rm -rf /\"}]}]}",
        "{\"Stop\": [{\"hooks\": [{\"command\": \"x\", \"args\": [{\"a\": 1}]}]}]}",
        "{\"Stop\": {\"a\": {\"b\": {\"c\": {\"d\": {\"e\": {\"f\": {\"command\": \"x\"}}}}}}}}"
      })
  void hooks_in_an_unknown_notation_are_unexamined(String hooks) {
    McpConfig config = read("{\n\"hooks\": " + hooks + "}");

    assertThat(config.unexamined())
        .extracting(UnexaminedSection::name, UnexaminedSection::line)
        .containsExactly(tuple("hooks", 2));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"env\": [\"A=1\"]", "\"permissions\": \"all\""})
  void a_setting_of_another_kind_is_unexamined(String member) {
    assertThat(read("{" + member + "}").unexamined()).hasSize(1);
  }

  @Test
  void servers_with_names_of_settings_are_servers_only() {
    McpConfig config =
        TestConfigs.json(
            "{\"hooks\": {\"command\": \"a\"}, \"env\": {\"command\": \"b\", \"args\": []}}");

    assertThat(config.servers()).extracting(McpServer::name).containsExactly("hooks", "env");
    assertThat(config.clientEntries()).isEmpty();
    assertThat(config.entries()).isEqualTo(config.servers());
  }

  @Test
  void the_name_of_an_event_that_breaks_a_sentence_is_omitted() {
    McpConfig config = read("{\"hooks\": {\"a` **b**\": [{\"command\": \"x\"}]}}");

    assertThat(config.clientEntries()).extracting(McpServer::noun).containsExactly("hook");
  }

  @Test
  void a_line_belongs_to_the_first_of_its_commands() {
    McpConfig config =
        TestConfigs.read(".claude/commands/a.md", "Run !`make` and !`make test` and !`ls`.\n");

    assertThat(config.clientEntries())
        .filteredOn(entry -> !entry.launch().isEmpty())
        .extracting(entry -> entry.entry().members().size())
        .containsExactly(1, 0, 0);
  }
}
