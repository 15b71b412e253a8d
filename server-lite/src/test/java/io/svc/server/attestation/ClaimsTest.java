package io.svc.server.attestation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.http.Role;
import io.svc.server.json.Json;
import io.svc.server.testing.Answer;
import io.svc.server.testing.AtOnce;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The life of claims and of the keys that they are signed with. */
class ClaimsTest extends AttestationContract {
  private static String id(JsonNode claim) {
    return claim.path("claimId").asText();
  }

  private Answer revoke(JsonNode claim) {
    return site.admin().post(PATH + "/" + id(claim) + "/revoke", Map.of("reason", "It leaked."));
  }

  private JsonNode rotate(Object body) {
    Answer answer = site.admin().post(PATH + "/keys/rotate", body);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(201);
    return answer.json().path("keys");
  }

  private void change(java.util.function.UnaryOperator<ClaimSubject> change) {
    site.agents().change(site.acme(), TestAgents.BOT, change);
  }

  @Test
  void a_claim_contains_the_state_of_the_agent() {
    JsonNode claim = site.issue();

    assertThat(claim.path("format").asText()).isEqualTo("svc-claim/1");
    assertThat(claim.path("orgId").asText()).isEqualTo(site.acme().value());
    assertThat(claim.at("/subject/agentId").asText()).isEqualTo(TestAgents.BOT);
    assertThat(claim.at("/subject/name").asText()).isEqualTo("invoice-bot");
    assertThat(claim.at("/subject/certId").isNull()).isTrue();
    assertThat(claim.path("predicateType").asText()).isEqualTo("agent-posture/1");
    assertThat(claim.at("/predicate/riskScore").asInt()).isEqualTo(41);
    assertThat(claim.at("/predicate/lifecycleState").asText()).isEqualTo("production");
    assertThat(claim.at("/predicate/toolsHash").asText()).startsWith("sha256:");
    assertThat(claim.path("signingAlgorithm").asText()).isEqualTo("hmac-sha256");
    assertThat(claim.path("verifiability").asText()).isEqualTo("shared_secret");
    assertThat(claim.path("issuedBy").asText()).isEqualTo("key of role_admin");
    assertThat(claim.path("status").asText()).isEqualTo("valid");
  }

  @Test
  void a_claim_begins_when_it_is_issued_and_lasts_a_day_or_as_long_as_is_asked() {
    JsonNode usual = site.issue();
    JsonNode shortest = site.issue("ttlSeconds", 60);
    JsonNode longest = site.issue("ttlSeconds", 2_592_000);

    assertThat(usual.path("issuedAt").asText()).isEqualTo("2026-03-01T12:00:00.123Z");
    assertThat(usual.path("notBefore")).isEqualTo(usual.path("issuedAt"));
    assertThat(usual.path("expiresAt").asText()).isEqualTo("2026-03-02T12:00:00.123Z");
    assertThat(shortest.path("expiresAt").asText()).isEqualTo("2026-03-01T12:01:00.123Z");
    assertThat(longest.path("expiresAt").asText()).isEqualTo("2026-03-31T12:00:00.123Z");
  }

  @Test
  void expired_claims_are_deleted_after_the_event_retention() {
    JsonNode old = site.issue("ttlSeconds", 60);
    JsonNode young = site.issue("ttlSeconds", 2_592_000);
    clock.advance(Duration.ofDays(10));

    assertThat(site.claims().prune(clock.instant(), (tx, org) -> Duration.ofDays(10))).isZero();
    clock.advance(Duration.ofMinutes(2));
    assertThat(site.claims().prune(clock.instant(), (tx, org) -> Duration.ofDays(10))).isEqualTo(1);

    assertThat(site.verify(id(young)).path("status").asText()).isEqualTo("valid");
    assertThat(site.admin().post(PATH + "/verify", Map.of("claimId", id(old))).status())
        .isEqualTo(404);
  }

