package io.svc.server.attestation;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a verification found. Of a claim whose signature is not good, only that is told which is
 * known without it.
 *
 * @param claimId empty when what was shown names none that could be one
 * @param agentId the claim's agent, when the claim is known here
 * @param changed the members of the subject that are no longer as they were signed
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

  /** Whether to rely on the claim now. */
  public boolean isValid() {
    return reason.status() == ClaimStatus.VALID;
  }
}
