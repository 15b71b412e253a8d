package io.svc.server.integrations;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.json.Json;
import java.time.Instant;
import java.util.Optional;

/** An integration in API responses: without its secrets. */
record IntegrationView(
    String id,
    IntegrationType type,
    String name,
    IntegrationCategory category,
    boolean enabled,
    IntegrationStatus status,
    JsonNode config,
    Optional<Instant> lastTestAt,
    Optional<JsonNode> lastTest,
    Optional<String> lastError,
    Optional<Long> pollIntervalSeconds,
    Optional<Instant> lastScanAt,
    Optional<JsonNode> lastScan,
    Instant createdAt,
    Instant updatedAt,
    long version) {

  static IntegrationView of(Integration integration) {
    return new IntegrationView(
        integration.id(),
        integration.type(),
        integration.name(),
        integration.type().category(),
        integration.enabled(),
        integration.status(),
        Json.readStored(integration.config()),
        integration.lastTestAt(),
        present(integration.lastTest()).map(Json::readStored),
        present(integration.lastError()),
        Optional.of(integration.pollIntervalSeconds())
            .filter(any -> integration.type().isScanned()),
        integration.lastScanAt(),
        present(integration.lastScan()).map(Json::readStored),
        integration.createdAt(),
        integration.updatedAt(),
        integration.version());
  }

  private static Optional<String> present(String text) {
    return Optional.of(text).filter(value -> !value.isEmpty());
  }
}
