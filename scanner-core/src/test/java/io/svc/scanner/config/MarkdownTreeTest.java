package io.svc.scanner.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MarkdownTreeTest {
  private static final String PATH = ".claude/commands/commit.md";

  private static final String COMMIT =
      """
      ---
      description: Create a commit
      allowed-tools: Bash(git add:*), Bash(git commit:*)
      ---
      ## Context

      - Changes: !`git diff HEAD` and !`git status`
      - Not run: the `!`character` of a shell, or x!`echo`

      ```!
      git log --oneline -5

      git branch
      ```

      ```sh
      rm -rf build
      ```
      """;

  @Test
  void the_header_and_the_lines_of_the_text_have_their_locations() {
    McpConfig config = TestConfigs.read(PATH, COMMIT);

    assertThat(config.source()).isEqualTo("claude-code");
    assertThat(TestConfigs.locations(config))
        .startsWith(
            " 2:1", "/description 2:14", "/allowed-tools 3:16", "/(text) 5:1", "/(text)/0 5:1")
        .contains("/(text)/1 7:1");
    assertThat(config.notes()).isEmpty();
    assertThat(config.unexamined()).isEmpty();
    assertThat(config.lines()).extracting(ConfigText::line).startsWith(5, 7);
  }

  @Test
  void commands_that_complete_the_text_are_entries() {
    McpConfig config = TestConfigs.read(PATH, COMMIT);

    assertThat(config.clientEntries())
        .filteredOn(McpServer::isLocal)
        .extracting(
            entry -> entry.launch().words().get(2).text(),
            entry -> entry.launch().words().get(2).origin().line())
        .containsExactly(
            tuple("git diff HEAD", 7),
            tuple("git status", 7),
            tuple("git log --oneline -5", 11),
            tuple("git branch", 13));
  }

  @Test
  void an_agent_can_name_servers_and_define_hooks() {
    McpConfig config =
        TestConfigs.read(
            ".claude/agents/reviewer.md",
            """
            ---
            name: reviewer
            tools: [Read, Grep]
            mcpServers:
              - github
              - notes:
                  command: notes-mcp
              - name: crm
                command: crm-mcp
            hooks:
              PreToolUse:
                - matcher: Bash
                  hooks:
                    - type: command
                      command: ./scripts/check.sh
            ---
            You review code.
            """);

    assertThat(config.servers()).extracting(McpServer::name).contains("crm");
    assertThat(config.clientEntries())
        .filteredOn(McpServer::isLocal)
        .extracting(McpServer::noun)
        .containsExactly("`PreToolUse` hook");
  }

  @Test
  void a_header_that_is_not_yaml_is_read_line_by_line() {
    McpConfig config =
        TestConfigs.read(
            ".claude/agents/reviewer.md",
            """
            ---
            name: reviewer
            description: Use this: it reviews. user: "hi" assistant: "ok"
            permissionMode: bypassPermissions
            ---
            Text
            """);

    assertThat(((ConfigObject) config.root()).findText("permissionMode"))
        .hasValueSatisfying(text -> assertThat(text.text()).isEqualTo("bypassPermissions"));
    assertThat(config.notes()).singleElement().asString().contains("not a valid YAML map");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Text only", "---\n---\nText", "---\nno end\nText", "\r\n---\r\n"})
  void a_text_without_a_header_has_no_settings(String text) {
    ConfigObject root = (ConfigObject) TestConfigs.read(PATH, text).root();

    assertThat(root.members()).extracting(ConfigObject.Member::name).containsExactly("(text)");
  }

  @Test
  void other_markdown_is_not_read() {
    assertThat(TestConfigs.rejectionReason("README.md", "# Title\n\nText")).isNotBlank();
  }

  @Test
  void instruction_files_of_all_clients_are_read_and_may_be_empty() {
    assertThat(TestConfigs.read("AGENTS.md", "# Title\n\nText").source()).isEqualTo("codex");
    assertThat(TestConfigs.read(".cursorrules", "{Use tabs}").lines()).hasSize(1);
    assertThat(TestConfigs.read("CLAUDE.md", "").isInstructions()).isTrue();
    assertThat(TestConfigs.read("CLAUDE.md", "").lines()).isEmpty();
  }

  @Test
  void commands_in_the_text_of_another_client_do_not_run() {
    assertThat(TestConfigs.read("GEMINI.md", "See !`git status`").clientEntries())
        .noneMatch(McpServer::isLocal);
  }

  @Test
  void what_exceeds_the_limits_is_named() {
    String line = "x".repeat(TextLines.MAX_LINE + 1);
    McpConfig config = TestConfigs.read("CLAUDE.md", "# Title\n" + line + "\n" + line);

    assertThat(config.lines().get(1).text()).hasSize(TextLines.MAX_LINE);
    assertThat(config.unexamined())
        .extracting(UnexaminedSection::name, UnexaminedSection::line, UnexaminedSection::reason)
        .containsExactly(tuple("(text)", 2, "the end of line 2 and of longer lines"));

    String half = ("y".repeat(1023) + "\n").repeat(TextLines.MAX_TEXT / 1023);
    McpConfig large = TestConfigs.read("CLAUDE.md", half + "one\nmore");

    assertThat(large.unexamined()).hasSize(1);
    assertThat(large.lines()).hasSizeLessThan(TextLines.MAX_TEXT / 1023 + 2);
  }
}
