package io.svc.server.decisions;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.agents.Agent;
import io.svc.server.agents.Lifecycle;
import io.svc.server.policies.Stage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What policies make of a call, as the caller is told. */
abstract class VerdictContract extends DecisionContract {
  private static final String NO_SHELL = rule("no-shell", "deny", "bash", "");

  @Test
  void an_observing_policy_changes_nothing_and_reports_its_effect() {
    String policy = policy(NO_SHELL);

    JsonNode answer = call("bash");

    assertThat(answer.path("decision").asText()).isEqualTo("allow");
    assertThat(answer.path("allowed").asBoolean()).isTrue();
    assertThat(answer.path("would_block").asBoolean()).isTrue();
    assertThat(answer.path("enforced").asBoolean()).isFalse();
    assertThat(answer.path("matched_rules")).isEmpty();
    JsonNode shadow = answer.path("shadow");
    assertThat(shadow).hasSize(1);
    assertThat(shadow.at("/0/policy_id").asText()).isEqualTo(policy);
    assertThat(shadow.at("/0/rule_id").asText()).isEqualTo("no-shell");
    assertThat(shadow.at("/0/effect").asText()).isEqualTo("deny");
    assertThat(shadow.at("/0/stage").asText()).isEqualTo("observe");
    assertThat(shadow.at("/0/candidate").asBoolean()).isFalse();
    assertThat(call("ls").path("would_block").asBoolean()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"deny", "require_approval"})
  void a_policy_that_enforces_softly_warns_where_it_would_block(String effect) {
    policy(Stage.SOFT_ENFORCE, rule("careful", effect, "bash", ""));

    JsonNode answer = call("bash");

    assertThat(answer.path("decision").asText()).isEqualTo("warn");
    assertThat(answer.path("allowed").asBoolean()).isTrue();
    assertThat(answer.path("would_block").asBoolean()).isTrue();
    assertThat(answer.path("enforced").asBoolean()).isFalse();
    assertThat(texts(answer.path("matched_rules"), "stage")).containsExactly("soft_enforce");
    assertThat(answer.at("/matched_rules/0/enforced").asBoolean()).isFalse();
    assertThat(answer.path("warnings").toString()).contains("because of careful");
    assertThat(answer.path("approval").isNull()).isTrue();
    assertThat(answer.at("/routing/outcome").asText()).isEqualTo("allowed");
  }

  @Test
  void an_enforced_policy_denies_with_a_reason() {
    String policy = policy(Stage.ENFORCE, NO_SHELL);

    JsonNode answer = call("bash");

    assertThat(answer.path("decision").asText()).isEqualTo("deny");
    assertThat(answer.path("allowed").asBoolean()).isFalse();
    assertThat(answer.path("would_block").asBoolean()).isTrue();
    assertThat(answer.path("enforced").asBoolean()).isTrue();
    assertThat(answer.path("reason").asText()).isEqualTo("because of no-shell");
    assertThat(answer.path("reason_code").asText()).isEqualTo("policy_rule");
    JsonNode rule = answer.at("/matched_rules/0");
    assertThat(rule.path("policy_id").asText()).isEqualTo(policy);
    assertThat(rule.path("policy_version").asInt()).isEqualTo(1);
    assertThat(rule.path("rule_id").asText()).isEqualTo("no-shell");
    assertThat(rule.path("effect").asText()).isEqualTo("deny");
    assertThat(rule.path("stage").asText()).isEqualTo("enforce");
    assertThat(rule.path("enforced").asBoolean()).isTrue();
    assertThat(answer.at("/routing/outcome").asText()).isEqualTo("denied");
    assertThat(answer.at("/routing/mode").asText()).isEqualTo("none");
    assertThat(call("ls").path("reason_code").asText()).isEqualTo("no_match");
  }

  @Test
  void a_policy_moves_through_its_stages_and_the_next_call_feels_it() {
    String policy = policy(NO_SHELL);

    assertThat(call("bash").path("decision").asText()).isEqualTo("allow");
    setStage(policy, Stage.SOFT_ENFORCE);
    assertThat(call("bash").path("decision").asText()).isEqualTo("warn");
    setStage(policy, Stage.ENFORCE);
    assertThat(call("bash").path("decision").asText()).isEqualTo("deny");
    expect(200, admin.post("/api/governance/kill-switch/disable-enforcement", Map.of()));
    JsonNode answer = call("bash");
    assertThat(answer.path("decision").asText()).isEqualTo("allow");
    assertThat(answer.path("would_block").asBoolean()).isTrue();
    setStage(policy, Stage.DRAFT);
    assertThat(call("bash").path("would_block").asBoolean()).isFalse();
  }

