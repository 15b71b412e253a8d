package io.svc.server.attestation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.server.json.BadJsonException;
import io.svc.server.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * A presented claim before verification; none of its content is trusted.
 *
 * @param claimId the identifier that it states
 * @param canonical the text that must have been signed; empty when it does not have the format of a
 *     claim
 */
record UnverifiedClaim(
    String claimId,
    String keyId,
    String signingAlgorithm,
    Optional<String> canonical,
    String signature) {
  private static final int DEEPEST = 40;

  /** Response members that are not signed. They are ignored here. */
  static final Set<String> UNSIGNED =
      Set.of(
          "status",
          "signature",
          "revokedAt",
          "revokedBy",
          "revocationReason",
          "lastVerifiedAt",
          "verificationCount");

  /**
   * Reads a presented claim. All signed members are required, and unknown ones are rejected,
   * because a reader could assume that they are signed.
   */
  static UnverifiedClaim of(JsonNode claim, String signature) {
    ObjectNode signed = JsonNodeFactory.instance.objectNode();
    Set<String> knownFields = new HashSet<>(UNSIGNED);
    boolean isComplete = true;
    for (String member : ClaimDocument.MEMBERS) {
      knownFields.add(member);
      isComplete &= claim.has(member);
      signed.set(member, claim.path(member));
    }
    for (var member : claim.properties()) {
      isComplete &= knownFields.contains(member.getKey());
    }
    boolean isClaim =
        isComplete
            && StrictJsonValidator.problem(signed, DEEPEST).isEmpty()
            && signed.path("format").asText().equals(ClaimDocument.FORMAT);
    return new UnverifiedClaim(
        claim.path("claimId").asText(),
        claim.path("keyId").asText(),
        claim.path("signingAlgorithm").asText(),
        isClaim ? Optional.of(Json.canonical(signed)) : Optional.empty(),
        signature);
  }

  /**
   * Reads a stored claim, which is not trusted either, because the store may have been tampered
   * with.
   */
  static UnverifiedClaim of(Claim claim) {
    JsonNode payload;
    try {
      payload = Json.read(claim.payload().getBytes(StandardCharsets.UTF_8));
    } catch (BadJsonException e) {
      payload = JsonNodeFactory.instance.objectNode();
    }
    // If a row contains another claim than its identifier states, its signature does not count.
    boolean isSameClaim = payload.path("claimId").asText().equals(claim.claimId());
    UnverifiedClaim sent = of(payload, isSameClaim ? claim.signature() : "");
    return new UnverifiedClaim(
        claim.claimId(), sent.keyId(), sent.signingAlgorithm(), sent.canonical(), sent.signature());
  }
}
