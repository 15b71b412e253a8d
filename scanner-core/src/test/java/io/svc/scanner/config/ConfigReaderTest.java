package io.svc.scanner.config;

import static io.svc.scanner.config.ReadServer.local;
import static io.svc.scanner.config.TestConfigs.JSON;
import static io.svc.scanner.config.TestConfigs.json;
import static io.svc.scanner.config.TestConfigs.read;
import static io.svc.scanner.config.TestConfigs.rejectionReason;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.scanner.config.ReadOutcome.Parsed;
import io.svc.scanner.config.ReadOutcome.Unreadable;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigReaderTest {
  private static final String FRAGMENT_NOTE =
      "the outer braces are missing; clients cannot read this file";

  @Test
  void comments_may_be_anywhere() {
    var config =
        json(
            """
            // before the first brace
            /* and
               another */
            {
              // "old": {"command": "no"},
              "mcpServers": { /* inside */
                "a": {"command": /* here */ "x"} // behind
              }
            }
            // at the end\
            """);

    assertThat(ReadServer.only(config)).isEqualTo(local("a", "x"));
  }

  @Test
  void trailing_commas_are_read() {
    var config = json("{\"mcpServers\": {\"a\": {\"command\": \"x\", \"args\": [\"y\",],},},}");

    assertThat(ReadServer.only(config)).isEqualTo(local("a", "x", "y"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"mcpServers\":{\"a\":{\"command\":\"x\"}}}",
        "  \n\t{\"mcpServers\": {\"a\": {\"command\": \"x\"}}}\n\n",
        "{\r\n  \"mcpServers\": {\r\n    \"a\": {\"command\": \"x\"}\r\n  }\r\n}\r\n",
        "{\r  \"mcpServers\": {\r    \"a\": {\"command\": \"x\"}}}\r",
        "{\t\"mcpServers\":\t{\n  \t\"a\":\t{\"command\":\t\"x\"}}}",
        "{\"mcpServers\":{\"\\u0061\":{\"\\u0063ommand\":\"\\u0078\"}}}",
      })
  void white_space_and_escapes_change_nothing(String text) {
    var config = json(text);

    assertThat(ReadServer.only(config)).isEqualTo(local("a", "x"));
    assertThat(config.notes()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"mcpServers\": {\"a\": {\"command\": \"x\"}}",
        "\n  \"mcp\": {\n    \"a\": {\"command\": \"x\"}\n  },\n",
        "\"servers\": {\"a\": {\"command\": \"x\"}} // as printed",
        "// as printed\n\"servers\": {\"a\": {\"command\": \"x\"}}",
        "/* as printed */ \"servers\": {\"a\": {\"command\": \"x\"}}",
        "\"inputs\": [], \"servers\": {\"a\": {\"command\": \"x\"}}",
      })
  void a_fragment_without_outer_braces_is_read_with_a_note(String text) {
    var config = json(text);

    assertThat(ReadServer.only(config)).isEqualTo(local("a", "x"));
    assertThat(config.notes()).containsExactly(FRAGMENT_NOTE);
  }

  @Test
  void a_fragment_needs_no_file_ending() {
    var config = read("notes", "\"mcpServers\": {\"a\": {\"command\": \"x\"}}");

    assertThat(ReadServer.only(config)).isEqualTo(local("a", "x"));
    assertThat(config.notes()).containsExactly(FRAGMENT_NOTE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "any.json   | {'mcpServers': {'a': {'command': 'x'}}}",
        "any.jsonc  | {'mcpServers': {'a': {'command': 'x'}}}",
        "ANY.JSON   | {'mcpServers': {'a': {'command': 'x'}}}",
        "any.json5  | {'mcpServers': {'a': {'command': 'x'}}}",
        "any.bak    | // old {}\\n{'mcpServers': {'a': {'command': 'x'}}}",
        "any        | /* old */ {'mcpServers': {'a': {'command': 'x'}}}",
        "any        | [{'name': 'a', 'command': 'x'}]",
        "any.toml   | [mcpServers.a]\\ncommand = 'x'",
        "ANY.TOML   | [mcpServers.a]\\ncommand = 'x'",
        "any        | [mcpServers.a]\\ncommand = 'x'",
        "any.bak    | mcpServers.a.command = 'x'",
        "any.yaml   | mcpServers:\\n  a:\\n    command: x",
        "any.YML    | mcpServers:\\n  a:\\n    command: x",
        "any.conf   | mcpServers:\\n  a:\\n    command: x",
        "any.yaml   | {'mcpServers': {'a': {'command': 'x'}}}",
      })
  void the_extension_or_else_the_first_bytes_determine_the_language(String path, String text) {
    var config = read(path, text.replace("\\n", "\n").replace('\'', '"'));

    assertThat(ReadServer.only(config)).isEqualTo(local("a", "x"));
  }

  @Test
  void the_label_of_the_caller_wins_over_path_and_shape() {
    byte[] bytes = "{\"servers\": {}}".getBytes(UTF_8);

    var outcome = ConfigReader.read(Path.of(".vscode/mcp.json"), bytes, Optional.of("cursor"));

    assertThat(((Parsed) outcome).config().source()).isEqualTo("cursor");
  }

  @Test
  void the_path_wins_over_the_shape() {
    assertThat(read(".cursor/mcp.json", "{\"servers\": {}}").source()).isEqualTo("cursor");
  }

  @Test
  void the_config_carries_the_path_as_it_was_given() {
    assertThat(read("./a/../any.json", "{\"servers\": {}}").path()).isEqualTo("./a/../any.json");
  }

  @Test
  void an_unreadable_file_keeps_its_text_for_a_search() {
    var text = "{\"mcpServers\": {\"a\": {\"command\": é";

    assertThat(TestConfigs.outcome(JSON, text.getBytes(UTF_8)))
        .isEqualTo(new Unreadable("not valid JSON (line 1, column 34)", text));
  }

  @ParameterizedTest
  @CsvSource({
    "'\"mcpServers\"', expected a top-level object",
    "7, expected a top-level object",
    "true, expected a top-level object",
    "null, expected a top-level object",
  })
  void a_scalar_is_no_configuration(String text, String reason) {
    assertThat(rejectionReason(JSON, text)).isEqualTo("not an MCP configuration: " + reason);
  }

  @Test
  void a_scalar_is_no_configuration_in_yaml() {
    assertThat(rejectionReason("any.yaml", "just words"))
        .isEqualTo("not an MCP configuration: expected an object, found a text");
    assertThat(rejectionReason("any.yaml", "7"))
        .isEqualTo("not an MCP configuration: expected an object, found a number");
  }

  @Test
  void json_text_can_be_read_alone() {
    assertThat(ConfigReader.readJson("{\"a\": [1]}")).map(ConfigNode::kind).contains("an object");
    assertThat(ConfigReader.readJson("[1]")).map(ConfigNode::kind).contains("a list");
    assertThat(ConfigReader.readJson("\"a\"")).map(ConfigNode::kind).contains("a text");
    assertThat(ConfigReader.readJson("Bearer x")).isEmpty();
    assertThat(ConfigReader.readJson("")).isEmpty();
  }
}
