package io.svc.server.db;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonValue;

/**
 * A tenant. The first argument of every method of a store, so that no query can omit it.
 *
 * @param value {@code org_} and a ULID
 */
public record OrgId(String value) {
  /** The instance itself, for work before sign-in. Never a tenant of a user. */
  public static final OrgId INSTANCE = new OrgId("org_00000000000000000000000000");

  public OrgId {
    requireNonNull(value, "value is null");
  }

  @JsonValue
  @Override
  public String toString() {
    return value;
  }
}
