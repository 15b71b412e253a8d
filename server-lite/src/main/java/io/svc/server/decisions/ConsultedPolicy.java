package io.svc.server.decisions;

import static java.util.Objects.requireNonNull;

import io.svc.server.policies.Stage;

/**
 * A policy that took part in a decision, as the record of the decision names it.
 *
 * @param candidate whether it was a version that only looked on
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
