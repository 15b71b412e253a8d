package io.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.rules.Severity;
import io.svc.server.agents.Agents;
import io.svc.server.db.Identifiers;
import io.svc.server.http.Role;
import io.svc.server.json.Json;
import io.svc.server.sessions.AgentSession;
import io.svc.server.sessions.AgentSessions;
import io.svc.server.sessions.Evidence;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import io.svc.server.testing.HandClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Agents and sessions as they are answered. */
class AgentRoutesTest {
  @TempDir private static Path directory;
  private static final HandClock CLOCK = HandClock.now();
  private static TestServer server;

  private final Identifiers identifiers = new Identifiers(CLOCK);
  private final AgentSessions sessions = new AgentSessions(identifiers);
  private Tenancy tenancy;
  private Client admin;

  @BeforeAll
  static void start() {
    server = TestServer.start(directory, Map.of(), CLOCK);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void found() {
    tenancy = new Tenancy(server);
    admin = tenancy.admin();
  }

  private JsonNode get(String path) {
    return get(admin, path);
  }

  private static JsonNode get(Client client, String path) {
    Answer answer = client.get(path);
    assertThat(answer.status()).as("%s", answer).isEqualTo(200);
    return answer.json();
  }

  private String discovered(String platform, String name) {
    return server
        .database()
        .write(
            tx ->
                new Agents(identifiers)
                    .discovered(tx, tenancy.org(), platform, name, name, tx.now()))
        .id();
  }

  private AgentSession open(String agent, String name) {
    return server
        .database()
        .write(
            tx ->
                sessions.open(
                    tx, tenancy.org(), agent, Optional.of(name), Optional.empty(), tx.now()));
  }

  private void append(AgentSession session, Evidence.Draft... drafts) {
    server
        .database()
        .write(tx -> sessions.append(tx, tenancy.org(), session.id(), List.of(drafts)));
  }

  private static List<String> texts(JsonNode list, String field) {
    List<String> texts = new ArrayList<>();
    list.forEach(element -> texts.add(element.path(field).asText()));
    return texts;
  }

  /** An agent asks for something so often, in a session that begins now, and is denied so often. */
  private void sendActions(String agentId, String session, int denied, int allowed) {
    server
        .database()
        .change(
            tx -> {
              String id =
                  sessions
                      .open(
                          tx,
                          tenancy.org(),
                          agentId,
                          Optional.of(session),
                          Optional.empty(),
                          tx.now())
                      .id();
              for (int i = 0; i < denied + allowed; i++) {
                sessions.append(
                    tx,
                    tenancy.org(),
                    id,
                    List.of(
                        Evidence.Draft.of(
                            Evidence.Type.POLICY_DECISION,
                            tx.now(),
                            "decided",
                            Map.of("effect", i < denied ? "deny" : "allow"))));
              }
            });
  }

  private void ends(String agentId, String session, AgentSession.Outcome outcome) {
    server
        .database()
        .change(
            tx ->
                sessions.end(
                    tx,
                    tenancy.org(),
                    sessions
                        .open(
                            tx,
                            tenancy.org(),
                            agentId,
                            Optional.of(session),
                            Optional.empty(),
                            tx.now())
                        .id(),
                    outcome,
                    tx.now()));
  }

  private String health(String agentId) {
    return get("/api/agents/" + agentId).at("/agent/health").asText();
  }

  @Test
  void an_agent_that_is_denied_or_fails_too_often_is_degraded_for_a_day() {
    String denied = discovered("n8n", "wf_denied");
    String failing = discovered("n8n", "wf_failing");
    String few = discovered("n8n", "wf_few");
    sendActions(denied, "s1", 9, 10);
    for (int i = 0; i < 5; i++) {
      ends(failing, "s" + i, i < 3 ? AgentSession.Outcome.FAILED : AgentSession.Outcome.COMPLETED);
    }
    sendActions(few, "s1", 5, 0);
    assertThat(health(denied)).as("nine of nineteen").isEqualTo("healthy");
    assertThat(health(failing)).isEqualTo("degraded");
    assertThat(health(few)).as("too few to tell").isEqualTo("healthy");

    sendActions(denied, "s2", 1, 0);

    assertThat(health(denied)).as("ten of twenty").isEqualTo("degraded");
    assertThat(get("/api/overview").at("/overview/agents/degraded").asInt()).isEqualTo(2);
    CLOCK.advance(Duration.ofHours(25));
    admin = tenancy.member(Role.ADMIN);
    assertThat(health(denied)).isEqualTo("healthy");
    assertThat(get("/api/overview").at("/overview/agents/degraded").asInt()).isZero();
  }

  @Test
  void an_agent_in_production_that_fails_its_gate_is_degraded() {
    String agentId = discovered("n8n", "wf_1");
    server
        .database()
        .change(
            tx ->
                tx.handle()
                    .execute(
                        "INSERT INTO lifecycle_degraded (org_id, agent_id, reasons, since)"
                            + " VALUES (?, ?, '[\"owner_assigned\"]', 0)",
                        tenancy.org().value(),
                        agentId));

    assertThat(health(agentId)).isEqualTo("degraded");
    assertThat(get("/api/overview").at("/overview/agents/degraded").asInt()).isEqualTo(1);
  }

  @Test
  void an_agent_has_the_tools_that_it_called() {
    String agentId = discovered("code", "caller");
    server
        .database()
        .change(
            tx ->
                sessions.append(
                    tx,
                    tenancy.org(),
                    sessions
                        .open(
                            tx,
                            tenancy.org(),
                            agentId,
                            Optional.of("s1"),
                            Optional.empty(),
                            tx.now())
                        .id(),
                    List.of(
                        Evidence.Draft.of(
                            Evidence.Type.TOOL_CALL, tx.now(), "called", Map.of("tool", "plot")),
                        Evidence.Draft.of(
                            Evidence.Type.LLM_CALL, tx.now(), "asked", Map.of("tool", "none")))));

    JsonNode agent = get("/api/agents/" + agentId).path("agent");

    assertThat(agent.path("tools").toString()).isEqualTo("[\"plot\"]");
  }

  @Test
  void a_tenant_begins_without_agents() {
    JsonNode answer = get("/api/agents");

    assertThat(answer.path("agents")).isEmpty();
    assertThat(answer.path("total").asInt()).isZero();
    assertThat(answer.at("/facets/status/contained").asInt(-1)).isZero();
  }

  @Test
  void agents_are_listed_latest_found_first_with_counts() {
    discovered("n8n", "first");
    discovered("code", "second");

    JsonNode answer = get("/api/agents");

    assertThat(texts(answer.path("agents"), "name")).containsExactly("second", "first");
    assertThat(answer.path("total").asInt()).isEqualTo(2);
    assertThat(answer.at("/facets/status/active").asInt()).isEqualTo(2);
    assertThat(answer.at("/facets/platform/n8n").asInt()).isEqualTo(1);
  }

  @Test
  void a_list_of_agents_is_narrowed_by_words_status_platform_and_page() {
    discovered("n8n", "invoice intake");
    discovered("code", "invoice check");
    discovered("code", "mailer");

    assertThat(texts(get("/api/agents?q=INVOICE").path("agents"), "name"))
        .containsExactly("invoice check", "invoice intake");
    assertThat(texts(get("/api/agents?q=invoice&platform=N8N").path("agents"), "name"))
        .containsExactly("invoice intake");
    assertThat(get("/api/agents?status=retired").path("total").asInt()).isZero();
    assertThat(get("/api/agents?status=Active&environment=staging").path("agents")).isEmpty();
    JsonNode page = get("/api/agents?limit=1&offset=1");
    assertThat(texts(page.path("agents"), "name")).containsExactly("invoice check");
    assertThat(page.path("total").asInt()).isEqualTo(3);
  }

  @Test
  void a_status_that_there_is_not_is_rejected() {
    Answer answer = admin.get("/api/agents?status=tired");

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.code()).isEqualTo("invalid_parameter");
    assertThat(answer.json().path("message").asText()).contains("tired", "contained");
    assertThat(admin.get("/api/agents?q=a%00b").code()).isEqualTo("invalid_parameter");
  }

