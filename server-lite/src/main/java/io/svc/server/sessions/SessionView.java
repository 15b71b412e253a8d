package io.svc.server.sessions;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.svc.rules.Severity;
import io.svc.rules.WordListParser;
import io.svc.server.db.NonEmpty;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A session in a response. Unknown values are null. */
record SessionView(
    String id,
    String agentId,
    String agentName,
    Optional<String> externalId,
    AgentSession.Status status,
    Instant startedAt,
    Instant lastActivityAt,
    Optional<Instant> endedAt,
    long durationMs,
    Optional<String> trigger,
    Optional<String> traceId,
    AgentSession.Counts counts,
    AgentSession.Tokens tokens,
    long riskPeak,
    List<String> dataClassifications) {

  /** A session with a part of its timeline. */
  record Detail(
      @JsonUnwrapped SessionView session,
      List<Entry> timeline,
      long timelineTotal,
      boolean timelineTruncated,
      Optional<String> timelineCursor) {}

  /** An entry. */
  record Entry(
      String id,
      long seq,
      Evidence.Type type,
      Instant timestamp,
      Severity severity,
      String summary,
      JsonNode data,
      Optional<String> decisionId) {

    /** Names of fields with content that an agent sent or received. */
    private static final Set<String> CONTENT =
        WordListParser.set(
            """
            arguments args result output text prompt completion messages content body headers
            payload before after""");

    private static final TextNode MASK = TextNode.valueOf("***");

    /**
     * Returns an entry for a caller.
     *
     * @param isMasked whether content that an agent sent or received is hidden
     */
    static Entry of(Evidence evidence, boolean isMasked) {
      return new Entry(
          evidence.id(),
          evidence.seq(),
          evidence.type(),
          evidence.at(),
          evidence.severity(),
          evidence.summary(),
          isMasked ? withoutContent(evidence.data()) : evidence.data(),
          evidence.decisionId());
    }

    private static JsonNode withoutContent(JsonNode data) {
      ObjectNode shown = data.deepCopy();
      shown
          .properties()
          .forEach(
              field -> {
                if (CONTENT.contains(field.getKey())) {
                  field.setValue(masked(field.getValue()));
                }
              });
      return shown;
    }

    /** Retains field names, which show the structure. */
    private static JsonNode masked(JsonNode value) {
      if (value instanceof ObjectNode object) {
        object.properties().forEach(field -> field.setValue(masked(field.getValue())));
        return object;
      }
      if (value instanceof ArrayNode list) {
        for (int i = 0; i < list.size(); i++) {
          list.set(i, masked(list.get(i)));
        }
        return list;
      }
      return value.isNull() ? value : MASK;
    }
  }

  static SessionView of(AgentSession session, String agentName, Instant now) {
    Optional<Instant> ended = session.ended(now);
    return new SessionView(
        session.id(),
        session.agentId(),
        agentName,
        NonEmpty.of(session.externalId()),
        session.status(now),
        session.startedAt(),
        session.lastAt(),
        ended,
        Math.max(
            0, Duration.between(session.startedAt(), ended.orElse(session.lastAt())).toMillis()),
        NonEmpty.of(session.trigger()),
        NonEmpty.of(session.traceId()),
        session.counts(),
        session.tokens(),
        session.riskPeak(),
        session.dataClasses());
  }
}
