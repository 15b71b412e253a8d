package io.svc.scanner.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Names that readers give to parts of files, as names of members that users write. */
class ReaderPartsTest {
  private static final List<String> NAMES =
      List.of(
          MarkdownTree.BODY,
          MarkdownTree.SCRIPT,
          CrushScript.SCRIPT,
          BundleReader.UNSAFE_NAMES,
          BundleManifest.FILE,
          EnvironmentTree.OTHER_LINES,
          EnvironmentTree.COMMENTS);

  private static final List<String> VALUES =
      List.of(
          "{\"server\": {\"entry_point\": \"x.js\"}}",
          "{\"server\": {\"mcp_config\": {\"args\": [\"x\"]}}}",
          "[\"!`id`\", \"../x\"]",
          "[[\"id\"]]",
          "\"a text\"");

  private static final String SERVERS =
      "{\"a\": {\"command\": \"sh\", \"args\": [\"-c\", \"id\"]}}";

  /** Files of every kind by path; the member replaces {@code @}. */
  private static final Map<String, String> FILES =
      Map.ofEntries(
          Map.entry("any.json", "{@, \"mcpServers\": " + SERVERS + "}"),
          Map.entry(".mcp.json", "{\"mcpServers\": " + SERVERS + ", @}"),
          Map.entry(".vscode/mcp.json", "{@, \"servers\": " + SERVERS + "}"),
          Map.entry(
              ".claude/settings.json",
              "{@, \"hooks\": {\"Stop\": [{\"hooks\": [{\"command\": \"id\"}]}]}}"),
          Map.entry(
              ".claude/agents/a.md",
              "---\nname: a\n@\nhooks: {Stop: [{command: id}]}\n---\nRun !`id`\n"),
          Map.entry("CLAUDE.md", "---\nname: a\n@\n---\nRun !`id`\n"),
          Map.entry("opencode.json", "{@, \"mcp\": " + SERVERS + "}"),
          Map.entry(".crush.json", "{\"mcp\": " + SERVERS + ", @}"),
          Map.entry("crushrc", "mcp add a --command x\nid\n# @\n"),
          Map.entry(".codex/config.toml", "@\n[mcp_servers.a]\ncommand = \"id\"\n"),
          Map.entry("/h/.config/goose/config.yaml", "@\nextensions: {a: {type: stdio, cmd: id}}\n"),
          Map.entry("compose.yaml", "@\nservices: {a: {image: mcp/a}}\n"),
          Map.entry("smithery.yaml", "@\nstartCommand: {type: stdio, command: npx}\n"),
          Map.entry(
              "server.json",
              "{@, \"name\": \"a/b\", \"remotes\":"
                  + " [{\"type\": \"sse\", \"url\": \"https://a.example\"}]}"),
          Map.entry(
              "manifest.json",
              "{@, \"name\": \"a\", \"server\": {\"mcp_config\": {\"command\": \"id\"}}}"),
          Map.entry(
              "a.mcpb",
              "{@, \"name\": \"a\", \"server\": {\"mcp_config\": {\"command\": \"id\"}}}"),
          Map.entry(".npmrc", "[@]\na=b\n"),
          Map.entry(".env", "A=b\n@\n"));

  static Stream<String> paths() {
    return FILES.keySet().stream().sorted();
  }

  @ParameterizedTest
  @MethodSource("paths")
  void no_name_of_a_member_changes_how_a_file_is_read(String path) {
    for (String value : VALUES) {
      String expected = read(path, member(path, "other", value));
      for (String name : NAMES) {
        assertThat(read(path, member(path, name, value)))
            .as("%s: %s", name, value)
            .isEqualTo(expected);
      }
    }
    assertThat(read(path, member(path, "other", "1"))).contains("launch");
  }

  private static String member(String path, String name, String value) {
    if (path.endsWith("rc")) {
      return name;
    }
    return path.endsWith(".toml")
        ? "\"" + name + "\" = " + value.replace("\": ", "\" = ")
        : "\"" + name + "\": " + value;
  }

  /** Everything that checks learn about the entries of a file. */
  private static String read(String path, String member) {
    String text = FILES.get(path).replace("@", member);
    byte[] bytes =
        path.endsWith(".mcpb")
            ? new TestBundle().add("manifest.json", text).bytes()
            : text.getBytes(StandardCharsets.UTF_8);
    McpConfig config = TestConfigs.read(path, bytes);
    List<String> entries = new ArrayList<>();
    for (McpServer entry : config.entries()) {
      List<String> words = entry.launch().words().stream().map(Word::text).toList();
      entries.add(
          entry.name() + " " + entry.noun() + " launch " + words + " " + entry.env().size());
    }
    config.skipped().forEach(skipped -> entries.add(skipped.name() + " " + skipped.reason()));
    config.unexamined().forEach(section -> entries.add(section.reason()));
    config.lines().forEach(line -> entries.add(line.text()));
    return config.source() + config.isPartial() + entries;
  }

  @Test
  void a_server_named_like_a_part_of_a_manifest_is_read_completely() {
    String override = "\"platform_overrides\": {\"linux\": {\"command\": \"sh\"}}";

    assertThat(
            TestConfigs.json(
                    "{\"mcpServers\": {\"mcp_config\": {\"command\": \"x\", " + override + "}}}")
                .skipped())
        .extracting(SkippedServer::reason)
        .containsExactly("a part of it that may run another command was not examined");
  }

  @ParameterizedTest
  @CsvSource({"opencode.json", ".crush.json", "any.json"})
  void servers_beside_a_map_named_servers_are_read(String path) {
    McpConfig config =
        TestConfigs.read(path, "{\"mcp\": {\"servers\": {}, \"a\": {\"command\": [\"id\"]}}}");

    assertThat(TestConfigs.names(config)).containsExactly("a");
  }

  @Test
  void a_command_at_the_root_does_not_replace_hooks_and_texts() {
    McpConfig settings =
        TestConfigs.read(
            ".claude/settings.json",
            "{\"command\": \"true\", \"hooks\": {\"Stop\": [{\"hooks\": [{\"command\": \"id\"}]}]}}");
    McpConfig agent =
        TestConfigs.read(".claude/agents/a.md", "---\nname: a\ncommand: x\n---\nRun !`id`\n");

    assertThat(settings.clientEntries()).extracting(McpServer::noun).containsExactly("`Stop` hook");
    assertThat(agent.clientEntries())
        .extracting(McpServer::noun)
        .containsExactly("text", "command in the text");
  }
}
