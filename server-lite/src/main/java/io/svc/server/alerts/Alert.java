package io.svc.server.alerts;

import static java.util.Objects.requireNonNull;

import io.svc.rules.Severity;
import java.time.Instant;
import java.util.Optional;

/**
 * Something that people should know of. What is not known is an empty text.
 *
 * @param alertId {@code alr_} and a ULID
 * @param status what became of telling people
 * @param triageStatus how far people are with it
 * @param sessionId where it was seen last
 * @param ruleIds of the rules that it matched, as JSON
 * @param verdict as JSON
 * @param details as JSON
 * @param fingerprint what alerts that are alike share
 * @param closedAt when it was last closed; empty while it is not
 * @param version goes up with every change that people make
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
