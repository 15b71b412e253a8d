package io.svc.server.alerts;

import io.svc.rules.Severity;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.decisions.BudgetExcess;
import io.svc.server.decisions.DangerousDenial;
import io.svc.server.decisions.DangerousDenialListener;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Raises an alert when a dangerous action is denied, or a rule exceeds its evaluation budget. */
public final class DenialAlerts implements DangerousDenialListener {
  private final Alerts alerts;

  public DenialAlerts(Alerts alerts) {
    this.alerts = alerts;
  }

  @Override
  public void refused(Tx tx, OrgId org, List<DangerousDenial> refusals) {
    alerts.raise(tx, org, refusals.stream().map(DenialAlerts::draft).toList());
  }

  @Override
  public void overBudget(Tx tx, OrgId org, List<BudgetExcess> excesses) {
    alerts.raise(tx, org, excesses.stream().map(DenialAlerts::draft).toList());
  }

  /** Creates one alert for each rule, for all agents. */
  private static AlertDraft draft(BudgetExcess excess) {
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("decision_id", excess.decisionId());
    details.put("policy_id", excess.policyId());
    details.put("rule_id", excess.ruleId());
    return AlertDraft.of(
            AlertRouting.OVER_BUDGET,
            excess.isObserving() ? Severity.MEDIUM : Severity.HIGH,
            "Policy \"" + excess.policyName() + "\": a condition exceeds the evaluation budget")
        .description(
            "The rule \""
                + excess.ruleId()
                + "\" could not be evaluated, because its condition costs too much on the arguments"
                + " of a call. "
                + (excess.isObserving()
                    ? "The policy is in observe mode, so the decision did not depend on it."
                    : "The call was handled as on_error of the policy specifies.")
                + " Simplify the condition: check the policy for warnings.")
        .source("policy")
        .rule(excess.policyId() + "/" + excess.ruleId())
        .details(details)
        .build();
  }

  private static AlertDraft draft(DangerousDenial refusal) {
    String what = refusal.tool().isEmpty() ? refusal.action() : refusal.tool();
    String named = refusal.server().isEmpty() ? what : refusal.server() + "." + what;
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("decision_id", refusal.decisionId());
    details.put("reason_code", refusal.code().toString());
    put(details, "policy_id", refusal.policyId());
    put(details, "rule_id", refusal.ruleId());
    put(details, "server", refusal.server());
    put(details, "tool", refusal.tool());
    put(details, "host", refusal.host());
    return AlertDraft.of(threat(refusal), refusal.severity(), "Refused: " + named)
        .description(refusal.reason())
        .source("policy")
        .event(refusal.event())
        .agent(refusal.agentId())
        .session(refusal.sessionId())
        .rule(
            refusal.policyId().isEmpty()
                ? refusal.code().toString()
                : refusal.policyId() + "/" + refusal.ruleId())
        .destination(refusal.host().isEmpty() ? named : refusal.host())
        .details(details)
        .build();
  }

  private static void put(Map<String, Object> details, String name, String value) {
    if (!value.isEmpty()) {
      details.put(name, value);
    }
  }

  private static String threat(DangerousDenial refusal) {
    return switch (refusal.code()) {
      case AGENT_CONTAINED, AGENT_SUSPENDED, AGENT_RETIRED, AGENT_REJECTED ->
          "blocked_agent_activity";
      case ROUTING_UNAVAILABLE -> "isolation_unavailable";
      case NO_MATCH,
          NO_POLICY,
          POLICY_RULE,
          POLICY_DEFAULT,
          UNEVALUABLE_RULE,
          AGENT_UNKNOWN,
          APPROVAL_GRANTED,
          APPROVAL_DENIED,
          APPROVAL_EXPIRED,
          APPROVAL_STALE,
          APPROVAL_INVALID ->
          "policy_violation";
    };
  }
}
