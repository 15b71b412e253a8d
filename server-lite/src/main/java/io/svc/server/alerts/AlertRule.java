package io.svc.server.alerts;

import java.time.Instant;
import java.util.Optional;

/**
 * A rule that routes alerts to channels.
 *
 * @param ruleId {@code arl_} and a ULID
 * @param createdBy identifier of a user or a key; {@code system} for the default rule
 */
record AlertRule(
    String ruleId,
    RuleDraft draft,
    Optional<Instant> lastMatchedAt,
    String createdBy,
    Instant createdAt,
    Instant updatedAt,
    long version) {
  static AlertRule of(RuleStore.Row row) {
    return new AlertRule(
        row.ruleId(),
        RuleDraft.of(row),
        row.lastMatchedAt(),
        row.createdBy(),
        row.createdAt(),
        row.updatedAt(),
        row.version());
  }
}
