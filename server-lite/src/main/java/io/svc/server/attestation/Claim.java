package io.svc.server.attestation;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;

/**
 * A claim as it is kept: what was signed, and what became of it since.
 *
 * @param claimId {@code clm_} and a ULID
 * @param eventSeq number of the event that told of its issue
 * @param payload the text that was signed
 * @param signature in base64url
 * @param issuedBy who asked for it
 * @param revokedBy empty while it is not revoked, as is the reason
 * @param lastVerifiedAt when its signature was last found to be good
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
   * What became of it by a time. Whether what it says is still so is another question, which {@link
   * Claims#verify} answers. The store computes the same for lists; see {@link ClaimRows}.
   */
  public ClaimStatus status(Instant now) {
    if (revokedAt.isPresent()) {
      return ClaimStatus.REVOKED;
    }
    return now.isBefore(expiresAt) ? ClaimStatus.VALID : ClaimStatus.EXPIRED;
  }
}
