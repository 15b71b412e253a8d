package io.svc.server;

import static io.svc.server.Governed.assertRejected;
import static io.svc.server.Governed.expect;
import static io.svc.server.Governed.texts;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.rules.Severity;
import io.svc.server.http.Role;
import io.svc.server.http.Scope;
import io.svc.server.policies.Stage;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Alerts and their rules as members see them, and what raises them. */
class AlertRoutesTest {
  private static final String PATH = "/api/alerts";
  private static final String RULES = "/api/alerts/rules";

  private static TestServer server;
  private Governed governed;
  private Client admin;

  @BeforeAll
  static void start() {
    server = TestServer.shared();
  }

  @BeforeEach
  void open() {
    governed = new Governed(server);
    admin = governed.admin();
  }

  private Answer upload(Severity severity) {
    return governed
        .tenancy()
        .program(Role.OPERATOR, Scope.REPORTS_WRITE)
        .post(
            "/api/v1/mcp/reports",
            Reports.withOneFinding(governed.tenancy().org().value(), severity));
  }

  private void deny(String agentId, String tool) {
    Answer answer =
        governed
            .tenancy()
            .program(Role.OPERATOR, Scope.EVAL_WRITE)
            .post(
                "/v1/eval",
                Map.of("agent_id", agentId, "action", Map.of("type", "tool_call", "tool", tool)));
    assertThat(expect(200, answer).path("decision").asText()).isEqualTo("deny");
  }

  private void policy(String severity) {
    String id =
        governed.policy(
            "draft",
            """
            version: 1
            kind: agent_policy
            metadata: {name: no-shell}
            rules:
              - id: no-bash
                effect: deny
                severity: %s
                reason: No shell here.
                match: {tool: [bash]}
            """
                .formatted(severity));
    governed.move(id, Stage.ENFORCE, Stage.ENFORCE);
    assign(id);
  }

  private void assign(String policyId) {
    agentId = governed.tenancy().agentId();
    expect(200, admin.post("/api/policies/" + policyId + "/assign", Map.of("agentId", agentId)));
  }

  private String agentId = "";

  @Test
  void a_refusal_that_matters_raises_one_alert_however_often_it_happens() {
    policy("high");
    deny(agentId, "bash");
    deny(agentId, "bash");

    JsonNode list = expect(200, admin.get(PATH));

    assertThat(list.path("total_size").asLong()).isEqualTo(1);
    assertThat(list.path("next_page_token").asText()).isEmpty();
    JsonNode alert = list.at("/alerts/0");
    assertThat(alert.path("threat_type").asText()).isEqualTo("policy_violation");
    assertThat(alert.path("occurrences").asLong()).isEqualTo(2);
    assertThat(alert.path("agent_id").asText()).isEqualTo(agentId);
    assertThat(alert.path("status").asText()).isEqualTo("no_route");
    assertThat(alert.path("triage_status").asText()).isEqualTo("open");
    JsonNode detail = expect(200, admin.get(PATH + "/" + alert.path("id").asText())).path("alert");
    assertThat(detail.at("/verdict/layer").asText()).isEqualTo("policy");
    assertThat(detail.at("/delivery/channels")).isEmpty();
    assertThat(detail.at("/details/decision_id").asText()).startsWith("dec_");
    assertThat(detail.at("/related/agent_url").asText()).isEqualTo("/agents/" + agentId);
    assertThat(texts(detail.path("timeline"), "type")).containsExactly("raised");

    String session = alert.path("session_id").asText();
    JsonNode reported = expect(200, admin.get("/api/sessions/" + session)).path("session");
    assertThat(reported.at("/counts/alerts").asLong()).isEqualTo(1);
    assertThat(expect(200, admin.get("/api/agents/" + agentId)).at("/agent/openAlerts").asLong())
        .isEqualTo(1);
    JsonNode events =
        expect(200, admin.get("/api/v1/governance/events?event_type=ThreatDetectionEvent"));
    assertThat(events.path("events")).hasSize(2);
    assertThat(events.at("/events/0/payload/alert_id").asText())
        .isEqualTo(alert.path("id").asText());
  }

  @Test
  void a_refusal_of_little_weight_raises_none() {
    policy("medium");
    deny(agentId, "bash");

    assertThat(expect(200, admin.get(PATH)).path("alerts")).isEmpty();
  }

