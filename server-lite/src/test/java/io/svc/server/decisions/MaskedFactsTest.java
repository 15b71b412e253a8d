package io.svc.server.decisions;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.json.Json;
import io.svc.server.policies.dsl.Facts;
import io.svc.server.redaction.TenantRedactions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The stored form of the facts of a decision. */
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

  private static MaskedFacts masked(Facts facts) {
    JsonNode complete = facts.toJson();
    return MaskedFacts.of(
        complete,
        complete,
        List.of(),
        TenantRedactions.usual().mask(),
        original -> "sealed:" + original);
  }

  private static Facts opened(MaskedFacts masked) {
    String original = masked.sealed().substring("sealed:".length());
    return Facts.fromJson(OriginalFacts.read(original).facts());
  }

  @Test
  void facts_of_which_nothing_is_masked_are_stored_once() {
    Facts facts =
        facts(Map.of("amount", 900L, "rate", 1.5, "urgent", true, "items", List.of("a", 1L)));

    MaskedFacts masked = masked(facts);

    assertThat(masked.unreplayable()).isEmpty();
    assertThat(masked.sealed()).isEmpty();
    assertThat(Facts.fromJson(Json.readStored(masked.json()))).isEqualTo(facts);
  }

  @Test
  void facts_with_a_secret_or_personal_data_are_masked_and_sealed_whole() {
    Facts facts =
        facts(
            Map.of(
                "password", "correct horse battery",
                "to", List.of("jo.doe@example.com"),
                "jo.doe@example.com", 1L,
                "amount", 900L,
                "card", 4111111111111111L));

    MaskedFacts masked = masked(facts);

    assertThat(masked.unreplayable()).isEmpty();
    assertThat(masked.json()).doesNotContain("correct horse", "jo.doe", "4111").contains("900");
    assertThat(masked.arguments().path("to").path(0).asText()).startsWith("<EMAIL_ADDRESS_");
    assertThat(masked.arguments().path("card").asText()).isEqualTo("<CREDIT_CARD_1>");
    assertThat(opened(masked)).isEqualTo(facts);
  }

  @Test
  void a_host_stays_and_the_rest_of_an_address_is_masked() {
    Facts facts =
        Facts.of("http_request", NOW)
            .destination("https://10.1.2.3/users/jo.doe@example.com?card=4111111111111111")
            .build();

    MaskedFacts masked = masked(facts);

    assertThat(masked.json()).contains("10.1.2.3").doesNotContain("jo.doe", "4111111111111111");
    assertThat(opened(masked)).isEqualTo(facts);
  }

  @Test
  void content_that_is_too_large_is_neither_masked_nor_sealed() {
    MaskedFacts masked = masked(facts(Map.of("text", "a ".repeat(40_000))));

    assertThat(masked.unreplayable()).isEqualTo("arguments_too_large");
    assertThat(masked.isCut()).isTrue();
    assertThat(masked.sealed()).isEmpty();
    assertThat(masked.json()).hasSizeLessThan(2_000).contains("create_payment");
  }
}
