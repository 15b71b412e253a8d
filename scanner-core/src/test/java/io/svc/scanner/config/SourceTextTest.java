package io.svc.scanner.config;

import static io.svc.scanner.config.ReadServer.local;
import static io.svc.scanner.config.TestConfigs.JSON;
import static io.svc.scanner.config.TestConfigs.TOML;
import static io.svc.scanner.config.TestConfigs.YAML;
import static io.svc.scanner.config.TestConfigs.read;
import static io.svc.scanner.config.TestConfigs.rejectionReason;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.scanner.config.ReadOutcome.Unreadable;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** From bytes to text. */
class SourceTextTest {
  private static final String MARK = "\uFEFF";

  static final List<Arguments> LANGUAGES =
      List.of(
          Arguments.of(JSON, "{\"mcpServers\": {\"é名😀\": {\"command\": \"ü\"}}}"),
          Arguments.of(TOML, "[mcpServers.\"é名😀\"]\ncommand = \"ü\"\n"),
          Arguments.of(YAML, "mcpServers:\n  é名😀:\n    command: ü\n"));

  @ParameterizedTest
  @FieldSource("LANGUAGES")
  void utf_8_is_read(String path, String text) {
    assertIsReadIn(UTF_8, path, text);
  }

  @ParameterizedTest
  @FieldSource("LANGUAGES")
  void utf_8_with_a_byte_order_mark_is_read(String path, String text) {
    assertIsReadIn(UTF_8, path, MARK + text);
  }

  @ParameterizedTest
  @FieldSource("LANGUAGES")
  void utf_16_with_a_byte_order_mark_is_read(String path, String text) {
    assertIsReadIn(UTF_16LE, path, MARK + text);
    assertIsReadIn(UTF_16BE, path, MARK + text);
  }

  @ParameterizedTest
  @FieldSource("LANGUAGES")
  void a_bad_byte_is_replaced_and_noted(String path, String text) {
    byte[] bytes = text.replace("é名😀", "?a").getBytes(UTF_8);
    bytes[new String(bytes, UTF_8).indexOf("?a")] = (byte) 0xE9;

    var config = read(path, bytes);

    assertThat(ReadServer.only(config)).isEqualTo(local("\uFFFDa", "ü"));
    assertThat(config.notes()).containsExactly("invalid UTF-8 bytes were read as U+FFFD");
  }

  @Test
  void a_file_in_latin_1_is_read_with_a_note() {
    byte[] bytes = "{\"mcpServers\": {\"a\": {\"command\": \"café\"}}}".getBytes(ISO_8859_1);

    var config = read(JSON, bytes);

    assertThat(ReadServer.only(config)).isEqualTo(local("a", "caf\uFFFD"));
    assertThat(config.notes()).containsExactly("invalid UTF-8 bytes were read as U+FFFD");
  }

  @Test
  void half_a_character_at_the_end_of_utf_16_is_replaced() {
    byte[] complete = (MARK + "{\"mcpServers\": {}}//x").getBytes(UTF_16LE);
    byte[] bytes = Arrays.copyOf(complete, complete.length - 1);

    assertThat(read(JSON, bytes).notes()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"any.json", "any.toml", "any.yaml", "any", "any.json5", ".mcp.json"})
  void a_file_with_a_nul_byte_is_binary(String path) {
    byte[] bytes = "\u007fELF\u0002\0\0{\"mcpServers\": {}}".getBytes(UTF_8);

    assertThat(TestConfigs.outcome(path, bytes))
        .isEqualTo(new Unreadable("the file is binary, not text", ""));
  }

  @Test
  void utf_16_without_a_byte_order_mark_is_binary() {
    byte[] bytes = "{\"mcpServers\": {}}".getBytes(UTF_16LE);

    assertThat(rejectionReason(JSON, bytes)).isEqualTo("the file is binary, not text");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\n", "\r\n\t  \n", "\uFEFF", "\uFEFF\n"})
  void a_file_of_blanks_is_empty(String text) {
    for (String path : List.of(JSON, TOML, YAML, "any")) {
      assertThat(rejectionReason(path, text)).isEqualTo("the file is empty");
    }
  }

  private static void assertIsReadIn(Charset charset, String path, String text) {
    var config = read(path, text.getBytes(charset));

    assertThat(ReadServer.only(config)).isEqualTo(local("é名😀", "ü"));
    assertThat(config.notes()).isEmpty();
  }
}
