package io.svc.server.decisions;

import static java.util.Objects.requireNonNull;

import io.svc.server.policies.Stage;

/**
 * A policy that was evaluated for a decision, as recorded.
 *
 * @param candidate whether it was a candidate version, which has no effect on the decision
 */
public record ConsultedPolicy(String policyId, long version, String mode, boolean candidate) {
  public ConsultedPolicy {
    requireNonNull(policyId, "policyId is null");
    requireNonNull(mode, "mode is null");
  }

  static ConsultedPolicy of(PolicyVersionInForce member) {
    Stage mode = member.mode();
    return new ConsultedPolicy(
        member.policyId(), member.version(), mode.toString(), member.isCandidate());
  }
}
