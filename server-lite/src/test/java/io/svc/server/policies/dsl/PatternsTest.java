package io.svc.server.policies.dsl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.DayOfWeek;
import java.time.ZonedDateTime;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The patterns that a match is made of. */
class PatternsTest {
  @ParameterizedTest
  @CsvSource({
    "create_payment*, create_payment, true",
    "create_payment*, create_payment_intent, true",
    "create_payment*, xcreate_payment, false",
    "*, x, true",
    "*, '', false",
    "'', '', false",
    "a?c, abc, true",
    "a?c, ac, false",
    "?, 😀, true",
    "*.get, a.b.get, true",
    "a*b*c, a1b2c, true",
    "a*b*c, a1c2b, false",
    "a.c, abc, false",
    "**, anything, true",
    "a*a, a, false"
  })
  void a_star_is_any_run_and_a_question_mark_one_character(
      String pattern, String name, boolean matches) {
    assertThat(new Glob(pattern).matches(name, DecisionBudget.repeatable().matching()))
        .isEqualTo(matches);
  }

  @ParameterizedTest
  @CsvSource({
    "*, a?b*, true",
    "a*, ab*, true",
    "ab*, a*, false",
    "a?, ab, true",
    "a?, a*, false",
    "a*, a?, true",
    "?*, *, false",
    "a, a, true",
    "a, ?, false",
    "*b, a*b, true"
  })
  void one_pattern_covers_another(String wide, String narrow, boolean covers) {
    assertThat(new Glob(wide).covers(new Glob(narrow))).isEqualTo(covers);
  }

  @Test
  void patterns_mean_what_a_regular_expression_means_and_cover_only_what_they_match() {
    Random random = new Random(1);
    for (int i = 0; i < 20_000; i++) {
      String first = text(random, "ab*?");
      String other = text(random, "ab*?");
      String name = text(random, "ab");
      String regex = first.replace("*", ".*").replace("?", ".");
      boolean matches = new Glob(first).matches(name, DecisionBudget.repeatable().matching());

      assertThat(matches)
          .as("%s on %s", first, name)
          .isEqualTo(!name.isEmpty() && Pattern.matches(regex, name));
      if (new Glob(other).covers(new Glob(first)) && matches) {
        assertThat(new Glob(other).matches(name, DecisionBudget.repeatable().matching()))
            .as("%s over %s", other, first)
            .isTrue();
      }
    }
  }

  private static String text(Random random, String alphabet) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(6); i > 0; i--) {
      text.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return text.toString();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[a-z]{36}_\\d{1,3} | true",
        "(a{100}){99} | true",
        "(a{1000}){1000} | false",
        "((a{30}){30}){30} | false",
        "(?i)x{2,20000} | false",
        "[(]{1000}[)]{1000} | true",
        "\\(a{1000}\\){1000} | true",
        "[]({]{10}{10} | true",
        "\\p{Greek}{1000}\\x{10FFFF}{1000} | true",
        "[[:alpha:](]{1000}(b | true",
        "((((a{9}){9}){9}){9}){9} | false",
        "(ab){5000} | false",
        "\\ | true",
        "[ | true"
      })
  void regular_expressions_stay_small(String pattern, boolean isSmall) {
    assertThat(RegexSize.isSmall(pattern)).isEqualTo(isSmall);
  }

  @Test
  @Timeout(60)
  void a_hostile_pattern_and_a_hostile_name_cost_little() {
    assertThat(
            new Glob("*a".repeat(250) + "b")
                .matches("a".repeat(100_000), DecisionBudget.repeatable().matching()))
        .isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "api.example.com, api.example.com, true",
    "API.Example.com, api.example.com, true",
    "api.example.com, x.api.example.com, false",
    "*.example.com, api.example.com, true",
    "*.example.com, a.b.example.com, true",
    "*.example.com, example.com, false",
    "*.example.com, evilexample.com, false",
    "0x7f.1, 127.0.0.1, true",
    "::1, ::1, true",
    "example.com., example.com, true"
  })
  void a_host_is_itself_or_below_a_domain(String pattern, String host, boolean matches) {
    assertThat(HostPattern.parse(pattern).matches(host)).isEqualTo(matches);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "*example.com | a host, or one leading *. before a domain",
        "api.*.example.com | a host, or one leading *. before a domain",
        "example.* | a host, or one leading *. before a domain",
        "* | a host, or one leading *. before a domain",
        "*. | a host or *. and a domain; leave it out for any host",
        "bücher.example | the name in its ASCII form, xn--bcher-kva.example",
        "*.bücher.example | the name in its ASCII form, *.xn--bcher-kva.example",
        "example.com:443 | a host without a port; use port",
        "https://example.com | a host; use url for a URL",
        "example.com/x | a host; use url for a URL",
        "a b | a host such as api.example.com",
        "a..b | a host such as api.example.com",
        "*.10.0.0.1 | a domain after *., not an address"
      })
  void other_host_patterns_are_rejected(String pattern, String expected) {
    assertThatThrownBy(() -> HostPattern.parse(pattern))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("\"" + pattern + "\" is not a host pattern; expected " + expected);
  }

  @ParameterizedTest
  @CsvSource({
    "2026-01-09T21:59:00Z, false", // a Friday
    "2026-01-09T22:00:00Z, true",
    "2026-01-10T05:59:00Z, true",
    "2026-01-10T06:00:00Z, false",
    "2026-01-09T05:00:00Z, false",
    "2026-01-10T22:00:00Z, false"
  })
  void hours_over_midnight_belong_to_the_day_they_begin_on(ZonedDateTime time, boolean contains) {
    TimeWindow window =
        new TimeWindow(
            TimeWindow.days("fri").orElseThrow(),
            List.of(TimeWindow.Hours.parse("22:00-06:00").orElseThrow()),
            time.getZone());

    assertThat(window.contains(time)).isEqualTo(contains);
  }

  @Test
  void days_may_be_a_span_and_hours_end_before_their_end() {
    assertThat(TimeWindow.days("fri-mon").orElseThrow())
        .isEqualTo(
            EnumSet.of(DayOfWeek.FRIDAY, DayOfWeek.SATURDAY, DayOfWeek.SUNDAY, DayOfWeek.MONDAY));
    assertThat(TimeWindow.days("mon")).contains(EnumSet.of(DayOfWeek.MONDAY));
    assertThat(TimeWindow.days("someday")).isEmpty();
    for (String wrong : List.of("9-17", "24:00-01:00", "10:00-10:00", "10:60-11:00", "x")) {
      assertThat(TimeWindow.Hours.parse(wrong)).as(wrong).isEmpty();
    }
    assertThat(TimeWindow.Hours.parse("00:00-24:00").orElseThrow().coversOnStartDay(1439)).isTrue();
  }

  @Test
  void a_range_of_ports_has_both_of_its_ends() {
    PortRange range = PortRange.parse("8000-8999").orElseThrow();

    assertThat(List.of(7999, 8000, 8999, 9000).stream().map(range::contains))
        .containsExactly(false, true, true, false);
  }

  @ParameterizedTest
  @CsvSource({"0", "65536", "90-80", "80-", "x", "-1", "1-70000"})
  void other_ports_are_rejected(String text) {
    assertThat(PortRange.parse(text)).isEmpty();
  }
}
