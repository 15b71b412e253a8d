package io.svc.server.lifecycle;

import static java.util.Objects.requireNonNull;

import io.svc.server.agents.Lifecycle;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The checklist for the next state of an agent; for an agent in production, the requirements to
 * remain there.
 *
 * @param targetState empty when there is no next state
 * @param ready whether no item blocks the promotion; approvals may still be missing
 * @param promotion the pending promotion
 * @param history the latest transitions, latest first
 * @param version incremented by each change of a user
 */
record Checklist(
    String agentId,
    Lifecycle currentState,
    Optional<Lifecycle> targetState,
    List<GateItem> items,
    List<WaiverView> waivers,
    boolean ready,
    List<String> blocking,
    int approvalsNeeded,
    Optional<Promotion> promotion,
    List<LifecycleTransition> history,
    long version) {

  /**
   * A waiver in a response.
   *
   * @param active whether it is valid now; an expired one remains until a user removes it
   */
  record WaiverView(
      String key,
      String reason,
      String approvedBy,
      Instant approvedAt,
      Instant expiresAt,
      boolean active) {}

  Checklist {
    items = List.copyOf(items);
    waivers = List.copyOf(waivers);
    blocking = List.copyOf(blocking);
    history = List.copyOf(history);
  }

  /**
   * A temporary exception of an agent from a checklist item.
   *
   * @param approvedPerson the creator of the approving key, if a key approved it
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

    /** Returns when the waiver expires under the current rules. */
    Instant end(GateConfig.Waivers rules) {
      Instant latest = approvedAt.plus(Duration.ofDays(rules.maxDays()));
      return expiresAt.isBefore(latest) ? expiresAt : latest;
    }

    /** Returns true when the waiver is valid at a time. */
    boolean isValid(Instant now, GateConfig.Waivers rules) {
      return rules.allowed() && now.isBefore(end(rules));
    }
  }
}
