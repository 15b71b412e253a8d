package io.svc.scanner.config;

import static io.svc.scanner.config.ReadServer.local;
import static io.svc.scanner.config.TestConfigs.TOML;
import static io.svc.scanner.config.TestConfigs.locations;
import static io.svc.scanner.config.TestConfigs.rejectionReason;
import static io.svc.scanner.config.TestConfigs.toml;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TomlTreeTest {

  @Test
  void a_value_is_at_its_key_and_an_element_at_its_own_place() {
    var config =
        toml(
            """
            # ours
            model = "o"

            [mcp_servers.a]
            command = "x"
              args = ["y",
                [1]]
            env = { A = "1", "B/c" = "2" }
            """);

    assertThat(locations(config))
        .containsExactly(
            " 1:1",
            "/model 2:1",
            "/mcp_servers 4:1",
            "/mcp_servers/a 4:1",
            "/mcp_servers/a/command 5:1",
            "/mcp_servers/a/args 6:3",
            "/mcp_servers/a/args/0 6:11",
            "/mcp_servers/a/args/1 7:5",
            "/mcp_servers/a/args/1/0 7:6",
            "/mcp_servers/a/env 8:1",
            "/mcp_servers/a/env/A 8:9",
            "/mcp_servers/a/env/B~1c 8:18");
  }

  @Test
  void columns_count_utf_16_units() {
    assertThat(locations(toml("mcpServers = [\"😀\", 1]\n")))
        .containsExactly(" 1:1", "/mcpServers 1:1", "/mcpServers/0 1:15", "/mcpServers/1 1:21");
  }

  @Test
  void cr_lf_ends_one_line() {
    assertThat(locations(toml("a = 1\r\n\r\n[mcpServers.b]\r\ncommand = 'x'\r\n")))
        .containsExactly(
            " 1:1", "/a 1:1", "/mcpServers 3:1", "/mcpServers/b 3:1", "/mcpServers/b/command 4:1");
  }

  @Test
  void every_spelling_of_a_table_is_read() {
    var config =
        toml(
            """
            mcpServers.dotted.command = "a"
            mcpServers.inline = { command = "b", args = ["c"] }

            [mcpServers.plain]
            command = "d"
            env.A = "1"

            [mcpServers."quoted name"]
            command = 'e'

            [mcpServers."quoted name".env]
            B = "2"
            """);

    assertThat(ReadServer.all(config))
        .containsExactlyInAnyOrder(
            local("dotted", "a"),
            local("inline", "b", "c"),
            local("plain", "d").withEnv("A=1"),
            local("quoted name", "e").withEnv("B=2"));
  }

  @Test
  void scalars_of_every_kind_are_read_as_texts() {
    var config =
        toml(
            """
            [mcpServers.a]
            command = "x"
            env = { A = 8080, B = true, C = 2026-01-01, D = '''t''', E = "\\u0041" }
            """);

    assertThat(ReadServer.only(config))
        .isEqualTo(local("a", "x").withEnv("A=8080", "B=true", "C=2026-01-01", "D=t", "E=A"));
  }

  @Test
  void servers_in_comments_are_none() {
    var config = toml("# [mcp_servers.old]\n# command = 'no'\n[mcp_servers.a]\ncommand = 'x'\n");

    assertThat(ReadServer.only(config)).isEqualTo(local("a", "x"));
  }

  @Test
  void brackets_in_texts_and_comments_nest_nothing() {
    var noise = "# [todo\n".repeat(150) + "a = [\n" + "  '[',\n".repeat(150) + "]\n";

    assertThat(ReadServer.only(toml(noise + "[mcp_servers.a]\ncommand = 'x'\n")))
        .isEqualTo(local("a", "x"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a = 1\\na = 2                       | 2, column 1",
        "[a]\\nb = 1\\n[a]\\nc = 2           | 3, column 1",
        "a = 'x                              | 1, column 7",
        "mcpServers: {}                      | 1, column 11",
      })
  void a_syntax_error_is_rejected_with_its_place(String text, String location) {
    assertThat(rejectionReason(TOML, text.replace("\\n", "\n")))
        .isEqualTo("not valid TOML (line " + location + ")");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a =",
        "= 1",
        "[a",
        "[[a]",
        "a = [1",
        "a = {b = 1",
        "a = \"\\q\"",
        "a = 1 b = 2",
        "a = 01",
        "a = 2026-99-99",
        "a = 99999999999999999999",
        "\u0001",
        "a = 1e99999",
        "a = +inf x",
        "[]",
        "\"\"\"a\"\"\" = 1",
      })
  void malformed_text_is_rejected(String text) {
    assertThat(rejectionReason(TOML, text)).startsWith("not valid TOML (line 1, column ");
  }

  @ParameterizedTest
  @ValueSource(ints = {201, 1_000, 100_000})
  void deep_nesting_is_rejected(int levels) {
    var reason = "values are nested deeper than 200 levels";

    assertThat(rejectionReason(TOML, "a = " + "[".repeat(levels) + "]".repeat(levels)))
        .isEqualTo(reason);
    assertThat(rejectionReason(TOML, "a = " + "[".repeat(levels))).isEqualTo(reason);
    assertThat(rejectionReason(TOML, "a = " + "{a = ".repeat(levels) + "1" + "}".repeat(levels)))
        .isEqualTo(reason);
  }

  @ParameterizedTest
  @ValueSource(ints = {202, 1_000, 20_000})
  void deep_nesting_by_dots_is_rejected(int levels) {
    var key = "a" + ".a".repeat(levels - 1);

    assertThat(rejectionReason(TOML, key + " = 1")).startsWith("not valid TOML (line 1, column ");
    assertThat(rejectionReason(TOML, "[" + key + "]\nb = 1"))
        .startsWith("not valid TOML (line 1, column ");
  }
}
