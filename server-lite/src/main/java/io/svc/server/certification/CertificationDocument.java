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
 * The signed content of a history row, in the canonical form of RFC 8785. The signature value is
 * stored next to it.
 *
 * @param seq its number in the tenant, without gaps
 * @param status the status of the workflow after the event
 * @param previousStatus the status before the event
 * @param actor the signed-in user or the API key
 * @param certifiedBy the person responsible for the certification
 * @param revokedBy the person responsible for the revocation
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
    Optional<PartDigests> fingerprintParts,
    List<CertificationCheck.Result> checks,
    List<DriftEntry> diff,
    SignatureHeader signature) {
  static final String FORMAT = "svc-certification/1";

  /** The actor of an event. */
  record Actor(String type, String id, String name) {
    static Actor of(Caller caller) {
      return new Actor(caller.kind().toString(), caller.id(), caller.name());
    }
  }

  /** SHA-256 digests of the parts of the certified or observed workflow. */
  record PartDigests(String connectors, String permissions, String steps, String metadata) {
    static PartDigests of(AssetFingerprint fingerprint) {
      return new PartDigests(
          fingerprint.connectors(),
          fingerprint.permissions(),
          fingerprint.steps(),
          fingerprint.metadata());
    }
  }

  /** The algorithm and the key of the signature. */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  record SignatureHeader(String alg, String keyId) {}

  CertificationDocument {
    checks = List.copyOf(checks);
    diff = List.copyOf(diff);
  }

  /** Returns the text that is signed, in UTF-8. */
  String canonical() {
    return Json.canonical(this);
  }
}
