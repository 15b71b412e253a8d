package io.svc.server.reports;

import io.svc.server.attestation.DocumentSigner;
import io.svc.server.attestation.SigningAlgorithm;
import io.svc.server.db.Identifiers;
import io.svc.server.db.NonEmpty;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.json.Json;

/** Signs the manifest of a report, and stores that it is ready. */
final class ReportWriter {
  private final Identifiers identifiers;
  private final DocumentSigner signer;

  ReportWriter(Identifiers identifiers, DocumentSigner signer) {
    this.identifiers = identifiers;
    this.signer = signer;
  }

  /**
   * Completes a report after all chunks were stored.
   *
   * @param attempt the attempt of the calling server
   * @return whether that attempt still owned the report
   */
  boolean ready(
      Tx tx,
      OrgId org,
      Report report,
      ReportSource source,
      RowSerializer.RowTotals pressed,
      long attempt) {
    DocumentSigner.SignedDocument signed =
        signer.sign(
            tx, org, keyId -> Json.canonical(manifest(tx, org, report, source, pressed, keyId)));
    return tx.on(ReportStore.class)
            .ready(
                org,
                report.id(),
                attempt,
                tx.now(),
                pressed,
                Json.text(pressed.summary()),
                Json.text(pressed.sections()),
                signed)
        > 0;
  }

  private ReportManifest manifest(
      Tx tx,
      OrgId org,
      Report report,
      ReportSource source,
      RowSerializer.RowTotals pressed,
      String keyId) {
    ReportScope scope = report.scope();
    return new ReportManifest(
        ReportManifest.FORMAT,
        report.id(),
        org,
        report.type(),
        report.title(),
        NonEmpty.of(scope.framework()),
        scope.filters(),
        scope.from(),
        scope.to(),
        source.columns(),
        pressed.rows(),
        pressed.contentHash(),
        ReportManifest.HASHED,
        pressed.summary(),
        report.createdBy(),
        tx.now(),
        report.expiresAt(),
        identifiers.token(),
        SigningAlgorithm.ED25519,
        keyId,
        SigningAlgorithm.ED25519.verifiability(),
        ReportManifest.PROVES);
  }
}
