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
      "SHA-256 over the rows in their order, each in canonical form (RFC 8785) with a line feed"
          + " behind it";

  static final String PROVES =
      "The signature proves that this service, with the key keyId of the organization, made this"
          + " manifest, and with contentHash that the rows are those of that moment, none changed,"
          + " left out or added. It does not prove that what the service was told is true, that it"
          + " was told everything, or that a control works beyond what its check looks at; and"
          + " whoever holds the signing key can sign something else.";
}
