package io.svc.scanner.redact;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.rules.RuleIndex;
import io.svc.rules.catalog.RuleCatalog;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Patterns of tokens find the same as regular expressions. */
class TokenPatternTest {
  private static final int TEXTS = 20;
  private static final String AROUND = " x=._-/+A9é";

  private static List<String> found(TokenPattern pattern, String text, int from, int to) {
    List<String> found = new ArrayList<>();
    int[] match = pattern.find(text, from, to);
    while (match != null) {
      found.add(match[0] + "-" + match[1]);
      match = pattern.find(text, match[1], to);
    }
    return found;
  }

  private static List<String> foundByRegex(String regex, String text, int from, int to) {
    List<String> found = new ArrayList<>();
    Matcher matcher = Pattern.compile(regex).matcher(text).region(from, to);
    matcher.useTransparentBounds(true).useAnchoringBounds(false);
    while (matcher.find()) {
      found.add(matcher.start(1) + "-" + matcher.end(1));
    }
    return found;
  }

  /** Returns a text that the parts of a pattern match, now and then with a character too many. */
  private static String sample(String regex, SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    Matcher part =
        Pattern.compile("(\\[[^]]+]|\\\\.|[^()])(?:\\{(\\d+)(?:,(\\d+))?})?")
            .matcher(regex.replaceAll("\\(\\?<?!\\[[^]]*]\\)", ""));
    while (part.find()) {
      int least = part.group(2) == null ? 1 : Integer.parseInt(part.group(2));
      int most = part.group(3) == null ? least : Integer.parseInt(part.group(3));
      int length = random.nextInt(least, most + 1) + (random.nextInt(15) == 0 ? 1 : 0);
      String characters = charactersOf(part.group(1));
      for (int i = 0; i < length; i++) {
        text.append(characters.charAt(random.nextInt(characters.length())));
      }
    }
    return text.toString();
  }

  private static String charactersOf(String part) {
    StringBuilder characters = new StringBuilder();
    Pattern pattern = Pattern.compile(part);
    for (char c = ' '; c < 127; c++) {
      if (pattern.matcher(String.valueOf(c)).matches()) {
        characters.append(c);
      }
    }
    return characters.toString();
  }

  @Test
  void finds_the_same_as_the_regular_expressions_of_most_shipped_rules() {
    SplittableRandom random = new SplittableRandom(3);
    RuleIndex rules = RuleCatalog.bundled();
    int patterns = 0;
    int matches = 0;
    for (int number = 0; number < rules.size(); number++) {
      String regex = rules.rule(number).pattern();
      TokenPattern pattern = TokenPattern.of(regex);
      if (pattern == null) {
        continue;
      }
      patterns++;
      for (int i = 0; i < TEXTS; i++) {
        char around = AROUND.charAt(random.nextInt(AROUND.length()));
        String text = sample(regex, random) + around + sample(regex, random);
        int from = random.nextInt(3) == 0 ? random.nextInt(text.length()) : 0;
        int to = random.nextInt(3) == 0 ? random.nextInt(from, text.length()) : text.length();

        List<String> found = found(pattern, text, from, to);

        assertThat(found).as(regex).isEqualTo(foundByRegex(regex, text, from, to));
        matches += found.size();
      }
    }
    assertThat(patterns).isGreaterThan(rules.size() / 2);
    assertThat(matches).isGreaterThan(patterns);
  }

  @ParameterizedTest
  @CsvSource({
    "(k_[a-c]{2}), xk_abc, 1-5",
    "(?<![a-z])(k_[a-c]{2}), xk_abc, ''",
    "(k_[a-c]{2})(?![a-z]), xk_abc, ''",
    "'([a-c]{1,3}c-)(?![-])', abcc-, 0-5",
    "(\\.[0-9]{2}\\.), .12.34., 0-4",
    "([a-b-]{2}), a-b, 0-2",
  })
  void matches_like_a_regular_expression(String regex, String text, String expected) {
    TokenPattern pattern = TokenPattern.of(regex);

    assertThat(pattern).isNotNull();
    assertThat(String.join(" ", found(pattern, text, 0, text.length()))).isEqualTo(expected);
    assertThat(foundByRegex(regex, text, 0, text.length()))
        .isEqualTo(found(pattern, text, 0, text.length()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "abc",
        "()",
        "(a|b)",
        "(a?)",
        "(a{2}?)",
        "(a{2,})",
        "([^a])",
        "([a&&b])",
        "([[a]])",
        "([\\d])",
        "(\\d)",
        "(?i)(a)",
        "(a)(b)",
        "(?<!a)(b)",
        "(?<!ab)(c)",
        "([a)",
        "(a",
        "(a{x})",
        "(?<!AB[0-9])(a)",
        "(a)(?![^b])"
      })
  void leaves_other_syntax_to_regular_expressions(String regex) {
    assertThat(TokenPattern.of(regex)).isNull();
  }
}
