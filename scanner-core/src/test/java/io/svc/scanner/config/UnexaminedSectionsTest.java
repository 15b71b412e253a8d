package io.svc.scanner.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.svc.scanner.client.McpClient;
import io.svc.scanner.client.McpClients;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnexaminedSectionsTest {

  private static McpConfig read(String path, String text) {
    ReadOutcome outcome =
        ConfigReader.read(Path.of(path), text.getBytes(StandardCharsets.UTF_8), Optional.empty());
    return ((ReadOutcome.Parsed) outcome).config();
  }

  @Test
  void sections_that_no_check_examines_are_named_in_the_order_of_the_file() {
    McpConfig config =
        read(
            ".claude/settings.json",
            """
            {"model": "opus",
             "enabledPlugins": {"format@acme": true},
             "theme": "dark",
             "extraKnownMarketplaces": {"acme": {}},
             "enabledMcpjsonServers": []}
            """);

    assertThat(config.unexamined())
        .extracting(UnexaminedSection::name, UnexaminedSection::line)
        .containsExactly(tuple("enabledPlugins", 2), tuple("extraKnownMarketplaces", 4));
    assertThat(config.skipped()).isEmpty();
  }

  private static final String AGENT = "toolsSettings resources prompt";

  /** Files of each client with such sections, and the sections. */
  private static final List<List<String>> SECTIONS =
      List.of(
          List.of(
              "claude-code",
              ".claude/settings.json .claude/settings.local.json /h/.claude.json",
              "enabledPlugins extraKnownMarketplaces enabledMcpjsonServers commands agents skills"
                  + " outputStyles"),
          List.of(
              "codex", ".codex/config.toml /h/.codex/work.config.toml", "projects model_providers"),
          List.of("crush", "crush.json .crush.json", "providers"),
          List.of("factory", ".factory/settings.json", "customModels"),
          List.of("goose", ".goose/recipes/a.yaml", "instructions prompt sub_recipes"),
          List.of(
              "opencode",
              "opencode.json .opencode/opencode.jsonc",
              "plugin command agent instructions provider"),
          List.of("amazon-q", ".amazonq/default.json /h/.aws/amazonq/agents/a.json", AGENT),
          List.of("kiro", "/h/.kiro/agents/a.json", AGENT),
          List.of(
              "continue",
              "/h/.continue/config.yaml /h/.continue/config.json",
              "rules prompts customCommands slashCommands"),
          List.of("openclaw", "/h/.openclaw/openclaw.json", "hooks plugins skills tools"),
          List.of(
              "vscode", ".devcontainer/devcontainer.json shop.code-workspace", "features launch"));

  static Stream<Arguments> everySection() {
    return SECTIONS.stream()
        .flatMap(
            client ->
                Stream.of(client.get(1).split(" "))
                    .flatMap(
                        path ->
                            Stream.of(client.get(2).split(" "))
                                .map(section -> Arguments.of(path, section))));
  }

  @ParameterizedTest
  @MethodSource("everySection")
  void each_section_alone_in_a_file_is_named(String path, String section) {
    String form =
        path.endsWith(".toml") ? "%s = %s\n" : path.endsWith(".yaml") ? "%s: %s\n" : "{\"%s\": %s}";
    for (String value : List.of("\"x\"", "[\"x\"]", "true", "{a = 1}", "[{a = 1}]")) {
      String written = path.endsWith(".toml") ? value : value.replace("a = 1", "\"a\": 1");

      assertThat(read(path, form.formatted(section, written)).unexamined())
          .as(written)
          .extracting(UnexaminedSection::name)
          .containsExactly(section);
    }
  }

  @Test
  void the_walk_knows_every_section_of_every_client() {
    Map<String, Set<String>> walked = new TreeMap<>();
    SECTIONS.forEach(client -> walked.put(client.get(0), Set.of(client.get(2).split(" "))));
    Map<String, Set<String>> known = new TreeMap<>();
    for (McpClient client : McpClients.all()) {
      String[] pairs = UnexaminedSections.of(client.label());
      for (int i = 0; i < pairs.length; i += 2) {
        known.computeIfAbsent(client.label(), any -> new HashSet<>()).add(pairs[i]);
      }
    }

    assertThat(known).isEqualTo(walked);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "[]", "null", "\"\""})
  void an_empty_section_is_not_named(String value) {
    assertThat(read(".claude/settings.json", "{\"hooks\": " + value + "}").unexamined()).isEmpty();
    assertThat(read(".gemini/settings.json", "{\"tools\": " + value + "}").unexamined()).isEmpty();
  }

  @Test
  void files_of_servers_alone_have_none() {
    assertThat(read(".mcp.json", "{\"mcpServers\": {\"a\": {\"command\": \"x\"}}}").unexamined())
        .isEmpty();
    assertThat(read(".cursor/mcp.json", "{\"mcpServers\": {}, \"hooks\": {\"a\": 1}}").unexamined())
        .isEmpty();
  }
}
