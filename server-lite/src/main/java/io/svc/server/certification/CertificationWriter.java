package io.svc.server.certification;

import io.svc.server.attestation.DocumentSigner;
import io.svc.server.attestation.SigningAlgorithm;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.discovery.AssetFingerprint;
import io.svc.server.http.Caller;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Adds signed rows to the history, numbered without gaps. The caller must have locked the assets of
 * the tenant, which prevents concurrent additions. Safe for many threads.
 */
final class CertificationWriter {
  private final DocumentSigner signer;
  private final Consumer<CertificationEvent> counter;

  /**
   * Creates the history.
   *
   * @param counter called for each stored row
   */
  CertificationWriter(DocumentSigner signer, Consumer<CertificationEvent> counter) {
    this.signer = signer;
    this.counter = counter;
  }

  /** The workflow of a row. */
  record Workflow(String workflowId, String platform, String name, String assetId, String agentId) {
    static Workflow of(CertifiedWorkflow workflow) {
      return new Workflow(
          workflow.workflowId(),
          workflow.platform(),
          workflow.name(),
          workflow.assetId(),
          workflow.agentId());
    }
  }

  /**
   * The content of a new row.
   *
   * @param previous the previous status of the workflow
   * @param posture the certified state, as JSON; empty for none
   */
  record RowDraft(
      String certId,
      CertificationEvent event,
      CertificationStatus status,
      CertificationStatus previous,
      Workflow workflow,
      Caller actor,
      Optional<String> certifiedBy,
      Optional<String> revokedBy,
      Optional<String> reason,
      Optional<Long> riskScore,
      Optional<AssetFingerprint> fingerprint,
      List<CertificationCheck.Result> checks,
      List<DriftEntry> diff,
      String posture) {}

  /** An added row. */
  record SignedRow(CertificationDocument document, String signature) {}

  SignedRow add(Tx tx, OrgId org, RowDraft draft) {
    WorkflowStore store = tx.on(WorkflowStore.class);
    store.begin(org);
    store.number(org);
    long seq = store.counted(org).orElseThrow().nextSeq() - 1;
    CertificationDocument[] written = new CertificationDocument[1];
    DocumentSigner.SignedDocument signed =
        signer.sign(
            tx,
            org,
            SigningAlgorithm.HMAC_SHA256,
            keyId -> {
              written[0] = document(tx, org, seq, draft, keyId);
              return written[0].canonical();
            });
    CertificationDocument document = written[0];
    tx.on(HistoryStore.class)
        .insert(
            org,
            seq,
            draft,
            document,
            signed.text(),
            document.signature().keyId(),
            signed.signature());
    tx.afterCommit(() -> counter.accept(draft.event()));
    return new SignedRow(document, signed.signature());
  }

  private static CertificationDocument document(
      Tx tx, OrgId org, long seq, RowDraft draft, String keyId) {
    Workflow workflow = draft.workflow();
    return new CertificationDocument(
        CertificationDocument.FORMAT,
        seq,
        org,
        draft.certId(),
        draft.event(),
        draft.status(),
        draft.previous(),
        workflow.workflowId(),
        workflow.platform(),
        workflow.name(),
        workflow.assetId(),
        Optional.of(workflow.agentId()).filter(id -> !id.isEmpty()),
        CertificationDocument.Actor.of(draft.actor()),
        draft.certifiedBy(),
        draft.revokedBy(),
        tx.now(),
        draft.reason(),
        draft.riskScore(),
        draft.fingerprint().map(AssetFingerprint::hash),
        draft.fingerprint().map(CertificationDocument.PartDigests::of),
        draft.checks(),
        draft.diff(),
        new CertificationDocument.SignatureHeader(SigningAlgorithm.HMAC_SHA256.toString(), keyId));
  }

  /** Returns whether the signature of a row is valid. */
  boolean verifies(Tx tx, OrgId org, HistoryStore.Row row) {
    return signer.verifies(tx, org, row.keyId(), row.document(), row.signature());
  }
}
