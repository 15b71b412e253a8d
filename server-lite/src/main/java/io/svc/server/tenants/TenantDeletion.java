package io.svc.server.tenants;

import static java.util.Objects.requireNonNull;

import io.svc.server.db.OrgId;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * The deletion of a tenant: what is left of it in the end, as its tombstone.
 *
 * @param scheduledFor until then it can be canceled
 * @param completesBy when it is over at the latest
 * @param counts how many rows of each kind were purged, as JSON
 */
public record TenantDeletion(
    OrgId orgId,
    String deletionId,
    Status status,
    String requestedBy,
    Instant requestedAt,
    Instant scheduledFor,
    Instant completesBy,
    Optional<Instant> completedAt,
    String counts) {

  /** How far it is. */
  public enum Status {
    QUEUED,
    RUNNING,
    COMPLETED,
    CANCELED;

    /** Whether the tenant is on its way out. */
    public boolean isUnderWay() {
      return this == QUEUED || this == RUNNING;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public TenantDeletion {
    requireNonNull(orgId, "orgId is null");
    requireNonNull(deletionId, "deletionId is null");
    requireNonNull(status, "status is null");
    requireNonNull(requestedBy, "requestedBy is null");
    requireNonNull(requestedAt, "requestedAt is null");
    requireNonNull(scheduledFor, "scheduledFor is null");
    requireNonNull(completesBy, "completesBy is null");
    requireNonNull(completedAt, "completedAt is null");
    requireNonNull(counts, "counts is null");
  }
}
