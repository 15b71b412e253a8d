package io.svc.rules.definition;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EditDistanceTest {
  @ParameterizedTest
  @CsvSource({
    "'', '', 0",
    "'', abc, 3",
    "abc, abc, 0",
    "abc, ab, 1",
    "abc, bc, 1",
    "abc, ac, 1",
    "abc, abcd, 1",
    "abc, xabc, 1",
    "abc, axc, 1",
    "abc, acb, 1",
    "abc, bac, 1",
    "abcd, badc, 2",
    "abc, cab, 2",
    "abc, cba, 2",
    "abc, xyz, 3",
    "ca, abc, 3",
    "kitten, sitting, 3",
    "aaaa, aaa, 1",
    "ab, ba, 1",
    "a, b, 1",
    "mcp-remote, mcpremote, 1",
    "Acme, acme, 1"
  })
  void counts_insertions_deletions_replacements_and_swaps(String a, String b, int edits) {
    assertThat(EditDistance.between(a, b)).isEqualTo(edits);
    assertThat(EditDistance.between(b, a)).isEqualTo(edits);
    assertThat(EditDistance.isSingleEdit(a, b)).isEqualTo(edits == 1);
    assertThat(EditDistance.isSingleEdit(b, a)).isEqualTo(edits == 1);
  }

  @Test
  void both_methods_detect_a_single_edit() {
    Random random = new Random(7);
    int ones = 0;
    for (int i = 0; i < 50_000; i++) {
      String a = word(random);
      String b = i % 2 == 0 ? word(random) : edited(a, random);
      boolean isOne = EditDistance.between(a, b) == 1;
      ones += isOne ? 1 : 0;

      assertThat(EditDistance.isSingleEdit(a, b)).as("%s and %s", a, b).isEqualTo(isOne);
    }
    assertThat(ones).isBetween(10_000, 40_000);
  }

  @Test
  void the_order_of_two_texts_does_not_count() {
    Random random = new Random(8);
    for (int i = 0; i < 10_000; i++) {
      String a = word(random);
      String b = word(random);

      assertThat(EditDistance.between(a, b))
          .as("%s and %s", a, b)
          .isEqualTo(EditDistance.between(b, a));
      assertThat(EditDistance.isSingleEdit(a, b))
          .as("%s and %s", a, b)
          .isEqualTo(EditDistance.isSingleEdit(b, a));
      assertThat(EditDistance.between(a, b))
          .isBetween(Math.abs(a.length() - b.length()), Math.max(a.length(), b.length()));
    }
  }

  @Test
  @Timeout(120)
  void a_single_edit_in_megabytes_of_text_is_detected_at_once() {
    String text = "ab".repeat(2_000_000);

    assertThat(EditDistance.isSingleEdit(text, text + "c")).isTrue();
    assertThat(EditDistance.isSingleEdit("c" + text, text)).isTrue();
    assertThat(EditDistance.isSingleEdit(text + "ba", text + "ab")).isTrue();
    assertThat(EditDistance.isSingleEdit(text, text)).isFalse();
    assertThat(EditDistance.isSingleEdit(text, text + "cc")).isFalse();
    assertThat(EditDistance.isSingleEdit("c" + text, text + "c")).isFalse();
  }

  /** Of few letters, so that equal ones and neighbours that swap are common. */
  private static String word(Random random) {
    StringBuilder word = new StringBuilder();
    int length = random.nextInt(7);
    for (int i = 0; i < length; i++) {
      word.append((char) ('a' + random.nextInt(3)));
    }
    return word.toString();
  }

  private static String edited(String word, Random random) {
    int at = word.isEmpty() ? 0 : random.nextInt(word.length());
    String letter = String.valueOf((char) ('a' + random.nextInt(3)));
    int kind = word.length() < 2 ? 0 : random.nextInt(4);
    return switch (kind) {
      case 0 -> word.substring(0, at) + letter + word.substring(at);
      case 1 -> word.substring(0, at) + word.substring(at + 1);
      case 2 -> word.substring(0, at) + letter + word.substring(at + 1);
      default -> {
        int first = Math.min(at, word.length() - 2);
        yield word.substring(0, first)
            + word.charAt(first + 1)
            + word.charAt(first)
            + word.substring(first + 2);
      }
    };
  }
}
