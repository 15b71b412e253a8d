package io.svc.server.discovery;

import static io.svc.server.discovery.Sightings.GMAIL;
import static io.svc.server.discovery.Sightings.SLACK;
import static io.svc.server.discovery.Sightings.workflow;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.Tenancy;
import io.svc.server.TestServer;
import io.svc.server.audit.AuditLog;
import io.svc.server.db.Identifiers;
import io.svc.server.http.Role;
import io.svc.server.http.Scope;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Discovery over HTTP, route by route. */
class DiscoveryRoutesTest {
  private static final String PATH = "/api/discovery";
  private static final Identifiers IDENTIFIERS = new Identifiers(Clock.systemUTC());

  private static TestServer server;
  private static Discovery discovery;

  private Tenancy tenancy;
  private Client admin;

  @BeforeAll
  static void start() {
    server = TestServer.shared();
    discovery = new Discovery(IDENTIFIERS, AuditLog.withoutKey(server.database(), IDENTIFIERS));
  }

  @BeforeEach
  void createTenant() {
    tenancy = new Tenancy(server);
    admin = tenancy.admin();
  }

  private String observe(Sightings sightings) {
    return server
        .database()
        .write(tx -> discovery.observe(tx, tenancy.org(), MaskedSighting.of(sightings.seen())))
        .assetId();
  }

  private static JsonNode ok(Answer answer) {
    assertThat(answer.status()).as("%s", answer).isEqualTo(200);
    return answer.json();
  }

  private static void assertRejected(int status, String code, Answer answer) {
    assertThat(answer.status()).as("%s", answer).isEqualTo(status);
    assertThat(answer.code()).isEqualTo(code);
  }

  private List<String> listed(String query) {
    List<String> ids = new ArrayList<>();
    ok(admin.get(PATH + query)).path("assets").forEach(item -> ids.add(item.path("id").asText()));
    return ids;
  }

  private Answer review(Client client, String id, String decision) {
    return client.post(
        PATH + "/review", Map.of("assetId", id, "decision", decision, "note", "as agreed"));
  }

  @Test
  void an_asset_is_returned_with_its_evidence() {
    Sightings sightings = workflow().at("https://n8n.example/workflow/wf_1");
    sightings.usesAi = true;
    String id = observe(sightings);

    Answer answer = admin.get(PATH + "/" + id);
    JsonNode asset = ok(answer).path("asset");

    assertThat(answer.header("ETag")).isPresent();
    assertThat(asset.path("kind").asText()).isEqualTo("workflow");
    assertThat(asset.path("name").asText()).isEqualTo("Invoice intake");
    assertThat(asset.path("source").asText()).isEqualTo("n8n");
    assertThat(asset.path("integrationId").asText()).startsWith("itg_");
    assertThat(asset.path("reviewState").asText()).isEqualTo("unreviewed");
    assertThat(asset.path("lifecycleState").asText()).isEqualTo("new");
    assertThat(asset.path("governanceStatus").asText()).isEqualTo("shadow");
    assertThat(asset.path("confidence").asDouble()).isEqualTo(0.9);
    assertThat(asset.path("confidenceExplanation").asText()).isEqualTo("1 - (1 - 0.90) = 0.9000");
    assertThat(asset.path("riskFactors").findValuesAsText("key"))
        .contains("base", "write_access", "autonomous_ai");
    assertThat(asset.at("/evidence/0/scanner").asText()).isEqualTo("n8n_api");
    assertThat(asset.at("/discoveryEnvelope/scanMode").asText()).isEqualTo("saas_read_only");
    assertThat(asset.at("/connectors/0/credentials/0").asText()).isEqualTo("Gmail of finance");
    assertThat(asset.at("/connectors/0/classification").isNull()).isTrue();
    assertThat(asset.at("/fingerprint/hash").asText()).startsWith("sha256:");
    assertThat(asset.at("/certification/status").asText()).isEqualTo("NOT_CERTIFIED");
    assertThat(asset.path("agentId").isNull()).isTrue();
  }

