package io.svc.server.decisions;

import java.util.Optional;

/**
 * What an approval depends on.
 *
 * @param policies the policies that apply to the agent, with their versions and stages
 * @param pause why the agent's actions are temporarily denied; empty if they are not
 * @param end why they are permanently denied; empty if they are not
 */
public record ApprovalBasis(String policies, Optional<String> pause, Optional<String> end) {
  static ApprovalBasis of(String policies, ActingAgent agent, boolean isOutwards) {
    Optional<ActingAgent.DenialReason> barrier =
        agent.barrier().filter(agentBarrier -> isOutwards || !agentBarrier.isOutwards());
    boolean isPassing =
        barrier
            .map(ActingAgent.DenialReason::code)
            .filter(
                code -> code == ReasonCode.AGENT_CONTAINED || code == ReasonCode.AGENT_SUSPENDED)
            .isPresent();
    Optional<String> reason = barrier.map(ActingAgent.DenialReason::reason);
    return new ApprovalBasis(
        policies, reason.filter(text -> isPassing), reason.filter(text -> !isPassing));
  }

  static ApprovalBasis ofRemovedAgent(String policies) {
    return new ApprovalBasis(
        policies, Optional.empty(), Optional.of("The agent no longer exists."));
  }
}
