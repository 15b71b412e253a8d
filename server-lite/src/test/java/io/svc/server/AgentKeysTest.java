package io.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.http.Api;
import io.svc.server.http.Role;
import io.svc.server.http.Scope;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * A key that is bound to an agent acts for that agent, does nothing else, and is contained with it.
 */
class AgentKeysTest {
  private static final String KEYS = "/api/admin/api-keys";

  /** The routes that such a key can call; each is tried for another agent below. */
  private static final Set<String> TAKING_AGENTS =
      new TreeSet<>(
          Set.of(
              "POST /v1/eval",
              "POST /v1/register",
              "POST /v1/redact",
              "POST /v1/telemetry/events",
              "POST /v1/traces",
              "POST /v1/logs",
              "POST /v1/metrics",
              "GET /v1/approvals/{approvalId}",
              "GET /v1/approvals/{approvalId}/response",
              // Agents verify claims of others, which is no act of theirs.
              "POST /api/v1/governance/attestation/verify",
              "GET /api/v1/governance/attestation/keys",
              // Keys below it are bound to the same agent.
              "GET /api/admin/api-keys",
              "POST /api/admin/api-keys",
              "DELETE /api/admin/api-keys/{keyId}",
              "POST /api/admin/api-keys/{keyId}/rotate"));

  private static final List<String> METHODS =
      List.of("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");

  static {
    for (String method : METHODS) {
      TAKING_AGENTS.add(method + " /v1/proxy");
      TAKING_AGENTS.add(method + " /v1/proxy/{target}");
    }
  }

  private static TestServer server;
  private static Tenancy tenancy;
  private static String agentId;
  private static String otherId;
  private static Client own;

  @BeforeAll
  static void start() {
    server = TestServer.shared();
    tenancy = new Tenancy(server);
    agentId = tenancy.agentId();
    otherId = tenancy.agentId();
    own = with(key(tenancy, agentId, Scope.values()));
  }

  private static Client with(String key) {
    return server.visitor().with("X-Api-Key", key);
  }

  private static String key(Tenancy tenancy, String agentId, Scope... scopes) {
    return create(
        tenancy.admin(),
        Map.of(
            "agentId",
            agentId,
            "role",
            Role.ADMIN.toString(),
            "scopes",
            Stream.of(scopes).map(Scope::toString).toList()));
  }

  private static String create(Client creator, Map<String, Object> body) {
    Map<String, Object> all = new HashMap<>(body);
    all.put("name", "agent");
    Answer answer = creator.post(KEYS, all);
    assertThat(answer.status()).as("%s", answer).isEqualTo(201);
    return answer.json().path("key").asText();
  }

  private static String name(Api.Route route) {
    return route.method() + " " + route.path();
  }

  @Test
  void a_new_route_is_closed_to_keys_of_agents() {
    Set<String> taking =
        server.routes().stream()
            .filter(route -> route.access().takesAgents())
            .map(AgentKeysTest::name)
            .collect(Collectors.toSet());

    assertThat(taking).isEqualTo(TAKING_AGENTS);
  }

  @TestFactory
  Stream<DynamicTest> a_key_of_an_agent_can_do_nothing_else_whatever_its_role_and_scopes() {
    return server.routes().stream()
        .filter(route -> RouteMatrixTest.acceptsKeys(route.access()))
        .filter(route -> !TAKING_AGENTS.contains(name(route)))
        .map(
            route ->
                DynamicTest.dynamicTest(
                    name(route),
                    () -> {
                      Answer answer =
                          RouteMatrixTest.send(
                              own, RouteSamples.find(name(route)).orElseThrow().withUnknownIds());
                      assertThat(answer.status()).as("%s", answer).isEqualTo(403);
                      assertThat(answer.text()).contains("bound to the agent");
                    }));
  }

  private static Map<String, Object> action() {
    return Map.of("type", "tool_call", "tool", "read");
  }

  private static void assertRejected(Answer answer) {
    assertThat(answer.status()).as("%s", answer).isEqualTo(403);
    assertThat(answer.text()).contains("bound to the agent");
  }

  private static String externalId(String agentId) {
    return tenancy.admin().get("/api/agents/" + agentId).json().at("/agent/externalId").asText();
  }

  private static int countAgents() {
    return tenancy.admin().get("/api/agents").json().path("total").asInt();
  }

