package io.svc.server.certification;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.svc.server.db.OrgId;
import io.svc.server.discovery.AssetFingerprint;
import io.svc.server.http.Caller;
import io.svc.server.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A row of the history, as it is signed: these members in the canonical form of RFC 8785. The value
 * of the signature stands beside it.
 *
 * @param seq its number in the tenant, without gaps
 * @param status how the workflow stood after it
 * @param previousStatus how it stood before
 * @param actor who was signed in, or whose key it was
 * @param certifiedBy who answers for the certification
 * @param revokedBy who answers for its end
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
record CertificationDocument(
    String format,
    long seq,
    OrgId orgId,
    String certId,
    CertificationEvent event,
    CertificationStatus status,
    CertificationStatus previousStatus,
    String workflowId,
    String platform,
    String workflowName,
    String assetId,
    Optional<String> agentId,
    Actor actor,
    Optional<String> certifiedBy,
    Optional<String> revokedBy,
    Instant at,
    Optional<String> reason,
    Optional<Long> riskScore,
    Optional<String> fingerprint,
    Optional<Parts> fingerprintParts,
    List<CertificationCheck.Result> checks,
    List<DriftEntry> diff,
    Head signature) {
  static final String FORMAT = "svc-certification/1";

  /** Who did something. */
  record Actor(String type, String id, String name) {
    static Actor of(Caller caller) {
      return new Actor(caller.kind().toString(), caller.id(), caller.name());
    }
  }

  /** SHA-256 of each part of what was certified, or seen. */
  record Parts(String connectors, String permissions, String steps, String metadata) {
    static Parts of(AssetFingerprint fingerprint) {
      return new Parts(
          fingerprint.connectors(),
          fingerprint.permissions(),
          fingerprint.steps(),
          fingerprint.metadata());
    }
  }

  /** By what it is signed. */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  record Head(String alg, String keyId) {}

  CertificationDocument {
    checks = List.copyOf(checks);
    diff = List.copyOf(diff);
  }

  /** The text whose UTF-8 is signed. */
  String canonical() {
    return Json.canonical(this);
  }
}
