package io.svc.server.attestation;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.rules.WordListParser;
import io.svc.server.db.OrgId;
import io.svc.server.json.Json;
import java.time.Instant;
import java.util.List;

/**
 * The signed document: exactly these members, in the canonical form of RFC 8785. Another set of
 * members is another format.
 *
 * @param verifiability part of the signed content, so that a shared-secret signature cannot be
 *     passed off as a public-key one
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
      WordListParser.list(
          """
          format orgId claimId agentId subject predicateType predicate signingAlgorithm
          verifiability keyId issuedBy issuedAt notBefore expiresAt""");

  /** Returns the text that is signed, in UTF-8. */
  String canonical() {
    return Json.canonical(this);
  }
}
