package io.svc.server.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RecognizersTest {
  private final Recognizers recognizers = new Recognizers();

  private List<String> find(String text, double minScore, EntityType... wanted) {
    return recognizers.find(text, Set.of(wanted), minScore).stream()
        .map(one -> one.type() + " " + text.substring(one.start(), one.end()))
        .toList();
  }

  private double score(EntityType type, String text) {
    return recognizers.find(text, Set.of(type), 0).stream()
        .mapToDouble(RecognizedEntity::score)
        .max()
        .orElse(0);
  }

  @Test
  void a_word_nearby_raises_the_score() {
    assertThat(score(EntityType.US_SSN, "ssn 536904399"))
        .isGreaterThan(0.5)
        .isGreaterThan(score(EntityType.US_SSN, "ref 536904399"));
    assertThat(score(EntityType.US_SSN, "ssn 536-90-4399")).isEqualTo(1);
  }

  @Test
  void a_word_far_away_does_not() {
    assertThat(score(EntityType.US_SSN, "ssn" + " word".repeat(20) + " 536904399")).isLessThan(0.5);
  }

  @Test
  void a_word_behind_counts_too() {
    assertThat(score(EntityType.US_SSN, "536904399 (SSN)")).isGreaterThan(0.5);
  }

  @Test
  void the_surest_of_what_overlaps_stays() {
    assertThat(
            find("phone 4111 1111 1111 1111", 0.1, EntityType.PHONE_NUMBER, EntityType.CREDIT_CARD))
        .containsExactly("CREDIT_CARD 4111 1111 1111 1111");
  }

  @Test
  void the_longest_stays_when_two_are_as_sure() {
    assertThat(
            find(
                "https://bob:pw@example.com@example.org",
                0.5,
                EntityType.EMAIL_ADDRESS,
                EntityType.URL_CREDENTIALS))
        .containsExactly("URL_CREDENTIALS bob:pw@example.com");
  }

  @Test
  void a_threshold_leaves_out_what_is_less_sure() {
    assertThat(find("10.0.0.1", 0.9, EntityType.IP_ADDRESS)).isEmpty();
    assertThat(find("10.0.0.1", 0.8, EntityType.IP_ADDRESS)).hasSize(1);
  }

  @Test
  void only_what_is_wanted_is_found() {
    String text = "a@b.example 10.0.0.1";
    assertThat(find(text, 0.5, EntityType.IP_ADDRESS)).containsExactly("IP_ADDRESS 10.0.0.1");
    assertThat(recognizers.find(text, Set.of(), 0)).isEmpty();
  }

  @Test
  void comes_in_the_order_of_the_text() {
    assertThat(recognizers.find("10.0.0.1 a@b.example 10.0.0.2", EntityType.all(), 0.5))
        .extracting(RecognizedEntity::start)
        .containsExactly(0, 9, 21);
  }

  @Test
  void counts_in_utf_16_units() {
    assertThat(recognizers.find("\uD83D\uDE00 a@b.example", EntityType.all(), 0.5))
        .extracting(RecognizedEntity::start)
        .containsExactly(3);
  }

  @Test
  void an_ordinary_text_has_no_recognitions() {
    String prose =
        """
        In 2023 the team shipped release 4.12.0 (build 20240115) to 1,250,000 users. Between 9:00
        and 17:30 we answered 3 200 tickets; 99.95 % within 24 hours. See RFC 9457, section 3.1,
        https://docs.example.com/v2/items/12345?page=2 and issue #4711. Commit 9f2c1ab4 fixes it.
        The order 2024-000123 costs 1 299.00 EUR. UUID 550e8400-e29b-41d4-a716-446655440000.
        if (password == null) { throw new IllegalArgumentException("password is null"); }
        const total = items.map(item => item.price * 1.25).reduce((a, b) => a + b, 0);
        """;
    assertThat(recognizers.find(prose, EntityType.all(), 0.5)).isEmpty();
  }

  @Test
  void nothing_is_in_an_empty_text() {
    assertThat(recognizers.find("", EntityType.all(), 0)).isEmpty();
  }
}
