package io.svc.server.rollout;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.mapper.Nested;
import org.jdbi.v3.core.mapper.reflect.ColumnName;

/**
 * A replay of recorded sessions with a version of a policy.
 *
 * @param request the selection as JSON
 * @param threshold the share of matching verdicts that it must reach, 0 to 1
 * @param verdictTimeoutMs how long one session may take
 * @param sessionIds what is replayed; known once it runs
 * @param notReplayable why sessions could not be replayed, counted
 * @param calibrationPass whether it reached the threshold; known once it is completed
 */
record ReplayJob(
    @ColumnName("job_id") String id,
    String policyId,
    long policyVersion,
    String contentHash,
    Status status,
    String requestedBy,
    JsonNode request,
    double threshold,
    @ColumnName("verdict_timeout") long verdictTimeoutMs,
    Instant createdAt,
    Optional<Instant> startedAt,
    Optional<Instant> completedAt,
    @ColumnName("sessions") List<String> sessionIds,
    @Nested Counts counts,
    Map<String, Long> notReplayable,
    Optional<Boolean> calibrationPass) {

  /** Where it stands. */
  enum Status {
    QUEUED,
    RUNNING,
    COMPLETED,
    FAILED,
    CANCELED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Which sessions it is to replay.
   *
   * @param sessionIds of these; without any, of those in which the policy took part, latest first
   * @param from with a decision at this time or later
   * @param to with a decision before this time
   * @param maxSessions no more than these
   */
  record Selection(
      List<String> sessionIds, Optional<Instant> from, Optional<Instant> to, int maxSessions) {
    Selection {
      sessionIds = List.copyOf(sessionIds);
    }
  }

  /** Verdicts by kind. */
  record Counts(
      @ColumnName("match_count") long match,
      @ColumnName("diverged_count") long diverged,
      @ColumnName("error_count") long error,
      @ColumnName("timeout_count") long timeout) {
    long all() {
      return match + diverged + error + timeout;
    }

    /** The share of matches; of nothing, nothing matches. */
    double ratio() {
      return all() == 0 ? 0 : (double) match / all();
    }
  }

  ReplayJob {
    sessionIds = List.copyOf(sessionIds);
    notReplayable = Map.copyOf(notReplayable);
  }

  Selection selection() {
    return SelectionJson.read(request);
  }
}
