package io.svc.server.decisions;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.Tenancy;
import io.svc.server.policies.Stage;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Decisions as they are listed and pulled. */
abstract class ExecutionContract extends DecisionContract {
  private static final String PULL = "/api/v1/governance/execution";

  private static List<String> ids(JsonNode list) {
    return texts(list, "id");
  }

  private static String id(JsonNode answer) {
    return answer.path("decision_id").asText();
  }

  @Test
  void a_listing_returns_a_cursor_for_later_events() {
    call("bash");
    JsonNode listed = get(EXECUTION);
    assertThat(listed.path("events")).isEmpty();
    assertThat(listed.path("has_more").asBoolean(true)).isFalse();
    JsonNode next = call("mail");

    JsonNode followed =
        get("/api/v1/governance/execution?cursor=" + listed.path("resume_cursor").asText());

    assertThat(followed.at("/decisions/0/id")).isEqualTo(next.path("decision_id"));
    assertThat(followed.path("decisions")).hasSize(1);
  }

  @Test
  void how_long_decisions_take_is_counted() {
    call("bash");

    assertThat(server.visitor().get("/metrics").text())
        .contains("svc_eval_duration_seconds_bucket{le=\"0.005\"}")
        .doesNotContain("svc_eval_duration_seconds_count 0\n");
  }

  @Test
  void a_decision_is_listed_as_it_was_answered() {
    String policy = policy(Stage.ENFORCE, rule("no-shell", "deny", "bash", ""));
    JsonNode answer =
        eval(
            """
            {"agent_id": "bot", "trace_id": "4bf92f35", "execution": {"available_modes": ["inline"]},
             "action": {"type": "tool_call", "tool": "bash", "server": "shell"}}
            """);

    JsonNode listed = decisions("").path(0);

    assertThat(listed.path("id")).isEqualTo(answer.path("decision_id"));
    assertThat(listed.path("agentId")).isEqualTo(answer.path("agent_id"));
    assertThat(listed.path("sessionId")).isEqualTo(answer.path("session_id"));
    assertThat(listed.path("decision").asText()).isEqualTo("deny");
    assertThat(listed.path("outcome").asText()).isEqualTo("denied");
    assertThat(listed.path("routingMode").asText()).isEqualTo("none");
    assertThat(listed.path("requestedMode").asText()).isEqualTo("inline");
    assertThat(listed.path("availableModes").toString()).isEqualTo("[\"inline\"]");
    assertThat(listed.path("failClosed").asBoolean()).isFalse();
    assertThat(listed.path("reason")).isEqualTo(answer.path("reason"));
    assertThat(listed.path("reasonCode").asText()).isEqualTo("policy_rule");
    assertThat(listed.at("/action/tool").asText()).isEqualTo("bash");
    assertThat(listed.at("/action/server").asText()).isEqualTo("shell");
    assertThat(listed.path("policyId").asText()).isEqualTo(policy);
    assertThat(listed.path("ruleId").asText()).isEqualTo("no-shell");
    assertThat(listed.path("traceId").asText()).isEqualTo("4bf92f35");
    assertThat(listed.path("decidedAt")).isEqualTo(answer.path("evaluated_at"));
    assertThat(listed.path("latencyMs").isNumber()).isTrue();
    assertThat(listed.path("profileName").isNull()).isTrue();
  }

