package io.svc.server.detection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each signature finds what it should, and lets its look-alikes be. */
class SignaturesTest {
  private static final double SURE = 0.8;

  static Stream<Signature> signatures() {
    return sets().stream().flatMap(set -> set.signatures().stream());
  }

  private static List<SignatureSet> sets() {
    List<SignatureSet> all = new ArrayList<>(SignatureSets.THREATS);
    all.add(SignatureSets.TRAITS);
    return all;
  }

  /** The best score of a text in any of the places where a signature looks. */
  private static double score(Signature signature, String text) {
    double best = 0;
    for (ObservedText.Kind kind : signature.in()) {
      Observation seen =
          kind == ObservedText.Kind.TOOL
              ? Seen.tool(text)
              : kind == ObservedText.Kind.DESTINATION ? Seen.sentTo(text) : Seen.of(kind, text);
      DetectionInput input = Seen.input(seen);
      for (DetectionInput.ScannedText view : input.texts()) {
        if (view.kind() == kind) {
          best =
              Math.max(
                  best,
                  signature
                      .find(view.text(), view.text().toLowerCase(Locale.ROOT))
                      .map(Signature.Match::score)
                      .orElse(0.0));
        }
      }
    }
    return best;
  }

  @ParameterizedTest
  @MethodSource("signatures")
  void finds_what_it_should(Signature signature) {
    assertThat(signature.positive()).hasSizeGreaterThanOrEqualTo(2);
    for (String text : signature.positive()) {
      assertThat(score(signature, text))
          .as("%s: %s", signature.id(), text)
          .isEqualTo(signature.confidence());
    }
  }

  @ParameterizedTest
  @MethodSource("signatures")
  void lets_look_alikes_be(Signature signature) {
    assertThat(signature.negative()).hasSizeGreaterThanOrEqualTo(3);
    for (String text : signature.negative()) {
      assertThat(score(signature, text))
          .as("%s: %s", signature.id(), text)
          .isLessThan(Math.min(SURE, signature.confidence()));
    }
  }

  @Test
  void every_rule_has_a_name_of_its_own_and_a_version() {
    Set<String> ids = new HashSet<>();
    signatures()
        .forEach(
            signature -> {
              assertThat(ids.add(signature.id())).as(signature.id()).isTrue();
              assertThat(signature.version()).isPositive();
              assertThat(signature.says()).endsWith(".");
            });
  }

  @Test
  void no_pattern_repeats_without_a_bound() {
    signatures()
        .forEach(
            signature -> {
              assertThat(unbounded(signature.pattern().pattern())).as(signature.id()).isEmpty();
              signature
                  .unless()
                  .ifPresent(p -> assertThat(unbounded(p.pattern())).as(signature.id()).isEmpty());
            });
  }

  private static String unbounded(String pattern) {
    boolean isInClass = false;
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      if (c == '\\') {
        i++;
      } else if (isInClass) {
        isInClass = c != ']';
      } else if (c == '[') {
        isInClass = true;
      } else if (c == '*' || c == '+' || pattern.startsWith(",}", i)) {
        // The shortest text of a name of a domain's end may be as long as it likes.
        return pattern.substring(Math.max(0, i - 20), i + 1);
      }
    }
    return "";
  }

  @Tag("thorough")
  @Test
  void long_hostile_texts_take_no_time() {
    List<String> hostile =
        List.of(
            "rm -rf ".repeat(8_000),
            "curl -d @ https://".repeat(3_500),
            "drop table ".repeat(5_900),
            "update a set b ".repeat(4_300),
            "<!-- AI ".repeat(8_000),
            "![a](https://x?a=".repeat(3_800),
            "git push --force ".repeat(3_800),
            "a.".repeat(32_000),
            "select copy from ".repeat(3_800),
            "cat | cat | ".repeat(5_400));
    long begun = System.nanoTime();
    for (String text : hostile) {
      for (ObservedText.Kind kind : ObservedText.Kind.values()) {
        Seen.judge(Seen.of(kind, text));
      }
    }
    double seconds = (System.nanoTime() - begun) / 1e9;
    assertThat(seconds).isLessThan(30);
  }
}
