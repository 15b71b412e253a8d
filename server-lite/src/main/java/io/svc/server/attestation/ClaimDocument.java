package io.svc.server.attestation;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.rules.WordBlock;
import io.svc.server.db.OrgId;
import io.svc.server.json.Json;
import java.time.Instant;
import java.util.List;

/**
 * What is signed: these members and no others, in the canonical form of RFC 8785. Another set of
 * members is another format.
 *
 * @param verifiability said within the signature, so that nobody can pass off a shared secret as
 *     more
 */
record ClaimDocument(
    String format,
    OrgId orgId,
    String claimId,
    String agentId,
    Subject.Digest subject,
    String predicateType,
    JsonNode predicate,
    SigningAlgorithm signingAlgorithm,
    Verifiability verifiability,
    String keyId,
    String issuedBy,
    Instant issuedAt,
    Instant notBefore,
    Instant expiresAt) {
  static final String FORMAT = "svc-claim/1";

  /** The names of the members. */
  static final List<String> MEMBERS =
      WordBlock.list(
          """
          format orgId claimId agentId subject predicateType predicate signingAlgorithm
          verifiability keyId issuedBy issuedAt notBefore expiresAt""");

  ClaimDocument {
    requireNonNull(format, "format is null");
    requireNonNull(orgId, "orgId is null");
    requireNonNull(claimId, "claimId is null");
    requireNonNull(agentId, "agentId is null");
    requireNonNull(subject, "subject is null");
    requireNonNull(predicateType, "predicateType is null");
    requireNonNull(predicate, "predicate is null");
    requireNonNull(signingAlgorithm, "signingAlgorithm is null");
    requireNonNull(verifiability, "verifiability is null");
    requireNonNull(keyId, "keyId is null");
    requireNonNull(issuedBy, "issuedBy is null");
    requireNonNull(issuedAt, "issuedAt is null");
    requireNonNull(notBefore, "notBefore is null");
    requireNonNull(expiresAt, "expiresAt is null");
  }

  /** The text whose UTF-8 is signed. */
  String canonical() {
    return Json.canonical(this);
  }
}
