package io.svc.server.certification;

import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.Category;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.discovery.AssetDrift;
import io.svc.server.discovery.AssetFingerprint;
import io.svc.server.discovery.AssetListener;
import io.svc.server.discovery.AssetPosture;
import io.svc.server.discovery.DiscoveredAsset;
import io.svc.server.discovery.SightingResult;
import io.svc.server.http.Caller;
import io.svc.server.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Compares every observed certified workflow with its certified state. Critical drift revokes the
 * certification in the transaction of the observation; other drift is recorded once. Safe for many
 * threads.
 */
final class DriftMonitor implements AssetListener {
  private static final String SYSTEM = "certification";

  private final CertificationWriter ledger;
  private final CertificationTransitions standings;
  private final CertificationAlerts alerts;
  private final AuditLog audit;

  DriftMonitor(
      CertificationWriter ledger,
      CertificationTransitions standings,
      CertificationAlerts alerts,
      AuditLog audit) {
    this.ledger = ledger;
    this.standings = standings;
    this.alerts = alerts;
    this.audit = audit;
  }

  @Override
  public void observed(Tx tx, OrgId org, DiscoveredAsset asset, SightingResult.Change change) {
    WorkflowStore store = tx.on(WorkflowStore.class);
    Optional<CertifiedWorkflow> found = store.find(org, asset.id());
    if (found.isEmpty()) {
      return;
    }
    CertifiedWorkflow workflow = found.get();
    if (!asset.agentId().isEmpty() && !asset.agentId().equals(workflow.agentId())) {
      store.link(org, asset.id(), asset.agentId());
    }
    if (!workflow.isCertified()) {
      return;
    }
    if (asset.fingerprint().hash().equals(workflow.fingerprint())) {
      forget(tx, org, workflow);
      return;
    }
    List<DriftEntry> drift =
        DriftEntry.of(AssetDrift.between(baseline(tx, org, workflow), asset.posture()));
    if (has(drift, AssetDrift.DriftSeverity.CRITICAL)) {
      revoke(tx, org, workflow, asset, drift);
    } else {
      note(tx, org, workflow, asset, drift);
    }
  }

  /** Handles reported drift that was not observed yet. */
  void addReported(Tx tx, OrgId org, DiscoveredAsset asset, DriftEntry entry) {
    Optional<CertifiedWorkflow> workflow =
        tx.on(WorkflowStore.class).find(org, asset.id()).filter(CertifiedWorkflow::isCertified);
    if (workflow.isEmpty()) {
      return;
    }
    List<DriftEntry> drift = new ArrayList<>(List.of(entry));
    DriftEntry.read(workflow.get().drift()).stream()
        .filter(previous -> !previous.equals(entry))
        .forEach(drift::add);
    if (has(drift, AssetDrift.DriftSeverity.CRITICAL)) {
      revoke(tx, org, workflow.get(), asset, drift);
    } else {
      note(tx, org, workflow.get(), asset, drift);
    }
  }

  /** Returns the certified state. */
  static AssetPosture baseline(Tx tx, OrgId org, CertifiedWorkflow workflow) {
    return Json.readStored(
        tx.on(HistoryStore.class).at(org, workflow.seq()).orElseThrow().posture(),
        AssetPosture.class);
  }

  /** Clears the drift: the workflow matches its certified state again. */
  private static void forget(Tx tx, OrgId org, CertifiedWorkflow workflow) {
    if (!workflow.drift().equals("[]")) {
      tx.on(WorkflowStore.class).note(org, workflow.assetId(), "[]", false);
    }
  }

  private void revoke(
      Tx tx, OrgId org, CertifiedWorkflow workflow, DiscoveredAsset asset, List<DriftEntry> drift) {
    Caller system = Caller.system(SYSTEM, org);
    DriftEntry worst = drift.get(0);
    String reason = "Drift: " + worst.kind() + " at " + worst.path() + ".";
    standings.revoke(
        tx,
        system,
        workflow,
        new CertificationTransitions.CertificationEnd(
            system.name(), reason, drift, asset.fingerprint()));
    // The owner needs the reason of the revocation next.
    tx.on(WorkflowStore.class).note(org, workflow.assetId(), Json.text(drift), false);
    audit.record(
        tx,
        system,
        AuditEvent.of(
                Category.CERTIFICATION,
                "certification.revoke",
                "certification",
                workflow.certId(),
                workflow.name())
            .with("reason", "drift")
            .with("driftClass", worst.kind())
            .with("path", worst.path()));
    alerts.revoked(tx, org, workflow, drift);
  }

  private void note(
      Tx tx, OrgId org, CertifiedWorkflow workflow, DiscoveredAsset asset, List<DriftEntry> drift) {
    List<DriftEntry> entries = DriftEntry.read(workflow.drift());
    if (entries.equals(drift)) {
      return;
    }
    List<DriftEntry> fresh = drift.stream().filter(entry -> !entries.contains(entry)).toList();
    if (!fresh.isEmpty()) {
      CertificationEvent event =
          has(fresh, AssetDrift.DriftSeverity.WARNING)
              ? CertificationEvent.DRIFT_WARNING
              : CertificationEvent.DRIFT_INFO;
      ledger.add(
          tx,
          org,
          new CertificationWriter.RowDraft(
              workflow.certId(),
              event,
              workflow.status(),
              workflow.status(),
              CertificationWriter.Workflow.of(workflow),
              Caller.system(SYSTEM, org),
              Optional.of(workflow.decidedBy()),
              Optional.empty(),
              Optional.empty(),
              Optional.of((long) asset.risk().score()),
              Optional.of(asset.fingerprint()),
              List.of(),
              fresh,
              ""));
    }
    tx.on(WorkflowStore.class)
        .note(
            org,
            workflow.assetId(),
            Json.text(drift),
            has(drift, AssetDrift.DriftSeverity.WARNING));
  }

  private static boolean has(List<DriftEntry> drift, AssetDrift.DriftSeverity severity) {
    return drift.stream().anyMatch(entry -> entry.severity().equals(severity.toString()));
  }

  @Override
  public void merged(Tx tx, OrgId org, String assetId, String into) {
    WorkflowStore store = tx.on(WorkflowStore.class);
    Optional<CertifiedWorkflow> removed = store.find(org, assetId);
    Optional<CertifiedWorkflow> stays = store.find(org, into);
    if (removed.isEmpty()) {
      return;
    }
    if (stays.isPresent()) {
      // The later decision applies to both, and the other one ends.
      boolean isRemovedLater = removed.get().seq() > stays.get().seq();
      CertifiedWorkflow loses = isRemovedLater ? stays.get() : removed.get();
      if (loses.isCertified()) {
        Caller system = Caller.system(SYSTEM, org);
        standings.revoke(
            tx,
            system,
            loses,
            new CertificationTransitions.CertificationEnd(
                system.name(),
                "The workflow was merged with a workflow that has a later decision.",
                List.of(),
                baselineFingerprint(tx, org, loses)));
      }
      store.remove(org, loses.assetId());
      if (!isRemovedLater) {
        return;
      }
    }
    store.move(org, assetId, into);
  }

  private static AssetFingerprint baselineFingerprint(
      Tx tx, OrgId org, CertifiedWorkflow workflow) {
    return AssetFingerprint.of(baseline(tx, org, workflow));
  }
}