  @Test
  void a_list_is_narrowed_by_each_of_its_filters() {
    policy(
        Stage.ENFORCE,
        rule("no-shell", "deny", "bash", "")
            + rule("ask", "require_approval", "pay", "")
            + rule("box", "allow", "run", ", route: {mode: container, fail_closed: false}"));
    JsonNode denied = call("bash");
    JsonNode waiting = call("pay");
    JsonNode degraded = call("run");
    JsonNode allowed = call("ls");
    JsonNode boxed =
        eval(
            calling("run")
                .replace(
                    "{\"agent_id\"",
                    "{\"execution\": {\"available_modes\": [\"container\"]}, \"agent_id\""));
    JsonNode others = eval(calling("100%_sure!").replace("\"bot\"", "\"other\""));
    String agent = denied.path("agent_id").asText();
    String session = denied.path("session_id").asText();

    assertThat(ids(decisions("")))
        .containsExactly(id(others), id(boxed), id(allowed), id(degraded), id(waiting), id(denied));
    assertThat(get(EXECUTION).path("total").asInt()).isEqualTo(6);
    assertThat(ids(decisions("?outcome=denied"))).containsExactly(id(denied));
    assertThat(ids(decisions("?outcome=PENDING_APPROVAL"))).containsExactly(id(waiting));
    assertThat(ids(decisions("?outcome=degraded"))).containsExactly(id(degraded));
    assertThat(ids(decisions("?outcome=allowed")))
        .containsExactly(id(others), id(boxed), id(allowed));
    assertThat(ids(decisions("?routingMode=container"))).containsExactly(id(boxed));
    assertThat(ids(decisions("?routing_mode=none"))).containsExactly(id(denied));
    assertThat(ids(decisions("?routingMode=inline")))
        .containsExactly(id(others), id(allowed), id(degraded), id(waiting));
    assertThat(ids(decisions("?agentId=" + agent))).hasSize(5).doesNotContain(id(others));
    assertThat(ids(decisions("?agent_id=" + agent + "&outcome=denied")))
        .containsExactly(id(denied));
    assertThat(ids(decisions("?sessionId=" + session))).hasSize(5).doesNotContain(id(others));
    JsonNode page = get(EXECUTION + "?limit=2&sessionId=" + session);
    assertThat(ids(page.path("decisions"))).containsExactly(id(boxed), id(allowed));
    String next = "?limit=2&sessionId=" + session + "&cursor=" + page.path("cursor").asText();
    assertThat(ids(decisions(next))).containsExactly(id(degraded), id(waiting));
    assertThat(ids(decisions("?q=BASH"))).containsExactly(id(denied));
    assertThat(ids(decisions("?q=no-shell"))).containsExactly(id(denied));
    assertThat(ids(decisions("?q=other"))).containsExactly(id(others));
    assertThat(ids(decisions("?q=100%25_sure!"))).containsExactly(id(others));
    assertThat(ids(decisions("?q=%25"))).containsExactly(id(others));
    assertThat(ids(decisions("?q=" + id(allowed)))).containsExactly(id(allowed));
    assertThat(ids(decisions("?q=nothing-like-it"))).isEmpty();
    assertThat(ids(decisions("?agentId=agt_" + "0".repeat(26)))).isEmpty();
    assertThat(get(EXECUTION + "?outcome=denied").path("total").asInt()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "outcome=perhaps",
        "routingMode=moon",
        "limit=0",
        "limit=x",
        "cursor=%21",
        "cursor=MTAyNA"
      })
  void a_filter_that_makes_no_sense_is_rejected(String query) {
    assertRejected(400, "invalid_parameter", admin.get(EXECUTION + "?" + query));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "since=yesterday",
        "since=2026-13-01T00:00:00Z",
        "cursor=%21",
        "cursor=LTE",
        "limit=0",
        "cursor=MDE"
      })
  void a_pull_that_makes_no_sense_is_rejected(String query) {
    assertRejected(400, "invalid_parameter", program.get(PULL + "?" + query));
  }

  @Test
  void pages_of_a_list_show_each_decision_once() {
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      expected.add(0, id(call("t" + i)));
    }
    List<String> seen = new ArrayList<>();
    String next = "";
    int pages = 0;
    do {
      JsonNode page = get(EXECUTION + "?limit=3" + next);
      seen.addAll(ids(page.path("decisions")));
      next = page.path("cursor").isNull() ? "" : "&cursor=" + page.path("cursor").asText();
      pages++;
      call("meanwhile");
    } while (!next.isEmpty());

    assertThat(seen).containsExactlyElementsOf(expected);
    assertThat(pages).isEqualTo(3);
  }

  @Test
  void a_pull_returns_decisions_and_events_of_the_same_range() {
    List<String> created = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      created.add(
          id(
              eval(
                  "{\"agent_id\": \"bot\", \"action\": {\"type\": \"http_request\","
                      + " \"method\": \"GET\", \"destination\": \"https://a.example.com/x\"}}")));
    }
    List<String> decisions = new ArrayList<>();
    List<String> events = new ArrayList<>();
    String query = "?limit=3";
    while (true) {
      JsonNode page = expect(200, program.get(PULL + query));
      decisions.addAll(ids(page.path("decisions")));
      events.addAll(texts(page.path("events"), "event_type"));
      for (JsonNode event : page.path("events")) {
        if (event.path("event_type").asText().equals("execution.routing_decision")) {
          assertThat(ids(page.path("decisions")))
              .contains(event.at("/payload/decision_id").asText());
        }
      }
      assertThat(page.path("total").asInt()).isEqualTo(10);
      assertThat(page.path("has_more").asBoolean()).isEqualTo(!page.path("cursor").isNull());
      if (page.path("cursor").isNull()) {
        break;
      }
      query = "?limit=3&cursor=" + page.path("cursor").asText();
    }

    assertThat(decisions).containsExactlyElementsOf(created);
    assertThat(events).hasSize(10).containsOnly("execution.routing_decision", "egress.decision");
  }

  @Test
  void events_contain_the_decision() {
    policy(
        Stage.ENFORCE, rule("box", "allow", "bash", ", route: {mode: container, profile: no-net}"));
    JsonNode answer = call("bash");
    JsonNode peer =
        eval(
            "{\"agent_id\": \"bot\", \"action\": {\"type\": \"peer_call\", \"peer\": \"other\","
                + " \"operation\": \"ask\"}}");

    JsonNode events = expect(200, program.get("/api/v1/governance/events")).path("events");

    JsonNode routed = events.path(0);
    assertThat(routed.path("event_id").asText()).matches("evt_[0-9A-Z]{26}");
    assertThat(routed.path("event_type").asText()).isEqualTo("execution.routing_decision");
    assertThat(routed.path("org_id").asText()).isEqualTo(tenancy.org().value());
    assertThat(routed.path("agent_id")).isEqualTo(answer.path("agent_id"));
    assertThat(routed.path("session_id")).isEqualTo(answer.path("session_id"));
    assertThat(routed.path("timestamp").asText()).matches(".*\\.\\d{3}Z");
    JsonNode payload = routed.path("payload");
    assertThat(payload.path("decision_id")).isEqualTo(answer.path("decision_id"));
    assertThat(payload.path("routing_mode").asText()).isEqualTo("container");
    assertThat(payload.path("outcome").asText()).isEqualTo("denied");
    assertThat(payload.path("reason").asText())
        .isEqualTo("Required container routing is unavailable (fail closed)");
    assertThat(payload.path("profile_name").asText()).isEqualTo("no-net");
    assertThat(payload.path("requested_mode").asText()).isEqualTo("container");
    assertThat(payload.path("available_modes").toString()).isEqualTo("[\"inline\"]");
    assertThat(payload.path("fail_closed").asBoolean()).isTrue();
    assertThat(payload.path("rule_id").asText()).isEqualTo("box");
    // That nothing can be isolated is an alert, too.
    assertThat(events.path(1).path("event_type").asText()).isEqualTo("ThreatDetectionEvent");
    JsonNode called = events.path(3);
    assertThat(called.path("event_type").asText()).isEqualTo("agent.peer_call_allowed");
    assertThat(called.at("/payload/decision_id")).isEqualTo(peer.path("decision_id"));
    assertThat(called.at("/payload/callee_agent_id").asText()).isEqualTo("other");
    assertThat(called.at("/payload/operation").asText()).isEqualTo("ask");
  }

  @Test
  void a_call_of_another_agent_that_is_denied_is_reported_as_such() {
    policy(Stage.ENFORCE, "- {id: no-peer, effect: deny, match: {peer: {agent: [other]}}}\n");

    JsonNode answer =
        eval("{\"agent_id\": \"bot\", \"action\": {\"type\": \"peer_call\", \"peer\": \"other\"}}");

    assertThat(answer.path("decision").asText()).isEqualTo("deny");
    assertThat(
            texts(
                expect(200, program.get("/api/v1/governance/events")).path("events"), "event_type"))
        .containsExactly("execution.routing_decision", "agent.peer_call_denied");
  }

  @Test
  void a_pull_may_be_of_one_agent() {
    String bot = call("a").path("agent_id").asText();
    JsonNode other = eval(calling("b").replace("\"bot\"", "\"other\""));

    JsonNode page = expect(200, program.get(PULL + "?agentId=" + bot));

    assertThat(texts(page.path("events"), "agent_id")).containsExactly(bot);
    assertThat(texts(page.path("decisions"), "agentId")).containsExactly(bot);
    assertThat(page.toString()).doesNotContain(id(other));
  }

  @Test
  void no_user_sees_the_decisions_of_another_tenant() {
    JsonNode answer = call("bash");
    Tenancy other = new Tenancy(server);

    assertThat(expect(200, other.admin().get(EXECUTION)).path("decisions")).isEmpty();
    assertThat(
            expect(
                    200,
                    other
                        .admin()
                        .get(EXECUTION + "?sessionId=" + answer.path("session_id").asText()))
                .path("total")
                .asInt())
        .isZero();
    JsonNode pulled = expect(200, program(other).get(PULL));
    assertThat(pulled.path("decisions")).isEmpty();
    assertThat(pulled.path("events")).isEmpty();
    assertThat(other.admin().get("/api/sessions/" + answer.path("session_id").asText()).status())
        .isEqualTo(404);
  }
}
