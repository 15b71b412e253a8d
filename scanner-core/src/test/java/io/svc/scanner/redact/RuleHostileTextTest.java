package io.svc.scanner.redact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.svc.rules.HostileText;
import io.svc.rules.RuleIndex;
import io.svc.rules.RuleSource;
import io.svc.rules.RuleSource.Example;
import io.svc.rules.SampleTemplate;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * A pattern's work is counted in characters looked at, which no busy machine changes; the engine's
 * is compared between a line and one four times as long.
 */
@Tag("thorough")
class RuleHostileTextTest {
  private static final ThreadMXBean PROCESSOR = ManagementFactory.getThreadMXBean();
  private static final int LENGTH = 3_000;
  private static final int REPEATS = 5_000;
  private static final int LONG_LINE = 200_000;

  /** Three times what the slowest pattern needs. */
  private static final long MOST_LOOKS_PER_CHARACTER = 500;

  private static final Duration TOO_SHORT_TO_COMPARE = Duration.ofSeconds(1);

  @TestFactory
  Stream<DynamicTest> a_pattern_reads_each_character_a_bounded_number_of_times_on_any_line() {
    return TestRules.sources().stream()
        .map(source -> dynamicTest(source.rule().id(), () -> assertBoundedGrowth(source)));
  }

  @TestFactory
  Stream<DynamicTest> the_engine_takes_no_more_than_linear_time_over_a_line_of_keywords() {
    return TestRules.sources().stream()
        .filter(source -> !source.rule().keywords().isEmpty())
        .map(
            source ->
                dynamicTest(
                    source.rule().id(),
                    () -> {
                      String keyword = source.rule().keywords().get(0);
                      assertLinear(source, keyword.repeat(REPEATS), keyword.repeat(4 * REPEATS));
                    }));
  }

  @Test
  void the_whole_engine_takes_no_more_than_linear_time_over_a_line_of_secrets() {
    var source = sourceOf("secrets/github-pat");

    assertGrowth(
        TestRules.formats(), samples(source, LONG_LINE / 160), samples(source, LONG_LINE / 40));
  }

  /** A line that has many keywords and many whole samples. */
  private static String samples(RuleSource source, int count) {
    StringBuilder line = new StringBuilder();
    Random random = new Random(2);
    for (int i = 0; i < count; i++) {
      Example example = source.matches().get(i % source.matches().size());
      line.append(SampleTemplate.fill(example.value(), random)).append(' ');
    }
    return line.toString();
  }

  private static void assertBoundedGrowth(RuleSource source) {
    Pattern pattern = Pattern.compile(source.rule().pattern());
    for (String part : HostileText.parts(source)) {
      long few = countReads(pattern, HostileText.repeat(part, LENGTH));
      long several = countReads(pattern, HostileText.repeat(part, 4 * LENGTH));

      assertThat(few)
          .as("%s over a line of \"%s\"", source.rule().id(), part)
          .isLessThanOrEqualTo(MOST_LOOKS_PER_CHARACTER * LENGTH);
      assertThat(several)
          .as(
              "%s over a line of \"%s\", of which a quarter takes %d",
              source.rule().id(), part, few)
          .isLessThanOrEqualTo(5 * few + 4 * LENGTH)
          .isLessThanOrEqualTo(MOST_LOOKS_PER_CHARACTER * 4 * LENGTH);
    }
  }

  private static long countReads(Pattern pattern, String text) {
    var counted = new CountedText(text);
    var matcher = pattern.matcher(counted);
    while (matcher.find()) {
      counted.looks++;
    }
    return counted.looks;
  }

  private static void assertLinear(RuleSource source, String few, String plural) {
    var alone = new SecretFormatMatcher(RuleIndex.of(List.of(source.rule())));
    assertGrowth(alone, few, plural);
  }

  private static void assertGrowth(SecretFormatMatcher formats, String few, String plural) {
    Duration timeOfMany = time(formats, plural);
    if (timeOfMany.compareTo(TOO_SHORT_TO_COMPARE) < 0
        || isLinear(time(formats, few), timeOfMany)) {
      return;
    }

    assertThat(isLinear(bestTime(formats, few), bestTime(formats, plural)))
        .as("Four times the text took more than twelve times as long: %s", timeOfMany)
        .isTrue();
  }

  private static boolean isLinear(Duration ofFew, Duration timeOfMany) {
    return timeOfMany.compareTo(TOO_SHORT_TO_COMPARE) < 0
        || timeOfMany.compareTo(ofFew.multipliedBy(12)) < 0;
  }

  /** The best of three: what else the machine does makes times longer, never shorter. */
  private static Duration bestTime(SecretFormatMatcher formats, String text) {
    return Stream.generate(() -> time(formats, text))
        .limit(3)
        .min(Comparator.naturalOrder())
        .orElseThrow();
  }

  /** Processor time, which a busy machine changes little. */
  private static Duration time(SecretFormatMatcher formats, String text) {
    long start = PROCESSOR.getCurrentThreadCpuTime();
    formats.find(text);
    return Duration.ofNanos(PROCESSOR.getCurrentThreadCpuTime() - start);
  }

  private static RuleSource sourceOf(String id) {
    return TestRules.sources().stream()
        .filter(source -> source.rule().id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  /** A text that counts how often a character of it is looked at. */
  private static final class CountedText implements CharSequence {
    private final String text;
    private long looks;

    CountedText(String text) {
      this.text = text;
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public char charAt(int index) {
      looks++;
      return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return text.substring(start, end);
    }

    @Override
    public String toString() {
      return text;
    }
  }
}