  @Test
  void the_strictest_policy_decides_and_none_weakens_its_deny() {
    policy(Stage.ENFORCE, rule("fine", "allow", "bash", ", priority: 1000"));
    policy(Stage.ENFORCE, rule("careful", "warn", "bash", ""));
    policy(Stage.ENFORCE, NO_SHELL);

    JsonNode answer = call("bash");

    assertThat(answer.path("decision").asText()).isEqualTo("deny");
    assertThat(texts(answer.path("matched_rules"), "rule_id"))
        .containsExactlyInAnyOrder("fine", "careful", "no-shell");
    assertThat(answer.path("warnings")).isEmpty();
  }

  @Test
  void a_version_that_is_not_promoted_only_looks_on() {
    String policy = policy(Stage.ENFORCE, NO_SHELL);
    expect(
        200,
        admin.put(
            "/api/policies/" + policy, Map.of("dsl", document(rule("no-list", "deny", "ls", "")))));

    JsonNode shell = call("bash");
    JsonNode list = call("ls");

    assertThat(shell.path("decision").asText()).isEqualTo("deny");
    assertThat(shell.at("/matched_rules/0/policy_version").asInt()).isEqualTo(1);
    assertThat(list.path("decision").asText()).isEqualTo("allow");
    assertThat(list.path("would_block").asBoolean()).isTrue();
    assertThat(list.at("/shadow/0/rule_id").asText()).isEqualTo("no-list");
    assertThat(list.at("/shadow/0/policy_version").asInt()).isEqualTo(2);
    assertThat(list.at("/shadow/0/candidate").asBoolean()).isTrue();
    assertThat(list.at("/shadow/0/stage").asText()).isEqualTo("observe");
  }

  @Test
  void an_assigned_policy_applies_to_its_agents_alone() {
    String bot = call("ls").path("agent_id").asText();
    String policy = policy(Stage.ENFORCE, NO_SHELL);
    String other = calling("bash").replace("\"bot\"", "\"other\"");

    assertThat(eval(other).path("decision").asText()).as("all of them").isEqualTo("deny");
    expect(200, admin.post("/api/policies/" + policy + "/assign", Map.of("agentId", bot)));
    assertThat(call("bash").path("decision").asText()).isEqualTo("deny");
    assertThat(eval(other).path("decision").asText()).isEqualTo("allow");
    assertThat(eval(other).path("reason_code").asText()).isEqualTo("no_policy");
    expect(200, admin.post("/api/policies/" + policy + "/unassign", Map.of("agentId", bot)));
    assertThat(eval(other).path("decision").asText()).isEqualTo("deny");
  }

  @Test
  void a_policy_that_is_switched_off_is_not_asked() {
    String policy = policy(Stage.ENFORCE, NO_SHELL);
    expect(200, admin.post("/api/policies/" + policy + "/toggle"));

    JsonNode answer = call("bash");

    assertThat(answer.path("decision").asText()).isEqualTo("allow");
    assertThat(answer.path("reason_code").asText()).isEqualTo("no_policy");
    assertThat(answer.path("would_block").asBoolean()).isFalse();
    expect(200, admin.post("/api/policies/" + policy + "/toggle"));
    assertThat(call("bash").path("decision").asText()).isEqualTo("deny");
  }

  @Test
  void a_contained_agent_may_do_nothing_until_it_is_released() {
    String bot = call("ls").path("agent_id").asText();
    server
        .database()
        .change(tx -> agents().contain(tx, tenancy.org(), bot, "It mailed the ledger.", "inc_1"));

    JsonNode answer = call("ls");

    assertThat(answer.path("decision").asText()).isEqualTo("deny");
    assertThat(answer.path("allowed").asBoolean()).isFalse();
    assertThat(answer.path("enforced").asBoolean()).isTrue();
    assertThat(answer.path("reason_code").asText()).isEqualTo("agent_contained");
    assertThat(answer.path("reason").asText()).contains("It mailed the ledger.");
    assertThat(session(answer).at("/counts/denied").asInt()).isEqualTo(1);
    server.database().change(tx -> agents().release(tx, tenancy.org(), bot, Lifecycle.DISCOVERED));
    assertThat(call("ls").path("allowed").asBoolean()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"RETIRED, agent_retired", "SUSPENDED, agent_suspended"})
  void an_agent_that_is_out_of_service_may_do_nothing(Lifecycle state, String code) {
    String bot = call("ls").path("agent_id").asText();
    setLifecycle(bot, state);

    JsonNode answer = call("ls");

    assertThat(answer.path("decision").asText()).isEqualTo("deny");
    assertThat(answer.path("reason_code").asText()).isEqualTo(code);
    assertThat(rows("decision")).isEqualTo(2);
  }

