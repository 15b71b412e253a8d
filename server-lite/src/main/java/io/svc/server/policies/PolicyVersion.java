package io.svc.server.policies;

import static java.util.Objects.requireNonNull;

import java.time.Instant;

/**
 * A version of a policy. Never changes.
 *
 * @param dsl the document; empty for a draft without one
 * @param contentHash hash of its meaning, equal for documents that differ only in formatting; empty
 *     for an empty document
 */
public record PolicyVersion(
    String policyId,
    long version,
    String dsl,
    String contentHash,
    long ruleCount,
    Instant createdAt,
    String createdBy) {
  public PolicyVersion {
    requireNonNull(policyId, "policyId is null");
    requireNonNull(dsl, "dsl is null");
    requireNonNull(contentHash, "contentHash is null");
    requireNonNull(createdAt, "createdAt is null");
    requireNonNull(createdBy, "createdBy is null");
  }
}
