package io.svc.server.alerts;

import static java.util.Objects.requireNonNull;

import java.time.Instant;

/**
 * The delivery of an alert to one channel.
 *
 * @param type of the integration
 * @param name of the integration
 * @param messageId the same for all attempts of a message
 * @param template empty for the default message
 * @param tries attempts of this message so far
 * @param attempts attempts of all messages so far
 * @param nextAt time of the next attempt; during an attempt, the time at which its lease expires
 */
record Delivery(
    String deliveryId,
    String alertId,
    String integrationId,
    String type,
    String name,
    String messageId,
    MessageKind kind,
    String template,
    DeliveryStatus status,
    long tries,
    long attempts,
    Instant nextAt,
    Instant createdAt,
    Instant updatedAt) {
  Delivery {
    requireNonNull(deliveryId, "deliveryId is null");
    requireNonNull(alertId, "alertId is null");
    requireNonNull(integrationId, "integrationId is null");
    requireNonNull(type, "type is null");
    requireNonNull(name, "name is null");
    requireNonNull(messageId, "messageId is null");
    requireNonNull(kind, "kind is null");
    requireNonNull(template, "template is null");
    requireNonNull(status, "status is null");
    requireNonNull(nextAt, "nextAt is null");
    requireNonNull(createdAt, "createdAt is null");
    requireNonNull(updatedAt, "updatedAt is null");
  }
}