  @Test
  void an_agent_is_reported_with_all_that_is_known_about_it() {
    String agent = discovered("n8n", "wf_123");
    open(agent, "chat");
    String policy =
        admin
            .post("/api/policies", Map.of("name", "pay", "agentIds", List.of(agent)))
            .json()
            .at("/policy/id")
            .asText();

    JsonNode reported = get("/api/agents/" + agent).path("agent");

    assertThat(reported.path("externalId").asText()).isEqualTo("wf_123");
    assertThat(reported.path("lifecycleState").asText()).isEqualTo("discovered");
    assertThat(reported.path("status").asText()).isEqualTo("active");
    assertThat(reported.path("health").asText()).isEqualTo("healthy");
    assertThat(reported.path("riskLevel").asText()).isEqualTo("low");
    assertThat(reported.path("sessionCount").asInt()).isEqualTo(1);
    assertThat(reported.path("policies")).hasSize(1);
    assertThat(reported.at("/policies/0/policyId").asText()).isEqualTo(policy);
    assertThat(reported.path("certification").isNull()).isTrue();
    assertThat(reported.at("/containment/contained").asBoolean(true)).isFalse();
    assertThat(reported.path("recordVersion").asInt()).isEqualTo(1);
  }

  @Test
  void an_agent_that_is_not_there_is_not_found() {
    for (String path : List.of("", "/sessions")) {
      Answer answer = admin.get("/api/agents/agt_01JD5Z8S4T3Q6V9X2B7N1M0KGE" + path);

      assertThat(answer.status()).isEqualTo(404);
      assertThat(answer.json().path("message").asText()).contains("There is no agent");
    }
  }

