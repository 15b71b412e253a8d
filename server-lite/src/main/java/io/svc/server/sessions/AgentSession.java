package io.svc.server.sessions;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jdbi.v3.core.mapper.Nested;
import org.jdbi.v3.core.mapper.reflect.ColumnName;

/**
 * One run of an agent.
 *
 * @param id {@code ses_} and a ULID
 * @param externalId what the caller calls it; empty when nobody named it
 * @param trigger what started it, such as {@code schedule}; empty when nobody told
 * @param traceId of the trace that it belongs to; empty when there is none
 * @param outcome how it ended; empty until somebody said so
 * @param lastAt when something last happened in it
 * @param endedAt when somebody said that it ended
 * @param nextSeq the number of the next evidence; the first is 1
 * @param riskPeak the highest risk of all that happened
 * @param dataClasses what kinds of data were touched
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

  /** A session in which nothing happened for so long is over. */
  public static final Duration IDLE = Duration.ofMinutes(30);

  /**
   * Where a session comes from; empty where nobody told.
   *
   * @param trigger what started it, such as {@code schedule}
   * @param traceId of the trace that it belongs to
   * @param startedAt when it began; empty for the moment in which it is first heard of
   */
  public record Origin(String trigger, String traceId, Optional<Instant> startedAt) {
    /** Nobody told. */
    public static final Origin UNTOLD = new Origin("", "");

    public Origin(String trigger, String traceId) {
      this(trigger, traceId, Optional.empty());
    }
  }

  /** How a session can end. */
  public enum Outcome {
    COMPLETED,
    FAILED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Where a session stands. */
  public enum Status {
    ACTIVE,
    COMPLETED,
    FAILED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** What happened in it, counted. */
  public record Counts(
      long toolCalls,
      long decisions,
      long denied,
      long warned,
      long redacted,
      long approvals,
      long alerts) {}

  /** What models read and wrote. */
  public record Tokens(
      @ColumnName("input_tokens") long input, @ColumnName("output_tokens") long output) {}

  public AgentSession {
    externalId = externalId.equals(id) ? "" : externalId;
    dataClasses = List.copyOf(dataClasses);
  }

  /** The number of entries in its timeline. */
  public long evidenceCount() {
    return nextSeq - 1;
  }

  /** Where it stands at a time. */
  public Status status(Instant now) {
    if (outcome.isPresent()) {
      return outcome.get() == Outcome.FAILED ? Status.FAILED : Status.COMPLETED;
    }
    return isIdle(now) ? Status.COMPLETED : Status.ACTIVE;
  }

  /** When it ended: when somebody said so, or when something last happened in one that is idle. */
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
