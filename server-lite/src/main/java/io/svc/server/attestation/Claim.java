package io.svc.server.attestation;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;

/**
 * A stored claim: the signed text and its current state.
 *
 * @param claimId {@code clm_} and a ULID
 * @param eventSeq the number of the event of its issue
 * @param payload the signed text
 * @param signature in base64url
 * @param issuedBy the caller who requested it
 * @param revokedBy empty unless it is revoked, as is the reason
 * @param lastVerifiedAt the last time its signature was found valid
 */
public record Claim(
    String claimId,
    long eventSeq,
    String agentId,
    String payload,
    SigningAlgorithm signingAlgorithm,
    String keyId,
    String signature,
    String issuedBy,
    Instant issuedAt,
    Instant notBefore,
    Instant expiresAt,
    Optional<Instant> revokedAt,
    String revokedBy,
    String revocationReason,
    Optional<Instant> lastVerifiedAt,
    long verificationCount) {
  public Claim {
    requireNonNull(claimId, "claimId is null");
    requireNonNull(agentId, "agentId is null");
    requireNonNull(payload, "payload is null");
    requireNonNull(signingAlgorithm, "signingAlgorithm is null");
    requireNonNull(keyId, "keyId is null");
    requireNonNull(signature, "signature is null");
    requireNonNull(issuedBy, "issuedBy is null");
    requireNonNull(issuedAt, "issuedAt is null");
    requireNonNull(notBefore, "notBefore is null");
    requireNonNull(expiresAt, "expiresAt is null");
    requireNonNull(revokedAt, "revokedAt is null");
    requireNonNull(revokedBy, "revokedBy is null");
    requireNonNull(revocationReason, "revocationReason is null");
    requireNonNull(lastVerifiedAt, "lastVerifiedAt is null");
  }

  /**
   * Returns the status at a time. It does not compare the content with the current agent, which
   * {@link Claims#verify} does. The store computes the same for lists; see {@link ClaimRows}.
   */
  public ClaimStatus status(Instant now) {
    if (revokedAt.isPresent()) {
      return ClaimStatus.REVOKED;
    }
    return now.isBefore(expiresAt) ? ClaimStatus.VALID : ClaimStatus.EXPIRED;
  }
}
