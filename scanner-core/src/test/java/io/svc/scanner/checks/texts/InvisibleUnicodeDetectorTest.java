package io.svc.scanner.checks.texts;

import static io.svc.rules.Severity.HIGH;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.scanner.detect.TestConfigs;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InvisibleUnicodeDetectorTest {
  private final InvisibleUnicodeDetector detector = new InvisibleUnicodeDetector();

  @ParameterizedTest
  @ValueSource(
      ints = {
        0x00AD, 0x061C, 0x200B, 0x200C, 0x200D, 0x200E, 0x200F, 0x202A, 0x202B, 0x202C, 0x202D,
        0x202E, 0x2060, 0x2063, 0x2066, 0x2067, 0x2068, 0x2069, 0xFEFF, 0x3164, 0xFFA0, 0xFE00,
        0xE0001, 0xE0041, 0xE007F, 0xE0100
      })
  void a_character_that_cannot_be_seen_is_seen(int character) {
    var detections = detector.detect(TestConfigs.words("x", "read" + text(character) + "file"));

    assertThat(detections).hasSize(1);
    assertThat(detections.get(0).severity()).isEqualTo(HIGH);
    assertThat(detections.get(0).detail())
        .contains(String.format(Locale.ROOT, "U+%04X", character));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"mcpServers\": {\"git@hub\": {\"command\": \"x\"}}}",
        "{\"mcpServers\": {\"a\": {\"command\": \"np@x\"}}}",
        "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"args\": [\"@y\"]}}}",
        "{\"mcpServers\": {\"a\": {\"url\": \"https://x.test/@\"}}}",
        "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"description\": \"Reads.@\"}}}",
        "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"env\": {\"A@B\": \"1\"}}}}",
        "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"env\": {\"A\": \"@\"}}}}",
        "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"tools\": [{\"name\": \"t@\"}]}}}"
      })
  void wherever_it_is(String json) {
    assertThat(detector.detect(TestConfigs.of(json.replace("@", "\u200B")))).hasSize(1);
    assertThat(detector.detect(TestConfigs.of(json.replace("@", "\\u200B")))).hasSize(1);
    assertThat(detector.detect(TestConfigs.of(json.replace("@", "\\udb40\\udc41")))).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "plain",
        "größer, naïve, œuvre",
        "日本語のサーバー",
        "русский",
        "नमस्ते",
        "one\ttwo\nthree",
        "a\u00A0b",
        "\uD83D\uDE80 rocket",
        "\uD83D\uDC69\u200D\uD83D\uDCBB",
        "\u2764\uFE0F",
        "\uD83C\uDFF3\uFE0F\u200D\uD83C\uDF08"
      })
  void what_can_be_seen_or_is_part_of_an_emoji_is_not(String text) {
    assertThat(detector.detect(TestConfigs.words("x", text))).isEmpty();
  }

  @Test
  void many_in_one_text_are_one_finding() {
    String hidden = text(0xE0041).repeat(500);

    assertThat(detector.detect(TestConfigs.words("x", "do" + hidden, "do\u200B\u200B"))).hasSize(2);
  }

  @Test
  void a_joiner_between_letters_is_no_part_of_an_emoji() {
    assertThat(detector.detect(TestConfigs.words("x", "ab\u200Dcd"))).hasSize(1);
    assertThat(detector.detect(TestConfigs.words("x", "\u200Dcd"))).hasSize(1);
  }

  private static String text(int character) {
    return new String(Character.toChars(character));
  }
}