  @Test
  void a_list_is_narrowed_by_every_property() {
    String first = observe(workflow("wf_1"));
    observe(workflow("wf_1"));
    String other =
        observe(
            workflow("repo")
                .named("Straße 100%")
                .of(AssetKind.AGENT, AssetSource.GITHUB)
                .through("")
                .with(SLACK)
                .believedIn(new AssetEvidence("gh", "code", "file", "an SDK", 0.4, Sightings.AT)));
    ok(review(admin, other, "approve"));

    assertThat(listed("")).containsExactly(first, other);
    assertThat(listed("?source=github")).containsExactly(other);
    assertThat(listed("?kind=workflow")).containsExactly(first);
    assertThat(listed("?reviewState=APPROVED")).containsExactly(other);
    assertThat(listed("?review_state=unreviewed")).containsExactly(first);
    assertThat(listed("?lifecycleState=active")).containsExactly(first);
    assertThat(listed("?governanceStatus=unregistered")).containsExactly(other);
    assertThat(listed("?minConfidence=0.5")).containsExactly(first);
    assertThat(listed("?minConfidence=0.4")).containsExactly(first, other);
    assertThat(listed("?integrationId=itg_01JD5Z8S4T3Q6V9X2B7N1M0KGE")).containsExactly(first);
    assertThat(listed("?q=STRASSE")).isEmpty();
    assertThat(listed("?q=stra%C3%9Fe%20100%25")).containsExactly(other);
    assertThat(listed("?q=gmail")).containsExactly(first);
    assertThat(listed("?q=gmail&source=github")).isEmpty();
    assertThat(listed("?limit=1&offset=1")).containsExactly(other);
  }

  @Test
  void what_is_not_a_filter_is_rejected() {
    assertRejected(400, "invalid_parameter", admin.get(PATH + "?minConfidence=2"));
    assertRejected(400, "invalid_parameter", admin.get(PATH + "?minConfidence=much"));
    assertRejected(400, "invalid_parameter", admin.get(PATH + "?source=nowhere"));
    assertRejected(400, "invalid_parameter", admin.get(PATH + "?offset=10001"));
  }

  @Test
  void what_is_in_the_shadow_comes_first_and_what_is_gone_last() {
    String removed = observe(workflow("gone").through("itg_gone"));
    String approved = observe(workflow("approved"));
    String shadow = observe(workflow("shadow"));
    String newer = observe(workflow("newer"));
    ok(review(admin, approved, "approve"));
    for (int i = 0; i < 3; i++) {
      server
          .database()
          .change(tx -> discovery.missed(tx, tenancy.org(), "itg_gone", java.util.Set.of()));
    }

    assertThat(listed("")).containsExactly(newer, shadow, approved, removed);
  }

  @Test
  void what_people_ignore_is_left_out_unless_it_is_asked_for() {
    String id = observe(workflow());
    ok(review(admin, id, "ignore"));
    observe(workflow().inSteps(9));

    assertThat(listed("")).isEmpty();
    assertThat(ok(admin.get(PATH)).path("total").asInt()).isZero();
    assertThat(listed("?reviewState=ignored")).containsExactly(id);
    assertThat(ok(admin.get(PATH + "/" + id)).at("/asset/steps").asInt()).isEqualTo(9);
  }

