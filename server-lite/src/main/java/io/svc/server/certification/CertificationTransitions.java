package io.svc.server.certification;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.discovery.AssetFingerprint;
import io.svc.server.discovery.DiscoveredAsset;
import io.svc.server.http.Caller;
import io.svc.server.json.Json;
import java.util.List;
import java.util.Optional;

/**
 * The status transitions of workflows, each with its history row. The caller must have locked the
 * assets of the tenant. Safe for many threads.
 */
final class CertificationTransitions {
  private final CertificationWriter ledger;
  private final CertificationAlerts alerts;

  CertificationTransitions(CertificationWriter ledger, CertificationAlerts alerts) {
    this.ledger = ledger;
    this.alerts = alerts;
  }

  /**
   * A decision about a workflow.
   *
   * @param by the person responsible for it
   * @param reason why it is not certified; empty if it is
   */
  record Decision(
      String certId,
      CertificationWriter.Workflow workflow,
      DiscoveredAsset asset,
      String by,
      Optional<Long> risk,
      List<CertificationCheck.Result> checks,
      Optional<String> reason) {}

  /**
   * The end of a certification.
   *
   * @param by the person responsible for it
   */
  record CertificationEnd(
      String by, String reason, List<DriftEntry> drift, AssetFingerprint fingerprint) {}

  /**
   * Certifies a workflow, or records a failed check. A certified workflow stays certified in that
   * case, because its certified state did not change.
   */
  CertificationWriter.SignedRow decide(Tx tx, Caller caller, Decision decision) {
    OrgId org = caller.tenant();
    WorkflowStore store = tx.on(WorkflowStore.class);
    String assetId = decision.asset().id();
    Optional<CertifiedWorkflow> before = store.find(org, assetId);
    CertificationStatus previous =
        before.map(CertifiedWorkflow::status).orElse(CertificationStatus.NOT_CERTIFIED);
    boolean passes = decision.reason().isEmpty();
    boolean stays = !passes && previous == CertificationStatus.CERTIFIED;
    CertificationStatus status =
        passes || stays ? CertificationStatus.CERTIFIED : CertificationStatus.BLOCKED;
    AssetFingerprint fingerprint = decision.asset().fingerprint();
    CertificationWriter.SignedRow added =
        ledger.add(
            tx,
            org,
            new CertificationWriter.RowDraft(
                decision.certId(),
                passes ? CertificationEvent.CERTIFIED : CertificationEvent.BLOCKED,
                status,
                previous,
                decision.workflow(),
                caller,
                Optional.of(decision.by()),
                Optional.empty(),
                decision.reason(),
                decision.risk(),
                Optional.of(fingerprint),
                decision.checks(),
                List.of(),
                passes ? Json.text(decision.asset().posture()) : ""));
    if (stays) {
      return added;
    }
    before.ifPresent(certified -> resolveAlert(tx, org, certified, "A new decision replaced it."));
    CertificationWriter.Workflow workflow = decision.workflow();
    store.decide(
        org,
        assetId,
        status,
        decision.certId(),
        added.document().seq(),
        workflow,
        decision.by(),
        tx.now(),
        fingerprint.hash(),
        decision.risk().orElse(0L),
        passes ? Optional.of(tx.now().plus(InactivityMonitor.RECHECK_DELAY)) : Optional.empty());
    if (passes && previous != CertificationStatus.CERTIFIED) {
      store.count(org, 1);
    }
    return added;
  }

  /** Revokes a valid certification. */
  CertificationWriter.SignedRow revoke(
      Tx tx, Caller caller, CertifiedWorkflow workflow, CertificationEnd end) {
    OrgId org = caller.tenant();
    CertificationWriter.SignedRow added =
        ledger.add(
            tx,
            org,
            new CertificationWriter.RowDraft(
                workflow.certId(),
                CertificationEvent.REVOKED,
                CertificationStatus.REVOKED,
                workflow.status(),
                CertificationWriter.Workflow.of(workflow),
                caller,
                Optional.of(workflow.decidedBy()),
                Optional.of(end.by()),
                Optional.of(end.reason()),
                Optional.of(workflow.riskScore()),
                Optional.of(end.fingerprint()),
                List.of(),
                end.drift(),
                ""));
    resolveAlert(tx, org, workflow, "It is no longer certified.");
    WorkflowStore store = tx.on(WorkflowStore.class);
    store.decide(
        org,
        workflow.assetId(),
        CertificationStatus.REVOKED,
        workflow.certId(),
        added.document().seq(),
        CertificationWriter.Workflow.of(workflow),
        end.by(),
        tx.now(),
        end.fingerprint().hash(),
        workflow.riskScore(),
        Optional.empty());
    store.count(org, -1);
    return added;
  }

  private void resolveAlert(Tx tx, OrgId org, CertifiedWorkflow workflow, String reason) {
    if (!workflow.gapAlert().isEmpty()) {
      alerts.resolve(tx, org, workflow.gapAlert(), reason);
    }
  }
}
