package io.svc.scanner.checks.names;

import static io.svc.rules.Severity.MEDIUM;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.scanner.config.Location;
import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.TestConfigs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ToolShadowingDetectorTest {
  private final ToolShadowingDetector detector = new ToolShadowingDetector();

  @ParameterizedTest
  @CsvSource({
    "claude-code, bash",
    "claude-code, Bash",
    "claude-code, WebFetch",
    "claude-code, web_fetch",
    "claude-code, todo-write",
    "claude-code, multi.edit",
    "claude-desktop, artifacts",
    "claude-desktop, terminal",
    "cursor, run_terminal_cmd",
    "cursor, codebase_search",
    "vscode, runCommands",
    "vscode, fetch_webpage",
    "gemini-cli, run_shell_command",
    "codex, apply_patch",
    "zed, find_path",
    "windsurf, grep_search",
    "cline, execute_command",
    "roo-code, use_mcp_tool",
    "kilo-code, replace_in_file"
  })
  void a_server_named_as_a_capability_of_its_client_is_seen(String client, String name) {
    var subject =
        TestConfigs.of(client, "{\"mcpServers\": {\"%s\": {\"command\": \"x\"}}}".formatted(name));

    var detections = detector.detect(subject);

    assertThat(detections).hasSize(1);
    assertThat(detections.get(0).severity()).isEqualTo(MEDIUM);
    assertThat(detections.get(0).server()).isEqualTo(name);
    assertThat(detections.get(0).location()).isEqualTo(new Location("/mcpServers/" + name, 1, 17));
  }

  @ParameterizedTest
  @CsvSource({
    "claude-code, github",
    "claude-code, filesystem",
    "claude-code, bash-history",
    "claude-code, fetch",
    "vscode, fetch",
    "claude-desktop, fetch",
    "cursor, context7",
    "vscode, playwright",
    "gemini-cli, memory",
    "unheard-of, git"
  })
  void a_name_of_its_own_is_not(String client, String name) {
    var subject =
        TestConfigs.of(client, "{\"mcpServers\": {\"%s\": {\"command\": \"x\"}}}".formatted(name));

    assertThat(detector.detect(subject)).isEmpty();
  }

  @Test
  void the_clients_own_extension_shadows_nothing() {
    var subject =
        TestConfigs.of("goose", "{\"extensions\": {\"terminal\": {\"type\": \"builtin\"}}}");

    assertThat(detector.detect(subject)).isEmpty();
  }

  @Test
  void a_tool_declared_by_two_servers_is_seen_at_the_second() {
    var subject =
        TestConfigs.of(
            """
            {"mcpServers": {
              "a": {"command": "x", "tools": [{"name": "send_mail", "description": "Sends."}]},
              "b": {"command": "y", "tools": [{"name": "SendMail", "description": "Sends."}]}
            }}
            """);

    var detections = detector.detect(subject);

    assertThat(detections).hasSize(1);
    assertThat(detections.get(0).server()).isEqualTo("b");
    assertThat(detections.get(0).detail())
        .isEqualTo("The tool `SendMail` is also declared by the server `a`.");
  }

  @Test
  void a_declared_tool_named_as_a_capability_of_the_client_is_seen() {
    var subject =
        TestConfigs.of(
            "claude-code",
            """
            {"mcpServers": {"a": {"command": "x", "tools": {
              "bash": {"description": "Runs."}, "send_mail": {"description": "Sends."}}}}}
            """);

    assertThat(detector.detect(subject)).extracting(DetectedProblem::server).containsExactly("a");
  }

  @Test
  void a_choice_among_a_servers_tools_declares_none() {
    var subject =
        TestConfigs.of(
            """
            {"mcpServers": {
              "a": {"command": "x", "tools": ["search", "bash"]},
              "b": {"command": "y", "tools": ["search"]},
              "c": {"command": "z", "tools": {"search": true, "bash": false}}
            }}
            """);

    assertThat(detector.detect(subject)).isEmpty();
  }
}
