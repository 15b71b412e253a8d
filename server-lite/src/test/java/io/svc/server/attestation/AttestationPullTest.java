package io.svc.server.attestation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.db.OrgId;
import io.svc.server.http.Role;
import io.svc.server.testing.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Following what happens to claims. */
class AttestationPullTest extends AttestationContract {
  private static final Duration KEPT = Duration.ofDays(180);

  private static List<String> types(JsonNode page) {
    return page.path("events").findValuesAsText("event_type");
  }

  private static List<String> ids(JsonNode claims) {
    List<String> ids = new ArrayList<>();
    claims.forEach(claim -> ids.add(claim.path("claimId").asText()));
    return ids;
  }

  private String issue() {
    return site.issue().path("claimId").asText();
  }

  @Test
  void everything_that_happens_to_a_claim_is_reported_in_order() {
    String claimId = issue();
    site.verify(claimId);
    site.admin().post(PATH + "/" + claimId + "/revoke", Map.of("reason", "It leaked."));
    site.verify(claimId);

    JsonNode page = site.get(PATH);

    assertThat(types(page))
        .containsExactly(
            "attestation.issued",
            "attestation.verified",
            "attestation.revoked",
            "attestation.verified");
    for (JsonNode event : page.path("events")) {
      assertThat(event.path("org_id").asText()).isEqualTo(site.acme().value());
      assertThat(event.path("agent_id").asText()).isEqualTo(TestAgents.BOT);
      assertThat(event.at("/payload/claim_id").asText()).isEqualTo(claimId);
    }
    JsonNode issued = page.at("/events/0/payload");
    assertThat(issued.path("signing_algorithm").asText()).isEqualTo("hmac-sha256");
    assertThat(issued.path("key_id").asText()).startsWith("atk_");
    assertThat(issued.path("expires_at").asText()).isEqualTo("2026-03-02T12:00:00.123Z");
    assertThat(issued.path("issued_by").asText()).isEqualTo("key of role_admin");
    JsonNode verified = page.at("/events/1/payload");
    assertThat(verified.path("status").asText()).isEqualTo("valid");
    assertThat(verified.path("reason").asText()).isEqualTo("verified");
    assertThat(verified.path("signing_algorithm").asText()).isEqualTo("hmac-sha256");
    assertThat(verified.path("key_id")).isEqualTo(issued.path("key_id"));
    assertThat(verified.path("verified_by").asText()).isEqualTo("key of role_admin");
    JsonNode revoked = page.at("/events/2/payload");
    assertThat(revoked.path("revoked_by").asText()).isEqualTo("key of role_admin");
    assertThat(revoked.path("reason").asText()).isEqualTo("It leaked.");
    assertThat(page.at("/events/3/payload/status").asText()).isEqualTo("revoked");
  }

  @Test
  void each_page_has_the_claims_that_were_issued_in_its_stretch_of_the_feed() {
    List<String> issued = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      issued.add(issue());
      site.verify(issued.get(i));
    }

    List<String> claims = new ArrayList<>();
    int events = 0;
    String cursor = "";
    int pages = 0;
    do {
      JsonNode page = site.get(PATH + "?limit=3" + (cursor.isEmpty() ? "" : "&cursor=" + cursor));
      List<String> reported = new ArrayList<>();
      for (JsonNode event : page.path("events")) {
        if (event.path("event_type").asText().equals("attestation.issued")) {
          reported.add(event.at("/payload/claim_id").asText());
        }
      }
      assertThat(ids(page.path("claims"))).isEqualTo(reported);
      assertThat(page.path("has_more").asBoolean()).isEqualTo(!page.path("cursor").isNull());
      assertThat(page.path("total").asInt()).isEqualTo(10);
      claims.addAll(reported);
      events += page.path("events").size();
      cursor = page.path("cursor").asText("");
      pages++;
    } while (!cursor.isEmpty() && !cursor.equals("null"));