  @Test
  void changes_are_reported_between_the_last_two_snapshots_or_any_two() {
    String id = observe(workflow());
    JsonNode first = ok(admin.get(PATH + "/" + id + "/diff"));
    assertThat(first.path("from").isNull()).isTrue();
    assertThat(first.path("changes")).isEmpty();

    observe(workflow().inSteps(9));
    observe(workflow().inSteps(9).with(GMAIL, SLACK));
    JsonNode last = ok(admin.get(PATH + "/" + id + "/diff"));
    assertThat(last.at("/changes/0/path").asText()).isEqualTo("connectors[slack]");
    assertThat(last.at("/changes/0/change").asText()).isEqualTo("added");
    assertThat(last.at("/changes/0/before").isNull()).isTrue();
    assertThat(last.at("/changes/0/after/scopes/0").asText()).isEqualTo("chat:write");
    assertThat(last.at("/summary/critical").asInt()).isEqualTo(1);

    JsonNode history = ok(admin.get(PATH + "/" + id + "/history"));
    assertThat(history.path("history").findValuesAsText("event"))
        .containsExactly("connector_added", "step_changed", "found");
    assertThat(history.path("total").asInt()).isEqualTo(3);
    String oldest = history.at("/history/2/snapshotId").asText();
    String middle = history.at("/history/1/snapshotId").asText();
    assertThat(ok(admin.get(PATH + "/" + id + "/diff?from=" + oldest)).path("changes")).hasSize(2);
    assertThat(ok(admin.get(PATH + "/" + id + "/diff?to=" + middle)).path("changes")).hasSize(1);
    String nothing = "snp_" + "0".repeat(26);
    assertRejected(404, "not_found", admin.get(PATH + "/" + id + "/diff?from=" + nothing));
  }

  @Test
  void a_decision_is_taken_noted_and_rejected_where_it_does_not_fit() {
    String id = observe(workflow());

    JsonNode asset = ok(review(admin, id, "needs_info")).path("asset");
    assertThat(asset.path("reviewState").asText()).isEqualTo("needs_info");
    assertThat(asset.path("reviewNote").asText()).isEqualTo("as agreed");
    Answer rejection = review(admin, id, "ignore");
    assertRejected(409, "invalid_transition", rejection);
    assertThat(rejection.text()).contains("approve, reject, reset");
    assertThat(ok(review(admin, id, "approve")).path("agent").isNull()).isTrue();
    assertThat(ok(review(admin, id, "reject")).at("/asset/reviewState").asText())
        .isEqualTo("rejected");
    assertThat(ok(review(admin, id, "reset")).at("/asset/governanceStatus").asText())
        .isEqualTo("shadow");

    List<String> actions =
        ok(admin.get("/api/admin/audit-log?category=discovery"))
            .path("entries")
            .findValuesAsText("action");
    assertThat(actions)
        .containsExactly("asset.review", "asset.review", "asset.review", "asset.review");
  }

  @Test
  void what_a_decision_lacks_is_reported() {
    String id = observe(workflow());

    assertRejected(400, "validation_failed", admin.post(PATH + "/review", Map.of("assetId", id)));
    assertRejected(400, "validation_failed", review(admin, id, "destroy"));
    assertRejected(404, "not_found", review(admin, "nothing", "approve"));
    assertRejected(
        412, "precondition_failed", review(admin.with("If-Match", "\"7\""), id, "approve"));
    assertRejected(
        400,
        "validation_failed",
        admin.post(
            PATH + "/review",
            Map.of("assetId", id, "decision", "reject", "registerAsAgent", true)));
    assertRejected(403, "forbidden", review(tenancy.member(Role.AUDITOR), id, "approve"));
    ok(review(tenancy.member(Role.APPROVER), id, "approve"));
  }

  @Test
  void an_approved_workflow_becomes_a_registered_agent() {
    String id = observe(workflow());

    JsonNode answer =
        ok(
            tenancy
                .member(Role.APPROVER)
                .post(
                    PATH + "/review",
                    Map.of("assetId", id, "decision", "approve", "registerAsAgent", true)));

    JsonNode agent = answer.path("agent");
    assertThat(agent.path("lifecycleState").asText()).isEqualTo("registered");
    assertThat(agent.path("externalId").asText()).isEqualTo("wf_1");
    assertThat(agent.path("platform").asText()).isEqualTo("n8n");
    assertThat(agent.at("/owner/name").asText()).isEqualTo("owner@example.com");
    assertThat(agent.at("/connectors/0/name").asText()).isEqualTo("gmail");
    assertThat(answer.at("/asset/agentId").asText()).isEqualTo(agent.path("id").asText());
    assertThat(answer.at("/asset/governanceStatus").asText()).isEqualTo("registered");
    assertThat(listed("?governanceStatus=registered")).containsExactly(id);
    assertThat(ok(admin.get("/api/agents")).path("total").asInt()).isEqualTo(1);
  }

