package io.svc.server;

import static io.svc.server.Governed.expect;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.decisions.DecisionRetention;
import io.svc.server.evidence.SealedOriginals;
import io.svc.server.http.Role;
import io.svc.server.http.Scope;
import io.svc.server.json.Json;
import io.svc.server.sessions.AgentSessions;
import io.svc.server.tenants.Tenants;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Original evidence is revealed, replayed and deleted. */
@Tag("thorough")
class EvidenceOriginalsTest extends EvidenceCanaries {
  private static final String REVEALS = "entry LIKE '%decision.reveal%'";

  private Answer reveal(Client client, String decisionId, String reason) {
    Answer answer =
        client.post(
            "/api/governance/execution/" + decisionId + "/reveal", Map.of("reason", reason));
    own.add(answer);
    return answer;
  }

  @Test
  void administrators_and_auditors_reveal_one_decision_with_a_reason_that_is_audited() {
    String id = eval("read").path("decision_id").asText();
    String reason = "Ticket 42, was " + MAIL + " affected by it?";

    for (Role role : List.of(Role.ADMIN, Role.AUDITOR)) {
      long before = count("audit_entry", REVEALS);

      Answer answer = reveal(governed.tenancy().member(role), id, reason);

      JsonNode original = expect(200, answer).path("original");
      assertThat(answer.header("Cache-Control")).contains("no-store");
      assertThat(original.path("arguments")).isEqualTo(Json.readStored(CONTENT));
      assertThat(original.at("/data/text").asText()).isEqualTo(TEXT);
      assertThat(original.path("destination").asText()).contains(MAIL).doesNotContain(PASSWORD);
      assertThat(count("audit_entry", REVEALS)).isEqualTo(before + 1);
    }
    String log = governed.admin().get("/api/admin/audit-log").text();
    assertThat(log).contains("decision.reveal", "Ticket 42, was <EMAIL_ADDRESS_1>");
    assertThat(clear(log)).isEmpty();
  }

  @Test
  void nobody_else_reveals_anything() throws Exception {
    String id = eval("read").path("decision_id").asText();
    Tenancy tenancy = governed.tenancy();

    for (Role role : List.of(Role.OPERATOR, Role.APPROVER, Role.VIEWER)) {
      expect(403, reveal(tenancy.member(role), id, "I am curious about it."));
    }
    Client key = tenancy.program(Role.ADMIN, Scope.DASHBOARD);
    assertThat(reveal(key, id, "A program is curious.").status()).isIn(401, 403);
    expect(404, reveal(new Tenancy(server).admin(), id, "Of another organization."));
    expect(400, reveal(tenancy.admin(), id, "short"));
    expect(400, tenancy.admin().post("/api/governance/execution/" + id + "/reveal", Map.of()));

    assertThat(count("audit_entry", REVEALS)).isZero();
  }

  @Test
  void a_replay_gives_the_verdict_that_the_original_had() {
    eval("lookup");

    JsonNode replay = governed.replay(policy);

    assertThat(replay.at("/replayJob/verdicts/match").asInt()).as("%s", replay).isEqualTo(1);
    assertThat(replay.path("verdicts").get(0).path("verdict").asText()).isEqualTo("match");
    assertThat(clear(replay.toString())).isEmpty();
  }

  @Test
  void retention_and_purge_remove_the_sealed_originals_and_their_key() throws Exception {
    eval("read");
    OrgId org = governed.tenancy().org();
    String sealed = value("SELECT sealed FROM decision WHERE org_id = :org AND sealed <> :x", "");
    String key = value("SELECT sealed FROM evidence_key WHERE org_id = :org AND sealed <> :x", "");
    assertThat(bytes()).contains(sealed, key);

    new DecisionRetention(
            server.database(),
            new Tenants(new Identifiers(Clock.systemUTC())),
            new AgentSessions(new Identifiers(Clock.systemUTC())))
        .prune(Clock.systemUTC().instant().plus(Duration.ofDays(400)));

    assertThat(count("decision", "1 = 1")).isZero();
    checkpoint();
    assertThat(bytes()).doesNotContain(sealed.substring(0, 60)).contains(key);

    SealedOriginals originals = new SealedOriginals(server.database(), keyring());
    server.database().change(tx -> originals.removeAll(tx, org));
    checkpoint();
    assertThat(bytes()).doesNotContain(key);
  }
}
