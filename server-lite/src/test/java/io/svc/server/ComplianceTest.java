package io.svc.server;

import static io.svc.server.Governed.expect;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.rules.Severity;
import io.svc.server.agents.Agent;
import io.svc.server.agents.Agents;
import io.svc.server.agents.Lifecycle;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.http.Role;
import io.svc.server.http.Scope;
import io.svc.server.json.Json;
import io.svc.server.policies.Policies;
import io.svc.server.policies.Stage;
import io.svc.server.testing.Client;
import io.svc.server.testing.HandClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two organizations, one that does everything and one that does nothing, held against all lists.
 */
@Tag("thorough")
class ComplianceTest {
  private static final List<String> FRAMEWORKS =
      List.of("owasp_agentic", "owasp_llm", "eu_ai_act", "iso_42001", "nist_ai_rmf", "soc2");

  private static final List<String> FOUND =
      List.of(
          "hardcoded_secret",
          "unpinned_package",
          "tool_shadowing",
          "shell_wrapper",
          "insecure_transport");

  private static final String EVERYTHING =
      """
      version: 1
      kind: agent_policy
      metadata: {name: everything}
      rules:
        - {id: no-bash, effect: deny, reason: No shell., match: {tool: [bash]}}
        - {id: ask, effect: require_approval, reason: Ask., match: {tool: [pay]}}
        - {id: far, effect: deny, reason: Too far., match: {destination: {host: [evil.example]}}}
        - {id: peers, effect: deny, reason: No peers., match: {action: [peer_call]}}
        - {id: often, effect: deny, reason: Too often., match: {tool: [mail]},
           when: session.tool_calls > 50}
        - {id: cards, effect: redact, reason: No cards., match: {tool: [chat]},
           redact: {entities: [CREDIT_CARD]}}
        - {id: contained, effect: allow, reason: Contained., match: {tool: [python]},
           route: {mode: container}}
      """;

  private static final String LITTLE =
      """
      version: 1
      kind: agent_policy
      metadata: {name: little}
      rules:
        - {id: careful, effect: warn, reason: Careful., match: {tool: [bash]}}
      """;

  @TempDir Path directory;
  private final HandClock clock = HandClock.now();
  private final Agents agents = new Agents(new Identifiers(clock));
  private TestServer server;

  @Test
  void every_check_passes_where_all_is_well_and_none_does_where_nothing_is() {
    server = TestServer.start(directory, Map.of(), clock);
    try {
      Governed bad = new Governed(server);
      neglect(bad);
      clock.advance(Duration.ofDays(200));
      letFail(bad);
      Governed good = new Governed(server);
      Client auditor = good.tenancy().member(Role.AUDITOR);
      excel(good);

      Map<String, String> passed = checks(auditor);
      Map<String, String> failed = checks(bad.tenancy().member(Role.ADMIN));
      Map<String, String> idle = checks(new Tenancy(server).admin());

      assertThat(passed.values()).as("%s", passed).containsOnly("pass");
      assertThat(failed.keySet()).isEqualTo(passed.keySet()).hasSizeGreaterThan(30);
      assertThat(failed.values()).as("%s", failed).containsOnly("fail", "partial");
      assertThat(idle)
          .containsEntry("agents_governed", "not_evaluated")
          .containsEntry("agents_attested", "not_evaluated")
          .containsEntry("mcp_baseline_kept", "not_evaluated")
          .containsEntry("policies_replayed", "not_evaluated");
    } finally {
      server.close();
    }
  }

  /** What each check said, over all frameworks. */
  private static Map<String, String> checks(Client caller) {
    Map<String, String> checks = new TreeMap<>();
    for (String framework : FRAMEWORKS) {
      JsonNode report =
          expect(
                  201,
                  caller.post("/api/reports", Map.of("type", "compliance", "framework", framework)))
              .path("report");
      JsonNode controls = report.at("/summary/controls");
      int total = controls.path("total").asInt();
      int points = 2 * controls.path("pass").asInt() + controls.path("partial").asInt();
      assertThat(report.path("sections")).hasSize(total);
      assertThat(report.at("/summary/score").asInt())
          .isEqualTo(Math.round(100f * points / (2 * total)));
      for (JsonNode section : report.path("sections")) {
        boolean hasPassed = section.path("status").asText().equals("pass");
        assertThat(section.path("gaps").isEmpty()).as("%s", section).isEqualTo(hasPassed);
      }
      expect(200, caller.get("/api/reports/" + report.path("id").asText() + "/export"))
          .path("rows")
          .forEach(row -> checks.put(row.path("check").asText(), row.path("checkStatus").asText()));
    }
    return checks;
  }

  private void neglect(Governed bad) {
    Map<String, Object> key = new HashMap<>();
    key.put("name", "for everything");
    key.put("role", "role_admin");
    key.put("scopes", List.of("dashboard:*"));
    key.put("expiresInDays", null);
    expect(201, bad.admin().post("/api/admin/api-keys", key));
    String policy = bad.policy("draft", LITTLE);
    bad.move(policy, Stage.ENFORCE, Stage.ENFORCE);
    bad.act("s-1", "ls");
    save(bad, agent -> agent);
    String other = bad.tenancy().agentId();
    expect(200, bad.admin().post("/api/policies/" + policy + "/assign", Map.of("agentId", other)));
    upload(bad, FOUND, Severity.CRITICAL);
    expect(
        200,
        bad.admin().post("/api/governance/kill-switch/freeze-rollouts", Map.of("reason", "old")));
  }

