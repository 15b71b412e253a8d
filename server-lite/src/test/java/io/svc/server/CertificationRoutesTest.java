package io.svc.server;

import static io.svc.server.Governed.assertRejected;
import static io.svc.server.Governed.expect;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.http.Role;
import io.svc.server.http.Scope;
import io.svc.server.policies.Stage;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Certifications as people and programs see them; workflows come in as n8n exports them. */
class CertificationRoutesTest {
  private static final String STORE = "/v1/store/certifications";
  private static final String KEY = "ghp_" + "a1B2c3D4e5F6".repeat(3);

  private static TestServer server;

  private Governed governed;
  private Client admin;
  private String integration;

  @BeforeAll
  static void start() {
    server = TestServer.shared();
  }

  @BeforeEach
  void createTenant() {
    governed = new Governed(server);
    admin = governed.admin();
    integration =
        expect(
                201,
                admin.post(
                    "/api/admin/integrations",
                    Map.of(
                        "type",
                        "n8n",
                        "name",
                        "Production",
                        "config",
                        Map.of("baseUrl", "https://n8n.example.com", "apiKey", "n8n_api_1"))))
            .at("/integration/id")
            .asText();
  }

  /** A step as n8n exports it. */
  private record Node(
      String name, String type, Map<String, String> parameters, Map<String, Object> credentials) {
    static Node of(String name, Map<String, String> parameters) {
      return new Node(
          name,
          "n8n-nodes-base." + name,
          parameters,
          Map.of(name + "Api", Map.of("id", name + "1", "name", name)));
    }
  }

  private static final Node NOTION =
      Node.of("notion", Map.of("resource", "page", "operation", "get"));

  private void seen(String id, Node... nodes) {
    seen(id, Map.of(), nodes);
  }

  private void seen(String id, Map<String, ?> connections, Node... nodes) {
    Map<String, Object> workflow = new LinkedHashMap<>();
    workflow.put("id", id);
    workflow.put("name", "Workflow " + id);
    workflow.put("active", true);
    workflow.put("nodes", List.of(nodes));
    workflow.put("connections", connections);
    workflow.put("settings", Map.of("errorWorkflow", "wf_9"));
    expect(200, admin.post("/api/admin/integrations/" + integration + "/import", workflow));
  }

  private JsonNode asset(String id) {
    for (JsonNode asset : expect(200, admin.get("/api/discovery")).path("assets")) {
      if (asset.path("externalId").asText().equals(id)) {
        return asset;
      }
    }
    throw new AssertionError("there is no " + id);
  }

  private String registered(String id) {
    String agent =
        expect(
                200,
                admin.post(
                    "/api/discovery/review",
                    Map.of(
                        "assetId",
                        asset(id).path("id").asText(),
                        "decision",
                        "approve",
                        "registerAsAgent",
                        true)))
            .at("/agent/id")
            .asText();
    server
        .database()
        .change(
            tx ->
                tx.handle()
                    .execute("UPDATE agent SET owner_name = 'Jo' WHERE agent_id = ?", agent));
    return agent;
  }

  private String ready(String id) {
    seen(id, NOTION);
    governed.policyAt(Stage.ENFORCE);
    return registered(id);
  }

  private Client program(Role role) {
    return governed.tenancy().program(role, Scope.CERTIFICATIONS_READ, Scope.CERTIFICATIONS_WRITE);
  }

  private JsonNode certify(String id) {
    return expect(200, admin.post(STORE, Map.of("workflow_id", id, "platform", "n8n")));
  }

  private static List<String> failed(JsonNode result) {
    List<String> names = new ArrayList<>();
    result.path("failed_checks").forEach(name -> names.add(name.asText()));
    return names;
  }

  private void set(String name, Object value) {
    expect(200, admin.put("/api/admin/tenant", Map.of("settings", Map.of(name, value))));
  }

  private JsonNode register(int status, String... connectors) {
    Client program = governed.tenancy().program(Role.OPERATOR, Scope.REGISTER_WRITE);
    return expect(
        status,
        program.post(
            "/v1/register",
            Map.of(
                "workflow_id",
                "wf_told",
                "platform",
                "n8n",
                "owner",
                "owner@example.com",
                "connectors",
                Stream.of(connectors)
                    .map(name -> Map.of("name", name, "operations", List.of("get")))
                    .toList())));
  }