  @Test
  void decisions_are_for_the_agent_of_the_key() {
    int before = countAgents();
    for (Map<String, Object> who :
        List.<Map<String, Object>>of(
            Map.of("agent_id", otherId),
            Map.of("agent_id", externalId(otherId)),
            Map.of("workflow_id", externalId(otherId), "platform", "n8n"),
            Map.of("agent_id", otherId, "workflow_id", externalId(agentId)),
            Map.of("agent_id", "nobody-knows"),
            Map.of("agent_id", otherId, "dry_run", true),
            Map.of("workflow_id", "nobody-knows", "dry_run", true))) {
      Map<String, Object> body = new HashMap<>(who);
      body.put("action", action());
      assertRejected(own.post("/v1/eval", body));
      assertRejected(own.with("Idempotency-Key", "once").post("/v1/eval", body));
      // The agent is known to the server now, and the answer is the same.
      with(tenancy.key(Role.OPERATOR, Scope.EVAL_WRITE))
          .post("/v1/eval", Map.of("agent_id", otherId, "action", action()));
    }
    assertThat(countAgents()).isEqualTo(before);
    for (Map<String, Object> who :
        List.<Map<String, Object>>of(
            Map.of(),
            Map.of("agent_id", agentId),
            Map.of("workflow_id", externalId(agentId), "platform", "n8n"))) {
      Map<String, Object> body = new HashMap<>(who);
      body.put("action", action());
      Answer answer = own.post("/v1/eval", body);
      assertThat(answer.status()).as("%s", answer).isEqualTo(200);
    }
    JsonNode page = tenancy.admin().get("/api/governance/execution?agentId=" + agentId).json();
    assertThat(page.path("total").asInt()).isEqualTo(3);
  }

  @Test
  void an_answer_that_is_retained_for_another_agent_is_not_given_to_this_one() {
    Map<String, Object> body = Map.of("agent_id", otherId, "action", action());
    Client other = with(tenancy.key(Role.OPERATOR, Scope.EVAL_WRITE));

    assertThat(other.with("Idempotency-Key", "kept").post("/v1/eval", body).status())
        .isEqualTo(200);
    assertRejected(own.with("Idempotency-Key", "kept").post("/v1/eval", body));
  }

  @TestFactory
  Stream<DynamicTest> calls_are_sent_for_the_agent_of_the_key() {
    return METHODS.stream()
        .flatMap(
            method ->
                Stream.of("X-Svc-Agent-Id", "X-Svc-Workflow-Id")
                    .map(
                        header ->
                            DynamicTest.dynamicTest(
                                method + " " + header,
                                () -> {
                                  for (String name :
                                      List.of(otherId, externalId(otherId), "nobody-knows")) {
                                    Client sender = own.with(header, name);
                                    if (!(name.equals(otherId)
                                        && header.equals("X-Svc-Workflow-Id"))) {
                                      assertRejected(sender.send(method, "/v1/proxy/a.example/x"));
                                    }
                                    assertRejected(
                                        sender
                                            .with("X-Svc-Target-Url", "https://a.example/x")
                                            .send(method, "/v1/proxy"));
                                  }
                                })));
  }

  @Test
  void registration_is_of_the_agent_of_the_key() {
    int before = countAgents();
    assertRejected(own.post("/v1/register", registration(externalId(otherId))));
    assertRejected(own.post("/v1/register", registration("wf-new")));

    Answer answer = own.post("/v1/register", registration(externalId(agentId)));

    assertThat(answer.status()).as("%s", answer).isLessThan(300);
    assertThat(countAgents()).isEqualTo(before);
  }

  private static Map<String, Object> registration(String workflowId) {
    return Map.of("workflow_id", workflowId, "platform", "n8n");
  }

  @Test
  void redaction_is_for_the_agent_of_the_key() {
    String session = tenancy.sessionId();
    int before = countAgents();
    for (Map<String, Object> who :
        List.<Map<String, Object>>of(
            Map.of("agent_id", otherId),
            Map.of("workflow_id", externalId(otherId), "platform", "n8n"),
            Map.of("agent_id", "nobody-knows"),
            Map.of("session_id", session))) {
      for (String text : List.of("Mail owner@example.com", "nothing in it")) {
        Map<String, Object> body = new HashMap<>(who);
        body.put("text", text);
        assertRejected(own.post("/v1/redact", body));
      }
    }
    assertThat(countAgents()).isEqualTo(before);
    assertThat(own.post("/v1/redact", Map.of("text", "Mail a@example.com")).status())
        .isEqualTo(200);
    assertThat(
            own.post("/v1/redact", Map.of("text", "Mail a@example.com", "agent_id", agentId))
                .status())
        .isEqualTo(200);
  }

