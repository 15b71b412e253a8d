package io.svc.server.certification;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.svc.server.db.OrgId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The result for one workflow. Missing values are null.
 *
 * @param certifiedAt the time of the certification; empty if it was not certified
 * @param reason why it was not certified
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
record CertificationResult(
    Optional<String> certId,
    OrgId orgId,
    String workflowId,
    Optional<String> platform,
    Optional<String> workflowName,
    CertificationStatus status,
    CertificationStatus previousStatus,
    Optional<String> certifiedBy,
    Optional<Instant> certifiedAt,
    List<CertificationCheck.Result> checks,
    List<CertificationCheck> failedChecks,
    Optional<String> reason,
    Optional<String> fingerprint,
    Optional<Long> riskScore,
    Optional<String> assetId,
    Optional<String> agentId,
    Optional<Signature> signature) {

  /** The signature of the history row. */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  record Signature(String alg, String keyId, String value) {}

  static CertificationResult of(CertificationWriter.SignedRow added) {
    CertificationDocument document = added.document();
    boolean passes = document.event() == CertificationEvent.CERTIFIED;
    return new CertificationResult(
        Optional.of(document.certId()),
        document.orgId(),
        document.workflowId(),
        Optional.of(document.platform()),
        Optional.of(document.workflowName()),
        passes ? CertificationStatus.CERTIFIED : CertificationStatus.BLOCKED,
        document.previousStatus(),
        document.certifiedBy(),
        Optional.of(document.at()).filter(at -> passes),
        document.checks(),
        document.checks().stream()
            .filter(check -> !check.passed())
            .map(CertificationCheck.Result::check)
            .toList(),
        document.reason(),
        document.fingerprint(),
        document.riskScore(),
        Optional.of(document.assetId()),
        document.agentId(),
        Optional.of(
            new Signature(
                document.signature().alg(), document.signature().keyId(), added.signature())));
  }

  static CertificationResult missing(
      OrgId org, String workflowId, Optional<String> platform, String reason) {
    return new CertificationResult(
        Optional.empty(),
        org,
        workflowId,
        platform,
        Optional.empty(),
        CertificationStatus.NOT_FOUND,
        CertificationStatus.NOT_CERTIFIED,
        Optional.empty(),
        Optional.empty(),
        List.of(),
        List.of(),
        Optional.of(reason),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
