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
 * @param verdictTimeoutMs the time limit for one session, in milliseconds
 * @param sessionIds the replayed sessions; set when it starts
 * @param notReplayable the number of sessions that could not be replayed, by reason
 * @param calibrationPass whether it reached the threshold; set when it is completed
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

  /** The status of a replay. */
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
   * The sessions to replay.
   *
   * @param sessionIds the sessions; if empty, those for which the policy was evaluated, latest
   *     first
   * @param from requires a decision at this time or later
   * @param to requires a decision before this time
   * @param maxSessions the maximum number of sessions
   */
  record Selection(
      List<String> sessionIds, Optional<Instant> from, Optional<Instant> to, int maxSessions) {
    Selection {
      sessionIds = List.copyOf(sessionIds);
    }
  }

  /** The number of verdicts of each kind. */
  record Counts(
      @ColumnName("match_count") long match,
      @ColumnName("diverged_count") long diverged,
      @ColumnName("error_count") long error,
      @ColumnName("timeout_count") long timeout) {
    long all() {
      return match + diverged + error + timeout;
    }

    /** Returns the share of matches; 0 without any verdict. */
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
