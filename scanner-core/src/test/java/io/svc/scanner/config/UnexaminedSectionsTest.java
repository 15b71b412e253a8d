package io.svc.scanner.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnexaminedSectionsTest {

  private static McpConfig read(String path, String text) {
    ReadOutcome outcome =
        ConfigReader.read(Path.of(path), text.getBytes(StandardCharsets.UTF_8), Optional.empty());
    return ((ReadOutcome.Read) outcome).config();
  }

  @Test
  void sections_that_no_check_examines_are_named_in_the_order_of_the_file() {
    McpConfig config =
        read(
            ".claude/settings.json",
            """
            {"model": "opus",
             "permissions": {"allow": ["Bash"]},
             "theme": "dark",
             "hooks": {"Stop": []},
             "env": {}}
            """);

    assertThat(config.unexamined())
        .extracting(UnexaminedSection::name, UnexaminedSection::line)
        .containsExactly(tuple("permissions", 2), tuple("hooks", 4));
    assertThat(config.skipped()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        ".claude/settings.local.json | {\"hooks\": {\"a\": 1}} | hooks",
        ".codex/config.toml | notify = [\"x\"] | notify",
        ".gemini/settings.json | {\"tools\": {\"callCommand\": \"x\"}} | tools",
        ".qwen/settings.json | {\"hooks\": {\"a\": 1}} | hooks",
        "opencode.json | {\"plugin\": [\"x\"]} | plugin",
        ".amazonq/default.json | {\"hooks\": {\"a\": 1}} | hooks",
        "/h/.kiro/agents/a.json | {\"allowedTools\": [\"x\"]} | allowedTools",
        ".zed/settings.json | {\"agent_servers\": {\"a\": 1}} | agent_servers",
        "/h/.continue/config.yaml | rules: [x] | rules",
        "/h/.openclaw/openclaw.json | {\"hooks\": {\"a\": 1}} | hooks",
        ".devcontainer/devcontainer.json | {\"postCreateCommand\": \"x\"} | postCreateCommand"
      })
  void each_client_has_its_sections(String path, String text, String section) {
    assertThat(read(path, text).unexamined())
        .extracting(UnexaminedSection::name)
        .containsExactly(section);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "[]", "null", "\"\""})
  void an_empty_section_is_not_named(String value) {
    assertThat(read(".claude/settings.json", "{\"hooks\": " + value + "}").unexamined()).isEmpty();
  }

  @Test
  void files_of_servers_alone_have_none() {
    assertThat(read(".mcp.json", "{\"mcpServers\": {\"a\": {\"command\": \"x\"}}}").unexamined())
        .isEmpty();
    assertThat(read(".cursor/mcp.json", "{\"mcpServers\": {}, \"hooks\": {\"a\": 1}}").unexamined())
        .isEmpty();
  }
}
