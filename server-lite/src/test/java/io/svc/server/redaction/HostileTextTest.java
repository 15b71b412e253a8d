package io.svc.server.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Long texts that are made to keep a recogniser busy. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileTextTest {
  private static final int USUAL = 1 << 16;
  private static final int LONG = 1 << 17;
  private static final int TIMES = 4;
  private static final ThreadMXBean PROCESSOR = ManagementFactory.getThreadMXBean();

  /** Four times the length may take this many times as long; a square of it would take sixteen. */
  private static final int MAX_GROWTH = 12;

  /** So short a time says nothing of growth. */
  private static final Duration SHORT = Duration.ofMillis(200);

  private final Redaction redaction = new Redaction();

  @BeforeAll
  void warm_up() {
    redaction.redact("a@b.example phone 0701234567".repeat(100), RedactionOptions.standard());
  }

  private static String text(String piece, int size) {
    return piece.repeat(size / piece.length() + 1).substring(0, size);
  }

  static Stream<String> pieces() {
    return Stream.of(
        "7",
        "a@",
        "+1",
        "@",
        "1 ",
        "1-",
        "12 34 ",
        "(1)",
        "a",
        "a.",
        "1.",
        "1:",
        "::",
        "ab:",
        "SE12",
        "SE12 3456 ",
        "eyJ",
        "eyJ.",
        "eyJhbGciOi.",
        "-----BEGIN ",
        "-----BEGIN PRIVATE KEY-----",
        "://",
        "://a:",
        "x://a:b@",
        "password=",
        "password: x",
        "token=",
        "--token ",
        "\"password\":\"",
        "password is ",
        "P<",
        "0x",
        "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfN ",
        "bc1q",
        "phone 0701234567 ",
        "tel 1 2 3 4 5 6 7 8 9 ",
        "+46701234567 ",
        "+1 2 3 4 5 6 7 8 9 ",
        "born 1984-05-12 ",
        "12 maj ",
        "4111 1111 1111 1111 ",
        "4 1 1 1 ",
        "<EMAIL_ADDRESS_1>",
        "\u0661",
        "\uD83D\uDE00");
  }

  @Tag("thorough")
  @ParameterizedTest
  @MethodSource("pieces")
  void takes_time_in_proportion(String piece) {
    assertThatTimeIsInProportion(piece, USUAL);
  }

  @ParameterizedTest
  @MethodSource("pieces")
  @Tag("thorough")
  void longer_texts_take_time_in_proportion_too(String piece) {
    assertThatTimeIsInProportion(piece, LONG);
  }

  private void assertThatTimeIsInProportion(String piece, int size) {
    Duration part =
        time(() -> redaction.redact(text(piece, size / TIMES), RedactionOptions.standard()));
    String hostile = text(piece, size);
    Redaction.Text[] redacted = new Redaction.Text[1];
    Duration whole =
        time(() -> redacted[0] = redaction.redact(hostile, RedactionOptions.standard()));
    Redaction.Text text = redacted[0];

    assertThat(whole)
        .as("\"%s\" again and again", piece)
        .isLessThan(part.multipliedBy(MAX_GROWTH).plus(SHORT));
    assertThat(text.changed()).isEqualTo(!text.found().isEmpty());
  }

  /** Processor time, which a busy machine changes little. */
  private static Duration time(Runnable work) {
    long start = PROCESSOR.getCurrentThreadCpuTime();
    work.run();
    return Duration.ofNanos(PROCESSOR.getCurrentThreadCpuTime() - start);
  }

  @Test
  void finds_what_follows_a_flood_of_numbers() {
    String flood = "phone 0701234567 ".repeat(20_000);
    Redaction.Text text =
        redaction.redact(flood + "+46 70 765 43 21 a@b.example", RedactionOptions.standard());

    assertThat(text.text()).doesNotContain("765 43 21").endsWith("<EMAIL_ADDRESS_1>");
  }
}
