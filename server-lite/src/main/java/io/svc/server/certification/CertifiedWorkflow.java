package io.svc.server.certification;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How a workflow stands.
 *
 * @param seq of the row of the history that decided it
 * @param agentId the agent that it is; empty for none
 * @param decidedBy who answers for the decision
 * @param fingerprint of what was decided on
 * @param drift differences since that are noted already, as JSON
 * @param flagged whether one of them is a warning
 * @param dueAt when somebody looks whether it still runs
 * @param gapFrom its last run before the last silence that was told of
 * @param gapAlert the alert of a silence that goes on; empty for none
 */
public record CertifiedWorkflow(
    String assetId,
    CertificationStatus status,
    String certId,
    long seq,
    String workflowId,
    String platform,
    String name,
    String agentId,
    String decidedBy,
    Instant decidedAt,
    String fingerprint,
    long riskScore,
    String drift,
    boolean flagged,
    Optional<Instant> dueAt,
    Optional<Instant> gapFrom,
    String gapAlert) {
  public CertifiedWorkflow {
    requireNonNull(assetId, "assetId is null");
    requireNonNull(status, "status is null");
    requireNonNull(certId, "certId is null");
    requireNonNull(agentId, "agentId is null");
    requireNonNull(dueAt, "dueAt is null");
    requireNonNull(gapFrom, "gapFrom is null");
    requireNonNull(gapAlert, "gapAlert is null");
  }

  boolean isCertified() {
    return status == CertificationStatus.CERTIFIED;
  }

  /** Where the differences are, for people. */
  public List<String> driftPaths() {
    return DriftEntry.read(drift).stream().map(DriftEntry::path).toList();
  }
}