    assertThat(claims).isEqualTo(issued);
    assertThat(events).isEqualTo(10);
    assertThat(pages).isEqualTo(4);
  }

  @Test
  void who_comes_back_gets_what_is_new() {
    issue();
    String resume = site.get(PATH).path("resume_cursor").asText();
    assertThat(site.get(PATH + "?cursor=" + resume).path("claims")).isEmpty();

    String claimId = issue();

    JsonNode page = site.get(PATH + "?cursor=" + resume);
    assertThat(ids(page.path("claims"))).containsExactly(claimId);
    assertThat(types(page)).containsExactly("attestation.issued");
  }

  @Test
  void since_and_agent_narrow_both_events_and_claims() {
    site.agents().add(site.acme(), TestAgents.OTHER);
    issue();
    clock.advance(Duration.ofHours(1));
    String later = issue();
    String other = site.issue("agentId", TestAgents.OTHER).path("claimId").asText();

    assertThat(ids(site.get(PATH + "?since=2026-03-01T13:00:00.123Z").path("claims")))
        .containsExactly(later, other);
    assertThat(ids(site.get(PATH + "?since=2026-03-01T13:00:00.124Z").path("claims"))).isEmpty();
    JsonNode page = site.get(PATH + "?agentId=" + TestAgents.OTHER);
    assertThat(ids(page.path("claims"))).containsExactly(other);
    assertThat(types(page)).containsExactly("attestation.issued");
    assertThat(site.admin().get(PATH + "?since=yesterday").code()).isEqualTo("invalid_parameter");
    assertThat(site.admin().get(PATH + "?cursor=1").code()).isEqualTo("invalid_parameter");
  }

  @Test
  void a_place_in_the_feed_that_is_gone_is_reported_with_the_oldest_that_is_left() {
    issue();
    String removed = site.get(PATH + "?limit=1").path("resume_cursor").asText();
    issue();
    clock.advance(KEPT.plusDays(1));
    String stored = issue();
    new io.svc.server.events.Events(site.database(), new io.svc.server.db.Identifiers(clock))
        .prune(clock.instant(), (tx, org) -> KEPT);

    Answer answer = site.admin().get(PATH + "?cursor=" + removed);

    assertThat(answer.status()).isEqualTo(410);
    assertThat(answer.code()).isEqualTo("cursor_expired");
    String resume = answer.json().path("resume_cursor").asText();
    assertThat(ids(site.get(PATH + "?cursor=" + resume).path("claims"))).containsExactly(stored);
  }

  @Test
  void the_events_come_as_cloud_events_for_who_asks() {
    String claimId = issue();

    Answer answer =
        site.admin().with("Accept", "application/cloudevents-batch+json").get(PATH + "?limit=1");

    assertThat(answer.header("Content-Type"))
        .hasValueSatisfying(
            type -> assertThat(type).startsWith("application/cloudevents-batch+json"));
    assertThat(answer.header("X-Svc-Resume-Cursor")).isPresent();
    assertThat(answer.json()).hasSize(1);
    JsonNode event = answer.json().get(0);
    assertThat(event.path("type").asText()).isEqualTo("attestation.issued");
    assertThat(event.path("source").asText()).isEqualTo("/orgs/" + site.acme());
    assertThat(event.path("subject").asText()).isEqualTo(TestAgents.BOT);
    assertThat(event.at("/data/claim_id").asText()).isEqualTo(claimId);
  }

  @Test
  void another_tenant_follows_its_own_feed() {
    issue();
    OrgId other = site.globex();
    site.agents().add(other, TestAgents.BOT);
    site.client(other, Role.ADMIN).post(PATH, Map.of("agentId", TestAgents.BOT));

    JsonNode page = site.client(other, Role.ADMIN).get(PATH).json();

    assertThat(page.path("claims")).hasSize(1);
    assertThat(page.at("/claims/0/orgId").asText()).isEqualTo(other.value());
    assertThat(page.path("events")).hasSize(1);
    assertThat(page.path("total").asInt()).isEqualTo(1);
  }
}
