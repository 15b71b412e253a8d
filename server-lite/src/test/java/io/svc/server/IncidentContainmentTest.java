package io.svc.server;

import static io.svc.server.Governed.assertRejected;
import static io.svc.server.Governed.expect;
import static io.svc.server.Governed.texts;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.agents.Agents;
import io.svc.server.agents.Lifecycle;
import io.svc.server.db.Identifiers;
import io.svc.server.http.Role;
import io.svc.server.http.Scope;
import io.svc.server.testing.AtOnce;
import io.svc.server.testing.Client;
import io.svc.server.testing.HandClock;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Agents that are held back by incidents, at every point where the service decides. */
class IncidentContainmentTest {
  private static final String PATH = "/api/incidents";
  private static final HandClock CLOCK = HandClock.now();

  @TempDir private static Path directory;
  private static TestServer server;
  private Tenancy tenancy;
  private Client admin;
  private Client program;
  private String agentId;
  private String incidentId;

  @BeforeAll
  static void start() {
    server = TestServer.start(directory, Map.of(), CLOCK);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void open() {
    tenancy = new Tenancy(server);
    admin = tenancy.admin();
    program = tenancy.program(Role.OPERATOR, Scope.EVAL_WRITE);
    agentId = tenancy.agentId();
    incidentId = incident(agentId);
  }

  private String incident(String... agentIds) {
    return expect(
            201, admin.post(PATH, Map.of("title", "Tokens leaked", "agentIds", List.of(agentIds))))
        .at("/incident/id")
        .asText();
  }

  private JsonNode order(String id, String action, Map<String, ?> more) {
    Map<String, Object> body = new LinkedHashMap<>(more);
    body.put("action", action);
    body.put("reason", "It leaks");
    return expect(200, admin.post(PATH + "/" + id + "/contain", body)).path("containment");
  }

  private List<String> results(String action) {
    return texts(order(incidentId, action, Map.of()).path("agents"), "status");
  }

  private JsonNode eval(Client client, Map<String, ?> action) {
    return expect(200, client.post("/v1/eval", Map.of("agent_id", agentId, "action", action)));
  }

  private JsonNode eval() {
    return eval(program, Map.of("type", "tool_call", "tool", "read"));
  }

  private JsonNode agent() {
    return expect(200, admin.get("/api/agents/" + agentId)).path("agent");
  }

  private Client createKey(Role role, Scope... scopes) {
    return server
        .visitor()
        .with(
            "X-Api-Key",
            expect(
                    201,
                    admin.post(
                        "/api/admin/api-keys",
                        Map.of(
                            "name",
                            "own",
                            "role",
                            role.toString(),
                            "agentId",
                            agentId,
                            "scopes",
                            List.of(scopes).stream().map(Scope::toString).toList())))
                .path("key")
                .asText());
  }

  @Test
  void quarantine_counts_at_the_very_next_call_everywhere_and_release_ends_it() {
    Client own = createKey(Role.OPERATOR, Scope.EVAL_WRITE);
    String claimId =
        expect(201, admin.post("/api/governance/attestation", Map.of("agentId", agentId)))
            .at("/claim/claimId")
            .asText();
    assertThat(eval().path("allowed").asBoolean()).isTrue();
    eval(own, Map.of("type", "tool_call", "tool", "read"));

    JsonNode containment = order(incidentId, "quarantine", Map.of());

    assertThat(containment.path("status").asText()).isEqualTo("queued");
    assertThat(containment.at("/agents/0/status").asText()).isEqualTo("contained");
    assertThat(containment.at("/agents/0/actions"))
        .extracting(JsonNode::asText)
        .containsExactly("deny_eval", "deny_egress", "suspend_keys", "revoke_attestations");
    JsonNode denied = eval();
    assertThat(denied.path("decision").asText()).isEqualTo("deny");
    assertThat(denied.path("reason_code").asText()).isEqualTo("agent_contained");
    assertThat(denied.path("reason").asText()).contains("It leaks");
    assertRejected(
        401,
        "key_suspended",
        own.post("/v1/eval", Map.of("agent_id", agentId, "action", "tool_call")));
    assertThat(
            expect(
                    200,
                    admin.post("/api/governance/attestation/verify", Map.of("claimId", claimId)))
                .toString())
        .contains("revoked");
    assertThat(agent().at("/containment/incidentId").asText()).isEqualTo(incidentId);
    assertThat(agent().path("lifecycleState").asText()).isEqualTo("suspended");
    JsonNode incident = expect(200, admin.get(PATH + "/" + incidentId)).path("incident");
    assertThat(incident.path("status").asText()).isEqualTo("contained");
    assertThat(incident.at("/containment/actions/0/status").asText()).isEqualTo("active");
    assertThat(texts(incident.path("timeline"), "type")).contains("containment", "status_changed");

    assertThat(results("release")).containsExactly("released");

    assertThat(eval().path("allowed").asBoolean()).isTrue();
    eval(own, Map.of("type", "tool_call", "tool", "read"));
    assertThat(agent().path("lifecycleState").asText()).isEqualTo("discovered");
    JsonNode after = expect(200, admin.get(PATH + "/" + incidentId)).path("incident");
    assertThat(after.path("contained").asBoolean()).isFalse();
    assertThat(texts(after.at("/containment/actions"), "status")).containsOnly("done");
    assertThat(texts(after.path("timeline"), "type")).contains("release");
    assertThat(
            texts(
                expect(200, admin.get("/api/admin/audit-log?limit=100")).path("entries"), "action"))
        .contains("incident.contain", "incident.release", "lifecycle.contain", "lifecycle.release");
  }

  @Test
  void without_an_action_all_agents_of_the_incident_are_in_quarantine() {
    JsonNode created =
        expect(200, admin.post(PATH + "/" + incidentId + "/contain", Map.of("reason", "leak")))
            .path("containment");

    assertThat(created.path("action").asText()).isEqualTo("quarantine");
    assertThat(created.at("/agents/0/status").asText()).isEqualTo("contained");
    assertRejected(
        400,
        "validation_failed",
        admin.post(
            PATH + "/" + incidentId + "/contain", Map.of("reason", "leak", "action", "stop")));
  }

  @Test
  void one_agent_is_named_as_an_alert_and_a_session_are() {
    String other = tenancy.agentId();
    JsonNode about = expect(201, admin.post(PATH, Map.of("title", "x", "agentId", other)));
    String path = PATH + "/" + about.at("/incident/id").asText();
    expect(200, admin.put(path, Map.of("addAgentIds", List.of(agentId))));

    JsonNode created =
        expect(
            200,
            admin.post(
                path + "/contain",
                Map.of("action", "suspend", "reason", "leak", "agentId", other)));

    assertThat(created.at("/containment/agents")).hasSize(1);
    assertThat(created.at("/containment/agents/0/agentId").asText()).isEqualTo(other);
  }

  @Test
  void who_is_contained_already_is_reported_as_such_however_often_and_at_once() {
    List<String> all = AtOnce.run(4, i -> results("suspend").get(0));

    assertThat(all).containsOnlyOnce("contained");
    assertThat(all).filteredOn("already_contained"::equals).hasSize(3);
    assertThat(results("release")).containsExactly("released");
    assertThat(results("release")).isEmpty();
  }

  @Test
  void administrators_alone_contain_and_it_is_noted_who_tried() {
    for (Role role : List.of(Role.OPERATOR, Role.APPROVER, Role.AUDITOR, Role.VIEWER)) {
      assertRejected(
          403,
          "role_required",
          tenancy
              .member(role)
              .post(
                  PATH + "/" + incidentId + "/contain",
                  Map.of("action", "quarantine", "reason", "x")));
    }
    assertThat(eval().path("allowed").asBoolean()).isTrue();
  }

  @Test
  void an_agent_that_is_none_of_the_incidents_is_out_of_scope() {
    String other = tenancy.agentId();
    JsonNode body =
        assertRejected(
            400,
            "validation_failed",
            admin.post(
                PATH + "/" + incidentId + "/contain",
                Map.of(
                    "action", "quarantine", "reason", "x", "agentIds", List.of(agentId, other))));

    assertThat(body.at("/errors/0/code").asText()).isEqualTo("out_of_scope");
    assertThat(eval().path("allowed").asBoolean()).isTrue();
    assertRejected(
        400,
        "validation_failed",
        admin.post(PATH + "/" + incidentId + "/contain", Map.of("action", "quarantine")));
  }

  @Test
  void another_incident_continues_to_contain_an_agent() {
    String other = incident(agentId);
    order(incidentId, "suspend", Map.of());
    assertThat(order(other, "quarantine", Map.of()).at("/agents/0/status").asText())
        .isEqualTo("already_contained");

    assertThat(results("release")).containsExactly("still_contained");
    assertThat(agent().at("/containment/incidentId").asText()).isEqualTo(other);
    assertThat(eval().path("allowed").asBoolean()).isFalse();
    order(other, "release", Map.of());
    assertThat(eval().path("allowed").asBoolean()).isTrue();
  }

  @Test
  void without_egress_only_what_goes_outside_is_denied() {
    assertThat(results("deny_egress")).containsExactly("contained");
    assertThat(results("deny_egress")).containsExactly("already_contained");

    assertThat(eval().path("allowed").asBoolean()).isTrue();
    JsonNode denied =
        eval(program, Map.of("type", "http", "destination", "https://api.example.com/x"));
    assertThat(denied.path("reason_code").asText()).isEqualTo("agent_contained");
    assertThat(agent().at("/containment/egressDenied").asBoolean()).isTrue();
    assertThat(agent().at("/containment/contained").asBoolean()).isFalse();

    assertThat(results("release")).containsExactly("released");
    assertThat(agent().at("/containment/egressDenied").asBoolean()).isFalse();
  }

  @Test
  void keys_are_revoked_for_good() {
    Client own = createKey(Role.OPERATOR, Scope.EVAL_WRITE);
    assertThat(results("revoke_keys")).containsExactly("contained");
    assertThat(results("revoke_keys")).containsExactly("already_contained");

    assertRejected(
        401,
        "key_revoked",
        own.post("/v1/eval", Map.of("agent_id", agentId, "action", "tool_call")));
    assertThat(eval().path("allowed").asBoolean()).isTrue();
  }

  @Test
  void an_agent_releases_neither_itself_nor_by_a_key_that_it_made() {
    Client own = createKey(Role.ADMIN, Scope.DASHBOARD, Scope.KEYS_MANAGE);
    String created =
        expect(
                201,
                own.post(
                    "/api/admin/api-keys",
                    Map.of(
                        "name", "child",
                        "role", Role.ADMIN.toString(),
                        "scopes", List.of(Scope.DASHBOARD.toString()))))
            .path("key")
            .asText();
    order(incidentId, "suspend", Map.of());
    String path = PATH + "/" + incidentId + "/contain";
    Map<String, String> release = Map.of("action", "release", "reason", "I am fine");

    assertRejected(401, "key_suspended", own.post(path, release));
    assertRejected(
        401, "key_suspended", server.visitor().with("X-Api-Key", created).post(path, release));
    assertThat(eval().path("allowed").asBoolean()).isFalse();
  }

  @Tag("thorough")
  @Test
  void it_ends_by_itself_when_its_time_has_ended() throws Exception {
    order(incidentId, "quarantine", Map.of("durationMinutes", 5));
    assertThat(eval().path("allowed").asBoolean()).isFalse();
    CLOCK.advance(Duration.ofMinutes(6));

    boolean isFree = false;
    for (int i = 0; i < 300 && !isFree; i++) {
      Thread.sleep(100);
      isFree =
          eval(
                  tenancy.program(Role.OPERATOR, Scope.EVAL_WRITE),
                  Map.of("type", "tool_call", "tool", "read"))
              .path("allowed")
              .asBoolean();
    }

    assertThat(isFree).isTrue();
    List<String> released =
        server
            .database()
            .read(
                tx ->
                    tx.handle()
                        .createQuery(
                            "SELECT text FROM incident_entry WHERE incident_id = :id"
                                + " AND type = 'release'")
                        .bind("id", incidentId)
                        .mapTo(String.class)
                        .list());
    assertThat(released).containsExactly("release: 1 released. The containment expired.");
  }

  @Test
  void what_was_in_production_goes_to_staging_when_it_would_not_pass_the_gate() {
    Agents agents = new Agents(new Identifiers(Clock.systemUTC()));
    server
        .database()
        .change(
            tx ->
                agents.save(
                    tx,
                    tenancy.org(),
                    agents
                        .get(tx, tenancy.org(), agentId)
                        .at(Lifecycle.PRODUCTION, java.util.Optional.empty())));
    order(incidentId, "suspend", Map.of());

    order(incidentId, "release", Map.of());

    assertThat(agent().path("lifecycleState").asText()).isEqualTo("staging");
  }

  @Test
  void who_was_suspended_before_stays_so() {
    expect(
        200,
        admin.post(
            "/api/lifecycle/agents/" + agentId + "/transition",
            Map.of("toState", "suspended", "reason", "holidays")));
    order(incidentId, "quarantine", Map.of());
    order(incidentId, "release", Map.of());

    assertThat(agent().path("lifecycleState").asText()).isEqualTo("suspended");
    assertThat(eval().path("reason_code").asText()).isEqualTo("agent_suspended");
    expect(
        200,
        admin.post(
            "/api/lifecycle/agents/" + agentId + "/transition",
            Map.of("toState", "discovered", "reason", "back")));
  }

  @Test
  void an_ended_containment_has_no_effect_and_a_retired_agent_cannot_be_contained() {
    expect(
        200,
        admin.post(
            "/api/lifecycle/agents/" + agentId + "/transition",
            Map.of("toState", "retired", "reason", "gone")));
    assertThat(results("quarantine")).containsExactly("failed");
    assertThat(expect(200, admin.get(PATH + "/" + incidentId)).at("/incident/status").asText())
        .isEqualTo("open");
    expect(
        200,
        admin.put(
            PATH + "/" + incidentId,
            Map.of("status", "resolved", "resolution", "fixed", "resolutionNote", "x")));
    assertRejected(
        409,
        "invalid_transition",
        admin.post(
            PATH + "/" + incidentId + "/contain", Map.of("action", "suspend", "reason", "x")));
  }

  @Test
  void an_agent_that_is_contained_stays_evidence() {
    order(incidentId, "suspend", Map.of());
    assertRejected(
        409,
        "conflict",
        admin.put(PATH + "/" + incidentId, Map.of("removeEvidenceIds", List.of(agentId))));
  }
}
