package io.svc.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeywordTableTest {
  private static final List<List<String>> KEYWORDS =
      List.of(
          List.of("ghp_"),
          List.of("aaa", "aaaa"),
          List.of("sk-ant-", "sk-"),
          List.of("key", "keys"),
          List.of("ghp_"),
          List.of(),
          List.of("ünï", "日本語"));

  @Test
  void reports_every_keyword_of_every_owner_at_every_place() {
    assertThat(hits("x ghp_sk-ant-KEYS"))
        .containsExactlyInAnyOrder("0@2", "4@2", "2@6", "2@6", "3@13", "3@13");
  }

  @Test
  void overlapping_occurrences_are_reported_one_by_one() {
    assertThat(hits("aaaaa")).containsExactlyInAnyOrder("1@0", "1@1", "1@2", "1@0", "1@1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ghp_", "GHP_", "xghp_", "ghp_x", "gHp_\n"})
  void a_keyword_is_found_at_either_end_and_in_any_case(String text) {
    assertThat(hits(text)).contains("0@" + Math.max(0, text.indexOf("ghp_"))).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "g", "gh", "ghp", "ke", "\uD83D\uDE00"})
  void a_text_too_short_for_a_keyword_has_none(String text) {
    assertThat(hits(text)).isEmpty();
  }

  @Test
  void letters_that_only_unicode_folds_to_ascii_are_other_letters() {
    // U+212A is the Kelvin sign, U+017F the long s.
    assertThat(hits("sk-ant- \u017Fk-ant- s\u212A-ant- \u212Aey key\u017F"))
        .containsExactlyInAnyOrder("2@0", "2@0", "3@28");
  }

  @Test
  void agrees_with_a_naive_search_over_random_texts() {
    var random = new Random(11);
    for (int i = 0; i < 3_000; i++) {
      String text = randomText(random);

      assertThat(hits(text)).as(text).containsExactlyInAnyOrderElementsOf(naive(text));
    }
  }

  @Test
  void finds_each_of_many_keywords_of_one_slot() {
    List<String> several = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      several.add("abc" + i + "z");
    }
    var gate = KeywordTable.of(List.of(several));
    List<Integer> places = new ArrayList<>();

    gate.scan("abc0z abc1999z abc2000z", (owner, position) -> places.add(position));

    assertThat(places).containsExactlyInAnyOrder(0, 6);
  }

  @Test
  void rejects_a_keyword_of_two_characters() {
    assertThatThrownBy(() -> KeywordTable.of(List.of(List.of("sk"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Keyword \"sk\" is not between 3 and 255 characters long");
  }

  private static List<String> hits(String text) {
    var gate = KeywordTable.of(KEYWORDS);
    List<String> hits = new ArrayList<>();
    gate.scan(text, (owner, position) -> hits.add(owner + "@" + position));
    return hits;
  }

  private static List<String> naive(String text) {
    List<String> hits = new ArrayList<>();
    String folded = asciiLower(text);
    for (int owner = 0; owner < KEYWORDS.size(); owner++) {
      for (String keyword : KEYWORDS.get(owner)) {
        for (int at = folded.indexOf(keyword); at >= 0; at = folded.indexOf(keyword, at + 1)) {
          hits.add(owner + "@" + at);
        }
      }
    }
    return hits;
  }

  private static String asciiLower(String text) {
    StringBuilder lower = new StringBuilder();
    text.chars().forEach(c -> lower.append((char) (c >= 'A' && c <= 'Z' ? c + 32 : c)));
    return lower.toString();
  }

  private static String randomText(Random random) {
    List<String> pieces =
        List.of("a", "A", "ghp", "_", "GHP_", "sk", "-", "ant-", "key", "s", "KEYS", "é", "ünï");
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(30); i > 0; i--) {
      text.append(
          random.nextInt(8) == 0
              ? new String(Character.toChars(0x20 + random.nextInt(0xD000)))
              : pieces.get(random.nextInt(pieces.size())));
    }
    return text.append(random.nextBoolean() ? "日本語" : "\uD83D\uDE00").toString();
  }
}