  private void setLifecycle(String agentId, Lifecycle state) {
    server
        .database()
        .change(
            tx -> {
              Agent a = agents().get(tx, tenancy.org(), agentId);
              agents()
                  .save(
                      tx,
                      tenancy.org(),
                      new Agent(
                          a.id(),
                          a.platform(),
                          a.externalId(),
                          a.name(),
                          a.description(),
                          a.type(),
                          a.framework(),
                          a.model(),
                          a.agentVersion(),
                          a.owner(),
                          a.environment(),
                          state,
                          Optional.empty(),
                          a.tools(),
                          a.connectors(),
                          a.mcpServers(),
                          a.dataClassifications(),
                          List.of("finance"),
                          a.labels(),
                          a.containment(),
                          a.firstSeenAt(),
                          a.lastSeenAt(),
                          a.createdAt(),
                          a.updatedAt(),
                          a.version()));
            });
  }

  @Test
  void what_an_agent_is_counts_from_the_next_call_on() {
    policy(Stage.ENFORCE, rule("no-money", "deny", "bash", ", when: '\"finance\" in agent.tags'"));

    JsonNode before = call("bash");
    setLifecycle(before.path("agent_id").asText(), Lifecycle.REGISTERED);

    assertThat(before.path("decision").asText()).isEqualTo("allow");
    assertThat(call("bash").path("decision").asText()).isEqualTo("deny");
  }

  @Test
  void a_call_that_waits_for_approval_receives_its_approvers() {
    policy(
        Stage.ENFORCE,
        rule(
            "ask",
            "require_approval",
            "pay",
            ", approval: {group: leads, timeout_seconds: 600, approvals_required: 2,"
                + " channels: [slack]}"));

    JsonNode answer = call("pay");

    assertThat(answer.path("decision").asText()).isEqualTo("require_approval");
    assertThat(answer.path("allowed").asBoolean()).isFalse();
    assertThat(answer.path("enforced").asBoolean()).isTrue();
    assertThat(answer.at("/approval/group").asText()).isEqualTo("leads");
    assertThat(answer.at("/approval/approvals_required").asInt()).isEqualTo(2);
    assertThat(answer.at("/approval/timeout_seconds").asInt()).isEqualTo(600);
    assertThat(answer.at("/approval/approval_id").asText()).startsWith("apr_");
    assertThat(answer.at("/approval/status").asText()).isEqualTo("pending");
    // The tenant has no channel of that type.
    assertThat(answer.at("/approval/channels")).isEmpty();
    assertThat(answer.at("/approval/expires_at").asText()).isNotEmpty();
    assertThat(answer.at("/routing/outcome").asText()).isEqualTo("pending_approval");
  }

  @Test
  void warnings_are_told_and_the_call_goes_on() {
    policy(Stage.ENFORCE, rule("careful", "warn", "bash", ""));

    JsonNode answer = call("bash");

    assertThat(answer.path("decision").asText()).isEqualTo("warn");
    assertThat(answer.path("allowed").asBoolean()).isTrue();
    assertThat(answer.path("would_block").asBoolean()).isFalse();
    assertThat(answer.path("enforced").asBoolean()).isTrue();
    assertThat(answer.path("warnings").toString()).isEqualTo("[\"because of careful\"]");
  }

