package io.svc.server.attestation;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.db.Database;
import io.svc.server.http.Role;
import io.svc.server.testing.Answer;
import io.svc.server.testing.HandClock;
import io.svc.server.testing.Stores;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What may be asked for, and what is told to who asks otherwise. */
class ClaimOrderTest {
  @TempDir private static Path directory;
  private static Database database;
  private static AttestationSite site;

  @BeforeAll
  static void start() {
    database = Stores.sqlite(directory);
    site = new AttestationSite(database, directory, HandClock.now());
  }

  @AfterAll
  static void stop() {
    site.close();
    database.close();
  }

  private static Answer issue(String more) {
    return site.admin()
        .post(
            AttestationSite.PATH,
            "{\"agentId\":\"" + TestAgents.BOT + "\"" + (more.isEmpty() ? "" : "," + more) + "}");
  }

  private static void assertRejected(Answer answer, String field) {
    assertThat(answer.status()).as("%s", answer).isEqualTo(400);
    assertThat(answer.code()).isEqualTo("validation_failed");
    assertThat(answer.json().path("errors").findValuesAsText("field"))
        .as("%s", answer)
        .contains(field);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"ttlSeconds\":59|ttlSeconds",
        "\"ttlSeconds\":2592001|ttlSeconds",
        "\"ttlSeconds\":1.5|ttlSeconds",
        "\"ttlSeconds\":\"60\"|ttlSeconds",
        "\"algorithm\":\"rsa\"|algorithm",
        "\"predicate\":[]|predicate",
        "\"predicate\":\"x\"|predicate",
        "\"predicateType\":\"custom/1\"|predicate",
        "\"predicateType\":\"agent-posture/1\",\"predicate\":{}|predicateType",
        "\"predicateType\":\"two words\",\"predicate\":{}|predicateType",
        "\"predicate\":{\"n\":9007199254740993}|predicate",
        "\"predicate\":{\"n\":\"\\u0000\"}|predicate",
        "\"predicate\":{\"n\":[\"\\ud800\"]}|predicate",
        "\"predicate\":{\"password\":\"correct horse\"}|predicate",
        "\"predicate\":{\"n\":[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]}|predicate",
      })
  void an_invalid_order_is_rejected_with_its_field(String more, String field) {
    assertRejected(issue(more), field);
  }

  @Test
  void a_predicate_may_have_sixteen_kilobytes() {
    String limit = "\"predicate\":{\"text\":\"" + "a".repeat((16 << 10) - 11) + "\"}";

    assertThat(issue(limit).status()).isEqualTo(201);
    assertRejected(issue(limit.replace("aaa", "aaaa")), "predicate");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"predicateType\":\"agent-posture/1\"",
        "\"predicate\":null",
        "\"ttlSeconds\":null,\"algorithm\":null",
        "\"algorithm\":\"ED25519\"",
        "\"ttl_seconds\":60,\"predicate_type\":\"custom/1\",\"predicate\":{\"riskScore\":41}"
      })
  void an_order_that_can_be_is_taken(String more) {
    Answer answer = issue(more);

    assertThat(answer.status()).as("%s", answer).isEqualTo(201);
  }

  @Test
  void an_agent_must_be_named() {
    assertRejected(site.admin().post(AttestationSite.PATH, Map.of()), "agentId");
    assertThat(site.admin().post(AttestationSite.PATH, Map.of("agentId", "'; DROP TABLE")).code())
        .isEqualTo("not_found");
  }

  @Test
  void a_revocation_needs_a_reason_and_hides_secrets_in_it() {
    String path = AttestationSite.PATH + "/" + site.issue().path("claimId").asText() + "/revoke";

    assertRejected(site.admin().post(path, Map.of()), "reason");
    Answer answer = site.admin().post(path, Map.of("reason", "https://bot:hunter22@example.com/"));

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.text()).doesNotContain("hunter22");
  }

  @Test
  void a_question_names_a_claim_or_shows_one_and_not_both() {
    Map<String, Object> claim = new HashMap<>();
    for (Object question :
        List.of(
            Map.of(),
            Map.of("claimId", "clm_1", "claim", claim),
            Map.of("signature", "A"),
            Map.of("claim", claim),
            Map.of("claim", "text", "signature", "A"),
            Map.of("claimId", 7))) {
      Answer answer = site.admin().post(AttestationSite.PATH + "/verify", question);
      assertThat(answer.code()).as("%s: %s", question, answer).isEqualTo("validation_failed");
    }
    assertThat(site.verify(Map.of("claim", claim, "signature", "A")).path("reason").asText())
        .isEqualTo("malformed");
    assertThat(
            site.admin().post(AttestationSite.PATH + "/verify", Map.of("claimId", "clm_1")).code())
        .isEqualTo("not_found");
  }

  @Test
  void roles_have_the_permissions_of_the_table() {
    String claimId = site.issue().path("claimId").asText();
    Map<Role, List<Boolean>> table =
        Map.of(
            Role.OPERATOR, List.of(true, true, false, false),
            Role.APPROVER, List.of(false, true, false, false),
            Role.AUDITOR, List.of(false, true, false, false),
            Role.VIEWER, List.of(false, false, false, false),
            Role.ADMIN, List.of(true, true, true, true));
    for (String prefix : List.of(AttestationSite.PATH, "/api/governance/attestation")) {
      table.forEach(
          (role, may) -> {
            var client = site.client(site.acme(), role);
            List<Answer> answers =
                List.of(
                    client.post(prefix, Map.of("agentId", TestAgents.BOT)),
                    client.post(prefix + "/verify", Map.of("claimId", claimId)),
                    client.post(prefix + "/" + claimId + "/revoke", Map.of("reason", "Test")),
                    client.post(prefix + "/keys/rotate", Map.of()));
            for (int i = 0; i < answers.size(); i++) {
              assertThat(answers.get(i).status() != 403)
                  .as("%s: %s", role, answers.get(i))
                  .isEqualTo(may.get(i));
            }
            assertThat(client.get(prefix).status()).isEqualTo(200);
            assertThat(client.get(prefix + "/keys").status()).isEqualTo(200);
          });
    }
  }
}
