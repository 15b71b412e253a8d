package io.svc.server.redaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class RedactionTest {
  private static final PseudonymKey KEY = key("the key of one tenant");
  private static final Redaction REDACTION = new Redaction();
  private static final RedactionOptions STANDARD = RedactionOptions.standard();

  private static PseudonymKey key(String text) {
    return PseudonymKey.of(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String redacted(String text, RedactionOptions options) {
    return REDACTION.redact(text, options).text();
  }

  @Test
  void replaces_by_type_and_number() {
    Redaction.Text text =
        REDACTION.redact(
            "Mail owner@example.com, card 4111 1111 1111 1111",
            STANDARD.withOperator(EntityType.CREDIT_CARD, RedactionOperator.mask(4)));

    assertThat(text.text()).isEqualTo("Mail <EMAIL_ADDRESS_1>, card ************1111");
    assertThat(text.changed()).isTrue();
    assertThat(text.found())
        .extracting(RedactedValue::entityType)
        .containsExactly(EntityType.EMAIL_ADDRESS, EntityType.CREDIT_CARD);
    assertThat(text.found().get(0).start()).isEqualTo(5);
    assertThat(text.found().get(0).end()).isEqualTo(22);
    assertThat(text.found().get(0).pointer()).isEmpty();
    assertThat(text.found().get(0).replacement()).contains("<EMAIL_ADDRESS_1>");
    assertThat(text.found().get(1).replacement()).contains("************1111");
  }

  @Test
  void the_same_value_gets_the_same_placeholder() {
    assertThat(
            redacted(
                "a@b.example, c@d.example, A@B.example; 4111111111111111 = 4111-1111-1111-1111",
                STANDARD))
        .isEqualTo(
            "<EMAIL_ADDRESS_1>, <EMAIL_ADDRESS_2>, <EMAIL_ADDRESS_1>;"
                + " <CREDIT_CARD_1> = <CREDIT_CARD_1>");
  }

  @Test
  void texts_of_one_request_share_their_placeholders() {
    assertThat(REDACTION.redact(List.of("a@b.example", "c@d.example a@b.example"), STANDARD))
        .extracting(Redaction.Text::text)
        .containsExactly("<EMAIL_ADDRESS_1>", "<EMAIL_ADDRESS_2> <EMAIL_ADDRESS_1>");
  }

  @Test
  void a_placeholder_of_the_input_keeps_its_meaning() {
    assertThat(redacted("a@b.example wrote to <EMAIL_ADDRESS_3>", STANDARD))
        .isEqualTo("<EMAIL_ADDRESS_4> wrote to <EMAIL_ADDRESS_3>");
  }

  @Test
  void redacting_again_changes_nothing() {
    String once =
        redacted(
            "a@b.example +46 70 123 45 67 4111111111111111 password=hunter2!"
                + " https://u:pw1@h.example 203.0.113.7",
            STANDARD);
    Redaction.Text twice = REDACTION.redact(once, STANDARD);

    assertThat(twice.text()).isEqualTo(once);
    assertThat(twice.changed()).isFalse();
    assertThat(twice.found()).isEmpty();
  }

  @Test
  void masks_whole_characters() {
    RedactionOptions mask = STANDARD.withOperator(RedactionOperator.MASK);
    assertThat(redacted("a@b.example", mask)).isEqualTo("***********");
    assertThat(redacted("password='\uD83D\uDE00\uD83D\uDE00x1'", mask))
        .isEqualTo("password='****'");
    assertThat(redacted("536-90-4399", STANDARD.withOperator(RedactionOperator.mask(4))))
        .isEqualTo("*****4399");
  }

  @Test
  void a_mask_leaves_no_more_than_half() {
    assertThat(redacted("password='ab1!'", STANDARD.withOperator(RedactionOperator.mask(40))))
        .isEqualTo("password='**1!'");
  }

  @Test
  void removes_and_keeps() {
    String text = "to a@b.example.";
    assertThat(redacted(text, STANDARD.withOperator(RedactionOperator.REMOVE))).isEqualTo("to .");

    Redaction.Text stored = REDACTION.redact(text, STANDARD.withOperator(RedactionOperator.KEEP));
    assertThat(stored.text()).isEqualTo(text);
    assertThat(stored.changed()).isFalse();
    assertThat(stored.found()).hasSize(1);
    assertThat(stored.found().get(0).replacement()).isEmpty();
  }

  @Test
  void hashes_with_the_key_of_the_tenant() {
    RedactionOptions hash = STANDARD.withKey(KEY).withOperator(RedactionOperator.HASH);
    String own = redacted("a@b.example", hash);

    assertThat(own).matches("hmac-sha256:[0-9a-f]{64}");
    assertThat(redacted("A@b.example", hash)).isEqualTo(own);
    assertThat(redacted("a@b.example", hash.withKey(key("the key of another")))).isNotEqualTo(own);
  }

  @Test
  void pseudonyms_are_the_same_in_every_request() {
    RedactionOptions pseudonym = STANDARD.withKey(KEY).withOperator(RedactionOperator.PSEUDONYM);
    String first = redacted("c@d.example a@b.example", pseudonym);

    assertThat(first).matches("<EMAIL_ADDRESS:[0-9a-f]{16}> <EMAIL_ADDRESS:[0-9a-f]{16}>");
    assertThat(first).endsWith(redacted("a@b.example", pseudonym));
    assertThat(KEY.toString()).doesNotContain("tenant");
  }

  @Test
  void digests_need_a_key() {
    assertThatThrownBy(() -> STANDARD.withOperator(RedactionOperator.HASH))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a key was expected");
    assertThatThrownBy(() -> PseudonymKey.of(new byte[8]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("8 bytes");
  }

  @Test
  void what_is_allowed_stays_in_any_spelling() {
    RedactionOptions options =
        STANDARD.withAllowed(Set.of("Support@example.com", "4111 1111 1111 1111"));
    assertThat(redacted("support@example.com a@b.example 4111111111111111", options))
        .isEqualTo("support@example.com <EMAIL_ADDRESS_1> 4111111111111111");
  }

  @Test
  void a_type_has_its_own_threshold() {
    assertThat(redacted("10.0.0.1 a@b.example", STANDARD.withMinScore(EntityType.IP_ADDRESS, 0.9)))
        .isEqualTo("10.0.0.1 <EMAIL_ADDRESS_1>");
    assertThatThrownBy(() -> STANDARD.withMinScore(1.5)).hasMessageContaining("\"1.5\"");
  }

  @Test
  void only_the_types_asked_for_are_taken_out() {
    assertThat(
            redacted("10.0.0.1 a@b.example", STANDARD.withEntities(Set.of(EntityType.IP_ADDRESS))))
        .isEqualTo("<IP_ADDRESS_1> a@b.example");
  }

  @Test
  void text_with_nothing_to_hide_comes_back_as_it_was() {
    Redaction.Text text = REDACTION.redact("nothing here", STANDARD);
    assertThat(text.text()).isEqualTo("nothing here");
    assertThat(text.changed()).isFalse();
    assertThat(text.found()).isEmpty();
  }

  @Test
  void labels_name_types_and_operators() {
    for (EntityType type : EntityType.all()) {
      assertThat(EntityType.ofLabel(type.label())).contains(type);
    }
    assertThat(EntityType.ofLabel("PERSON")).isEmpty();
    for (RedactionOperator.Kind kind : RedactionOperator.Kind.values()) {
      assertThat(RedactionOperator.Kind.ofLabel(kind.toString())).contains(kind);
    }
    assertThat(RedactionOperator.Kind.ofLabel("encrypt")).isEmpty();
    assertThatThrownBy(() -> new RedactionOperator(RedactionOperator.Kind.REMOVE, 4))
        .hasMessageContaining("\"remove\"");
  }

  @Test
  void many_threads_get_the_same() throws Exception {
    String text = "a@b.example +46 70 123 45 67 4111111111111111 SE4550000000058398257466";
    String expected = redacted(text, STANDARD);
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Callable<String>> calls =
          java.util.Collections.nCopies(64, () -> redacted(text, STANDARD));
      for (Future<String> answer : threads.invokeAll(calls)) {
        assertThat(answer.get()).isEqualTo(expected);
      }
    } finally {
      threads.shutdownNow();
    }
  }
}
