package io.svc.server.alerts;

import static java.util.Objects.requireNonNull;

import io.svc.rules.Severity;
import java.time.Instant;
import java.util.Optional;

/**
 * An alert. An unknown text field is empty.
 *
 * @param alertId {@code alr_} and a ULID
 * @param status the delivery status
 * @param triageStatus the progress of triage
 * @param sessionId the session of the last occurrence
 * @param ruleIds identifiers of the rules that match it, as JSON
 * @param verdict as JSON
 * @param details as JSON
 * @param fingerprint the deduplication key, shared by similar alerts
 * @param closedAt when it was last closed; empty while it is open
 * @param version incremented by each change that a user makes
 */
public record Alert(
    String alertId,
    String title,
    String description,
    Severity severity,
    String threatType,
    String source,
    String eventType,
    AlertStatus status,
    TriageStatus triageStatus,
    String agentId,
    String agentName,
    String sessionId,
    String environment,
    String rule,
    String destination,
    String incidentId,
    String ruleIds,
    String verdict,
    String details,
    String fingerprint,
    long occurrences,
    Instant firstSeenAt,
    Instant lastSeenAt,
    Instant createdAt,
    Optional<Instant> closedAt,
    long version) {
  public Alert {
    requireNonNull(alertId, "alertId is null");
    requireNonNull(title, "title is null");
    requireNonNull(description, "description is null");
    requireNonNull(severity, "severity is null");
    requireNonNull(threatType, "threatType is null");
    requireNonNull(source, "source is null");
    requireNonNull(eventType, "eventType is null");
    requireNonNull(status, "status is null");
    requireNonNull(triageStatus, "triageStatus is null");
    requireNonNull(agentId, "agentId is null");
    requireNonNull(agentName, "agentName is null");
    requireNonNull(sessionId, "sessionId is null");
    requireNonNull(environment, "environment is null");
    requireNonNull(rule, "rule is null");
    requireNonNull(destination, "destination is null");
    requireNonNull(incidentId, "incidentId is null");
    requireNonNull(ruleIds, "ruleIds is null");
    requireNonNull(verdict, "verdict is null");
    requireNonNull(details, "details is null");
    requireNonNull(fingerprint, "fingerprint is null");
    requireNonNull(firstSeenAt, "firstSeenAt is null");
    requireNonNull(lastSeenAt, "lastSeenAt is null");
    requireNonNull(createdAt, "createdAt is null");
    requireNonNull(closedAt, "closedAt is null");
  }
}
