package io.svc.server.sessions;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.rules.Severity;
import io.svc.server.http.Cursor;
import io.svc.server.json.Json;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jdbi.v3.core.mapper.reflect.ColumnName;

/**
 * An entry in the timeline of a session.
 *
 * @param id {@code evi_} and a ULID
 * @param seq the order of recording in the session, from 1 and without gaps; timelines are in the
 *     order of {@code at}, because events can arrive late
 * @param summary one line to display
 * @param data its details: an object, already masked
 * @param decisionId identifier of the decision that it belongs to
 */
public record Evidence(
    @ColumnName("evidence_id") String id,
    long seq,
    Type type,
    Instant at,
    Severity severity,
    String summary,
    JsonNode data,
    Optional<String> decisionId) {

  /** Returns the place in the timeline. */
  TimelinePosition position() {
    return new TimelinePosition(at.toEpochMilli(), seq);
  }

  /**
   * A place in a timeline, which is sorted by time and then by {@code seq}.
   *
   * @param at milliseconds since 1970
   */
  public record TimelinePosition(long at, long seq) {
    /** The place before the first entry. */
    public static final TimelinePosition FIRST = new TimelinePosition(Long.MIN_VALUE, 0);

    private static final Pattern TEXT = Pattern.compile("(-?[0-9]{1,18}) ([0-9]{1,18})");

    /** Reads a cursor; empty for any other text. */
    static Optional<TimelinePosition> read(String cursor) {
      return Cursor.read(cursor)
          .map(TEXT::matcher)
          .filter(Matcher::matches)
          .map(
              text ->
                  new TimelinePosition(
                      Long.parseLong(text.group(1)), Long.parseLong(text.group(2))));
    }

    String cursor() {
      return Cursor.of(at + " " + seq);
    }
  }

  /** The type of an entry. */
  public enum Type {
    SESSION_STARTED,
    LLM_CALL,
    TOOL_CALL,
    POLICY_DECISION,
    REDACTION,
    APPROVAL_REQUESTED,
    APPROVAL_RESOLVED,
    EGRESS,
    ROUTING_DECISION,
    PEER_CALL,
    DETECTION,
    ALERT,
    ERROR,
    SESSION_ENDED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * An entry to append. The counts of a session are computed from it: from its type, and in {@code
   * data} from the {@code effect} of a policy decision ({@code deny}, {@code warn}), from {@code
   * inputTokens} and {@code outputTokens} of a model call, and for all types from {@code riskScore}
   * and the texts in {@code classification}.
   */
  public record Draft(
      Type type,
      Instant at,
      Severity severity,
      String summary,
      JsonNode data,
      Optional<String> decisionId) {
    public Draft {
      if (!data.isObject()) {
        throw new IllegalArgumentException("data is no object");
      }
    }

    /** Returns an entry with severity {@code INFO} and without a decision. */
    public static Draft of(Type type, Instant at, String summary, Map<String, ?> data) {
      return new Draft(type, at, Severity.INFO, summary, Json.tree(data), Optional.empty());
    }
  }
}