  @Test
  void a_workflow_that_registers_with_another_way_out_is_reported_and_certified_no_longer() {
    governed.policyAt(Stage.ENFORCE);
    register(201, "notion");
    String id = asset("n8n/wf_told").path("id").asText();
    expect(200, admin.post("/api/discovery/review", Map.of("assetId", id, "decision", "approve")));
    assertThat(certify("wf_told").path("status").asText()).isEqualTo("CERTIFIED");
    JsonNode same = register(200, "notion");
    assertThat(same.path("certification_status").asText()).isEqualTo("CERTIFIED");
    assertThat(same.path("drift")).isEmpty();

    JsonNode reported = register(200, "notion", "telegram");

    assertThat(reported.path("certification_status").asText()).isEqualTo("REVOKED");
    assertThat(reported.at("/drift/0/class").asText()).isEqualTo("connector_added");
    assertThat(reported.at("/drift/0/severity").asText()).isEqualTo("critical");
    assertThat(reported.at("/drift/0/path").asText()).isEqualTo("connectors[telegram]");
  }

  private void reportChange(Map<String, Object> change) {
    Map<String, Object> payload = new LinkedHashMap<>(change);
    payload.put("platform", "n8n");
    payload.put("resource_type", "workflow");
    payload.put("resource_id", "wf_1");
    JsonNode answer =
        expect(
            202,
            governed
                .tenancy()
                .program(Role.OPERATOR, Scope.TELEMETRY_WRITE)
                .post(
                    "/v1/telemetry/events",
                    List.of(
                        Map.of(
                            "event_type",
                            "ControlPlaneChangeEvent",
                            "timestamp",
                            Instant.now().toString(),
                            "payload",
                            payload))));
    assertThat(answer.path("accepted").asInt()).as("%s", answer).isEqualTo(1);
  }

  private JsonNode certificationStatus() {
    return asset("wf_1").path("certification");
  }

  @Test
  void a_platform_that_reports_a_right_or_a_way_out_more_ends_the_certification_at_once() {
    ready("wf_1");
    certify("wf_1");
    reportChange(Map.of("change_type", "workflow_updated"));
    reportChange(
        Map.of(
            "change_type",
            "permission_changed",
            "before",
            List.of("read", "write"),
            "after",
            List.of("read")));
    reportChange(Map.of("change_type", "settings_changed", "after", "Europe/Rome"));
    assertThat(certificationStatus().path("status").asText()).isEqualTo("CERTIFIED");

    reportChange(
        Map.of(
            "change_type",
            "permission_changed",
            "before",
            List.of("read"),
            "after",
            List.of("read", "write")));
    assertThat(certificationStatus().path("status").asText()).isEqualTo("REVOKED");
    JsonNode history = expect(200, program(Role.AUDITOR).get(STORE)).path("certifications");
    JsonNode last = history.get(history.size() - 1);
    assertThat(last.path("event").asText()).isEqualTo("revoked");
    assertThat(last.at("/diff/0/class").asText()).isEqualTo("permission_escalated");
    assertThat(history.findValuesAsText("event"))
        .containsSubsequence("certified", "drift_info", "drift_warning", "revoked");
  }

  @Test
  void a_way_out_that_a_platform_reports_is_named() {
    ready("wf_1");
    certify("wf_1");

    reportChange(Map.of("change_type", "connector_added", "after", Map.of("name", "telegram")));

    assertThat(certificationStatus().path("status").asText()).isEqualTo("REVOKED");
    assertThat(expect(200, admin.get("/api/alerts?threat_type=certification_drift")).toString())
        .contains("connectors[telegram]");
  }

