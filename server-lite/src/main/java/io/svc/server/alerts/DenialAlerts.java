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
  public void denied(Tx tx, OrgId org, List<DangerousDenial> refusals) {
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
            AlertRoutingQueue.OVER_BUDGET,
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

  private static AlertDraft draft(DangerousDenial denial) {
    String actionName = denial.tool().isEmpty() ? denial.action() : denial.tool();
    String named = denial.server().isEmpty() ? actionName : denial.server() + "." + actionName;
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("decision_id", denial.decisionId());
    details.put("reason_code", denial.code().toString());
    put(details, "policy_id", denial.policyId());
    put(details, "rule_id", denial.ruleId());
    put(details, "server", denial.server());
    put(details, "tool", denial.tool());
    put(details, "host", denial.host());
    return AlertDraft.of(threat(denial), denial.severity(), "Denied: " + named)
        .description(denial.reason())
        .source("policy")
        .event(denial.event())
        .agent(denial.agentId())
        .session(denial.sessionId())
        .rule(
            denial.policyId().isEmpty()
                ? denial.code().toString()
                : denial.policyId() + "/" + denial.ruleId())
        .destination(denial.host().isEmpty() ? named : denial.host())
        .details(details)
        .build();
  }

  private static void put(Map<String, Object> details, String name, String value) {
    if (!value.isEmpty()) {
      details.put(name, value);
    }
  }

  private static String threat(DangerousDenial denial) {
    return switch (denial.code()) {
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