  @Test
  void a_report_raises_alerts_of_what_is_new_and_bad_in_it() {
    assertThat(expect(201, upload(Severity.HIGH)).path("alerts_created").asLong()).isEqualTo(1);
    assertThat(expect(201, upload(Severity.HIGH)).path("alerts_created").asLong()).isZero();

    JsonNode list = expect(200, admin.get(PATH + "?threat_type=suspicious_path"));
    assertThat(list.at("/alerts/0/source").asText()).isEqualTo("mcp_report");
    JsonNode overview = expect(200, admin.get("/api/overview")).path("overview");
    assertThat(overview.at("/alerts/open").asLong()).isEqualTo(1);
    assertThat(overview.at("/alerts/high").asLong()).isEqualTo(1);
    assertThat(overview.at("/alerts/critical").asLong()).isZero();
    assertThat(overview.at("/trend/6/alerts").asLong()).isEqualTo(1);
    assertThat(expect(200, admin.get("/api/search/resources?q=suspicious")).at("/alerts/0/type"))
        .hasToString("\"alert\"");
  }

  @Test
  void a_medium_finding_raises_none() {
    assertThat(expect(201, upload(Severity.MEDIUM)).path("alerts_created").asLong()).isZero();
  }

  @Test
  void lists_are_narrowed_and_paged() {
    policy("high");
    for (int i = 0; i < 3; i++) {
      assign(policyOf());
      deny(agentId, "bash");
    }
    upload(Severity.CRITICAL);

    List<String> ids = new ArrayList<>();
    String token = "";
    do {
      JsonNode page = expect(200, admin.get(PATH + "?pageSize=3&page_token=" + token));
      ids.addAll(texts(page.path("alerts"), "id"));
      assertThat(page.path("total_size").asLong()).isEqualTo(4);
      token = page.path("next_page_token").asText();
    } while (!token.isEmpty());

    assertThat(ids).hasSize(4).doesNotHaveDuplicates();
    for (String query :
        List.of(
            "severity=critical",
            "severity=CRITICAL",
            "severity=info,critical",
            "severity=critical&triage_status=acknowledged,open",
            "triage_status=open,resolved&agent_id=" + agentId,
            "triage_status=open,acknowledged&agent_id=" + agentId,
            "threat_type=suspicious_path",
            "agent_id=" + agentId)) {
      assertThat(expect(200, admin.get(PATH + "?" + query)).path("alerts")).as(query).hasSize(1);
    }
    assertThat(expect(200, admin.get(PATH + "?status=no_route")).path("alerts")).hasSize(4);
    assertThat(expect(200, admin.get(PATH + "?triage_status=open,acknowledged")).path("alerts"))
        .hasSize(4);
    assertThat(expect(200, admin.get(PATH + "?triage_status=resolved")).path("alerts")).isEmpty();
  }

