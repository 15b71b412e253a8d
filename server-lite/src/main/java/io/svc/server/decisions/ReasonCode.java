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
  ROUTING_UNAVAILABLE,
  /** People agreed to it, and their approval is used up by this. */
  APPROVAL_GRANTED,
  APPROVAL_DENIED,
  APPROVAL_EXPIRED,
  /** The policies that it was asked for by are others now. */
  APPROVAL_STALE,
  /** There is no such approval for this action, or it was used up before. */
  APPROVAL_INVALID;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