  @Test
  void a_server_is_not_registered_as_an_agent() {
    String id = observe(workflow().of(AssetKind.MCP_SERVER, AssetSource.MCP_CONFIG));

    assertRejected(
        400,
        "validation_failed",
        admin.post(
            PATH + "/review",
            Map.of("assetId", id, "decision", "approve", "registerAsAgent", true)));

    assertThat(ok(admin.get(PATH + "/" + id)).at("/asset/reviewState").asText())
        .isEqualTo("unreviewed");
    assertThat(ok(admin.get("/api/agents")).path("total").asInt()).isZero();
  }

  @Test
  void the_gate_knows_the_risk_of_what_was_looked_into() {
    String id = observe(workflow());
    String agent =
        ok(admin.post(
                PATH + "/review",
                Map.of("assetId", id, "decision", "approve", "registerAsAgent", true)))
            .at("/agent/id")
            .asText();
    ok(
        admin.put(
            "/api/lifecycle/config",
            Map.of(
                "gates",
                List.of(
                    Map.of(
                        "from", "registered",
                        "to", "testing",
                        "required", List.of("owner_assigned", "risk_below_threshold"))))));

    JsonNode item =
        ok(admin.get("/api/lifecycle/agents/" + agent + "/checklist")).at("/checklist/items/1");

    assertThat(item.path("status").asText()).isEqualTo("pass");
    assertThat(item.path("detail").asText()).isEqualTo("35 < 60");
  }

  @Test
  void connectors_are_classified_by_who_may() {
    String id = observe(workflow());
    Map<String, Object> body =
        Map.of("connectors", List.of(Map.of("name", "Gmail", "classification", "blocked")));

    assertRejected(403, "forbidden", tenancy.member(Role.APPROVER).put(PATH + "/connectors", body));
    assertThat(ok(admin.get(PATH + "/connectors")).path("version").asInt()).isZero();
    Answer answer = tenancy.member(Role.OPERATOR).put(PATH + "/connectors", body);

    assertThat(ok(answer).at("/connectors/0/classification").asText()).isEqualTo("blocked");
    assertThat(ok(answer).path("updatedBy").asText()).startsWith("usr_");
    assertThat(ok(admin.get(PATH + "/" + id)).at("/asset/connectors/0/classification").asText())
        .isEqualTo("blocked");
    assertRejected(
        412,
        "precondition_failed",
        admin.with("If-Match", "\"0\"").put(PATH + "/connectors", body));
    assertRejected(
        400,
        "validation_failed",
        admin.put(
            PATH + "/connectors",
            Map.of(
                "connectors",
                List.of(
                    Map.of("name", "a", "classification", "blocked"),
                    Map.of("name", "A", "classification", "business")))));
    assertRejected(400, "validation_failed", admin.put(PATH + "/connectors", Map.of()));
  }

