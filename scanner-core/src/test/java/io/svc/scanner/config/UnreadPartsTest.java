package io.svc.scanner.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every place where the readers leave out a part of a file, and the note about that part. */
class UnreadPartsTest {
  private static final String CLAUDE = ".claude/settings.json";
  private static final String CODEX = ".codex/config.toml";
  private static final String SERVER = "{\"command\": \"node\"}";
  private static final String ELSEWHERE = "servers at an unknown place of the file";
  private static final String COMMAND = "a part of it that may run another command";

  /** The notes, skipped entries and unexamined sections of a file, as one text each. */
  private static List<String> unread(String path, String text) {
    McpConfig config = TestConfigs.read(path, text);
    List<String> unread = new ArrayList<>(config.notes());
    config.skipped().forEach(entry -> unread.add(entry.name() + ": " + entry.reason()));
    config.unexamined().forEach(section -> unread.add(section.name() + ": " + section.reason()));
    return unread;
  }

  private static Arguments hook(String entry, String note) {
    String text = "{\"hooks\": {\"Stop\": [{\"hooks\": [" + entry + "]}]}}";
    return Arguments.of(CLAUDE, text, note);
  }

  private static Arguments server(String members, String note) {
    String text = "{\"mcpServers\": {\"a\": {\"command\": \"node\", " + members + "}}}";
    return Arguments.of(".mcp.json", text, note);
  }

  private static Arguments root(String members, String note) {
    return Arguments.of(CLAUDE, "{" + members + "}", note);
  }

  static Stream<Arguments> parts() {
    String deep = "{\"mcpServers\": {\"a\": " + SERVER + "}}";
    for (String key : List.of("f", "e", "d", "c", "b", "a")) {
      deep = "{\"" + key + "\": " + deep + "}";
    }
    return Stream.of(
        // Servers.
        Arguments.of("/h/.claude.json", deep, ELSEWHERE),
        root("\"profiles\": [{\"mcpServers\": {\"a\": " + SERVER + "}}]", ELSEWHERE),
        root("\"projects\": [1]", "expected a map of projects"),
        root("\"projects\": {\"/p\": 1}", "expected an object"),
        root("\"mcpServers\": \"./.mcp.json\"", "servers are in another file"),
        root("\"mcpServers\": {\"a\": 5}", "expected an object"),
        root("\"mcpServers\": {\"a\": {\"name\": \"x\"}}", "neither a command nor a url"),
        server("\"args\": [{\"x\": 1}]", "its args holds an object"),
        server("\"env\": \"A=1\"", "its env is a text"),
        server("\"env\": [[\"A\"]]", "its env holds a list"),
        server("\"headers\": 5", "its headers is a number"),
        server("\"url\": {\"x\": 1}", "its url is an object"),
        server("\"windows\": {\"command\": \"cmd\"}", COMMAND),
        server("\"startCommand\": \"node x\"", COMMAND),
        server("\"commandFunction\": \"() => 1\"", COMMAND),
        server("\"start\": [{\"exec\": [\"x\"]}]", COMMAND),
        // Commands of the client.
        hook("{\"type\": \"wasm\", \"module\": \"x\"}", "hooks: "),
        hook("{\"type\": \"prompt\", \"prompt\": \"Is it done?\"}", "instructions for the model"),
        hook("{\"type\": \"agent\", \"prompt\": \"Do it.\"}", "instructions for the model"),
        hook("{\"command\": \"x\", \"args\": \"a b\"}", "hooks: "),
        hook("{\"command\": \"x\", \"args\": [1, {}]}", "hooks: "),
        hook("{\"command\": \"x\", \"env\": [\"A=1\"]}", "hooks: "),
        hook("{\"command\": \"x\", \"env\": {\"A\": [1]}}", "environment of the client"),
        hook("{\"url\": \"https://a.example\", \"headers\": \"A: 1\"}", "hooks: "),
        hook("{\"command\": \"x\", \"then\": [{\"command\": \"y\"}]}", "hooks: "),
        root("\"hooks\": \"./hooks.json\"", "in another file"),
        root(
            "\"hooks\": {\"a\": {\"b\": {\"c\": {\"d\": {\"e\": {\"f\": {\"g\": [\"x\"]}}}}}}}",
            "hooks: "),
        root("\"preToolCommand\": \"x\"", "preToolCommand: commands"),
        root("\"setup_script\": [\"x\"]", "setup_script: commands"),
        root("\"newHelper\": {\"x\": 1}", "newHelper: commands"),
        root("\"env\": [\"A=1\"]", "env: "),
        root("\"env\": {\"A\": {\"B\": 1}}", "env: "),
        root("\"permissions\": \"all\"", "permissions: "),
        root("\"plugins\": [[{\"hooks\": {}}]]", "plugins: "),
        root("\"commands\": [\"./c\"]", "commands: "),
        Arguments.of(CODEX, "[shell_environment_policy]\nset = [\"A=1\"]\n", "set: "),
        Arguments.of(".gemini/settings.json", "{\"tools\": [\"x\"]}", "tools: "),
        // Agent files and environment files.
        Arguments.of(".claude/agents/a.md", "---\na: b: c\n---\nx\n", "header is not a valid"),
        Arguments.of(".env", "not an assignment\n", "1 line is not in the notation"),
        Arguments.of(".netrc", "macdef init\n", "macros (macdef) were not examined"));
  }

  @ParameterizedTest
  @MethodSource("parts")
  void a_part_that_is_not_read_is_noted(String path, String text, String note) {
    assertThat(unread(path, text)).anyMatch(unread -> unread.contains(note));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"hooks\": {\"Stop\": [{\"matcher\": \"*\", \"hooks\": [{\"type\": \"command\","
            + " \"command\": \"x\", \"args\": [\"a\"], \"env\": {\"A\": \"1\"}, \"timeout\":"
            + " 5}]}]}",
        "\"hooks\": {\"Stop\": [{\"type\": \"http\", \"url\": \"https://a.example\","
            + " \"headers\": {\"A\": \"1\"}}]}",
        "\"statusLine\": {\"type\": \"command\", \"command\": \"x\", \"padding\": 0}",
        "\"env\": {\"A\": \"1\", \"B\": null}, \"permissions\": {\"allow\": [\"Read\"]}",
        "\"disableAllHooks\": true, \"allowedCommands\": [\"git\"], \"theme\": \"dark\"",
        "\"mcpServers\": {\"a\": {\"command\": \"node\", \"tools\": [{\"name\": \"run\","
            + " \"inputSchema\": {\"properties\": {\"command\": {\"type\": \"string\"}}}}]}}"
      })
  void a_file_that_is_read_completely_has_no_note(String members) {
    assertThat(unread(CLAUDE, "{" + members + "}")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"command", "url"})
  void an_address_next_to_a_command_is_examined_too(String first) {
    String members =
        first.equals("command")
            ? "\"command\": \"x\", \"url\": \"https://a.example\""
            : "\"url\": \"https://a.example\", \"command\": \"x\"";

    McpConfig config = TestConfigs.read(CLAUDE, "{\"hooks\": {\"Stop\": [{" + members + "}]}}");

    assertThat(config.clientEntries()).hasSize(2);
    assertThat(config.clientEntries().get(1).urls()).hasSize(1);
    assertThat(config.unexamined()).isEmpty();
  }
}
