package io.svc.server.sessions;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jdbi.v3.core.mapper.Nested;
import org.jdbi.v3.core.mapper.reflect.ColumnName;

/**
 * A session of an agent.
 *
 * @param id {@code ses_} and a ULID
 * @param externalId the caller's identifier; empty if none was given
 * @param trigger the trigger, such as {@code schedule}; empty if unknown
 * @param traceId identifier of the trace that it belongs to; empty for none
 * @param outcome the outcome; empty until it is reported
 * @param lastAt time of the latest entry
 * @param endedAt the reported time of the end
 * @param nextSeq the number of the next entry; the first is 1
 * @param riskPeak the highest risk of all entries
 * @param dataClasses the classes of data that were used
 */
public record AgentSession(
    @ColumnName("session_id") String id,
    String agentId,
    String externalId,
    @ColumnName("started_by") String trigger,
    String traceId,
    Optional<Outcome> outcome,
    Instant startedAt,
    Instant lastAt,
    Optional<Instant> endedAt,
    long nextSeq,
    @Nested Counts counts,
    @Nested Tokens tokens,
    long riskPeak,
    List<String> dataClasses) {

  /** A session without activity for this long has ended. */
  public static final Duration IDLE = Duration.ofMinutes(30);

  /**
   * The origin of a session; unknown texts are empty.
   *
   * @param trigger the trigger, such as {@code schedule}
   * @param traceId identifier of the trace that it belongs to
   * @param startedAt the start; empty for the time of the first request
   */
  public record Origin(String trigger, String traceId, Optional<Instant> startedAt) {
    /** An unknown origin. */
    public static final Origin UNSPECIFIED = new Origin("", "");

    public Origin(String trigger, String traceId) {
      this(trigger, traceId, Optional.empty());
    }
  }

  /** The reported outcome of a session. */
  public enum Outcome {
    COMPLETED,
    FAILED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The status of a session. */
  public enum Status {
    ACTIVE,
    COMPLETED,
    FAILED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Counts of the entries. */
  public record Counts(
      long toolCalls,
      long decisions,
      long denied,
      long warned,
      long redacted,
      long approvals,
      long alerts) {}

  /** Tokens that models read and wrote. */
  public record Tokens(
      @ColumnName("input_tokens") long input, @ColumnName("output_tokens") long output) {}

  public AgentSession {
    externalId = externalId.equals(id) ? "" : externalId;
    dataClasses = List.copyOf(dataClasses);
  }

  /** Returns the number of entries in its timeline. */
  public long evidenceCount() {
    return nextSeq - 1;
  }

  /** Returns the status at a time. */
  public Status status(Instant now) {
    if (outcome.isPresent()) {
      return outcome.get() == Outcome.FAILED ? Status.FAILED : Status.COMPLETED;
    }
    return isIdle(now) ? Status.COMPLETED : Status.ACTIVE;
  }

  /** Returns when it ended: the reported time, or the last activity of an idle session. */
  public Optional<Instant> ended(Instant now) {
    if (endedAt.isPresent()) {
      return endedAt;
    }
    return isIdle(now) ? Optional.of(lastAt) : Optional.empty();
  }

  private boolean isIdle(Instant now) {
    return !now.isBefore(lastAt.plus(IDLE));
  }
}
