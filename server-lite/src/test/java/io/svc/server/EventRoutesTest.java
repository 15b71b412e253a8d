package io.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.db.Identifiers;
import io.svc.server.events.Events;
import io.svc.server.http.Role;
import io.svc.server.http.Scope;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import io.svc.server.testing.HandClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The feed as it is pulled, and what is counted beside it. */
class EventRoutesTest {
  private static final String FEED = "/api/v1/governance/events";
  private static final String DSL =
      """
      version: 1
      kind: agent_policy
      metadata: {name: no-shell}
      rules:
        - {id: no-shell, effect: deny, match: {tool: [bash]}}
      tests:
        - {name: t, input: {action: tool_call, tool: bash}, expect: {effect: deny}}
      """;

  @TempDir private static Path directory;
  private static final HandClock CLOCK = HandClock.now();
  private static TestServer server;

  private Tenancy tenancy;
  private Client admin;
  private Client program;

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
    program = tenancy.program(Role.ADMIN, Scope.EVAL_WRITE, Scope.GOVERNANCE_READ);
  }

  private static JsonNode expect(int status, Answer answer) {
    assertThat(answer.status()).as("%s", answer).isEqualTo(status);
    return answer.json();
  }

  private JsonNode eval(String agent, String tool) {
    return expect(
        200,
        program.post(
            "/v1/eval",
            Map.of("agent_id", agent, "action", Map.of("type", "tool_call", "tool", tool))));
  }

  private JsonNode pull(String query) {
    return expect(200, program.get(FEED + query));
  }

  private void freeze(String operation) {
    expect(200, admin.post("/api/governance/kill-switch/" + operation, Map.of("reason", "drill")));
  }

  private static List<String> texts(JsonNode list, String field) {
    List<String> texts = new ArrayList<>();
    list.forEach(element -> texts.add(element.path(field).asText()));
    return texts;
  }

  @Test
  void a_poller_that_follows_the_cursor_comes_to_an_end_and_can_come_back() {
    for (int i = 0; i < 5; i++) {
      eval("bot", "t" + i);
    }
    List<String> seen = new ArrayList<>();
    JsonNode page = pull("?limit=2");
    seen.addAll(texts(page.path("events"), "event_id"));
    while (!page.path("cursor").isNull()) {
      assertThat(page.path("has_more").asBoolean()).isTrue();
      assertThat(page.path("resume_cursor")).isEqualTo(page.path("cursor"));
      page = pull("?limit=2&cursor=" + page.path("cursor").asText());
      seen.addAll(texts(page.path("events"), "event_id"));
    }
    assertThat(seen).hasSize(5).doesNotHaveDuplicates();
    assertThat(page.path("has_more").asBoolean()).isFalse();
    assertThat(page.path("total").asInt()).isEqualTo(5);

    String resume = "?cursor=" + page.path("resume_cursor").asText();
    assertThat(pull(resume).path("events")).isEmpty();
    assertThat(pull(resume).path("cursor").isNull()).isTrue();
    eval("bot", "later");
    assertThat(pull(resume).path("events")).hasSize(1);
  }

  @Test
  void the_feed_may_be_narrowed_to_an_agent_a_type_and_a_time() {
    String bot = eval("bot", "a").path("agent_id").asText();
    eval("other", "b");
    freeze("freeze-rollouts");
    CLOCK.advance(Duration.ofMinutes(5));
    String time = CLOCK.instant().toString();
    eval("bot", "c");

    assertThat(pull("").path("events")).hasSize(4);
    assertThat(texts(pull("?agent_id=" + bot).path("events"), "agent_id"))
        .containsExactly(bot, bot);
    assertThat(texts(pull("?agentId=" + bot + "&since=" + time).path("events"), "agent_id"))
        .containsExactly(bot);
    assertThat(texts(pull("?event_type=rollout.frozen").path("events"), "event_type"))
        .containsExactly("rollout.frozen");
    JsonNode frozen = pull("?eventType=rollout.frozen").path("events").path(0);
    assertThat(frozen.has("agent_id")).as("it is about none").isFalse();
    assertThat(frozen.has("session_id")).isFalse();
    assertThat(frozen.at("/payload/reason").asText()).isEqualTo("drill");
    JsonNode none = pull("?since=2999-01-01T00:00:00Z");
    assertThat(none.path("events")).isEmpty();
    assertThat(none.path("total").asInt(-1)).isZero();
    assertThat(pull("?since=" + time).path("total").asInt()).isEqualTo(1);
    assertThat(pull("").path("total").asInt()).isEqualTo(4);
  }

  @Test
  void the_feed_may_be_had_as_cloud_events() {
    JsonNode decided = eval("bot", "a");
    freeze("freeze-rollouts");
    Client batch = program.with("Accept", "application/cloudevents-batch+json");

    Answer answer = batch.get(FEED + "?limit=1");
    Answer rest = batch.get(FEED + "?cursor=" + answer.header("X-Svc-Cursor").orElseThrow());

    assertThat(answer.header("Content-Type").orElse(""))
        .startsWith("application/cloudevents-batch+json");
    assertThat(answer.json()).hasSize(1);
    JsonNode event = answer.json().path(0);
    JsonNode plain = pull("").path("events").path(0);
    assertThat(event.path("specversion").asText()).isEqualTo("1.0");
    assertThat(event.path("id")).isEqualTo(plain.path("event_id"));
    assertThat(event.path("source").asText()).isEqualTo("/orgs/" + tenancy.org());
    assertThat(event.path("type").asText()).isEqualTo("execution.routing_decision");
    assertThat(event.path("subject")).isEqualTo(decided.path("agent_id"));
    assertThat(event.path("time")).isEqualTo(plain.path("timestamp"));
    assertThat(event.path("datacontenttype").asText()).isEqualTo("application/json");
    assertThat(event.path("data")).isEqualTo(plain.path("payload"));
    assertThat(rest.json()).hasSize(1);
    assertThat(rest.json().path(0).has("subject")).isFalse();
    assertThat(rest.header("X-Svc-Cursor")).isEmpty();
    assertThat(rest.header("X-Svc-Resume-Cursor")).isPresent();
  }

  @Test
  void an_expired_cursor_returns_where_to_continue() {
    eval("bot", "a");
    String cursor = pull("").path("resume_cursor").asText();
    eval("bot", "b");
    eval("bot", "c");
    CLOCK.advance(Duration.ofMinutes(30));
    eval("bot", "d");
    new Events(server.database(), new Identifiers(CLOCK))
        .prune(CLOCK.instant(), (tx, org) -> Duration.ofMinutes(20));

    Answer removed = program.get(FEED + "?cursor=" + cursor);

    assertThat(expect(410, removed).path("code").asText()).isEqualTo("cursor_expired");
    String resume = removed.json().path("resume_cursor").asText();
    assertThat(pull("?cursor=" + resume).path("events")).hasSize(1);
    assertThat(program.get("/api/v1/governance/execution?cursor=" + cursor).status())
        .isEqualTo(410);
    assertThat(program.get("/api/v1/governance/rollout?cursor=" + cursor).status()).isEqualTo(410);
  }

  @Test
  void the_feed_is_for_members_and_for_keys_with_the_scope() {
    eval("bot", "a");

    assertThat(expect(200, tenancy.member(Role.VIEWER).get(FEED)).path("events")).hasSize(1);
    expect(401, tenancy.visitor().get(FEED));
    Client evaluator = tenancy.program(Role.OPERATOR, Scope.EVAL_WRITE);
    assertThat(expect(403, evaluator.get(FEED)).path("code").asText()).isEqualTo("scope_required");
    assertThat(expect(200, new Tenancy(server).admin().get(FEED)).path("events")).isEmpty();
  }

  /** A policy that observes; gives its identifier. */
  private String policy() {
    Answer created =
        admin.post("/api/policies", Map.of("name", "p", "mode", "observe", "dsl", DSL));
    return expect(201, created).at("/policy/id").asText();
  }

  private double metric(String name, String... labels) {
    List<String> lines =
        tenancy
            .visitor()
            .get("/metrics")
            .text()
            .lines()
            .filter(line -> line.startsWith(name + "{"))
            .filter(line -> line.contains("org_id=\"" + tenancy.org() + "\""))
            .filter(line -> List.of(labels).stream().allMatch(line::contains))
            .toList();
    return lines.stream()
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  @Test
  void decisions_are_counted_by_place_and_outcome() {
    policy();
    eval("bot", "bash");
    eval("bot", "ls");
    expect(
        200,
        program.post(
            "/v1/eval", Map.of("agent_id", "bot", "action", "tool_call", "dry_run", true)));

    assertThat(
            metric(
                "svc_execution_routing_decisions_total", "mode=\"inline\"", "outcome=\"allowed\""))
        .isEqualTo(2);
  }

  @Test
  void moves_and_replays_of_policies_are_counted() throws Exception {
    String policy = policy();
    eval("bot", "bash");
    String rollout = "/api/v1/governance/rollout/" + policy;
    String job =
        expect(202, admin.post(rollout + "/replay", Map.of())).path("replayJobId").asText();
    for (int i = 0; i < 200; i++) {
      JsonNode replay =
          expect(200, admin.get("/api/v1/governance/replays/" + job)).path("replayJob");
      if (replay.path("status").asText().equals("completed")) {
        break;
      }
      Thread.sleep(50);
    }
    expect(200, admin.post(rollout + "/promote", Map.of()));

    assertThat(metric("svc_replay_jobs_total", "verdict=\"pass\"")).isEqualTo(1);
    assertThat(
            metric(
                "svc_rollout_transitions_total",
                "policy_id=\"" + policy + "\"",
                "stage=\"soft_enforce\""))
        .isEqualTo(1);
    assertThat(texts(pull("").path("events"), "event_type"))
        .contains("replay.job_completed", "replay.verdict", "rollout.transition");
    expect(200, admin.post(rollout + "/rollback", Map.of("reason", "drill")));
    assertThat(metric("svc_rollout_transitions_total", "stage=\"rollback\"")).isEqualTo(1);
  }

  @Test
  void uses_of_the_kill_switches_are_counted() {
    freeze("freeze-rollouts");
    freeze("unfreeze-rollouts");
    freeze("disable-enforcement");

    for (String operation :
        List.of("freeze-rollouts", "unfreeze-rollouts", "disable-enforcement")) {
      assertThat(metric("svc_kill_switch_operations_total", "operation=\"" + operation + "\""))
          .as(operation)
          .isEqualTo(1);
    }
    assertThat(texts(pull("").path("events"), "event_type"))
        .containsExactly("rollout.frozen", "rollout.unfrozen", "enforcement.disabled");
  }
}