  @Test
  void several_are_certified_at_once_and_each_has_its_own_result() {
    String agent = ready("wf_1");
    seen("wf_2", NOTION);

    JsonNode answer =
        expect(
            200,
            program(Role.APPROVER)
                .post(
                    STORE + "/bulk",
                    Map.of(
                        "org_id",
                        governed.tenancy().org().value(),
                        "workflow_ids",
                        List.of("wf_1", "wf_2", "wf_999", "wf_1"),
                        "platform",
                        "n8n",
                        "certified_by",
                        "owner@example.com")));

    assertThat(answer.at("/summary/requested").asInt()).isEqualTo(3);
    assertThat(answer.at("/summary/certified").asInt()).isEqualTo(1);
    assertThat(answer.at("/summary/blocked").asInt()).isEqualTo(1);
    assertThat(answer.at("/summary/not_found").asInt()).isEqualTo(1);
    JsonNode certified = answer.at("/results/0");
    assertThat(certified.path("status").asText()).isEqualTo("CERTIFIED");
    assertThat(certified.path("certified_by").asText()).isEqualTo("owner@example.com");
    assertThat(certified.path("agent_id").asText()).isEqualTo(agent);
    assertThat(certified.at("/checks/0/check").asText()).isEqualTo("risk_score");
    assertThat(certified.at("/signature/alg").asText()).isEqualTo("hmac-sha256");
    assertThat(failed(answer.at("/results/1"))).contains("connectors_approved", "policy_coverage");
    assertThat(answer.at("/results/2/cert_id").isNull()).isTrue();
    JsonNode reported = expect(200, admin.get("/api/agents/" + agent)).at("/agent/certification");
    assertThat(reported.path("certId").asText()).isEqualTo(certified.path("cert_id").asText());
    assertThat(reported.path("status").asText()).isEqualTo("CERTIFIED");
    assertThat(reported.path("certifiedBy").asText()).isEqualTo("owner@example.com");
    assertThat(reported.path("certifiedAt")).isEqualTo(certified.path("certified_at"));
    assertThat(reported.path("decidedAt")).isEqualTo(certified.path("certified_at"));
    assertThat(asset("wf_1").at("/certification/status").asText()).isEqualTo("CERTIFIED");
    assertThat(
            expect(200, admin.get("/api/overview"))
                .at("/overview/certifications/certified")
                .asInt())
        .isEqualTo(1);
  }

  @Test
  void the_first_key_of_an_administrator_certifies_on_a_platform_in_any_spelling() {
    ready("wf_1");
    String key =
        expect(201, admin.post("/api/admin/api-keys", Map.of("name", "first")))
            .path("key")
            .asText();
    Client program = server.visitor().with("X-Api-Key", key);

    for (String platform : List.of("N8N", "n8n.io")) {
      JsonNode answer =
          expect(
              200,
              program.post(
                  STORE + "/bulk", Map.of("workflow_ids", List.of("wf_1"), "platform", platform)));
      assertThat(answer.at("/results/0/status").asText()).isEqualTo("CERTIFIED");
      assertThat(answer.at("/results/0/platform").asText()).isEqualTo("n8n");
    }
  }

  @Test
  void each_check_fails_for_what_it_checks() {
    seen("wf_1", NOTION);
    assertThat(failed(certify("wf_1"))).containsExactly("connectors_approved", "policy_coverage");
    expect(
        200,
        admin.put(
            "/api/discovery/connectors",
            Map.of("connectors", List.of(Map.of("name", "notion", "classification", "business")))));
    assertThat(failed(certify("wf_1"))).containsExactly("policy_coverage");
    registered("wf_1");
    assertThat(certify("wf_1").path("reason").asText())
        .isEqualTo("No policy applies to the agent.");
    String policy = governed.policy("observe");
    assertThat(certify("wf_1").path("reason").asText())
        .isEqualTo("Policies only observe the agent.");
    set("certifyObserved", true);
    assertThat(certify("wf_1").path("status").asText()).isEqualTo("CERTIFIED");
    set("certifyObserved", false);
    governed.move(policy, Stage.SOFT_ENFORCE, Stage.SOFT_ENFORCE);
    assertThat(certify("wf_1").path("status").asText()).isEqualTo("CERTIFIED");

    set("riskThreshold", 1);
    JsonNode risky = certify("wf_1");
    assertThat(failed(risky)).containsExactly("risk_score");
    assertThat(risky.at("/checks/0/detail").asText()).contains("is not below 1");
    assertThat(risky.at("/checks/0/remediation").asText()).isNotEmpty();
    set("riskThreshold", 60);
    expect(
        200,
        admin.put(
            "/api/discovery/connectors",
            Map.of("connectors", List.of(Map.of("name", "Notion", "classification", "blocked")))));
    assertThat(certify("wf_1").path("reason").asText())
        .isEqualTo("Connector \"notion\" is blocked.");
  }