  private String save(Governed governed, UnaryOperator<Agent> change) {
    OrgId org = governed.tenancy().org();
    return server
        .database()
        .write(
            tx -> {
              Agent agent = agents.byExternalId(tx, org, "bot").orElseThrow();
              Agent changed = change.apply(agent).at(Lifecycle.PRODUCTION, Optional.empty());
              Agent saved = agents.save(tx, org, changed);
              if (saved.owner().isNamed()) {
                tx.handle()
                    .execute(
                        "UPDATE agent SET description = 'Answers mail', model = 'm' WHERE agent_id"
                            + " = ?",
                        saved.id());
              } else {
                tx.handle()
                    .execute(
                        "UPDATE discovered_asset SET risk_score = 90, risk_factors = '"
                            + "[{\"key\":\"base\",\"label\":\"\",\"points\":90,\"detail\":\"\"}]',"
                            + " posture = replace(posture, '\"steps\":0', '\"steps\":1')"
                            + " WHERE agent_id = ?",
                        saved.id());
              }
              return saved.id();
            });
  }

  /** Months later: half of what an agent asks for is denied, and somebody was at the audit log. */
  private void letFail(Governed bad) {
    String org = bad.tenancy().org().value();
    long now = clock.millis();
    server
        .database()
        .change(
            tx -> {
              String agent = agents.byExternalId(tx, bad.tenancy().org(), "bot").orElseThrow().id();
              tx.handle()
                  .execute(
                      "INSERT INTO agent_session (org_id, session_id, agent_id, external_id,"
                          + " started_by, trace_id, outcome, started_at, last_at, next_seq,"
                          + " tool_calls, decisions, denied, warned, redacted, approvals, alerts,"
                          + " input_tokens, output_tokens, risk_peak, data_classes) VALUES (?, ?,"
                          + " ?, 'x', '', '', '', ?, ?, 1, 0, 40, 20, 0, 0, 0, 0, 0, 0, 0, '[]')",
                      org,
                      new Identifiers(clock).next("ses_"),
                      agent,
                      now,
                      now);
              tx.handle().execute("DROP TRIGGER audit_entry_no_update");
              tx.handle()
                  .execute(
                      "UPDATE audit_entry SET entry = replace(entry, 'freeze', 'thaw') WHERE org_id"
                          + " = ?",
                      org);
            });
  }

  private void excel(Governed good) {
    good.set(
        Map.of(
            "requireTwoPersonPromotion",
            true,
            "retentionDays",
            Map.of("sessions", 200, "events", 200)));
    good.tenancy().member(Role.OPERATOR);
    String policy = good.policy("draft", EVERYTHING);
    good.move(policy, Stage.ENFORCE, Stage.ENFORCE);
    good.act("s-1", "ls");
    String bot = save(good, agent -> agent.ownedBy(new Agent.Owner("", "Jo", "")));
    OrgId org = good.tenancy().org();
    server
        .database()
        .change(
            tx -> {
              new Policies().setEvidence(tx, org, policy, "rpl_1", "Good.", "usr_1");
              tx.handle()
                  .execute(
                      "INSERT INTO account_identity (issuer, subject, user_id, linked_at) SELECT"
                          + " 'https://id.example', user_id, user_id, 0 FROM account WHERE org_id"
                          + " = ?",
                      org.value());
            });
    upload(good, List.of(), Severity.LOW);
    expect(200, good.admin().post("/api/mcp/baseline", Map.of("all", true)));
    for (String operation : List.of("freeze-rollouts", "unfreeze-rollouts")) {
      expect(
          200,
          good.admin().post("/api/governance/kill-switch/" + operation, Map.of("reason", "drill")));
    }
    expect(
        201,
        good.admin()
            .post(
                "/api/admin/integrations",
                Map.of(
                    "type",
                    "webhook",
                    "name",
                    "on call",
                    "config",
                    Map.of("url", "https://hooks.example/"))));
    server
        .database()
        .change(
            tx ->
                tx.handle()
                    .execute(
                        "UPDATE integration SET status = 'connected' WHERE org_id = ?",
                        org.value()));
    expect(201, good.admin().post("/api/v1/governance/attestation", Map.of("agentId", bot)));
  }

  /** A report on one server, with a finding of each type. */
  private void upload(Governed governed, List<String> types, Severity severity) {
    ObjectNode report =
        (ObjectNode) Json.readStored(Reports.withOneFinding(governed.tenancy().org().value()));
    ObjectNode sample = (ObjectNode) report.path("findings").path(0);
    ArrayNode findings = report.putArray("findings");
    for (String type : types) {
      ObjectNode finding = findings.addObject();
      finding.setAll(sample);
      finding
          .put("finding_type", type)
          .put("severity", severity.label())
          .put("finding_id", new Identifiers(clock).next("fnd_"));
    }
    report.put("findings_count", types.size());
    report.put("critical_count", severity == Severity.CRITICAL ? types.size() : 0);
    expect(
        201,
        governed
            .tenancy()
            .program(Role.OPERATOR, Scope.REPORTS_WRITE)
            .post("/api/v1/mcp/reports", report.toString()));
  }
}
