package io.svc.server.decisions;

import java.util.Locale;

/** The reason of a decision, for programs. */
public enum ReasonCode {
  /** No rule of a policy matched. */
  NO_MATCH,
  /** No policy applies to this agent. */
  NO_POLICY,
  POLICY_RULE,
  /** The default effect of a policy; none of its rules matched. */
  POLICY_DEFAULT,
  /** A rule of a strict policy could not be evaluated. */
  UNEVALUABLE_RULE,
  AGENT_CONTAINED,
  AGENT_SUSPENDED,
  AGENT_RETIRED,
  /** The agent was rejected in discovery; the tenant denies all actions of such agents. */
  AGENT_REJECTED,
  /** The tenant does not register agents by their first call. */
  AGENT_UNKNOWN,
  ROUTING_UNAVAILABLE,
  /** The named approval was granted, and this call uses it. */
  APPROVAL_GRANTED,
  APPROVAL_DENIED,
  APPROVAL_EXPIRED,
  /** The policies that requested the approval have changed. */
  APPROVAL_STALE,
  /** There is no such approval for this action, or it was used already. */
  APPROVAL_INVALID;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