  @Test
  void a_secret_in_a_step_is_a_critical_finding_and_is_never_shown() {
    ready("wf_1");
    seen("wf_1", Node.of("notion", Map.of("resource", "page", "operation", "get", "title", KEY)));

    JsonNode result = certify("wf_1");

    assertThat(failed(result)).containsExactly("no_critical_findings");
    assertThat(result.toString()).doesNotContain(KEY);
    assertThat(asset("wf_1").toString()).doesNotContain(KEY);
  }

  @Test
  void what_an_import_adds_revokes_and_the_open_alert_is_in_the_way_of_the_next() {
    String agent = ready("wf_1");
    String certId = certify("wf_1").path("cert_id").asText();

    seen("wf_1", NOTION, Node.of("slack", Map.of("resource", "channel", "operation", "get")));

    JsonNode reported = expect(200, admin.get("/api/agents/" + agent)).at("/agent/certification");
    assertThat(reported.path("status").asText()).isEqualTo("REVOKED");
    assertThat(reported.path("certId").asText()).isEqualTo(certId);
    assertThat(reported.path("certifiedAt").isNull()).as("it is not certified").isTrue();
    assertThat(reported.path("certifiedBy").isNull()).isTrue();
    assertThat(reported.path("decidedAt").asText()).isNotEmpty();
    JsonNode alert = expect(200, admin.get("/api/alerts")).at("/alerts/0");
    assertThat(alert.path("threat_type").asText()).isEqualTo("certification_drift");
    assertThat(alert.path("severity").asText()).isEqualTo("critical");
    assertThat(failed(certify("wf_1"))).contains("no_critical_findings", "connectors_approved");
    JsonNode overview = expect(200, admin.get("/api/overview"));
    assertThat(overview.at("/overview/certifications/revoked30d").asInt()).isEqualTo(1);
  }

  @Test
  void steps_that_change_places_are_flagged() {
    Node slack = Node.of("slack", Map.of("resource", "channel", "operation", "get"));
    seen("wf_1", Map.of("notion", Map.of("main", List.of("slack"))), NOTION, slack);
    governed.policyAt(Stage.ENFORCE);
    registered("wf_1");
    assertThat(certify("wf_1").path("status").asText()).isEqualTo("CERTIFIED");

    seen("wf_1", Map.of("slack", Map.of("main", List.of("notion"))), NOTION, slack);

    JsonNode rows = expect(200, admin.get(STORE)).path("certifications");
    assertThat(rows.at("/1/event").asText()).isEqualTo("drift_warning");
    assertThat(rows.at("/1/diff/0/class").asText()).isEqualTo("step_changed");
    assertThat(rows.at("/1/diff/0/path").asText()).isEqualTo("settings[stepsOrder]");
  }

  @Test
  void who_may_certify_and_who_may_revoke() {
    ready("wf_1");
    Map<String, String> order = Map.of("workflow_id", "wf_1");
    for (Role role : List.of(Role.OPERATOR, Role.AUDITOR, Role.VIEWER)) {
      assertRejected(403, "forbidden", governed.tenancy().member(role).post(STORE, order));
      assertRejected(403, "forbidden", program(role).post(STORE, order));
    }
    for (Role role : List.of(Role.ADMIN, Role.APPROVER)) {
      expect(200, governed.tenancy().member(role).post(STORE, order));
    }
    String certId = certify("wf_1").path("cert_id").asText();
    String revoke = STORE + "/" + certId + "/revoke";
    Map<String, String> reason = Map.of("reason", "Not needed any more.");
    assertRejected(403, "forbidden", program(Role.VIEWER).post(revoke, reason));
    JsonNode ended = expect(200, program(Role.OPERATOR).post(revoke, reason));
    assertThat(ended.path("status").asText()).isEqualTo("REVOKED");
    assertThat(ended.path("previous_status").asText()).isEqualTo("CERTIFIED");
    assertRejected(409, "invalid_transition", admin.post(revoke, reason));
  }

