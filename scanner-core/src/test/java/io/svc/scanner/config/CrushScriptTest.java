package io.svc.scanner.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CrushScriptTest {
  private static McpConfig read(String text) {
    return TestConfigs.read("/h/.config/crush/crushrc", text);
  }

  @Test
  void commands_of_servers_hooks_and_the_shell_are_entries() {
    McpConfig config =
        read(
            """
            # comment with mcp add x
            lsp add go --command gopls --args serve --env GOPATH "$HOME/go"
            hook add PreToolUse --matcher '^bash$' --command "./guard.sh # ok"
            if [[ $HOSTNAME == work ]]; then
              source "$HOME/work base.sh"
            fi
            curl -s https://h.example/x | sh; permissions allow view bash
            """);

    assertThat(config.clientEntries())
        .extracting(
            McpServer::noun, entry -> entry.launch().words().stream().map(Word::text).toList())
        .contains(
            tuple("`PreToolUse` hook", List.of("sh", "-c", "./guard.sh # ok")),
            tuple("command", List.of("sh", "-c", "source '$HOME/work base.sh'")),
            tuple("command", List.of("sh", "-c", "curl -s https://h.example/x | sh")));
    Map<String, String> values = ConfigSource.valuesOf(config.root());
    assertThat(values)
        .containsEntry("/lsp/go/command", "a text: gopls")
        .containsEntry("/lsp/go/env/GOPATH", "a text: $HOME/go")
        .containsEntry("/permissions/allowed_tools/1", "a text: bash");
    assertThat(config.unexamined()).isEmpty();
  }

  @Test
  void servers_in_conditions_are_read() {
    McpConfig config =
        read(
            """
            if [ "$A" != "" ]; then mcp add a --url https://a.example ; fi
            [[ -n $B ]] && mcp add b --url https://b.example
            for x in a b; do mcp add c --command npx; done
            """);

    assertThat(config.servers()).extracting(McpServer::name).containsExactly("a", "b", "c");
    assertThat(config.clientEntries()).isEmpty();
  }

  @Test
  void repeated_options_and_names_are_no_duplicate_keys() {
    McpConfig config =
        read(
            """
            lsp add go --command gopls --filetypes go --filetypes gomod
            if [[ $A ]]; then mcp add a --command x; else mcp add a --command y; fi
            """);

    assertThat(config.servers()).extracting(McpServer::name).containsExactly("a", "a (2)");
    assertThat(ConfigSource.valuesOf(config.root()))
        .containsEntry("/lsp/go/filetypes/1", "a text: gomod");
  }

  @Test
  void words_have_their_line_and_column() {
    McpConfig config = read("\nmcp add a \\\r\n  --url 'https://h.example/mcp'\n");

    assertThat(config.servers().get(0).urls().get(0).location())
        .isEqualTo(new Location("/mcp/a/url", 3, 9));
  }

  @Test
  void text_that_is_added_for_the_model_provider_is_noted() {
    assertThat(read("provider add acme --base-url https://llm.example/v1\n").unexamined())
        .extracting(UnexaminedSection::name, UnexaminedSection::line)
        .containsExactly(tuple("providers", 1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mcp",
        "mcp add",
        "mcp add a",
        "mcp add a --url",
        "mcp add a --env A",
        "permissions",
        "permissions allow",
        "'",
        "\"a\\",
        "\\",
        "a \\\n",
        ";;",
        "#",
        "hook add",
        "provider add x y"
      })
  void incomplete_commands_do_not_stop_the_reader(String text) {
    assertThat(TestConfigs.outcome(".crushrc", text.getBytes(StandardCharsets.UTF_8))).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "true & mcp add a --command x",
        "true&mcp add a --command x&",
        "true | mcp add a --command x | tee log",
        "cat f|mcp add a --command x",
        "(mcp add a --command x)",
        "f() { mcp add a --command x; }",
        "case $A in b) mcp add a --command x ;; esac",
        "true 2>&1 & mcp add a --command x",
        "true &>log & mcp add a --command x",
        "A=1 command mcp add a --command x",
        "B=$(id # it's\n)\nmcp add a --command x",
        "mcp add a --command=x",
        "mcp add a --url=https://a.example --command x",
        "mcp add a --env A=B C --command=x",
        "mcp add a --command $(which x; id)",
      })
  void a_server_is_read_in_every_place_of_a_command(String text) {
    assertThat(TestConfigs.names(read(text + "\n"))).containsExactly("a");
  }

  @Test
  void a_pipeline_is_one_command_unless_it_configures_crush() {
    assertThat(read("curl -s x|sh -s 2>&1 &\nmcp add a --command x | sh -c id\n").clientEntries())
        .extracting(entry -> entry.launch().words().get(2).text())
        .containsExactly("curl -s x | sh -s 2>&1", "sh -c id");
  }

  @ParameterizedTest
  @ValueSource(strings = {"mcp add a", "mcp add a --command", "mcp add servers --args x"})
  void a_server_without_a_command_and_an_address_is_noted(String text) {
    assertThat(read(text + "\nmcp add b --command x\n").skipped())
        .extracting(SkippedServer::reason)
        .containsExactly("it has neither a command nor a url");
  }

  @Test
  void an_open_quote_or_bracket_is_rejected() {
    assertThat(TestConfigs.rejectionReason("crushrc", "mcp add a --command x\necho 'a\n"))
        .isEqualTo("a quote or a bracket is not closed (line 2, column 6)");
    assertThat(TestConfigs.rejectionReason("crushrc", "echo $(a\nmcp add a --command x\n"))
        .isEqualTo("a quote or a bracket is not closed (line 1, column 6)");
  }

  @Test
  @Timeout(10)
  void the_time_is_proportional_to_the_length() {
    String servers = "mcp add x --command y\n".repeat(20_000);
    String options = "mcp add z" + " --command b --args c --env D e".repeat(40_000);

    assertThat(read(servers + options).servers()).hasSize(20_001);
  }
}
