package io.svc.server.attestation;

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
    ClaimSubject.Digest subject,
    String predicateType,
    JsonNode predicate,
    SigningAlgorithm signingAlgorithm,
    SigningAlgorithm.Verifiability verifiability,
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

  /** The text whose UTF-8 is signed. */
  String canonical() {
    return Json.canonical(this);
  }
}