  @Test
  void what_is_wrong_is_reported() {
    assertRejected(
        400, "validation_failed", admin.post(STORE + "/bulk", Map.of("workflow_ids", List.of())));
    assertRejected(
        400,
        "validation_failed",
        admin.post(STORE + "/bulk", Map.of("workflow_ids", Collections.nCopies(201, "wf_1"))));
    assertRejected(
        403,
        "org_mismatch",
        admin.post(
            STORE, Map.of("workflow_id", "wf_1", "org_id", "org_01JD5Z8S4T3Q6V9X2B7N1M0KGE")));
    assertRejected(
        403, "org_mismatch", admin.get(STORE + "?org_id=org_01JD5Z8S4T3Q6V9X2B7N1M0KGE"));
    assertRejected(
        400,
        "validation_failed",
        admin.post(STORE, Map.of("workflow_id", "wf_1", "certified_by", "somebody else")));
    assertRejected(400, "invalid_parameter", admin.get(STORE + "?cursor=none"));
    assertRejected(400, "unsupported_format", admin.get(STORE + "?format=xml"));
    assertThat(certify("wf " + KEY).toString()).doesNotContain(KEY);
  }

  @Test
  void the_same_request_again_certifies_once() {
    ready("wf_1");
    Client client = program(Role.APPROVER).with("Idempotency-Key", "release-12");
    JsonNode first = expect(200, client.post(STORE, Map.of("workflow_id", "wf_1")));
    JsonNode again = expect(200, client.post(STORE, Map.of("workflow_id", "wf_1")));

    assertThat(again).isEqualTo(first);
    assertThat(expect(200, admin.get(STORE)).path("total").asInt()).isEqualTo(1);
    assertRejected(409, "idempotency_conflict", client.post(STORE, Map.of("workflow_id", "wf_2")));
  }

  @Test
  void an_agent_is_certified_from_its_page() {
    String agent = ready("wf_1");

    JsonNode result = expect(200, admin.post("/api/agents/" + agent + "/certify"));

    assertThat(result.path("status").asText()).isEqualTo("CERTIFIED");
    assertThat(result.path("workflow_id").asText()).isEqualTo("wf_1");
    assertRejected(
        409,
        "version_conflict",
        admin.post(
            "/api/agents/" + agent + "/certify",
            Map.of("fingerprint", "sha256:" + "0".repeat(64))));
    assertRejected(
        404, "not_found", admin.post("/api/agents/agt_01JD5Z8S4T3Q6V9X2B7N1M0KGE/certify"));
    JsonNode claim =
        expect(201, admin.post("/api/governance/attestation", Map.of("agentId", agent)));
    assertThat(claim.at("/claim/subject/certId").asText())
        .isEqualTo(result.path("cert_id").asText());
  }

  @Test
  void the_history_is_paged_and_exported_safely() {
    ready("wf_1");
    String certId = certify("wf_1").path("cert_id").asText();
    expect(
        200,
        admin.post(
            STORE + "/" + certId + "/revoke",
            Map.of("reason", "=HYPERLINK(\"https://evil.example\") " + KEY)));
    certify("wf_1");

    JsonNode first = expect(200, admin.get(STORE + "?limit=2"));
    assertThat(first.path("total").asInt()).isEqualTo(3);
    JsonNode rest =
        expect(200, admin.get(STORE + "?limit=2&cursor=" + first.path("cursor").asText()));
    assertThat(rest.path("certifications")).hasSize(1);
    assertThat(rest.path("cursor").isNull()).isTrue();
    assertThat(rest.at("/certifications/0/previous_status").asText()).isEqualTo("REVOKED");
    assertThat(first.at("/certifications/0/signature/verified").asBoolean()).isTrue();
    Answer csv = admin.get(STORE + "?format=csv&workflow_id=wf_1");
    assertThat(csv.status()).isEqualTo(200);
    List<String> lines = csv.text().lines().toList();
    assertThat(lines).hasSize(4);
    assertThat(lines.get(0)).startsWith("seq,at,event,status").endsWith("signature_verified");
    assertThat(lines.get(2)).contains("\"'=HYPERLINK(").endsWith(",true");
    assertThat(csv.text()).doesNotContain(KEY);
  }

  @Test
  void a_report_contains_the_status_of_workflows() {
    ready("wf_1");
    certify("wf_1");
    JsonNode report =
        expect(201, admin.post("/api/reports", Map.of("type", "certifications"))).path("report");

    assertThat(report.path("status").asText()).isEqualTo("ready");
    assertThat(report.path("rowCount").asInt()).isEqualTo(1);
    JsonNode rows =
        expect(200, admin.get("/api/reports/" + report.path("id").asText() + "/export"))
            .path("rows");
    assertThat(rows.toString()).contains("CERTIFIED", "wf_1");
  }
}
