package io.svc.server.reports;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import org.jdbi.v3.core.mapper.Nested;
import org.jdbi.v3.core.mapper.reflect.ColumnName;

/**
 * A report and its state.
 *
 * @param id {@code rpt_} and a ULID
 * @param error why it failed; empty otherwise
 * @param expiresAt the time of its deletion
 * @param summary JSON; empty until it is ready
 * @param sections JSON; empty until it is ready
 * @param manifest the signed text; empty until it is ready
 * @param algorithm the signature algorithm; empty until it is ready
 * @param signature in base64url; empty until it is ready
 */
record Report(
    @ColumnName("report_id") String id,
    String type,
    String title,
    @Nested ReportScope scope,
    Status status,
    String createdBy,
    Instant createdAt,
    Optional<Instant> completedAt,
    Instant expiresAt,
    String error,
    long rowCount,
    String contentHash,
    String summary,
    String sections,
    String manifest,
    String algorithm,
    String signature) {

  /** The status of a report. The labels are part of the interface. */
  enum Status {
    QUEUED,
    RUNNING,
    READY,
    FAILED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
