package io.svc.server.incidents;

import io.svc.server.db.NonEmpty;
import io.svc.server.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A message about an incident in a response. */
record CommunicationView(
    String id,
    String incidentId,
    IncidentMessage.Medium channel,
    IncidentMessage.Audience audience,
    String subject,
    String body,
    List<String> recipients,
    Optional<String> integrationId,
    CommunicationStatus status,
    List<CommunicationStore.Attempt> deliveryAttempts,
    long attempts,
    String createdBy,
    Instant createdAt,
    Optional<Instant> sentAt) {

  /** Returns the message with its latest attempts, latest first. */
  static CommunicationView of(
      CommunicationStore.Row row, List<CommunicationStore.Attempt> attempts) {
    return new CommunicationView(
        row.communicationId(),
        row.incidentId(),
        row.channel(),
        row.audience(),
        row.subject(),
        row.body(),
        List.of(Json.readStored(row.recipients(), String[].class)),
        NonEmpty.of(row.integrationId()),
        row.status(),
        attempts,
        row.attempts(),
        row.createdBy(),
        row.createdAt(),
        row.sentAt());
  }
}