  @Test
  void a_view_is_its_owners_and_may_be_shared() {
    String views = PATH + "/saved-views";
    Client owner = tenancy.member(Role.VIEWER);
    Client other = tenancy.member(Role.VIEWER);
    Map<String, Object> draft =
        Map.of(
            "name",
            "Shadow workflows",
            "filters",
            Map.of("reviewState", "unreviewed", "minConfidence", 0.8),
            "columns",
            List.of("name"),
            "sort",
            "riskScore:desc");
    Answer created = owner.post(views, draft);
    assertThat(created.status()).as("%s", created).isEqualTo(201);
    JsonNode view = created.json().path("savedView");
    String first = views + "/" + view.path("id").asText();

    assertThat(view.at("/filters/minConfidence").asDouble()).isEqualTo(0.8);
    assertThat(view.path("resource").asText()).isEqualTo("discovery");
    assertRejected(409, "conflict", owner.post(views, Map.of("name", "shadow WORKFLOWS")));
    assertThat(other.post(views, Map.of("name", "Shadow workflows")).status()).isEqualTo(201);
    assertRejected(400, "validation_failed", owner.post(views, Map.of("shared", true)));
    assertRejected(404, "not_found", other.put(first, Map.of("name", "mine")));
    assertThat(ok(other.get(views)).path("total").asInt()).isEqualTo(1);

    assertThat(ok(owner.put(first, Map.of("shared", true))).at("/savedView/sort").asText())
        .isEqualTo("riskScore:desc");
    assertThat(ok(other.get(views)).path("total").asInt()).isEqualTo(2);
    assertRejected(403, "forbidden", other.put(first, Map.of("name", "mine")));
    assertRejected(403, "forbidden", other.delete(first));
    assertRejected(
        412,
        "precondition_failed",
        owner.with("If-Match", "\"1\"").put(first, Map.of("name", "x")));
    ok(owner.delete(first));
    assertThat(ok(owner.get(views)).path("total").asInt()).isZero();
  }

  @Test
  void a_view_is_of_one_list_and_stays_with_it() {
    String views = PATH + "/saved-views";
    Client owner = tenancy.member(Role.VIEWER);
    String first =
        views
            + "/"
            + owner
                .post(views, Map.of("name", "Open", "resource", "mcp_findings"))
                .json()
                .at("/savedView/id")
                .asText();
    assertThat(owner.post(views, Map.of("name", "Open", "resource", "ALERTS")).status())
        .isEqualTo(201);
    assertThat(owner.post(views, Map.of("name", "Open")).status()).isEqualTo(201);

    assertRejected(
        409, "conflict", owner.post(views, Map.of("name", "open", "resource", "alerts")));
    assertRejected(
        400, "validation_failed", owner.post(views, Map.of("name", "x", "resource", "nothing")));
    assertRejected(400, "validation_failed", owner.put(first, Map.of("resource", "audit")));
    assertThat(ok(owner.put(first, Map.of("sort", "first_seen:asc"))).at("/savedView/resource"))
        .hasToString("\"mcp_findings\"");
    assertThat(ok(owner.get(views)).path("total").asInt()).isEqualTo(3);
    JsonNode found = ok(owner.get(views + "?resource=mcp_findings"));
    assertThat(found.path("total").asInt()).isEqualTo(1);
    assertThat(found.at("/savedViews/0/resource").asText()).isEqualTo("mcp_findings");
    assertThat(ok(owner.get(views + "?resource=discovery")).path("total").asInt()).isEqualTo(1);
    assertThat(ok(owner.get(views + "?resource=audit")).path("total").asInt()).isZero();
    assertRejected(400, "invalid_parameter", owner.get(views + "?resource=nothing"));
  }

  @Test
  void a_view_contains_no_secret() {
    String secret = "ghp_" + "a1B2c3D4e5F6".repeat(3);

    Answer created =
        admin.post(
            PATH + "/saved-views",
            Map.of(
                "name",
                "of " + secret,
                "filters",
                Map.of("q", secret),
                "columns",
                List.of(secret)));

    assertThat(created.status()).isEqualTo(201);
    assertThat(created.text()).doesNotContain(secret);
    assertRejected(
        400,
        "validation_failed",
        admin.post(
            PATH + "/saved-views", Map.of("name", "b", "filters", Map.of("q", List.of("a")))));
  }

  @Test
  void servers_of_reports_are_assets_until_their_file_has_them_no_more() {
    upload("postgres", "https://mcp.example.com/mcp");

    JsonNode asset = ok(admin.get(PATH + "?source=mcp_config")).at("/assets/0");
    assertThat(asset.path("kind").asText()).isEqualTo("mcp_server");
    assertThat(asset.path("name").asText()).isEqualTo("postgres");
    assertThat(asset.at("/connectors/0/name").asText()).isEqualTo("mcp.example.com");
    upload("other", "https://other.example.com/mcp");

    assertThat(listed("?lifecycleState=removed")).containsExactly(asset.path("id").asText());
    assertThat(listed("?reviewState=unreviewed")).doesNotContain(asset.path("id").asText());
    assertThat(ok(admin.get("/api/overview")).at("/overview/discovery/shadow").asInt())
        .isEqualTo(1);
  }

