package io.svc.server.decisions;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.json.Json;
import io.svc.server.policies.dsl.Facts;
import io.svc.server.redaction.Masking;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** What is kept of the facts of a decision. */
class MaskedFactsTest {
  private static final Instant NOW = Instant.parse("2026-11-20T09:28:30.123Z");
  private static final String CHARGES = "https://api.stripe.com:8443/v1/charges";

  private static Facts facts(Map<String, Object> arguments) {
    return Facts.of("http_request", NOW)
        .server("stripe")
        .tool("create_payment")
        .destination(CHARGES)
        .args(arguments)
        .build();
  }

  @Test
  void a_decision_of_which_nothing_was_hidden_can_be_made_again() {
    Facts facts =
        facts(Map.of("amount", 900L, "rate", 1.5, "urgent", true, "items", List.of("a", 1L)));

    MaskedFacts masked = MaskedFacts.of(facts, UnaryOperator.identity(), new Masking());

    assertThat(masked.unreplayable()).isEmpty();
    assertThat(Facts.fromJson(Json.own(masked.json()))).isEqualTo(facts);
  }

  @Test
  void a_decision_of_which_a_secret_was_hidden_cannot() {
    MaskedFacts masked =
        MaskedFacts.of(
            facts(Map.of("password", "correct horse battery")),
            UnaryOperator.identity(),
            new Masking());

    assertThat(masked.unreplayable()).isEqualTo("arguments_redacted");
    assertThat(masked.json()).doesNotContain("correct horse");
  }

  @Test
  void a_decision_on_more_than_is_kept_cannot_either() {
    MaskedFacts masked =
        MaskedFacts.of(
            facts(Map.of("text", "a ".repeat(40_000))), UnaryOperator.identity(), new Masking());

    assertThat(masked.unreplayable()).isEqualTo("arguments_too_large");
    assertThat(masked.json()).hasSizeLessThan(2_000).contains("create_payment");
  }
}
