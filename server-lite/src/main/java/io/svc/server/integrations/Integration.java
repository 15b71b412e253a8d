package io.svc.server.integrations;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;

/**
 * A connection to something that a tenant has elsewhere.
 *
 * @param config JSON of what may be shown, with masks in the place of secrets
 * @param sealed the secrets, sealed; empty where there are none
 * @param failures how often it failed since it last worked
 * @param lastError of the failures since it last worked; empty for none
 * @param lastTest JSON of the last test; empty before the first
 * @param pollIntervalSeconds how long after a scan the next one begins
 * @param lastScan JSON of the last scan; empty before the first
 * @param version goes up with every change by a person
 */
public record Integration(
    String id,
    IntegrationType type,
    String name,
    boolean enabled,
    IntegrationStatus status,
    String config,
    String sealed,
    long failures,
    String lastError,
    Optional<Instant> lastTestAt,
    String lastTest,
    long pollIntervalSeconds,
    Optional<Instant> lastScanAt,
    String lastScan,
    Instant createdAt,
    String createdBy,
    Instant updatedAt,
    long version) {
  public Integration {
    requireNonNull(id, "id is null");
    requireNonNull(type, "type is null");
    requireNonNull(name, "name is null");
    requireNonNull(status, "status is null");
    requireNonNull(config, "config is null");
    requireNonNull(sealed, "sealed is null");
    requireNonNull(lastError, "lastError is null");
    requireNonNull(lastTestAt, "lastTestAt is null");
    requireNonNull(lastTest, "lastTest is null");
    requireNonNull(lastScanAt, "lastScanAt is null");
    requireNonNull(lastScan, "lastScan is null");
    requireNonNull(createdAt, "createdAt is null");
    requireNonNull(createdBy, "createdBy is null");
    requireNonNull(updatedAt, "updatedAt is null");
  }

  /** Which, and nothing of its secrets. */
  @Override
  public String toString() {
    return type + " " + id;
  }
}
