package io.svc.server.attestation;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.svc.server.events.EventDraft;
import io.svc.server.events.EventType;
import java.time.Instant;
import java.util.Optional;

/** The events of claims in the feed. */
final class ClaimEvents {
  private ClaimEvents() {}

  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  record IssuedPayload(
      String claimId,
      SigningAlgorithm signingAlgorithm,
      String keyId,
      Instant expiresAt,
      String issuedBy) {}

  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  record VerifiedPayload(
      Optional<String> claimId,
      ClaimStatus status,
      VerificationReason reason,
      Optional<SigningAlgorithm> signingAlgorithm,
      Optional<String> keyId,
      String verifiedBy) {}

  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  record RevokedPayload(String claimId, String revokedBy, String reason) {}

  static EventDraft issued(ClaimDocument document) {
    return EventDraft.of(
        EventType.ATTESTATION_ISSUED,
        document.agentId(),
        new IssuedPayload(
            document.claimId(),
            document.signingAlgorithm(),
            document.keyId(),
            document.expiresAt(),
            document.issuedBy()));
  }

  static EventDraft verified(Verification verification) {
    return new EventDraft(
        EventType.ATTESTATION_VERIFIED,
        verification.agentId(),
        Optional.empty(),
        new VerifiedPayload(
            verification.claimId(),
            verification.reason().status(),
            verification.reason(),
            verification.key().map(ClaimKey::algorithm),
            verification.key().map(ClaimKey::keyId),
            verification.verifiedBy()));
  }

  static EventDraft revoked(Claim claim, String by, String reason) {
    return EventDraft.of(
        EventType.ATTESTATION_REVOKED,
        claim.agentId(),
        new RevokedPayload(claim.claimId(), by, reason));
  }
}
