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
 * A claim that somebody shows, of which nothing is believed yet.
 *
 * @param claimId what it calls itself
 * @param canonical the text that must have been signed; empty when it has not the form of a claim
 */
record UnverifiedClaim(
    String claimId,
    String keyId,
    String signingAlgorithm,
    Optional<String> canonical,
    String signature) {
  private static final int DEEPEST = 40;

  /**
   * What the service tells beside what was signed. It is told anew, so that it is not read here.
   */
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
   * Reads one: all members that are signed, and none that nobody knows, which a reader might take
   * for signed.
   */
  static UnverifiedClaim of(JsonNode claim, String signature) {
    ObjectNode signed = JsonNodeFactory.instance.objectNode();
    Set<String> known = new HashSet<>(UNSIGNED);
    boolean isComplete = true;
    for (String member : ClaimDocument.MEMBERS) {
      known.add(member);
      isComplete &= claim.has(member);
      signed.set(member, claim.path(member));
    }
    for (var member : claim.properties()) {
      isComplete &= known.contains(member.getKey());
    }
    boolean isClaim =
        isComplete
            && ExactJson.problem(signed, DEEPEST).isEmpty()
            && signed.path("format").asText().equals(ClaimDocument.FORMAT);
    return new UnverifiedClaim(
        claim.path("claimId").asText(),
        claim.path("keyId").asText(),
        claim.path("signingAlgorithm").asText(),
        isClaim ? Optional.of(Json.canonical(signed)) : Optional.empty(),
        signature);
  }

  /** One that is kept here, which is not believed either: somebody may have changed the store. */
  static UnverifiedClaim of(Claim claim) {
    JsonNode payload;
    try {
      payload = Json.read(claim.payload().getBytes(StandardCharsets.UTF_8));
    } catch (BadJsonException e) {
      payload = JsonNodeFactory.instance.objectNode();
    }
    // A row that holds another claim than it says has no signature of its own.
    boolean isOwn = payload.path("claimId").asText().equals(claim.claimId());
    UnverifiedClaim sent = of(payload, isOwn ? claim.signature() : "");
    return new UnverifiedClaim(
        claim.claimId(), sent.keyId(), sent.signingAlgorithm(), sent.canonical(), sent.signature());
  }
}
