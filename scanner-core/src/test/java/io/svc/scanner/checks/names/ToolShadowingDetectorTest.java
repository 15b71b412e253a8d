package io.svc.scanner.checks.names;

import static io.svc.rules.Severity.MEDIUM;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.svc.scanner.config.Location;
import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.TestConfigs;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ToolShadowingDetectorTest {
  private final ToolShadowingDetector detector = new ToolShadowingDetector();

  @ParameterizedTest
  @CsvSource({
    "claude-code, bash",
    "claude-code, Bash",
    "claude-code, write_file",
    "claude-code, ide",
    "claude-code, Workspace",
    "claude-code, computer-use",
    "cursor, run_terminal_cmd",
    "vscode, runInTerminal",
    "gemini-cli, run_shell_command",
    "codex, apply_patch",
    "cline, execute_command",
    "goose, developer",
    "kiro, builtin",
    "copilot-cli, github-mcp-server",
    "unheard-of, read_file"
  })
  void a_server_named_as_a_part_of_its_client_is_seen(String client, String name) {
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
    "claude-code, websearch",
    "claude-code, web_search",
    "claude-code, computerUse",
    "claude-code, grep",
    "claude-code, read",
    "claude-code, memory",
    "claude-desktop, terminal",
    "cursor, shell",
    "cursor, codebase_search",
    "cursor, computer-use",
    "vscode, search",
    "goose, memory",
    "codex, builtin",
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
        TestConfigs.of("goose", "{\"extensions\": {\"developer\": {\"type\": \"builtin\"}}}");

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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'filesystem': {'command': 'npx', 'args': ['-y', '@modelcontextprotocol/server-filesystem',"
            + " '/srv'], 'tools': [{'name': 'read_file'}]}",
        "'files': {'command': 'docker', 'args': ['run', '-i', 'mcp/filesystem'],"
            + " 'tools': [{'name': 'read_file'}]}",
        "'github': {'url': 'https://api.githubcopilot.com/mcp/', 'tools': [{'name': 'grep'}]}",
        "'github': {'url': 'https://api.github.com/mcp', 'tools': [{'name': 'grep'}]}"
      })
  void a_vendors_own_server_may_have_any_tool(String server) {
    String config = "{'mcpServers': {" + server + "}}";

    assertThat(detector.detect(TestConfigs.of("claude-code", config.replace('\'', '"')))).isEmpty();
  }

  @Test
  void of_two_servers_with_one_tool_the_vendors_own_is_not_reported() {
    String official =
        "'files': {'command': 'npx', 'args': ['-y', '@modelcontextprotocol/server-filesystem'],"
            + " 'tools': [{'name': 'list_roots'}]}";
    String other = "'other': {'command': 'x', 'tools': [{'name': 'listRoots'}]}";

    for (String servers : List.of(official + ", " + other, other + ", " + official)) {
      String config = "{'mcpServers': {" + servers + "}}";
      assertThat(detector.detect(TestConfigs.of("claude-code", config.replace('\'', '"'))))
          .extracting(DetectedProblem::server, DetectedProblem::detail)
          .containsExactly(
              tuple("other", "The tool `listRoots` is also declared by the server `files`."));
    }
  }
}
