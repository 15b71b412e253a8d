package io.svc.scanner.checks.texts;

import static io.svc.rules.Severity.HIGH;
import static io.svc.rules.Severity.INFO;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.scanner.detect.DetectedProblem;
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
        "\uD83C\uDFF3\uFE0F\u200D\uD83C\uDF08",
        "\uD83C\uDFF4\uDB40\uDC67\uDB40\uDC62\uDB40\uDC65\uDB40\uDC6E\uDB40\uDC67\uDB40\uDC7F"
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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Short.\u2062\u2063\u2064\u2062",
        "Run \u202Eetis\u202C",
        "a \u2066b\u2069",
        "Use tabs.\uDB40\uDC61\uDB40\uDC62"
      })
  void a_line_of_instructions_that_can_hide_a_text_is_seen(String line) {
    var detections = detector.detect(TestConfigs.instructions("CLAUDE.md", "# A\n" + line));

    assertThat(detections).hasSize(1);
    assertThat(detections.get(0).severity()).isEqualTo(HIGH);
    assertThat(detections.get(0).location().line()).isEqualTo(2);
    assertThat(detector.detect(TestConfigs.script("s/run.sh", "# A\n" + line))).hasSize(1);
  }

  @Test
  void single_characters_in_instructions_are_one_note() {
    var detections =
        detector.detect(TestConfigs.instructions("AGENTS.md", "a\u200Bb\n\nc\u200Bd\nso\u00ADft"));

    assertThat(detections).extracting(DetectedProblem::severity).containsExactly(INFO);
    assertThat(detections.get(0).location().line()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\uFEFF# Byte order mark",
        "\uD83D\uDC69\u200D\uD83D\uDCBB and \u2764\uFE0F",
        "\uD83C\uDFF4\uDB40\uDC67\uDB40\uDC62\uDB40\uDC65\uDB40\uDC6E\uDB40\uDC67\uDB40\uDC7F",
        "\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645"
      })
  void emoji_and_letters_in_instructions_are_not(String line) {
    assertThat(detector.detect(TestConfigs.instructions("AGENTS.md", line))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\uD83C\uDFF4\uDB40\uDC72\uDB40\uDC75\uDB40\uDC6E\uDB40\uDC7F",
        "\uD83C\uDFF4\uDB40\uDC67\uDB40\uDC62\uDB40\uDC65\uDB40\uDC6E\uDB40\uDC67",
        "\uD83C\uDFF4\uDB40\uDC67\uDB40\uDC62\uDB40\uDC65\uDB40\uDC6E\uDB40\uDC67\uDB40\uDC7F"
            + "\uDB40\uDC72\uDB40\uDC75\uDB40\uDC6E",
        "\u2764\u200D\u200D\u200D\u200D\u200D",
        "\u2764\uFE0F\u200D\uFE0F\u200D\uFE0F\u200D\uFE0F\u200D\uFE0F\u200D\uFE0F\u200D\uFE0F\u200D"
            + "\uFE0F\u200D\uFE0F\u200D\uFE0F\u200D\uFE0F\u200D\uFE0F\u200D\uFE0F\u200D\uFE0F\u200D"
            + "\uFE0F\u200D\uFE0F\u200D\uFE0F\u200D"
      })
  void a_text_that_follows_an_emoji_is_hidden(String line) {
    assertThat(detector.detect(TestConfigs.instructions("AGENTS.md", "Run " + line + " make.")))
        .singleElement()
        .satisfies(found -> assertThat(found.severity()).isEqualTo(HIGH));
    assertThat(detector.detect(TestConfigs.words("x", line))).hasSize(1);
  }
}
