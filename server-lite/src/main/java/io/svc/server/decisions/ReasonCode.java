package io.svc.server.decisions;

import java.util.Locale;

/** Why a decision is as it is, for programs. */
public enum ReasonCode {
  /** No policy has anything against it. */
  NO_MATCH,
  /** No policy holds for this agent. */
  NO_POLICY,
  POLICY_RULE,
  /** What a policy says where none of its rules does. */
  POLICY_DEFAULT,
  /** A rule could not be evaluated, and its policy is strict about that. */
  UNEVALUABLE_RULE,
  AGENT_CONTAINED,
  AGENT_SUSPENDED,
  AGENT_RETIRED,
  /** Somebody rejected it where it was discovered, and the tenant denies such agents everything. */
  AGENT_REJECTED,
  /** The tenant does not take in agents by their first call. */
  AGENT_UNKNOWN,
  ROUTING_UNAVAILABLE;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
