package io.svc.server.reports;

import io.svc.server.attestation.SigningAlgorithm;
import io.svc.server.db.OrgId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The signed part of a report, in canonical form (RFC 8785): its scope, and the hash of its rows.
 *
 * @param to later events are omitted
 * @param columns the columns of the rows, in the order of a CSV export
 * @param contentHash see {@link #HASHED}
 * @param expiresAt the time until which the service retains the report
 * @param nonce unique for each report, so that no two manifests are equal
 */
record ReportManifest(
    String format,
    String reportId,
    OrgId orgId,
    String type,
    String title,
    Optional<String> framework,
    Map<String, String> filters,
    Optional<Instant> from,
    Instant to,
    List<String> columns,
    long rowCount,
    String contentHash,
    String hashed,
    ReportDigest.Summary summary,
    String createdBy,
    Instant generatedAt,
    Instant expiresAt,
    String nonce,
    SigningAlgorithm signingAlgorithm,
    String keyId,
    SigningAlgorithm.Verifiability verifiability,
    String proves) {
  /** The name of the format, which distinguishes a report from a claim. */
  static final String FORMAT = "svc-report/1";

  static final String HASHED =
      "SHA-256 of the rows in their order, each in canonical form (RFC 8785) and followed by a"
          + " line feed";

  static final String PROVES =
      "The signature proves that this service created this manifest with the key keyId of the"
          + " organization. contentHash proves that no row was changed, omitted or added since"
          + " then. The signature does not prove that the data which the service received is"
          + " true or complete, or that a control is effective beyond its check. Anyone who has"
          + " the signing key can sign other content.";
}
