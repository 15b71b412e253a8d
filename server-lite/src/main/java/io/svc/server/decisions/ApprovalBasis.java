package io.svc.server.decisions;

import java.util.Optional;

/**
 * On what an approval stands.
 *
 * @param policies names those that hold for the agent, with their versions and stages
 * @param pause why the agent may do nothing for now; empty when it may
 * @param end why it will never do it; empty when it may
 */
public record ApprovalBasis(String policies, Optional<String> pause, Optional<String> end) {
  static ApprovalBasis of(String policies, ActingAgent agent, boolean isOutwards) {
    Optional<ActingAgent.Barrier> barrier =
        agent.barrier().filter(one -> isOutwards || !one.isOutwards());
    boolean isPassing =
        barrier
            .map(ActingAgent.Barrier::code)
            .filter(
                code -> code == ReasonCode.AGENT_CONTAINED || code == ReasonCode.AGENT_SUSPENDED)
            .isPresent();
    Optional<String> why = barrier.map(ActingAgent.Barrier::reason);
    return new ApprovalBasis(
        policies, why.filter(text -> isPassing), why.filter(text -> !isPassing));
  }

  static ApprovalBasis gone(String policies) {
    return new ApprovalBasis(
        policies, Optional.empty(), Optional.of("The agent is not there any more."));
  }
}
