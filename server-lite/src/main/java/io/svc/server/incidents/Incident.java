package io.svc.server.incidents;

import static java.util.Objects.requireNonNull;

import io.svc.rules.Severity;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * An incident. An unknown text field is empty.
 *
 * @param incidentId {@code inc_} and a ULID
 * @param number consecutive number in the tenant, starting with 1
 * @param resolution label of the resolution
 * @param duplicateOf identifier of the incident that replaces it
 * @param tags as JSON
 * @param openedBy the identifier of a user or a key; {@code system} for the service itself
 * @param version incremented by each change
 */
public record Incident(
    String incidentId,
    long number,
    String title,
    String summary,
    Severity severity,
    Priority priority,
    IncidentCategory category,
    IncidentStatus status,
    String resolution,
    String resolutionNote,
    String duplicateOf,
    SourceType sourceType,
    String sourceAlertId,
    String sourceSessionId,
    String channelUrl,
    String tags,
    String openedBy,
    Instant openedAt,
    Optional<Instant> acknowledgedAt,
    Optional<Instant> containedAt,
    Optional<Instant> resolvedAt,
    Optional<Instant> closedAt,
    Instant updatedAt,
    long version) {
  public Incident {
    requireNonNull(incidentId, "incidentId is null");
    requireNonNull(title, "title is null");
    requireNonNull(summary, "summary is null");
    requireNonNull(severity, "severity is null");
    requireNonNull(priority, "priority is null");
    requireNonNull(category, "category is null");
    requireNonNull(status, "status is null");
    requireNonNull(resolution, "resolution is null");
    requireNonNull(resolutionNote, "resolutionNote is null");
    requireNonNull(duplicateOf, "duplicateOf is null");
    requireNonNull(sourceType, "sourceType is null");
    requireNonNull(sourceAlertId, "sourceAlertId is null");
    requireNonNull(sourceSessionId, "sourceSessionId is null");
    requireNonNull(channelUrl, "channelUrl is null");
    requireNonNull(tags, "tags is null");
    requireNonNull(openedBy, "openedBy is null");
    requireNonNull(openedAt, "openedAt is null");
    requireNonNull(acknowledgedAt, "acknowledgedAt is null");
    requireNonNull(containedAt, "containedAt is null");
    requireNonNull(resolvedAt, "resolvedAt is null");
    requireNonNull(closedAt, "closedAt is null");
    requireNonNull(updatedAt, "updatedAt is null");
  }

  /** Returns the display name. */
  public String shown() {
    return "#" + number + " " + title;
  }

  /** The source of an incident. */
  public enum SourceType {
    ALERT,
    SESSION,
    OPERATOR;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
