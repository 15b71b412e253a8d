package io.svc.server.reports;

import io.svc.rules.Severity;
import io.svc.rules.WordListParser;
import io.svc.server.db.Database;
import io.svc.server.db.NonEmpty;
import io.svc.server.db.OrgId;
import io.svc.server.incidents.Incident;
import io.svc.server.incidents.IncidentCategory;
import io.svc.server.incidents.IncidentStatus;
import io.svc.server.incidents.Incidents;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Incidents that were open within the period, and their response times. */
public final class IncidentSource implements ReportSource {
  private final Database database;
  private final Incidents incidents;

  public IncidentSource(Database database, Incidents incidents) {
    this.database = database;
    this.incidents = incidents;
  }

  @Override
  public String type() {
    return "incidents";
  }

  @Override
  public String title() {
    return "Incidents";
  }

  @Override
  public List<String> columns() {
    return WordListParser.list(
        """
        id number title severity priority category status resolution duplicateOf sourceType openedBy
        openedAt acknowledgedAt containedAt resolvedAt closedAt timeToAcknowledgeSeconds
        timeToContainSeconds timeToResolveSeconds""");
  }

  @Override
  public List<ReportFilter> filters() {
    return List.of(
        ReportFilter.of("severity", Severity.class),
        ReportFilter.of("status", IncidentStatus.class),
        ReportFilter.of("category", IncidentCategory.class));
  }

  @Override
  public List<String> counted() {
    return List.of("severity", "status", "category", "resolution");
  }

  @Override
  public Page page(OrgId org, ReportScope scope, String after, int limit) {
    List<Incident> page = database.read(tx -> incidents.after(tx, org, after, limit));
    return new Page(
        page.stream()
            .filter(
                incident ->
                    scope.overlaps(
                        incident.openedAt(), incident.closedAt().orElse(incident.updatedAt())))
            .filter(incident -> scope.matches("severity", incident.severity().label()))
            .filter(incident -> scope.matches("status", incident.status().toString()))
            .filter(incident -> scope.matches("category", incident.category().toString()))
            .map(IncidentSource::row)
            .toList(),
        page.size() < limit ? Optional.empty() : Optional.of(page.get(limit - 1).incidentId()));
  }

  private static ReportRow row(Incident incident) {
    return ReportRow.of(
        incident.incidentId(),
        incident.number(),
        incident.title(),
        incident.severity().label(),
        incident.priority(),
        incident.category(),
        incident.status(),
        NonEmpty.of(incident.resolution()),
        NonEmpty.of(incident.duplicateOf()),
        incident.sourceType(),
        incident.openedBy(),
        incident.openedAt(),
        incident.acknowledgedAt(),
        incident.containedAt(),
        incident.resolvedAt(),
        incident.closedAt(),
        seconds(incident, incident.acknowledgedAt()),
        seconds(incident, incident.containedAt()),
        seconds(incident, incident.resolvedAt()));
  }

  private static Optional<Long> seconds(Incident incident, Optional<Instant> until) {
    return until.map(time -> Duration.between(incident.openedAt(), time).toSeconds());
  }
}
