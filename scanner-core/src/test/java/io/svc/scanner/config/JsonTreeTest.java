package io.svc.scanner.config;

import static io.svc.scanner.config.TestConfigs.JSON;
import static io.svc.scanner.config.TestConfigs.json;
import static io.svc.scanner.config.TestConfigs.locations;
import static io.svc.scanner.config.TestConfigs.rejectionReason;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.scanner.config.ConfigObject.Member;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** JSON, and where its values stand. */
class JsonTreeTest {

  @Test
  void every_value_knows_its_place() {
    var config =
        json(
            """
            {
              "servers": {
                "a": {"command": "x",
            \t"args": [1, [true, null]], "env": {}}
              }
            }
            """);

    assertThat(locations(config))
        .containsExactly(
            " 1:1",
            "/servers 2:14",
            "/servers/a 3:10",
            "/servers/a/command 3:22",
            "/servers/a/args 4:10",
            "/servers/a/args/0 4:11",
            "/servers/a/args/1 4:14",
            "/servers/a/args/1/0 4:15",
            "/servers/a/args/1/1 4:21",
            "/servers/a/env 4:36");
  }

  @Test
  void a_member_knows_the_place_of_its_key() {
    var config = json("{ \"servers\" :\n {\n  \"a/b~c\"\n: {\"command\": \"x\"}}}");

    assertThat(((ConfigObject) config.root()).members())
        .extracting(Member::location)
        .containsExactly(new Location("/servers", 1, 3));
    assertThat(config.servers())
        .extracting(McpServer::nameLocation)
        .containsExactly(new Location("/servers/a~1b~0c", 3, 3));
  }

  @ParameterizedTest
  @CsvSource({
    "a/b, a~1b",
    "a~b, a~0b",
    "~1, ~01",
    "~/~, ~0~1~0",
    "'', ''",
    "a b, a b",
    "é😀, é😀",
    "0, 0",
  })
  void a_pointer_escapes_slash_and_tilde_alone(String name, String escaped) {
    var config = json("{\"mcpServers\": {\"%s\": {\"command\": \"x\"}}}".formatted(name));

    assertThat(config.servers().get(0).launch().words().get(0).origin().location().pointer())
        .isEqualTo("/mcpServers/" + escaped + "/command");
  }

  @Test
  void columns_count_utf_16_units() {
    assertThat(locations(json("{\"é😀\": \"名\", \"mcpServers\": {}}")))
        .containsExactly(" 1:1", "/é😀 1:9", "/mcpServers 1:28");
  }

  @Test
  void a_byte_order_mark_takes_no_column() {
    assertThat(locations(json("\uFEFF{\"mcpServers\": {}}")))
        .containsExactly(" 1:1", "/mcpServers 1:16");
  }

  @Test
  void cr_lf_ends_one_line() {
    assertThat(locations(json("{\r\n\r\n  \"mcpServers\":\r\n{}}")))
        .containsExactly(" 1:1", "/mcpServers 4:1");
  }

  @Test
  void comments_keep_the_places_behind_them() {
    assertThat(locations(json("/* a\n b */ {// c\n/**/\"mcpServers\": {}}")))
        .containsExactly(" 2:7", "/mcpServers 3:19");
  }

  @Test
  void a_fragment_is_placed_as_the_file_has_it() {
    var config = json("\"mcp\": {\"a\":\n  {\"command\": \"x\"}}");

    assertThat(locations(config).subList(1, 4))
        .containsExactly("/mcp 1:8", "/mcp/a 2:3", "/mcp/a/command 2:15");
    assertThat(config.servers().get(0).nameLocation()).isEqualTo(new Location("/mcp/a", 1, 9));
  }

  @Test
  void duplicate_keys_are_retained_and_the_last_is_found() {
    var root = (ConfigObject) json("{\"mcpServers\": {}, \"a\": 1, \"a\": 2}").root();

    assertThat(root.members()).extracting(Member::name).containsExactly("mcpServers", "a", "a");
    assertThat(root.findText("a")).map(ConfigText::text).contains("2");
  }

  @Test
  void numbers_are_retained_as_they_are_written() {
    var root = (ConfigObject) json("{\"mcpServers\": 0, \"a\": -0.10E+05}").root();
    var digits = "9".repeat(5_000);

    assertThat(root.findText("a")).map(ConfigText::text).contains("-0.10E+05");
    assertThat(
            ((ConfigObject) json("{\"servers\": {}, \"a\": " + digits + "}").root()).findText("a"))
        .map(ConfigText::text)
        .contains(digits);
  }

  @Test
  void a_very_long_text_is_read() {
    var text = "x".repeat(25_000_000);

    assertThat(json("{\"servers\": {}, \"a\": \"" + text + "\"}").root())
        .extracting(root -> ((ConfigObject) root).findText("a").orElseThrow().text().length())
        .isEqualTo(25_000_000);
  }

  @ParameterizedTest
  @ValueSource(ints = {201, 1_000, 100_000})
  void deep_nesting_is_rejected(int levels) {
    var lists = "{\"mcpServers\": " + "[".repeat(levels);
    var objects = "{\"mcpServers\": " + "{\"a\":".repeat(levels);

    assertThat(rejectionReason(JSON, lists + "]".repeat(levels) + "}"))
        .isEqualTo("values are nested deeper than 200 levels");
    assertThat(rejectionReason(JSON, lists)).isEqualTo("values are nested deeper than 200 levels");
    assertThat(rejectionReason(JSON, objects))
        .isEqualTo("values are nested deeper than 200 levels");
  }

  @Test
  void nesting_is_read_up_to_the_limit() {
    var text = "{\"servers\": {}, \"a\": " + "[".repeat(199) + "]".repeat(199) + "}";

    assertThat(locations(json(text))).hasSize(201);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'mcpServers': {}} {'mcpServers': {}}        | 1",
        "{'mcpServers': {}}\\n\\n// next\\n{'servers': {}} | 4",
        "{} []                                        | 1",
        "{'mcpServers': {}} 7                         | 1",
      })
  void a_second_document_is_rejected(String text, int line) {
    assertThat(rejectionReason(JSON, text.replace("\\n", "\n").replace('\'', '"')))
        .isEqualTo("a second document begins at line " + line + "; expected one per file");
  }

  @ParameterizedTest
  @ValueSource(strings = {"// only", "/* only */", "/* a */ // b\n", "\n// only\n\n"})
  void a_file_of_comments_contains_no_value(String text) {
    assertThat(rejectionReason(JSON, text))
        .isEqualTo("the file contains only whitespace or comments");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{                       | 1, column 2",
        "{'mcpServers': {        | 1, column 17",
        "{'mcpServers': {}\\n    | 2, column 1",
        "{'mcpServers': [1, 2    | 1, column 21",
      })
  void a_truncated_file_is_rejected_with_its_end(String text, String location) {
    assertThat(rejectionReason(JSON, text.replace("\\n", "\n").replace('\'', '"')))
        .isEqualTo(
            "not valid JSON: the file ends in the middle of a value (line " + location + ")");
  }
}
