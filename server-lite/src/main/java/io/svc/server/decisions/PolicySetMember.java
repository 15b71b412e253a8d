package io.svc.server.decisions;

import static java.util.Objects.requireNonNull;

import io.svc.server.policies.Stage;

/**
 * A policy that took part in a decision, as the record of the decision names it.
 *
 * @param candidate whether it was a version that only looked on
 */
public record PolicySetMember(String policyId, long version, String mode, boolean candidate) {
  public PolicySetMember {
    requireNonNull(policyId, "policyId is null");
    requireNonNull(mode, "mode is null");
  }

  static PolicySetMember of(Member member) {
    Stage mode = member.mode();
    return new PolicySetMember(
        member.policyId(), member.version(), mode.toString(), member.isCandidate());
  }
}
