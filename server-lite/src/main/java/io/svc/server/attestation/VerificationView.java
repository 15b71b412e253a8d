package io.svc.server.attestation;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A verification as the API tells it. */
record VerificationView(
    Optional<String> claimId,
    ClaimStatus status,
    boolean valid,
    Reason reason,
    String detail,
    List<String> changed,
    Optional<String> agentId,
    Optional<SigningAlgorithm> signingAlgorithm,
    Optional<String> keyId,
    Optional<Verifiability> verifiability,
    Optional<Instant> expiresAt,
    String verifiedBy,
    Instant verifiedAt) {
  static VerificationView of(Verification found) {
    return new VerificationView(
        found.claimId(),
        found.reason().status(),
        found.isValid(),
        found.reason(),
        found.reason().sentence(),
        found.changed(),
        found.agentId(),
        found.key().map(ClaimKey::algorithm),
        found.key().map(ClaimKey::keyId),
        found.key().map(key -> key.algorithm().verifiability()),
        found.expiresAt(),
        found.verifiedBy(),
        found.verifiedAt());
  }
}
