package io.svc.server.lifecycle;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;

/**
 * An item that somebody lets an agent go without, for a time.
 *
 * @param approvedPerson who is behind the approver, when that is a key
 */
record Waiver(
    String agentId,
    String itemKey,
    String reason,
    String approvedBy,
    String approvedPerson,
    Instant approvedAt,
    Instant expiresAt) {
  Waiver {
    requireNonNull(agentId, "agentId is null");
    requireNonNull(itemKey, "itemKey is null");
    requireNonNull(reason, "reason is null");
    requireNonNull(approvedBy, "approvedBy is null");
    requireNonNull(approvedPerson, "approvedPerson is null");
    requireNonNull(approvedAt, "approvedAt is null");
    requireNonNull(expiresAt, "expiresAt is null");
  }

  /** Until when it holds, by the rules of today. */
  Instant end(GateConfig.Waivers rules) {
    Instant latest = approvedAt.plus(Duration.ofDays(rules.maxDays()));
    return expiresAt.isBefore(latest) ? expiresAt : latest;
  }

  /** Whether it holds at a time. */
  boolean holds(Instant now, GateConfig.Waivers rules) {
    return rules.allowed() && now.isBefore(end(rules));
  }
}
