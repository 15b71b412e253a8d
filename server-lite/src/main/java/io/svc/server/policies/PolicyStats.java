package io.svc.server.policies;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Provides statistics of policies from recorded decisions. */
@FunctionalInterface
public interface PolicyStats {
  /**
   * The statistics of a policy.
   *
   * @param evaluations24h evaluations within the last day
   * @param wouldDeny24h denials within the last day that its mode did not apply
   * @param denied24h denials within the last day
   * @param lastMatchedAt time of the last match of a rule
   */
  record Statistics(
      long evaluations24h, long wouldDeny24h, long denied24h, Optional<Instant> lastMatchedAt) {
    /** No records. */
    public static final Statistics NONE = new Statistics(0, 0, 0, Optional.empty());
  }

  /** Returns the statistics of policies; policies without records may be omitted. */
  Map<String, Statistics> of(Tx tx, OrgId org, List<String> policyIds);
}