  private static Map<String, Object> event(String type, Map<String, Object> payload) {
    return Map.of(
        "event_type", type, "timestamp", java.time.Instant.now().toString(), "payload", payload);
  }

  @Test
  void events_are_of_the_agent_of_the_key() {
    int before = countAgents();
    List<Map<String, Object>> events =
        List.of(
            event("sample", Map.of("agent_id", otherId)),
            event("sample", Map.of("workflow_id", externalId(otherId), "platform", "n8n")),
            event("sample", Map.of("agent_id", "nobody-knows")),
            event(
                "WorkflowRunEvent",
                Map.of(
                    "workflow_id",
                    externalId(otherId),
                    "platform",
                    "n8n",
                    "run_id",
                    "r1",
                    "status",
                    "started")),
            event(
                "ControlPlaneChangeEvent",
                Map.of(
                    "platform",
                    "n8n",
                    "change_type",
                    "workflow_updated",
                    "resource_id",
                    externalId(otherId))),
            event("sample", Map.of("agent_id", agentId)),
            event("sample", Map.of()));

    Answer answer = own.post("/v1/telemetry/events", events);

    assertThat(answer.status()).as("%s", answer).isEqualTo(202);
    assertThat(answer.json().path("accepted").asInt()).as("%s", answer).isEqualTo(2);
    assertThat(answer.json().path("errors").findValuesAsText("code"))
        .as("%s", answer)
        .hasSize(5)
        .containsOnly("agent_mismatch");
    assertThat(countAgents()).isEqualTo(before);
  }

  private static List<Map<String, Object>> attributes(String agent) {
    return agent.isEmpty()
        ? List.of(attribute("service.name", "a-service"))
        : List.of(attribute("service.name", "a-service"), attribute("gen_ai.agent.id", agent));
  }

  private static Map<String, Object> attribute(String key, String value) {
    return Map.of("key", key, "value", Map.of("stringValue", value));
  }

  @Test
  void opentelemetry_is_of_the_agent_of_the_key() {
    int before = countAgents();
    String now = System.currentTimeMillis() + "000000";
    for (String agent : List.of(otherId, "nobody-knows", agentId, "")) {
      boolean isOwn = agent.equals(agentId) || agent.isEmpty();
      Map<String, Object> resource = Map.of("attributes", attributes(agent));
      Map<String, Object> span =
          Map.of(
              "traceId",
              "5b8efff798038103d269b633813fc60c",
              "spanId",
              "eee19b7ec3c1b17" + (isOwn ? 1 : 2),
              "name",
              "chat",
              "startTimeUnixNano",
              now,
              "endTimeUnixNano",
              now,
              "attributes",
              List.of(attribute("gen_ai.operation.name", "chat")));
      Map<String, Object> line =
          Map.of(
              "timeUnixNano",
              now,
              "traceId",
              "5b8efff798038103d269b633813fc60c",
              "body",
              Map.of("stringValue", "hello"),
              "attributes",
              List.of(
                  attribute("gen_ai.operation.name", "chat"),
                  attribute("gen_ai.conversation.id", "c-" + agent)));
      Map<String, Object> metric =
          Map.of(
              "name",
              "gen_ai.client.token.usage",
              "sum",
              Map.of("dataPoints", List.of(Map.of("timeUnixNano", now, "asInt", "1"))));
      Answer traces = own.post("/v1/traces", resources("Spans", resource, "spans", span));
      Answer logs = own.post("/v1/logs", resources("Logs", resource, "logRecords", line));
      Answer metrics = own.post("/v1/metrics", resources("Metrics", resource, "metrics", metric));

      for (Answer answer : List.of(traces, logs, metrics)) {
        assertThat(answer.status()).as("%s", answer).isEqualTo(200);
        assertThat(answer.text().contains("bound to another agent"))
            .as("%s for \"%s\"", answer, agent)
            .isEqualTo(!isOwn);
      }
    }
    assertThat(countAgents()).isEqualTo(before);
  }