  @Test
  void a_claim_about_an_agent_that_is_not_there_is_not_issued() {
    Answer unknown = site.admin().post(PATH, Map.of("agentId", TestAgents.OTHER));
    Answer of_others =
        site.client(site.globex(), Role.ADMIN).post(PATH, Map.of("agentId", TestAgents.BOT));

    assertThat(unknown.code()).isEqualTo("not_found");
    assertThat(of_others.code()).isEqualTo("not_found");
  }

  @Test
  void no_claim_is_issued_for_an_untrusted_agent() {
    for (ClaimSubject.TrustState standing : ClaimSubject.TrustState.values()) {
      change(before -> TestAgents.with(before, standing));
      Answer answer = site.admin().post(PATH, Map.of("agentId", TestAgents.BOT));

      assertThat(answer.status())
          .as("%s: %s", standing, answer)
          .isEqualTo(standing == ClaimSubject.TrustState.FREE ? 201 : 409);
    }
  }

  @Test
  void a_good_claim_is_found_to_be_good_by_its_identifier_and_by_itself() {
    for (SigningAlgorithm algorithm : SigningAlgorithm.values()) {
      JsonNode claim = site.issue("algorithm", algorithm.toString());
      Map<String, Object> bare = new HashMap<>();
      ClaimDocument.MEMBERS.forEach(member -> bare.put(member, claim.path(member)));

      for (Object question :
          List.of(
              Map.of("claimId", id(claim)),
              Map.of("claim", claim),
              Map.of("claim", bare, "signature", claim.path("signature")))) {
        JsonNode found = site.verify(question);
        assertThat(found.path("status").asText()).isEqualTo("valid");
        assertThat(found.path("reason").asText()).isEqualTo("verified");
        assertThat(found.path("claimId").asText()).isEqualTo(id(claim));
        assertThat(found.path("agentId").asText()).isEqualTo(TestAgents.BOT);
        assertThat(found.path("signingAlgorithm").asText()).isEqualTo(algorithm.toString());
        assertThat(found.path("verifiedBy").asText()).isEqualTo("key of role_admin");
        assertThat(found.path("verifiedAt").asText()).isEqualTo("2026-03-01T12:00:00.123Z");
      }
    }
  }

  @Test
  void what_is_told_of_a_claim_is_what_was_signed_whatever_the_predicate() {
    String predicate =
        "{\"\\ud83d\\ude00\":1,\"\\u20ac\":[1e21,0.1,-0.0,1E-7,9007199254740991],\"bell\":\"\\u0007\","
            + "\"a\":{\"z\":null,\"b\":true},\"quote\":\"\\\"\\\\\\u2028</script>\"}";
    Answer issued =
        site.admin()
            .post(
                PATH,
                "{\"agentId\":\""
                    + TestAgents.BOT
                    + "\",\"algorithm\":\"ed25519\",\"predicate\":"
                    + predicate
                    + "}");
    assertThat(issued.status()).as(issued.toString()).isEqualTo(201);
    JsonNode claim = issued.json().path("claim");

    assertThat(claim.path("predicateType").asText()).isEqualTo("issuer-statement/1");
    assertThat(site.verify(Map.of("claim", claim)).path("reason").asText()).isEqualTo("verified");
    assertThat(site.verify(id(claim)).path("reason").asText()).isEqualTo("verified");
  }

  @Test
  void a_claim_ends_at_its_end_and_not_before() {
    String claimId = id(site.issue("ttlSeconds", 60));

    clock.advance(Duration.ofSeconds(60).minusMillis(1));
    assertThat(site.verify(claimId).path("status").asText()).isEqualTo("valid");
    clock.advance(Duration.ofMillis(1));
    JsonNode found = site.verify(claimId);
    assertThat(found.path("status").asText()).isEqualTo("expired");
    assertThat(found.path("reason").asText()).isEqualTo("expired");
    assertThat(site.get(LIST).at("/claims/0/status").asText()).isEqualTo("expired");
  }

