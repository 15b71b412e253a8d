package io.svc.server.alerts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.rules.Severity;
import io.svc.server.db.NonEmpty;
import io.svc.server.db.OrgId;
import io.svc.server.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An alert as shown in lists. */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
record AlertView(
    String id,
    OrgId orgId,
    String title,
    String description,
    Severity severity,
    String threatType,
    AlertStatus status,
    TriageStatus triageStatus,
    Optional<String> agentId,
    Optional<String> agentName,
    Optional<String> sessionId,
    Optional<String> environment,
    String source,
    Optional<String> rule,
    Optional<String> destination,
    JsonNode ruleIds,
    Optional<String> incidentId,
    String fingerprint,
    long occurrences,
    Instant firstSeenAt,
    Instant lastSeenAt,
    Instant createdAt,
    Optional<Instant> closedAt,
    long version) {
  private static final int ENTRIES = 200;
  private static final int ATTEMPTS = 50;

  static AlertView of(OrgId org, Alert alert) {
    return new AlertView(
        alert.alertId(),
        org,
        alert.title(),
        alert.description(),
        alert.severity(),
        alert.threatType(),
        alert.status(),
        alert.triageStatus(),
        NonEmpty.of(alert.agentId()),
        NonEmpty.of(alert.agentName()),
        NonEmpty.of(alert.sessionId()),
        NonEmpty.of(alert.environment()),
        alert.source(),
        NonEmpty.of(alert.rule()),
        NonEmpty.of(alert.destination()),
        Json.readStored(alert.ruleIds()),
        NonEmpty.of(alert.incidentId()),
        alert.fingerprint(),
        alert.occurrences(),
        alert.firstSeenAt(),
        alert.lastSeenAt(),
        alert.createdAt(),
        alert.closedAt(),
        alert.version());
  }

  /** The delivery status of an alert and its channels. */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  record DeliveryView(AlertStatus status, long attempts, List<ChannelView> channels) {}

  /** The delivery status of one channel. */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  record ChannelView(
      String deliveryId,
      String integrationId,
      String type,
      String name,
      MessageKind message,
      DeliveryStatus status,
      List<AttemptView> attempts,
      Optional<Instant> nextAttemptAt) {}

  /** The outcome of an attempt. */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  record AttemptView(
      long attempt,
      Instant at,
      Optional<Long> statusCode,
      long durationMs,
      Optional<String> error) {}

  /** An entry in the alert's history. */
  record EntryView(Instant at, AlertEntryType type, Optional<String> actor, String detail) {}

  /** Returns the alert with all details. */
  static ObjectNode detail(OrgId org, Alert alert, AlertRecords reading) {
    ObjectNode json = (ObjectNode) Json.tree(of(org, alert));
    json.set("verdict", Json.readStored(alert.verdict()));
    json.set("details", Json.readStored(alert.details()));
    json.set("delivery", Json.tree(delivery(alert, reading)));
    List<AlertStore.Entry> entries = new ArrayList<>(reading.entries());
    Collections.reverse(entries);
    json.set(
        "timeline",
        Json.tree(
            entries.stream()
                .map(e -> new EntryView(e.at(), e.type(), NonEmpty.of(e.actor()), e.detail()))
                .toList()));
    json.set("related", Json.tree(related(alert)));
    return json;
  }

  private static Map<String, Optional<String>> related(Alert alert) {
    Map<String, Optional<String>> related = new LinkedHashMap<>();
    related.put("session_url", NonEmpty.of(alert.sessionId()).map(id -> "/sessions/" + id));
    related.put("agent_url", NonEmpty.of(alert.agentId()).map(id -> "/agents/" + id));
    related.put("incident_url", NonEmpty.of(alert.incidentId()).map(id -> "/incidents/" + id));
    return related;
  }

  private static DeliveryView delivery(Alert alert, AlertRecords reading) {
    List<ChannelView> channels = new ArrayList<>();
    long attempts = 0;
    for (Delivery delivery : reading.deliveries()) {
      attempts += delivery.attempts();
      List<AttemptView> tries = new ArrayList<>();
      for (DeliveryStore.Attempt attempt :
          reading.attempts().getOrDefault(delivery.deliveryId(), List.of())) {
        tries.add(
            0,
            new AttemptView(
                attempt.attempt(),
                attempt.at(),
                attempt.statusCode() == 0 ? Optional.empty() : Optional.of(attempt.statusCode()),
                attempt.durationMs(),
                NonEmpty.of(attempt.error())));
      }
      channels.add(
          new ChannelView(
              delivery.deliveryId(),
              delivery.integrationId(),
              delivery.type(),
              delivery.name(),
              delivery.kind(),
              delivery.status(),
              tries,
              delivery.status().isInProgress() && delivery.status() != DeliveryStatus.DELIVERING
                  ? Optional.of(delivery.nextAt())
                  : Optional.empty()));
    }
    return new DeliveryView(alert.status(), attempts, channels);
  }

  /** The records that the details of an alert contain. */
  record AlertRecords(
      List<Delivery> deliveries,
      Map<String, List<DeliveryStore.Attempt>> attempts,
      List<AlertStore.Entry> entries) {

    static AlertRecords of(io.svc.server.db.Tx tx, OrgId org, String alertId) {
      DeliveryStore store = tx.on(DeliveryStore.class);
      List<Delivery> deliveries = store.of(org, alertId);
      Map<String, List<DeliveryStore.Attempt>> attempts = new LinkedHashMap<>();
      for (Delivery delivery : deliveries) {
        attempts.put(delivery.deliveryId(), store.attempts(org, delivery.deliveryId(), ATTEMPTS));
      }
      return new AlertRecords(
          deliveries, attempts, tx.on(AlertStore.class).entries(org, alertId, ENTRIES));
    }
  }
}
