package io.svc.server.integrations;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;

/**
 * A connection to another service of a tenant.
 *
 * @param config JSON with secrets masked
 * @param sealed the secrets, sealed; empty if there are none
 * @param failures the number of failures since the last success
 * @param lastError the last error since the last success; empty for none
 * @param lastTest JSON of the last test; empty before the first
 * @param pollIntervalSeconds the time between scans
 * @param lastScan JSON of the last scan; empty before the first
 * @param version increments with every change by a member
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

  /** Returns the identifier without secrets. */
  @Override
  public String toString() {
    return type + " " + id;
  }
}
