package io.svc.server.decisions;

import io.svc.rules.Severity;
import io.svc.server.policies.dsl.ApprovalObligation;
import io.svc.server.policies.dsl.Effect;
import io.svc.server.policies.dsl.PolicyOutcome;
import io.svc.server.policies.dsl.RedactionObligation;
import java.util.List;
import java.util.Optional;

/**
 * The result of a tenant's policies for an action.
 *
 * @param effect the effect that applies
 * @param would the effect if every policy were enforced
 * @param isEnforced whether a policy, or the state of the agent, made the decision
 * @param policyId identifier of the policy that decided; empty when none did
 * @param ruleId identifier of its rule; empty when no rule decided
 * @param said the result of each policy that has one
 */
record Verdict(
    Effect effect,
    Effect would,
    boolean isEnforced,
    String reason,
    ReasonCode code,
    Severity severity,
    String policyId,
    String ruleId,
    List<PolicyResult> said,
    List<RedactionObligation> redactions,
    Optional<ApprovalObligation> approval,
    Routing routing,
    List<String> warnings) {

  /** The result of a policy. */
  record PolicyResult(PolicyVersionInForce member, PolicyOutcome outcome) {}

  Verdict {
    said = List.copyOf(said);
    redactions = List.copyOf(redactions);
    warnings = List.copyOf(warnings);
  }

  /** Returns this verdict as a denial, because an obligation cannot be fulfilled. */
  Verdict denied(String explanation) {
    return new Verdict(
        Effect.DENY,
        Effect.DENY,
        true,
        explanation,
        ReasonCode.UNEVALUABLE_RULE,
        severity,
        policyId,
        ruleId,
        said,
        List.of(),
        Optional.empty(),
        new Routing(RoutingMode.NONE, routing.requested(), Outcome.DENIED, Optional.empty(), false),
        List.of());
  }

  /** The same verdict after the approval that it required was granted. */
  Verdict granted() {
    return settled(
        Effect.ALLOW,
        "Approved: " + reason,
        ReasonCode.APPROVAL_GRANTED,
        new Routing(
            routing.mode(),
            routing.requested(),
            routing.mode() == routing.requested() || routing.requested() == RoutingMode.INLINE
                ? Outcome.ALLOWED
                : Outcome.DEGRADED,
            routing.profile(),
            routing.failClosed()));
  }

  /** Returns this verdict after the named approval turned out to be unusable. */
  Verdict disapproved(ReasonCode explanation, String sentence) {
    return settled(
        Effect.DENY,
        sentence,
        explanation,
        new Routing(
            RoutingMode.NONE, routing.requested(), Outcome.DENIED, routing.profile(), false));
  }

  private Verdict settled(
      Effect other, String explanation, ReasonCode otherCode, Routing otherRouting) {
    return new Verdict(
        other,
        would,
        true,
        explanation,
        otherCode,
        severity,
        policyId,
        ruleId,
        said,
        other == Effect.DENY ? List.of() : redactions,
        otherCode == ReasonCode.APPROVAL_INVALID ? Optional.empty() : approval,
        otherRouting,
        other == Effect.DENY ? List.of() : warnings);
  }

  /** Returns true when the caller may proceed now. */
  boolean isAllowed() {
    return effect.compareTo(Effect.REQUIRE_APPROVAL) < 0;
  }

  /** Returns true when the action would not be allowed if every policy were enforced. */
  boolean wouldBlock() {
    return would.compareTo(Effect.REQUIRE_APPROVAL) >= 0;
  }
}