  @Test
  void the_sessions_of_an_agent_come_latest_first_and_without_what_happened() {
    String agent = discovered("n8n", "wf_1");
    open(agent, "one");
    CLOCK.advance(Duration.ofSeconds(1));
    open(agent, "two");

    JsonNode answer = get("/api/agents/" + agent + "/sessions");

    assertThat(texts(answer.path("sessions"), "externalId")).containsExactly("two", "one");
    assertThat(answer.path("total").asInt()).isEqualTo(2);
    assertThat(answer.at("/sessions/0").has("timeline")).isFalse();
    assertThat(answer.at("/sessions/0/agentName").asText()).isEqualTo("wf_1");
    assertThat(get("/api/agents/" + agent + "/sessions?limit=1&offset=1").path("sessions"))
        .hasSize(1);
  }

  private AgentSession session() {
    AgentSession session = open(discovered("n8n", "wf_1"), "chat");
    append(
        session,
        new Evidence.Draft(
            Evidence.Type.TOOL_CALL,
            CLOCK.instant(),
            Severity.INFO,
            "stripe.create_payment",
            Json.tree(
                Map.of(
                    "tool",
                    "create_payment",
                    "arguments",
                    Map.of("amount", 900, "cards", List.of(Map.of("number", "4111"))))),
            Optional.of("dec_01JD5Z8S4T3Q6V9X2B7N1M0KGE")));
    return session;
  }

  @Test
  void a_session_is_reported_with_what_happened_in_order() {
    AgentSession session = session();

    JsonNode answer = get("/api/sessions/" + session.id()).path("session");

    assertThat(texts(answer.path("timeline"), "type"))
        .containsExactly("session_started", "tool_call");
    assertThat(texts(answer.path("timeline"), "seq")).containsExactly("1", "2");
    assertThat(answer.at("/counts/toolCalls").asInt()).isEqualTo(1);
    assertThat(answer.path("status").asText()).isEqualTo("active");
    assertThat(answer.path("endedAt").isNull()).isTrue();
    assertThat(answer.path("timelineTotal").asInt()).isEqualTo(2);
    assertThat(answer.path("timelineTruncated").asBoolean(true)).isFalse();
    assertThat(answer.at("/timeline/1/data/arguments/amount").asInt()).isEqualTo(900);
    assertThat(answer.at("/timeline/1/decisionId").asText()).startsWith("dec_");
  }

