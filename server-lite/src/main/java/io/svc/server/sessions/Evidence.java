package io.svc.server.sessions;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.rules.Severity;
import io.svc.server.json.Json;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.mapper.reflect.ColumnName;

/**
 * Something that happened in a session.
 *
 * @param id {@code evi_} and a ULID
 * @param seq the order of recording in the session, from 1 and without gaps; timelines are in the
 *     order of {@code at}, because events can arrive late
 * @param summary for people, in a line
 * @param data what is known of it: an object, masked before it came here
 * @param decisionId the decision that it belongs to
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

  /** What can happen. */
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
   * Something that is about to be written down. What a session counts is read from it: its type,
   * and of {@code data} the {@code effect} of a policy decision ({@code deny}, {@code warn}),
   * {@code inputTokens} and {@code outputTokens} of a call of a model, and of all {@code riskScore}
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

    /** Something that belongs to no decision and has no weight. */
    public static Draft of(Type type, Instant at, String summary, Map<String, ?> data) {
      return new Draft(type, at, Severity.INFO, summary, Json.tree(data), Optional.empty());
    }
  }
}
