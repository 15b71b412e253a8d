package io.svc.server.certification;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The certification state of a workflow.
 *
 * @param seq the number of the history row with the decision
 * @param agentId the agent of the workflow; empty for none
 * @param decidedBy the person responsible for the decision
 * @param fingerprint the fingerprint of the decided state
 * @param drift the recorded drift since then, as JSON
 * @param flagged whether the drift contains a warning
 * @param dueAt the time of the next inactivity check
 * @param gapFrom the last run before the last reported inactivity
 * @param gapAlert the alert of the current inactivity; empty for none
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

  /** Returns the paths of the drift, for display. */
  public List<String> driftPaths() {
    return DriftEntry.read(drift).stream().map(DriftEntry::path).toList();
  }
}
