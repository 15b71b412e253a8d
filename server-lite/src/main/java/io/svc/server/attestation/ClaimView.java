package io.svc.server.attestation;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A claim in API responses: the signed members exactly as signed, and its current state. */
record ClaimView(
    String claimId,
    JsonNode agentId,
    JsonNode subject,
    JsonNode predicateType,
    JsonNode predicate,
    ClaimStatus status,
    JsonNode signingAlgorithm,
    JsonNode keyId,
    String signature,
    JsonNode verifiability,
    JsonNode issuedBy,
    JsonNode issuedAt,
    JsonNode notBefore,
    JsonNode expiresAt,
    JsonNode orgId,
    JsonNode format,
    Optional<Instant> revokedAt,
    Optional<String> revokedBy,
    Optional<String> revocationReason,
    Optional<Instant> lastVerifiedAt,
    long verificationCount) {

  static ClaimView of(Claim claim, Instant now) {
    JsonNode signed = Json.readStored(claim.payload());
    return new ClaimView(
        claim.claimId(),
        signed.path("agentId"),
        signed.path("subject"),
        signed.path("predicateType"),
        signed.path("predicate"),
        claim.status(now),
        signed.path("signingAlgorithm"),
        signed.path("keyId"),
        claim.signature(),
        signed.path("verifiability"),
        signed.path("issuedBy"),
        signed.path("issuedAt"),
        signed.path("notBefore"),
        signed.path("expiresAt"),
        signed.path("orgId"),
        signed.path("format"),
        claim.revokedAt(),
        claim.revokedAt().map(at -> claim.revokedBy()),
        claim.revokedAt().map(at -> claim.revocationReason()),
        claim.lastVerifiedAt(),
        claim.verificationCount());
  }

  static List<ClaimView> of(List<Claim> claims, Instant now) {
    return claims.stream().map(claim -> of(claim, now)).toList();
  }
}
