package io.svc.server.attestation;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The result of a verification. For an invalid signature, it contains only facts that do not depend
 * on the claim's content.
 *
 * @param claimId empty when the presented claim has no well-formed identifier
 * @param agentId the claim's agent, when the claim is stored here
 * @param changed the members of the subject that have changed since signing
 */
public record Verification(
    Optional<String> claimId,
    VerificationReason reason,
    List<String> changed,
    Optional<String> agentId,
    Optional<ClaimKey> key,
    Optional<Instant> expiresAt,
    String verifiedBy,
    Instant verifiedAt) {
  public Verification {
    changed = List.copyOf(changed);
  }

  /** Returns whether the claim can be relied on now. */
  public boolean isValid() {
    return reason.status() == ClaimStatus.VALID;
  }
}
