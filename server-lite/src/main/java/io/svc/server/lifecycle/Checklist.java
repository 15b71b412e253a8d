package io.svc.server.lifecycle;

import io.svc.server.agents.Lifecycle;
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
    List<Move> history,
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
}
