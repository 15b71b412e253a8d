package io.svc.server.reports;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.db.NonEmpty;
import io.svc.server.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A report in API responses. Unknown values are null. */
record ReportView(
    String id,
    String type,
    String title,
    Optional<String> framework,
    Report.Status status,
    Optional<Instant> from,
    Instant to,
    Map<String, String> filters,
    String createdBy,
    Instant createdAt,
    Optional<Instant> completedAt,
    Instant expiresAt,
    Optional<String> error,
    Optional<JsonNode> summary,
    long rowCount,
    Optional<String> contentHash,
    List<String> formats) {
  private static final List<String> FORMATS = List.of("csv", "json");

  /** A report with its sections. */
  record Detail(@JsonUnwrapped ReportView report, JsonNode sections) {
    static Detail of(Report report) {
      return new Detail(
          ReportView.of(report),
          report.sections().isEmpty() ? Json.tree(List.of()) : Json.readStored(report.sections()));
    }
  }

  static ReportView of(Report report) {
    boolean isReady = report.status() == Report.Status.READY;
    return new ReportView(
        report.id(),
        report.type(),
        report.title(),
        NonEmpty.of(report.scope().framework()),
        report.status(),
        report.scope().from(),
        report.scope().to(),
        report.scope().filters(),
        report.createdBy(),
        report.createdAt(),
        report.completedAt(),
        report.expiresAt(),
        NonEmpty.of(report.error()),
        NonEmpty.of(report.summary()).map(Json::readStored),
        report.rowCount(),
        NonEmpty.of(report.contentHash()),
        isReady ? FORMATS : List.of());
  }
}