  private void upload(String name, String url) {
    String asset =
        """
        {"asset_id": "%s", "kind": "server", "server_name": "%s", "name": "%s", "command": "",
         "args": [], "env_keys": {}, "auth_mode": "header", "tool_count": 0, "resource_count": 0,
         "description": "", "config_hash": "sha256:%s", "extensions": {"url": "%s"}}
        """
            .formatted(IDENTIFIERS.next("ast_"), name, name, "a".repeat(64), url);
    String report =
        """
        {"report_id": "%s", "org_id": "%s", "source": "cursor", "config_path": ".cursor/mcp.json",
         "status": "complete", "scanned_at": "2026-11-20T09:28:30.123Z", "findings": [],
         "extensions": {"assets": [%s]}}
        """
            .formatted(IDENTIFIERS.next("rpt_"), tenancy.org().value(), asset);
    Answer answer =
        tenancy.program(Role.OPERATOR, Scope.REPORTS_WRITE).post("/api/v1/mcp/reports", report);
    assertThat(answer.status()).as("%s", answer).isEqualTo(201);
  }

  @Test
  void who_asks_for_a_decision_is_found_once() {
    Client program = tenancy.program(Role.OPERATOR, Scope.EVAL_WRITE);
    for (int i = 0; i < 3; i++) {
      ok(
          program.post(
              "/v1/eval",
              Map.of("workflow_id", "wf_7", "platform", "make", "action", "tool_call")));
    }

    JsonNode assets = ok(admin.get(PATH)).path("assets");
    assertThat(assets).hasSize(1);
    assertThat(assets.at("/0/source").asText()).isEqualTo("make");
    assertThat(assets.at("/0/lifecycleState").asText()).isEqualTo("new");
    assertThat(assets.at("/0/agentId").asText()).startsWith("agt_");
    assertThat(ok(admin.get("/api/overview")).at("/overview/discovery/unreviewed").asInt())
        .isEqualTo(1);
  }

  @Test
  void a_rejected_agent_is_denied_where_the_organization_wants_that() {
    assertThat(decision()).isEqualTo("no_policy");
    String id = listed("").get(0);
    ok(review(admin, id, "reject"));
    assertThat(decision()).isEqualTo("no_policy");

    ok(admin.put("/api/admin/tenant", Map.of("settings", Map.of("denyRejected", true))));
    assertThat(decision()).isEqualTo("agent_rejected");
    ok(review(admin, id, "reset"));
    assertThat(decision()).isEqualTo("no_policy");
    ok(review(admin, id, "reject"));
    assertThat(decision()).isEqualTo("agent_rejected");
    ok(admin.put("/api/admin/tenant", Map.of("settings", Map.of("denyRejected", false))));
    assertThat(decision()).isEqualTo("no_policy");
  }

  private String decision() {
    Answer answer =
        tenancy
            .program(Role.OPERATOR, Scope.EVAL_WRITE)
            .post(
                "/v1/eval",
                Map.of("workflow_id", "wf_7", "platform", "make", "action", "tool_call"));
    return ok(answer).path("reason_code").asText();
  }

  @Test
  void another_organization_finds_nothing() {
    String id = observe(workflow());
    Client other = new Tenancy(server).admin();

    assertRejected(404, "not_found", other.get(PATH + "/" + id));
    assertRejected(404, "not_found", other.get(PATH + "/" + id + "/diff"));
    assertRejected(404, "not_found", other.get(PATH + "/" + id + "/history"));
    assertRejected(404, "not_found", review(other, id, "approve"));
    assertThat(ok(other.get(PATH)).path("total").asInt()).isZero();
  }
}
