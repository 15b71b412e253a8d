package io.svc.server.discovery;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Locale;

/**
 * A named view of a list.
 *
 * @param id {@code viw_} and a ULID
 * @param resource the list
 * @param filters as JSON, with the names of query parameters
 * @param columns as JSON
 * @param sort such as {@code riskScore:desc}; empty for the default order
 * @param shared whether other members of the tenant see it
 */
record SavedView(
    String id,
    String ownerId,
    ViewedList resource,
    String name,
    String filters,
    String columns,
    String sort,
    boolean shared,
    Instant createdAt,
    Instant updatedAt,
    long version) {
  SavedView {
    requireNonNull(id, "id is null");
    requireNonNull(ownerId, "ownerId is null");
    requireNonNull(resource, "resource is null");
    requireNonNull(name, "name is null");
    requireNonNull(filters, "filters is null");
    requireNonNull(columns, "columns is null");
    requireNonNull(sort, "sort is null");
    requireNonNull(createdAt, "createdAt is null");
    requireNonNull(updatedAt, "updatedAt is null");
  }

  /** A list that supports saved views. */
  enum ViewedList {
    AGENTS,
    DISCOVERY,
    MCP_SERVERS,
    MCP_FINDINGS,
    POLICIES,
    ALERTS,
    INCIDENTS,
    APPROVALS,
    DECISIONS,
    ATTESTATION,
    CERTIFICATIONS,
    AUDIT;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