  @Test
  void what_an_agent_sent_is_shown_to_who_may_see_evidence() {
    AgentSession session = session();

    for (Role role : Role.values()) {
      JsonNode data =
          get(tenancy.member(role), "/api/sessions/" + session.id()).at("/session/timeline/1/data");
      boolean maySee = role == Role.ADMIN || role == Role.OPERATOR || role == Role.AUDITOR;

      assertThat(data.path("tool").asText()).isEqualTo("create_payment");
      assertThat(data.at("/arguments/amount").asText()).isEqualTo(maySee ? "900" : "***");
      assertThat(data.at("/arguments/cards/0/number").asText()).isEqualTo(maySee ? "4111" : "***");
    }
  }

  @Test
  void a_long_timeline_is_reported_in_parts() {
    AgentSession session = session();

    JsonNode first = get("/api/sessions/" + session.id() + "?limit=1").path("session");
    JsonNode second = get("/api/sessions/" + session.id() + "?limit=1&offset=1").path("session");

    assertThat(first.path("timelineTruncated").asBoolean()).isTrue();
    assertThat(texts(first.path("timeline"), "seq")).containsExactly("1");
    assertThat(second.path("timelineTruncated").asBoolean(true)).isFalse();
    assertThat(texts(second.path("timeline"), "seq")).containsExactly("2");
  }

  @Test
  void a_timeline_continues_after_its_cursor() {
    AgentSession session = session();
    String path = "/api/sessions/" + session.id() + "?limit=1&cursor=";

    JsonNode first = get(path).path("session");
    JsonNode second = get(path + first.path("timelineCursor").asText()).path("session");
    JsonNode end = get(path + second.path("timelineCursor").asText()).path("session");

    assertThat(texts(second.path("timeline"), "seq")).containsExactly("2");
    assertThat(end.path("timeline")).isEmpty();
    assertThat(end.path("timelineCursor")).isEqualTo(second.path("timelineCursor"));
    assertThat(admin.get(path + "bm8").code()).isEqualTo("invalid_parameter");
  }

  @Test
  void a_session_in_which_nothing_happens_is_completed() {
    AgentSession session = session();
    String ended = Json.time(CLOCK.instant());
    CLOCK.advance(AgentSession.IDLE);

    JsonNode answer = get("/api/sessions/" + session.id()).path("session");

    assertThat(answer.path("status").asText()).isEqualTo("completed");
    assertThat(answer.path("endedAt").asText()).isEqualTo(ended);
  }

  @Test
  void a_session_that_is_not_there_is_not_found() {
    Answer answer = admin.get("/api/sessions/ses_01JD5Z8S4T3Q6V9X2B7N1M0KGE");

    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.code()).isEqualTo("not_found");
  }

  @Test
  void agents_sessions_and_policies_are_found_by_a_word() {
    AgentSession session = open(discovered("n8n", "invoice intake"), "chat 7");
    admin.post("/api/policies", Map.of("name", "Invoices stay here"));

    JsonNode answer = get("/api/search/resources?q=invoice");

    assertThat(texts(answer.path("agents"), "title")).containsExactly("invoice intake");
    assertThat(texts(answer.path("sessions"), "id")).containsExactly(session.id());
    assertThat(texts(answer.path("policies"), "title")).containsExactly("Invoices stay here");
    assertThat(texts(get("/api/search/resources?q=chat%207").path("sessions"), "title"))
        .containsExactly("chat 7");
  }

  @Test
  void the_overview_counts_agents_sessions_and_policies() {
    open(discovered("n8n", "one"), "chat");
    discovered("n8n", "two");
    admin.post("/api/policies", Map.of("name", "draft"));

    JsonNode overview = get("/api/overview").path("overview");

    assertThat(overview.at("/agents/total").asInt()).isEqualTo(2);
    assertThat(overview.at("/agents/active").asInt()).isEqualTo(2);
    assertThat(overview.path("sessions24h").asInt()).isEqualTo(1);
    assertThat(overview.at("/policies/byStage/draft").asInt()).isEqualTo(1);
    assertThat(overview.at("/policies/byStage/enforce").asInt(-1)).isZero();
  }
}