  private String policyOf() {
    return expect(200, admin.get("/api/policies")).at("/policies/0/id").asText();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "?page_token=nonsense",
        "?page_token=YWxyXzE",
        "?severity=dreadful",
        "?status=open",
        "?triage_status=open,gone",
        "?page_size=0"
      })
  void a_question_that_makes_no_sense_is_rejected(String query) {
    assertRejected(400, "invalid_parameter", admin.get(PATH + query));
  }

  @Test
  void an_alert_is_triaged_and_commented() {
    upload(Severity.HIGH);
    String alert = PATH + "/" + expect(200, admin.get(PATH)).at("/alerts/0/id").asText();
    String tag = admin.get(alert).header("ETag").orElseThrow();

    JsonNode done =
        expect(
                200,
                admin.send(
                    "PATCH",
                    alert,
                    Map.of("triageStatus", "resolved", "note", "The server was removed.")))
            .path("alert");

    assertThat(done.path("triage_status").asText()).isEqualTo("resolved");
    assertThat(done.path("closed_at").isNull()).isFalse();
    assertThat(texts(done.path("timeline"), "type")).containsExactly("raised", "triaged", "noted");
    assertThat(done.at("/timeline/2/detail").asText()).isEqualTo("The server was removed.");
    assertRejected(
        409,
        "invalid_transition",
        admin.send("PATCH", alert, Map.of("triage_status", "acknowledged")));
    assertRejected(400, "validation_failed", admin.send("PATCH", alert, Map.of()));
    assertRejected(
        400, "validation_failed", admin.send("PATCH", alert, Map.of("triage_status", "gone")));
    assertRejected(
        412,
        "precondition_failed",
        admin.with("If-Match", tag).send("PATCH", alert, Map.of("triage_status", "open")));
    assertThat(texts(expect(200, admin.get("/api/admin/audit-log")).path("entries"), "action"))
        .contains("alert.triage", "alert.note");
    assertThat(expect(200, admin.get("/api/overview")).at("/overview/alerts/open").asLong())
        .isZero();
  }

  @Test
  void an_alert_without_recipients_is_not_resent() {
    upload(Severity.HIGH);
    String alert = PATH + "/" + expect(200, admin.get(PATH)).at("/alerts/0/id").asText();

    assertRejected(409, "conflict", admin.post(alert + "/resend"));
    assertRejected(
        400,
        "validation_failed",
        admin.post(alert + "/resend", Map.of("integration_id", "itg_" + "0".repeat(26))));
  }

  @Test
  void a_tenant_begins_with_one_rule() {
    JsonNode rule = expect(200, admin.get(RULES)).at("/rules/0");

    assertThat(rule.at("/conditions/min_severity").asText()).isEqualTo("high");
    assertThat(rule.at("/actions/0/type").asText()).isEqualTo("all");
    assertThat(rule.path("created_by").asText()).isEqualTo("system");
  }

  @Test
  void a_rule_is_created_changed_and_removed() {
    JsonNode created =
        expect(
                200,
                admin.post(
                    RULES,
                    Map.of(
                        "name",
                        "Nights",
                        "conditions",
                        Map.of(
                            "minSeverity",
                            "Critical",
                            "agent_tags",
                            List.of("prod"),
                            "filter",
                            "occurrences > 1"),
                        "group_by",
                        List.of("threat_type"),
                        "mute",
                        List.of(Map.of("days", List.of("sat"), "timezone", "Europe/Stockholm")))))
            .path("rule");
    String path = RULES + "/" + created.path("id").asText();
    assertThat(created.at("/conditions/min_severity").asText()).isEqualTo("critical");
    assertThat(created.at("/mute/0/to").asText()).isEqualTo("24:00");
    assertThat(created.path("dedupe_window_seconds").asLong()).isEqualTo(900);
    assertThat(created.path("create_incident").asBoolean()).isFalse();

    JsonNode changed =
        expect(200, admin.put(path, Map.of("enabled", false, "dedupe_window_seconds", 60)))
            .path("rule");
    assertThat(changed.path("enabled").asBoolean()).isFalse();
    assertThat(changed.path("name").asText()).isEqualTo("Nights");
    assertThat(changed.at("/conditions/filter").asText()).isEqualTo("occurrences > 1");
    assertThat(changed.path("version").asLong()).isEqualTo(2);
    JsonNode read = expect(200, admin.get(path));
    assertThat(read.path("rule")).isEqualTo(changed);
    ((ObjectNode) read.path("rule")).put("name", "Days");
    assertThat(expect(200, admin.put(path, read)).at("/rule/name").asText()).isEqualTo("Days");
    assertRejected(
        412,
        "precondition_failed",
        admin.with("If-Match", "\"1\"").put(path, Map.of("enabled", true)));

    JsonNode removed = expect(200, admin.delete(path));
    assertThat(removed.path("deleted").asBoolean()).isTrue();
    assertThat(removed.path("id").asText()).isEqualTo(created.path("id").asText());
    assertRejected(404, "not_found", admin.get(path));
    assertRejected(404, "not_found", admin.delete(path));
    assertRejected(404, "not_found", admin.put(path, Map.of("enabled", true)));
    assertThat(texts(expect(200, admin.get("/api/admin/audit-log")).path("entries"), "action"))
        .contains("alert_rule.create", "alert_rule.update", "alert_rule.delete");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"conditions\": {\"min_severity\": \"high\"}}",
        "{\"name\": \"r\"}",
        "{\"name\": \"r\", \"conditions\": {}}",
        "{\"name\": \"r\", \"conditions\": {\"min_severity\": \"dreadful\"}}",
        "{\"name\": \"r\", \"conditions\": {\"filter\": \"severty == 'high'\"}}",
        "{\"name\": \"r\", \"conditions\": {\"min_severity\": \"low\"},"
            + " \"actions\": [{\"integration_id\": \"itg_00000000000000000000000001\"}]}",
        "{\"name\": \"r\", \"conditions\": {\"min_severity\": \"low\"},"
            + " \"actions\": [{\"type\": \"slack\"}]}",
        "{\"name\": \"r\", \"conditions\": {\"min_severity\": \"low\"},"
            + " \"actions\": [{\"type\": \"all\", \"template\": \"{secret}\"}]}",
        "{\"name\": \"r\", \"conditions\": {\"min_severity\": \"low\"},"
            + " \"group_by\": [\"weather\"]}",
        "{\"name\": \"r\", \"conditions\": {\"min_severity\": \"low\"},"
            + " \"mute\": [{\"from\": \"10:00\", \"to\": \"10:00\"}]}",
        "{\"name\": \"r\", \"conditions\": {\"min_severity\": \"low\"},"
            + " \"create_incident\": 7}"
      })
  void an_empty_or_invalid_rule_is_rejected(String body) {
    assertRejected(400, "validation_failed", admin.post(RULES, body));
  }

  @Test
  void a_change_that_leaves_no_condition_is_rejected() {
    String id = expect(200, admin.get(RULES)).at("/rules/0/id").asText();

    assertRejected(
        400, "validation_failed", admin.put(RULES + "/" + id, Map.of("conditions", Map.of())));
  }
}
