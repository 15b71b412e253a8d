package io.svc.server.policies;

import static java.util.Objects.requireNonNull;

import java.time.Instant;

/**
 * What a policy said or says. Never changed.
 *
 * @param dsl the document; empty for a draft that nobody has written yet
 * @param contentHash of what it means, the same for documents that differ in looks; empty with an
 *     empty document
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
