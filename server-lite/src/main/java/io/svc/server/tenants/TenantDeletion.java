package io.svc.server.tenants;

import static java.util.Objects.requireNonNull;

import io.svc.server.db.OrgId;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * The deletion of a tenant, and finally its tombstone.
 *
 * @param scheduledFor the time until which it can be canceled
 * @param completesBy the time at which it is complete at the latest
 * @param counts the number of purged rows of each kind, as JSON
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

  /** The status of a deletion. */
  public enum Status {
    QUEUED,
    RUNNING,
    COMPLETED,
    CANCELED;

    /** Returns whether the tenant is being deleted. */
    public boolean isInProgress() {
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
