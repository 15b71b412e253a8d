package io.svc.server.policies;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What came of policies, as whoever records decisions knows it. */
@FunctionalInterface
public interface PolicyStats {
  /**
   * The figures of one policy.
   *
   * @param evaluations24h how often it was evaluated within the last day
   * @param wouldDeny24h how often it would have denied, and its mode did not let it
   * @param denied24h how often it denied
   * @param lastMatchedAt when one of its rules last matched
   */
  record Figures(
      long evaluations24h, long wouldDeny24h, long denied24h, Optional<Instant> lastMatchedAt) {
    /** Nothing was recorded. */
    public static final Figures NONE = new Figures(0, 0, 0, Optional.empty());
  }

  /** The figures of policies; those of which nothing was recorded may be left out. */
  Map<String, Figures> of(Tx tx, OrgId org, List<String> policyIds);
}
