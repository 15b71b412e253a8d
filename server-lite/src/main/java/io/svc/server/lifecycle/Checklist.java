package io.svc.server.lifecycle;

import static java.util.Objects.requireNonNull;

import io.svc.server.agents.Lifecycle;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What stands between an agent and where it is to go; of one in production, what it would need to
 * get there now.
 *
 * @param targetState empty for an agent that is going nowhere
 * @param ready whether no item stands in the way; approvals may still be missing
 * @param promotion the one that waits for others to approve it
 * @param history the latest moves, latest first
 * @param version goes up with every change that people make
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
   * A waiver as it is answered.
   *
   * @param active whether it holds now; one that has ended stays until somebody takes it away
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

    /** When the waiver expires under the current rules. */
    Instant end(GateConfig.Waivers rules) {
      Instant latest = approvedAt.plus(Duration.ofDays(rules.maxDays()));
      return expiresAt.isBefore(latest) ? expiresAt : latest;
    }

    /** Whether the waiver is valid at a time. */
    boolean holds(Instant now, GateConfig.Waivers rules) {
      return rules.allowed() && now.isBefore(end(rules));
    }
  }
}