  @ParameterizedTest(name = "{0} of [{2}], fail closed {1}")
  @CsvSource({
    "container, true, container, allow, container, allowed",
    "container, true, inline container, allow, container, allowed",
    "container, true, inline, deny, container, denied",
    "container, true, microvm, deny, container, denied",
    "container, true, '', deny, container, denied",
    "container, false, inline, allow, inline, degraded",
    "container, false, inline process, allow, process, degraded",
    "remote_sandbox, false, microvm process, allow, microvm, degraded",
    "inline, true, inline, allow, inline, allowed",
    "inline, true, '', allow, inline, allowed"
  })
  void a_call_runs_where_a_policy_wants_it_or_not_at_all(
      String expected,
      boolean isFailClosed,
      String available,
      String decision,
      String mode,
      String outcome) {
    policy(
        Stage.ENFORCE,
        rule(
            "box",
            "allow",
            "bash",
            ", route: {mode: "
                + expected
                + ", profile: no-net, fail_closed: "
                + isFailClosed
                + "}"));
    String modes = available.isEmpty() ? "" : "\"" + available.replace(" ", "\", \"") + "\"";

    JsonNode answer =
        eval(
            "{\"agent_id\": \"bot\", \"action\": {\"type\": \"tool_call\", \"tool\": \"bash\"},"
                + " \"execution\": {\"available_modes\": ["
                + modes
                + "]}}");

    assertThat(answer.path("decision").asText()).isEqualTo(decision);
    assertThat(answer.path("allowed").asBoolean()).isEqualTo(decision.equals("allow"));
    assertThat(answer.at("/routing/mode").asText()).isEqualTo(mode);
    assertThat(answer.at("/routing/outcome").asText()).isEqualTo(outcome);
    assertThat(answer.at("/routing/profile_name").asText()).isEqualTo("no-net");
    if (decision.equals("deny")) {
      assertThat(answer.path("reason_code").asText()).isEqualTo("routing_unavailable");
      assertThat(answer.path("reason").asText())
          .isEqualTo("Required container routing is unavailable (fail closed)");
      assertThat(answer.path("enforced").asBoolean()).isTrue();
    }
    JsonNode listed = decisions("").path(0);
    assertThat(listed.path("routingMode").asText()).isEqualTo(mode);
    assertThat(listed.path("outcome").asText()).isEqualTo(outcome);
    assertThat(listed.path("requestedMode").asText()).isEqualTo(expected);
    assertThat(listed.path("profileName").asText()).isEqualTo("no-net");
  }

  @Test
  void a_soft_policy_takes_no_call_away_for_want_of_a_place() {
    policy(Stage.SOFT_ENFORCE, rule("box", "allow", "bash", ", route: {mode: container}"));

    JsonNode answer = call("bash");

    assertThat(answer.path("allowed").asBoolean()).isTrue();
    assertThat(answer.at("/routing/outcome").asText()).isEqualTo("degraded");
  }

  @Test
  void a_rule_that_cannot_be_evaluated_denies() {
    policy(Stage.ENFORCE, rule("limit", "warn", "pay", ", when: args.amount > 500"));

    JsonNode answer = call("pay");

    assertThat(answer.path("decision").asText()).isEqualTo("deny");
    assertThat(answer.path("reason_code").asText()).isEqualTo("unevaluable_rule");
  }

  @Test
  void what_happened_in_the_session_counts() {
    policy(
        Stage.ENFORCE,
        rule("enough", "deny", "bash", ", when: session.tool_calls >= 2")
            + rule("spoiled", "deny", "mail", ", when: '\"pii\" in session.data_classes'"));

    assertThat(call("bash").path("decision").asText()).isEqualTo("allow");
    assertThat(call("bash").path("decision").asText()).isEqualTo("allow");
    assertThat(call("bash").path("decision").asText()).isEqualTo("deny");
    String other = calling("bash").replace("{\"agent_id\"", "{\"run_id\": \"2\", \"agent_id\"");
    assertThat(eval(other).path("decision").asText()).as("another run").isEqualTo("allow");
    assertThat(call("mail").path("decision").asText()).isEqualTo("allow");
    eval(
        "{\"agent_id\": \"bot\", \"action\": {\"type\": \"tool_call\", \"tool\": \"read\"},"
            + " \"data\": {\"classification\": [\"pii\"]}}");
    assertThat(call("mail").path("decision").asText()).isEqualTo("deny");
  }

  @Test
  void the_spelling_of_a_platform_or_a_method_is_no_way_around_a_condition() {
    policy(
        Stage.ENFORCE,
        rule("no-delete", "deny", "'*'", ", when: 'platform == \"n8n\" && method == \"DELETE\"'"));

    assertThat(
            eval("""
            {"agent_id": "bot", "platform": "N8n",
             "action": {"type": "http_request", "tool": "t", "method": "delete",
                        "destination": "https://api.example.com/v1/x"}}
            """)
                .path("decision")
                .asText())
        .isEqualTo("deny");
  }
}