  @Test
  void a_claim_of_a_clock_that_is_ahead_is_good_a_minute_early_and_no_more() {
    clock.advance(Duration.ofMinutes(10));
    String claimId = id(site.issue());

    clock.advance(Duration.ofMinutes(-1));
    assertThat(site.verify(claimId).path("reason").asText()).isEqualTo("verified");
    clock.advance(Duration.ofMillis(-1));
    assertThat(site.verify(claimId).path("reason").asText()).isEqualTo("not_yet_valid");
  }

  @Test
  void a_revocation_is_effective_at_once_and_records_who_and_why() {
    JsonNode claim = site.issue();

    Answer answer = revoke(claim);

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().at("/claim/status").asText()).isEqualTo("revoked");
    assertThat(answer.json().at("/claim/revokedBy").asText()).isEqualTo("key of role_admin");
    assertThat(answer.json().at("/claim/revocationReason").asText()).isEqualTo("It leaked.");
    assertThat(site.verify(Map.of("claim", claim)).path("status").asText()).isEqualTo("revoked");
    assertThat(site.verify(id(claim)).path("reason").asText()).isEqualTo("revoked");
  }

  @Test
  void what_is_revoked_is_not_revoked_again() {
    JsonNode claim = site.issue();
    revoke(claim);

    Answer again = revoke(claim);

    assertThat(again.status()).isEqualTo(409);
    assertThat(again.code()).isEqualTo("invalid_transition");
    assertThat(again.text()).contains("2026-03-01T12:00:00.123Z").contains("key of role_admin");
  }

  @Test
  void of_many_who_revoke_at_once_one_does() {
    JsonNode claim = site.issue();

    List<Integer> answers = AtOnce.run(6, i -> revoke(claim).status());

    assertThat(answers).containsOnlyOnce(200).contains(409).hasSize(6);
    assertThat(site.get(PATH).path("events").findValuesAsText("event_type"))
        .containsExactly("attestation.issued", "attestation.revoked");
  }

  @Test
  void revocation_is_stronger_than_expiry_in_either_order() {
    JsonNode first = site.issue("ttlSeconds", 60);
    JsonNode second = site.issue("ttlSeconds", 60);
    revoke(first);
    clock.advance(Duration.ofMinutes(2));
    assertThat(revoke(second).status()).isEqualTo(200);

    assertThat(site.verify(id(first)).path("status").asText()).isEqualTo("revoked");
    assertThat(site.verify(id(second)).path("status").asText()).isEqualTo("revoked");
    assertThat(site.get(LIST + "?status=revoked").path("total").asInt()).isEqualTo(2);
    assertThat(site.get(LIST + "?status=expired").path("total").asInt()).isZero();
  }

  @Test
  void a_bad_signature_is_reported_before_anything_else() {
    JsonNode claim = site.issue("ttlSeconds", 60);
    revoke(claim);
    clock.advance(Duration.ofMinutes(2));

    JsonNode found = site.verify(Map.of("claim", claim, "signature", "A".repeat(43)));

    assertThat(found.path("status").asText()).isEqualTo("invalid");
    assertThat(found.path("reason").asText()).isEqualTo("bad_signature");
    assertThat(found.path("expiresAt").isNull()).isTrue();
  }

  @Test
  void any_change_of_the_agent_or_of_its_policies_makes_a_claim_stale() {
    Map<String, java.util.function.UnaryOperator<ClaimSubject>> changes =
        Map.of(
            "configHash", s -> TestAgents.withTools(s, "http_request", "shell"),
            "policyHash",
                s ->
                    TestAgents.withPolicies(
                        s, new ClaimSubject.PolicyInForce("pol_1", "sha256:11", "enforce")),
            "certId", s -> TestAgents.certified(s, "crt_1"),
            "name", s -> TestAgents.named(s, "other-bot"));

    changes.forEach(
        (member, change) -> {
          change(before -> TestAgents.subject(TestAgents.BOT));
          String claimId = id(site.issue());
          assertThat(site.verify(claimId).path("reason").asText()).isEqualTo("verified");
          change(change);
          JsonNode found = site.verify(claimId);
          assertThat(found.path("status").asText()).as(member).isEqualTo("invalid");
          assertThat(found.path("reason").asText()).as(member).isEqualTo("subject_changed");
          assertThat(found.path("changed")).as(member).isEqualTo(Json.tree(List.of(member)));

          change(before -> TestAgents.subject(TestAgents.BOT));
          assertThat(site.verify(claimId).path("reason").asText()).isEqualTo("verified");
        });
  }

  @Test
  void risk_and_lifecycle_move_on_without_making_a_claim_stale() {
    String claimId = id(site.issue());

    change(before -> TestAgents.atRisk(before, 90, "staging"));

    assertThat(site.verify(claimId).path("reason").asText()).isEqualTo("verified");
  }

  @Test
  void a_claim_is_invalid_while_the_agent_is_untrusted() {
    String claimId = id(site.issue());
    for (ClaimSubject.TrustState standing : ClaimSubject.TrustState.values()) {
      change(before -> TestAgents.with(before, standing));
      assertThat(site.verify(claimId).path("reason").asText())
          .isEqualTo(standing.reason().toString());
    }
    site.agents().remove(site.acme(), TestAgents.BOT);

    JsonNode found = site.verify(claimId);

    assertThat(found.path("status").asText()).isEqualTo("invalid");
    assertThat(found.path("reason").asText()).isEqualTo("agent_unknown");
  }

  @Test
  void a_claim_of_another_tenant_is_not_there_and_shown_is_no_claim() {
    JsonNode claim = site.issue("algorithm", "ed25519");
    var stranger = site.client(site.globex(), Role.ADMIN);

    assertThat(stranger.post(PATH + "/verify", Map.of("claimId", id(claim))).code())
        .isEqualTo("not_found");
    assertThat(stranger.post(PATH + "/" + id(claim) + "/revoke", Map.of("reason", "Mine")).code())
        .isEqualTo("not_found");
    JsonNode found = stranger.post(PATH + "/verify", Map.of("claim", claim)).json();
    assertThat(found.path("status").asText()).isEqualTo("invalid");
    assertThat(found.path("reason").asText()).isEqualTo("unknown_key");
    assertThat(found.path("agentId").isNull()).isTrue();
    assertThat(stranger.get(LIST).json().path("total").asInt()).isZero();
    assertThat(stranger.get(PATH + "/keys").json().path("keys")).isEmpty();
    assertThat(stranger.get(PATH).json().path("claims")).isEmpty();
  }

  @Test
  void the_same_key_of_two_tenants_is_not_the_same() throws Exception {
    JsonNode claim = site.issue();
    store.execute(
        "INSERT INTO attestation_key (org_id, key_id, algorithm, public_key, sealed_key, created_at)"
            + " SELECT '"
            + site.globex()
            + "', key_id, algorithm, public_key, sealed_key, created_at FROM attestation_key");

    JsonNode found =
        site.client(site.globex(), Role.ADMIN)
            .post(PATH + "/verify", Map.of("claim", claim))
            .json();

    assertThat(found.path("reason").asText()).isEqualTo("bad_signature");
  }

  @Test
  void a_claim_that_was_signed_here_and_is_not_kept_is_worth_nothing() throws Exception {
    JsonNode claim = site.issue();
    store.execute("DELETE FROM attestation_claim");

    JsonNode found = site.verify(Map.of("claim", claim));

    assertThat(found.path("status").asText()).isEqualTo("invalid");
    assertThat(found.path("reason").asText()).isEqualTo("unknown_claim");
  }

  @Test
  void a_modified_store_is_detected() throws Exception {
    JsonNode first = site.issue();
    JsonNode second = site.issue("ttlSeconds", 600);

    store.execute(
        "UPDATE attestation_claim SET payload = replace(payload, 'invoice-bot', 'invoice-b0t')"
            + " WHERE claim_id = '"
            + id(first)
            + "'");
    assertThat(site.verify(id(first)).path("reason").asText()).isEqualTo("bad_signature");

    store.execute(
        "UPDATE attestation_claim SET payload = (SELECT payload FROM attestation_claim WHERE"
            + " claim_id = '"
            + id(second)
            + "'), signature = (SELECT signature FROM attestation_claim WHERE claim_id = '"
            + id(second)
            + "')");
    assertThat(site.verify(id(first)).path("reason").asText()).isEqualTo("bad_signature");
    assertThat(site.verify(id(second)).path("reason").asText()).isEqualTo("verified");

    store.execute("UPDATE attestation_claim SET payload = '{'");
    assertThat(site.verify(id(second)).path("reason").asText()).isEqualTo("malformed");
  }

  @Test
  void new_keys_sign_from_then_on_and_old_ones_still_verify() {
    for (SigningAlgorithm algorithm : SigningAlgorithm.values()) {
      JsonNode old = site.issue("algorithm", algorithm.toString());
      JsonNode created = rotate(Map.of("algorithm", algorithm.toString()));
      JsonNode latest = site.issue("algorithm", algorithm.toString());

      assertThat(created).hasSize(1);
      assertThat(latest.path("keyId")).isEqualTo(created.at("/0/keyId"));
      assertThat(latest.path("keyId")).isNotEqualTo(old.path("keyId"));
      assertThat(site.verify(Map.of("claim", old)).path("reason").asText()).isEqualTo("verified");
      assertThat(site.verify(Map.of("claim", latest)).path("reason").asText())
          .isEqualTo("verified");
      // The signature of one key is not that of another.
      assertThat(
              site.verify(Map.of("claim", latest, "signature", old.path("signature")))
                  .path("reason")
                  .asText())
          .isEqualTo("bad_signature");
    }
  }

  @Test
  void rotation_without_a_choice_is_of_all_keys() {
    site.issue();

    assertThat(rotate(Map.of())).hasSize(2);
    assertThat(rotate(Map.of())).hasSize(2);

    JsonNode keys = site.get(PATH + "/keys").path("keys");
    assertThat(keys).hasSize(5);
    assertThat(keys.findValuesAsText("status"))
        .containsExactly("in_use", "in_use", "retired", "retired", "retired");
  }

  @Test
  void keys_are_reported_without_their_secrets() {
    site.issue();
    JsonNode claim = site.issue("algorithm", "ed25519");

    Answer answer = site.admin().get(PATH + "/keys");

    JsonNode keys = answer.json().path("keys");
    assertThat(keys).hasSize(2);
    assertThat(keys.at("/0/jwk/kid")).isEqualTo(claim.path("keyId"));
    assertThat(keys.at("/0/jwk/kty").asText()).isEqualTo("OKP");
    assertThat(keys.at("/0/jwk").has("d")).isFalse();
    assertThat(keys.at("/0/verifiability").asText()).isEqualTo("public_key");
    assertThat(keys.at("/1/jwk").isNull()).isTrue();
    assertThat(keys.at("/1/verifiability").asText()).isEqualTo("shared_secret");
    assertThat(answer.text()).doesNotContain("sealed");
  }

  @Test
  void of_many_who_need_the_first_key_at_once_all_get_the_same() {
    List<String> keys =
        AtOnce.run(6, i -> site.issue("algorithm", "ed25519").path("keyId").asText());

    assertThat(Set.copyOf(keys)).hasSize(1);
    assertThat(site.get(PATH + "/keys").path("keys")).hasSize(1);
  }

  @Test
  void of_many_who_rotate_at_once_no_two_leave_a_key_in_use() {
    site.issue();

    AtOnce.run(
        6,
        i -> site.admin().post(PATH + "/keys/rotate", Map.of("algorithm", "hmac-sha256")).status());

    assertThat(site.get(PATH + "/keys").path("keys").findValuesAsText("status"))
        .containsOnlyOnce("in_use");
  }

  @Test
  void a_list_is_narrowed_by_agent_status_and_text() {
    site.agents().add(site.acme(), TestAgents.OTHER);
    JsonNode first = site.issue("ttlSeconds", 60);
    JsonNode second = site.issue("agentId", TestAgents.OTHER, "algorithm", "ed25519");
    JsonNode third =
        site.issue("predicateType", "https://example.com/100%/1", "predicate", Map.of());
    revoke(second);
    clock.advance(Duration.ofMinutes(2));
    Map<String, List<JsonNode>> expected =
        Map.of(
            "",
            List.of(third, second, first),
            "?agentId=" + TestAgents.OTHER,
            List.of(second),
            "?agent_id=" + TestAgents.OTHER,
            List.of(second),
            "?status=valid",
            List.of(third),
            "?status=expired",
            List.of(first),
            "?status=REVOKED",
            List.of(second),
            "?status=invalid",
            List.of(),
            "?q=100%25/1",
            List.of(third),
            "?q=INVOICE&status=expired",
            List.of(first),
            "?q=" + id(first),
            List.of(first));
    Map<String, List<JsonNode>> more =
        Map.of(
            "?q=ed25519", List.of(second),
            "?q=_nvoice", List.of(),
            "?q=nothing", List.of());

    for (var cases : List.of(expected, more)) {
      cases.forEach(
          (query, claims) -> {
            JsonNode listing = site.get(LIST + query);
            List<String> ids = new ArrayList<>();
            listing.path("claims").forEach(claim -> ids.add(id(claim)));
            assertThat(ids).as(query).isEqualTo(claims.stream().map(ClaimsTest::id).toList());
            assertThat(listing.path("total").asInt()).as(query).isEqualTo(claims.size());
            assertThat(listing.path("totalIsMinimum").asBoolean()).isFalse();
          });
    }
    assertThat(site.admin().get(LIST + "?status=lapsed").code()).isEqualTo("invalid_parameter");
    assertThat(id(site.get(LIST + "?limit=1&offset=1").at("/claims/0"))).isEqualTo(id(second));
  }

  /** Few are found by their end and many one by one, so both have to come to the same. */
  @Test
  void of_many_claims_the_latest_are_listed_and_the_count_says_that_it_ends() throws Exception {
    for (String status : List.of("expired", "valid")) {
      JsonNode claim = site.issue("ttlSeconds", status.equals("expired") ? 60 : 600);
      String copies = "clm_7ZZ" + status.toUpperCase(Locale.ROOT).charAt(0) + "0".repeat(18);
      store.execute(
          "INSERT INTO attestation_claim WITH RECURSIVE many (n) AS"
              + " (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < 1001)"
              + (" SELECT org_id, '" + copies + "' || (1000 + n), event_seq, agent_id, payload,")
              + " signing_algorithm, key_id, signature, issued_by, issued_at, not_before,"
              + " expires_at, revoked_at, revoked_by, revocation_reason, last_verified_at,"
              + (" verification_count, search FROM attestation_claim CROSS JOIN many"
                  + (" WHERE claim_id = '" + id(claim) + "'")));
      clock.advance(Duration.ofMinutes(2));

      JsonNode listing = site.get(LIST + "?limit=2&offset=1&status=" + status);
      assertThat(listing.path("claims"))
          .extracting(ClaimsTest::id)
          .containsExactly(copies + "2000", copies + "1999");
      assertThat(listing.path("total").asInt()).isEqualTo(1_000);
      assertThat(listing.path("totalIsMinimum").asBoolean()).isTrue();
    }
  }

  @Test
  void verifications_of_a_claim_are_counted_and_never_change_its_state() {
    String claimId = id(site.issue());

    clock.advance(Duration.ofSeconds(5));
    site.verify(claimId);
    site.verify(claimId);
    JsonNode claim = site.get(LIST).at("/claims/0");
    site.verify(Map.of("claim", claim, "signature", "A".repeat(43)));

    assertThat(site.get(LIST).at("/claims/0")).isEqualTo(claim);
    assertThat(claim.path("verificationCount").asInt()).isEqualTo(2);
    assertThat(claim.path("lastVerifiedAt").asText()).isEqualTo("2026-03-01T12:00:05.123Z");
    assertThat(claim.path("status").asText()).isEqualTo("valid");
  }

  @Test
  void what_is_done_is_audited_and_counted() {
    JsonNode claim = site.issue();
    site.verify(id(claim));
    revoke(claim);
    site.verify(id(claim));
    rotate(Map.of("algorithm", "ed25519"));

    assertThat(site.audited())
        .extracting(entry -> Json.readStored(entry).path("action").asText())
        .containsExactly("attestation.issue", "attestation.revoke", "attestation.rotate_key");
    assertThat(site.audited())
        .allSatisfy(
            entry ->
                assertThat(Json.readStored(entry).path("category").asText())
                    .isEqualTo("attestation"));
    assertThat(site.audited().get(1)).contains(id(claim), "It leaked.");
    assertThat(site.counter("svc_attestation_issued_total", "")).contains("1.0");
    assertThat(site.counter("svc_attestation_verifications_total", ",result=\"valid\""))
        .contains("1.0");
    assertThat(site.counter("svc_attestation_verifications_total", ",result=\"revoked\""))
        .contains("1.0");
    assertThat(site.counter("svc_attestation_verifications_total", ",result=\"invalid\""))
        .isEmpty();
  }

  @Test
  void all_claims_about_an_agent_can_be_revoked_together() {
    site.agents().add(site.acme(), TestAgents.OTHER);
    JsonNode ended = site.issue("ttlSeconds", 60);
    clock.advance(Duration.ofMinutes(2));
    JsonNode revoked = site.issue();
    revoke(revoked);
    JsonNode first = site.issue();
    JsonNode second = site.issue();
    JsonNode other = site.issue("agentId", TestAgents.OTHER);

    int count =
        site.database()
            .write(
                tx ->
                    site.claims()
                        .revokeAll(tx, site.caller(), TestAgents.BOT, "Contained by an incident."));

    assertThat(count).isEqualTo(2);
    assertThat(site.verify(id(first)).path("status").asText()).isEqualTo("revoked");
    assertThat(site.verify(id(second)).path("status").asText()).isEqualTo("revoked");
    assertThat(site.verify(id(ended)).path("status").asText()).isEqualTo("expired");
    assertThat(site.verify(id(other)).path("status").asText()).isEqualTo("valid");
  }

  @Test
  void the_latest_claim_about_each_agent_is_found() {
    site.agents().add(site.acme(), TestAgents.OTHER);
    site.issue();
    JsonNode latest = site.issue();
    JsonNode other = site.issue("agentId", TestAgents.OTHER);

    clock.advance(Duration.ofDays(1));
    var found =
        site.database()
            .read(
                tx ->
                    site.claims()
                        .attestations(
                            tx,
                            site.acme(),
                            List.of(TestAgents.BOT, TestAgents.OTHER, "agt_nobody")));
    var nothing =
        site.database().read(tx -> site.claims().attestations(tx, site.acme(), List.of()));

    assertThat(found).hasSize(2);
    assertThat(found.get(TestAgents.BOT).claimId()).isEqualTo(id(latest));
    assertThat(found.get(TestAgents.BOT).status()).isEqualTo("expired");
    assertThat(found.get(TestAgents.OTHER).claimId()).isEqualTo(id(other));
    assertThat(nothing).isEmpty();
  }

  @Test
  void a_tenant_that_goes_leaves_no_claim_and_no_key() throws Exception {
    site.issue();
    site.agents().add(site.globex(), TestAgents.BOT);
    site.client(site.globex(), Role.ADMIN).post(PATH, Map.of("agentId", TestAgents.BOT));

    long removed = site.database().write(tx -> site.claims().removeAll(tx, site.acme()));

    assertThat(removed).isEqualTo(2);
    for (String table : List.of("attestation_claim", "attestation_key")) {
      assertThat(new TreeSet<>(store.query("SELECT org_id FROM " + table)))
          .containsExactly(site.globex().value());
    }
  }
}
