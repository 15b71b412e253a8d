package io.svc.server.decisions;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.policies.Stage;
import io.svc.server.policies.dsl.CompiledPolicy;
import io.svc.server.policies.dsl.DecisionBudget;
import io.svc.server.policies.dsl.Effect;
import io.svc.server.policies.dsl.Facts;
import io.svc.server.policies.dsl.PolicyDsl;
import io.svc.server.redaction.TenantRedactions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EngineTest {
  private static final PolicyDsl DSL = new PolicyDsl();
  private static final Instant NOW = Instant.parse("2026-11-20T09:00:00Z");
  private static final String AGENT = "agt_01JD5Z8S4T3Q6V9X2B7N1M0KGE";

  private final List<PolicyVersionInForce> members = new ArrayList<>();
  private Optional<ActingAgent.DenialReason> barrier = Optional.empty();
  private Set<RoutingMode> available = Set.of(RoutingMode.INLINE);

  private static CompiledPolicy policy(String name, String rules) {
    return policy(name, "allow", rules);
  }

  private static CompiledPolicy policy(String name, String otherwise, String rules) {
    String document =
        """
        version: 1
        kind: agent_policy
        metadata: { name: %s }
        defaults: { effect: %s }
        rules:
        %s
        """
            .formatted(name, otherwise, rules.indent(2).stripTrailing());
    var checked = DSL.check(document);
    assertThat(checked.errors()).as(document).isEmpty();
    return checked.compiled().orElseThrow();
  }

  private static String rule(String id, String effect, String more) {
    return "- { id: "
        + id
        + ", effect: "
        + effect
        + ", reason: because of "
        + id
        + ", match: { tool: [bash] }"
        + more
        + " }";
  }

  private EngineTest with(String name, Stage mode, CompiledPolicy policy) {
    members.add(new PolicyVersionInForce(name, 1, mode, false, Set.of(), Optional.of(policy)));
    return this;
  }

  private EngineTest with(String name, Stage mode, String effect) {
    return with(name, mode, policy(name, rule(name + "-rule", effect, "")));
  }

  private Verdict decide() {
    Facts facts = Facts.of("tool_call", NOW).tool("bash").args(Map.of("command", "ls")).build();
    return Engine.decide(
        new PolicySnapshot(1, members, TenantRedactions.usual()),
        facts,
        new ActingAgent(AGENT, "code", Facts.Agent.NONE, barrier),
        available,
        DecisionBudget.repeatable());
  }

  @Test
  void without_a_policy_everything_is_allowed_and_said_so() {
    Verdict verdict = decide();
    assertThat(verdict.effect()).isEqualTo(Effect.ALLOW);
    assertThat(verdict.code()).isEqualTo(ReasonCode.NO_POLICY);
    assertThat(verdict.isEnforced()).isFalse();
    assertThat(verdict.routing().outcome()).isEqualTo(Outcome.ALLOWED);
  }

  @Test
  void a_policy_without_a_rule_for_it_has_no_objection() {
    with(
        "other", Stage.ENFORCE, policy("other", "- { id: x, effect: deny, match: { tool: [y] } }"));
    Verdict verdict = decide();
    assertThat(verdict.effect()).isEqualTo(Effect.ALLOW);
    assertThat(verdict.code()).isEqualTo(ReasonCode.NO_MATCH);
  }

  @Test
  void an_enforced_deny_denies() {
    Verdict verdict = with("strict", Stage.ENFORCE, "deny").decide();
    assertThat(verdict.effect()).isEqualTo(Effect.DENY);
    assertThat(verdict.isAllowed()).isFalse();
    assertThat(verdict.isEnforced()).isTrue();
    assertThat(verdict.reason()).isEqualTo("because of strict-rule");
    assertThat(verdict.code()).isEqualTo(ReasonCode.POLICY_RULE);
    assertThat(verdict.policyId()).isEqualTo("strict");
    assertThat(verdict.ruleId()).isEqualTo("strict-rule");
    assertThat(verdict.routing().mode()).isEqualTo(RoutingMode.NONE);
    assertThat(verdict.routing().outcome()).isEqualTo(Outcome.DENIED);
  }

  @Test
  void an_observing_policy_changes_nothing_and_reports_its_effect() {
    Verdict verdict = with("watching", Stage.OBSERVE, "deny").decide();
    assertThat(verdict.effect()).isEqualTo(Effect.ALLOW);
    assertThat(verdict.isEnforced()).isFalse();
    assertThat(verdict.would()).isEqualTo(Effect.DENY);
    assertThat(verdict.wouldBlock()).isTrue();
    assertThat(verdict.said()).hasSize(1);
  }

  @Test
  void a_policy_that_observes_does_not_turn_a_deny_into_an_allow() {
    with("strict", Stage.ENFORCE, "deny").with("watching", Stage.OBSERVE, "allow");
    assertThat(decide().effect()).isEqualTo(Effect.DENY);
  }

  @Test
  void soft_enforcement_warns_in_place_of_denying_and_of_asking() {
    Verdict denied = with("soft", Stage.SOFT_ENFORCE, "deny").decide();
    assertThat(denied.effect()).isEqualTo(Effect.WARN);
    assertThat(denied.isAllowed()).isTrue();
    assertThat(denied.wouldBlock()).isTrue();
    assertThat(denied.isEnforced()).isFalse();
    assertThat(denied.warnings()).containsExactly("because of soft-rule");
    members.clear();
    Verdict verdict = with("soft", Stage.SOFT_ENFORCE, "require_approval").decide();
    assertThat(verdict.effect()).isEqualTo(Effect.WARN);
    assertThat(verdict.approval()).isEmpty();
  }

  @Test
  void the_strictest_policy_applies_in_any_order() {
    for (List<String> order :
        List.of(
            List.of("allow", "warn", "require_approval"),
            List.of("require_approval", "allow", "warn"))) {
      members.clear();
      for (int i = 0; i < order.size(); i++) {
        with("p" + i, Stage.ENFORCE, order.get(i));
      }
      Verdict verdict = decide();
      assertThat(verdict.effect()).isEqualTo(Effect.REQUIRE_APPROVAL);
      assertThat(verdict.approval()).isPresent();
      assertThat(verdict.routing().outcome()).isEqualTo(Outcome.PENDING_APPROVAL);
      assertThat(verdict.warnings()).hasSize(1);
    }
  }

  @Test
  void a_priority_of_one_policy_does_not_outdo_another_policy() {
    with("strict", Stage.ENFORCE, "deny");
    with("lax", Stage.ENFORCE, policy("lax", rule("lax-rule", "allow", ", priority: 1000")));
    assertThat(decide().effect()).isEqualTo(Effect.DENY);
  }

  @Test
  void a_policy_that_denies_by_default_denies_what_no_rule_of_it_allows() {
    with(
        "closed",
        Stage.ENFORCE,
        policy("closed", "deny", "- { id: y, effect: allow, match: { tool: [y] } }"));
    Verdict verdict = decide();
    assertThat(verdict.effect()).isEqualTo(Effect.DENY);
    assertThat(verdict.code()).isEqualTo(ReasonCode.POLICY_DEFAULT);
    assertThat(verdict.ruleId()).isEmpty();
  }

  @Test
  void a_rule_that_cannot_be_evaluated_denies() {
    with(
        "typed",
        Stage.ENFORCE,
        policy("typed", rule("typed-rule", "allow", ", when: args.missing > 5")));
    Verdict verdict = decide();
    assertThat(verdict.effect()).isEqualTo(Effect.DENY);
    assertThat(verdict.code()).isEqualTo(ReasonCode.UNEVALUABLE_RULE);
  }

  @Test
  void a_policy_that_cannot_be_read_any_more_denies_where_it_enforces_only() {
    members.add(
        new PolicyVersionInForce("old", 1, Stage.ENFORCE, false, Set.of(), Optional.empty()));
    Verdict verdict = decide();
    assertThat(verdict.effect()).isEqualTo(Effect.DENY);
    assertThat(verdict.code()).isEqualTo(ReasonCode.UNEVALUABLE_RULE);
    members.clear();
    members.add(
        new PolicyVersionInForce("old", 1, Stage.OBSERVE, false, Set.of(), Optional.empty()));
    assertThat(decide().effect()).isEqualTo(Effect.ALLOW);
  }

  @Test
  void a_candidate_only_looks_on() {
    with("running", Stage.ENFORCE, "allow");
    members.add(
        new PolicyVersionInForce(
            "running",
            2,
            Stage.ENFORCE,
            true,
            Set.of(),
            Optional.of(policy("running", rule("new-rule", "deny", "")))));
    Verdict verdict = decide();
    assertThat(verdict.effect()).isEqualTo(Effect.ALLOW);
    assertThat(verdict.wouldBlock()).isTrue();
  }

  @Test
  void a_policy_applies_to_the_agents_that_it_is_assigned_to() {
    CompiledPolicy deny = policy("narrow", rule("narrow-rule", "deny", ""));
    members.add(
        new PolicyVersionInForce(
            "narrow", 1, Stage.ENFORCE, false, Set.of("agt_other"), Optional.of(deny)));
    assertThat(decide().code()).isEqualTo(ReasonCode.NO_POLICY);
    members.clear();
    members.add(
        new PolicyVersionInForce(
            "narrow", 1, Stage.ENFORCE, false, Set.of(AGENT), Optional.of(deny)));
    assertThat(decide().effect()).isEqualTo(Effect.DENY);
  }

  @Test
  void a_contained_agent_is_denied_with_the_reason() {
    barrier =
        Optional.of(
            new ActingAgent.DenialReason(ReasonCode.AGENT_CONTAINED, "The agent is contained."));
    Verdict verdict = with("lax", Stage.ENFORCE, "allow").decide();
    assertThat(verdict.effect()).isEqualTo(Effect.DENY);
    assertThat(verdict.code()).isEqualTo(ReasonCode.AGENT_CONTAINED);
    assertThat(verdict.isEnforced()).isTrue();
  }

  private EngineTest routed(Stage mode, String failClosed) {
    return with(
        "boxed",
        mode,
        policy(
            "boxed",
            rule(
                "boxed-rule",
                "allow",
                ", route: { mode: container, profile: no-network, fail_closed: "
                    + failClosed
                    + " }")));
  }

  @Test
  void an_action_runs_where_a_policy_wants_it_when_the_caller_can() {
    available = Set.of(RoutingMode.INLINE, RoutingMode.CONTAINER);
    Routing routing = routed(Stage.ENFORCE, "true").decide().routing();
    assertThat(routing.mode()).isEqualTo(RoutingMode.CONTAINER);
    assertThat(routing.outcome()).isEqualTo(Outcome.ALLOWED);
    assertThat(routing.profile()).contains("no-network");
  }

  @Test
  void without_the_place_an_action_is_denied_where_the_policy_fails_closed() {
    Verdict verdict = routed(Stage.ENFORCE, "true").decide();
    assertThat(verdict.effect()).isEqualTo(Effect.DENY);
    assertThat(verdict.code()).isEqualTo(ReasonCode.ROUTING_UNAVAILABLE);
    assertThat(verdict.reason())
        .isEqualTo("Required container routing is unavailable (fail closed)");
    assertThat(verdict.routing().mode()).isEqualTo(RoutingMode.CONTAINER);
    assertThat(verdict.routing().outcome()).isEqualTo(Outcome.DENIED);
    assertThat(verdict.ruleId()).isEqualTo("boxed-rule");
  }

  @Test
  void without_the_place_an_action_goes_on_less_apart_where_the_policy_does_not() {
    Verdict open = routed(Stage.ENFORCE, "false").decide();
    assertThat(open.effect()).isEqualTo(Effect.ALLOW);
    assertThat(open.routing().outcome()).isEqualTo(Outcome.DEGRADED);
    assertThat(open.routing().mode()).isEqualTo(RoutingMode.INLINE);
    members.clear();
    Verdict soft = routed(Stage.SOFT_ENFORCE, "true").decide();
    assertThat(soft.effect()).isEqualTo(Effect.ALLOW);
    assertThat(soft.routing().outcome()).isEqualTo(Outcome.DEGRADED);
    members.clear();
    Verdict observed = routed(Stage.OBSERVE, "true").decide();
    assertThat(observed.routing().outcome()).isEqualTo(Outcome.ALLOWED);
    assertThat(observed.routing().requested()).isEqualTo(RoutingMode.INLINE);
  }

  @Test
  void what_is_denied_has_no_other_obligations() {
    with("strict", Stage.ENFORCE, "deny");
    with(
        "pii",
        Stage.ENFORCE,
        policy("pii", rule("pii-rule", "redact", ", redact: { entities: [EMAIL_ADDRESS] }")));
    Verdict verdict = decide();
    assertThat(verdict.effect()).isEqualTo(Effect.DENY);
    assertThat(verdict.redactions()).isEmpty();
    assertThat(verdict.warnings()).isEmpty();
  }
}