  private static Map<String, Object> resources(
      String kind, Map<String, Object> resource, String name, Map<String, Object> item) {
    return Map.of(
        "resource" + kind,
        List.of(
            Map.of("resource", resource, "scope" + kind, List.of(Map.of(name, List.of(item))))));
  }

  @Test
  void approvals_of_other_agents_are_not_found() {
    String approval =
        RouteSamples.find("GET /v1/approvals/{approvalId}").orElseThrow().of(tenancy).path();

    assertThat(own.get(approval).status()).isEqualTo(404);
    assertThat(own.get(approval + "/response").status()).isEqualTo(404);
    assertThat(with(tenancy.key(Role.OPERATOR, Scope.EVAL_WRITE)).get(approval).status())
        .isEqualTo(200);
  }

  @Test
  void an_agent_certifies_nothing_also_by_keys_that_its_key_created() {
    String child = create(own, Map.of("role", "role_admin", "scopes", scopes(Scope.values())));
    String approving =
        create(own, Map.of("role", "role_approver", "scopes", List.of("certifications:write")));
    for (String key : List.of(child, approving)) {
      assertRejected(with(key).post("/v1/store/certifications", registration(externalId(agentId))));
      assertRejected(
          with(key)
              .post(
                  "/v1/store/certifications/bulk",
                  Map.of("workflow_ids", List.of(externalId(agentId)))));
      if (key.equals(child)) {
        assertRejected(with(key).post("/api/agents/" + agentId + "/certify", Map.of()));
      }
    }
  }

  private static List<String> scopes(Scope... scopes) {
    return Stream.of(scopes).map(Scope::toString).toList();
  }

  @Test
  void containment_covers_every_key_that_comes_from_a_key_of_the_agent() {
    for (String action : List.of("quarantine", "suspend", "revoke_keys")) {
      Tenancy acme = new Tenancy(server);
      String agent = acme.agentId();
      Client admin = acme.admin();
      String first = key(acme, agent, Scope.values());
      List<String> keys = new ArrayList<>(List.of(first));
      keys.add(create(with(first), Map.of()));
      String child = create(with(first), Map.of("scopes", scopes(Scope.values())));
      keys.add(child);
      keys.add(create(with(child), Map.of("scopes", List.of("eval:write", "proxy:use"))));
      JsonNode rotated =
          with(child).post(KEYS + "/" + idOf(child) + "/rotate", Map.of("graceHours", 24)).json();
      keys.add(rotated.path("key").asText());
      // Keys from before the rule: one of the agent created an unbound one.
      String legacy =
          create(with(keys.get(4)), Map.of("scopes", List.of("eval:write", "proxy:use")));
      unbind(acme, idOf(legacy));
      keys.add(legacy);
      String bystander = key(acme, acme.agentId(), Scope.EVAL_WRITE);
      keys.forEach(key -> assertThat(eval(key).status()).isEqualTo(200));

      String incident =
          admin
              .post("/api/incidents", Map.of("title", "Leak", "agentIds", List.of(agent)))
              .json()
              .at("/incident/id")
              .asText();
      assertThat(
              admin
                  .post(
                      "/api/incidents/" + incident + "/contain",
                      Map.of("action", action, "reason", "It leaks"))
                  .status())
          .isEqualTo(200);

      String code = action.equals("revoke_keys") ? "key_revoked" : "key_suspended";
      for (String key : keys) {
        assertThat(eval(key).code()).as("%s", action).isEqualTo(code);
        assertThat(with(key).get("/v1/proxy/a.example/x").code()).isEqualTo(code);
        assertThat(with(key).post(KEYS, Map.of("name", "again")).code()).isEqualTo(code);
      }
      assertThat(eval(bystander).status()).isEqualTo(200);
    }
  }

  private static Answer eval(String key) {
    return with(key).post("/v1/eval", Map.of("action", action()));
  }

  private static String idOf(String key) {
    String publicId = key.substring(5, 13);
    return server
        .database()
        .read(
            tx ->
                tx.handle()
                    .createQuery("SELECT key_id FROM api_key WHERE public_id = ?")
                    .bind(0, publicId)
                    .mapTo(String.class)
                    .one());
  }

  private static void unbind(Tenancy tenancy, String keyId) {
    server
        .database()
        .change(
            tx ->
                tx.handle()
                    .execute(
                        "UPDATE api_key SET agent_id = NULL WHERE org_id = ? AND key_id = ?",
                        tenancy.org().value(),
                        keyId));
  }
}
