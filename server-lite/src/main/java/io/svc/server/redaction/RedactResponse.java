package io.svc.server.redaction;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The answer to {@code POST /v1/redact}.
 *
 * @param redacted of the same shape as what was sent
 * @param redactedText the same, where a text was sent
 * @param entities at most {@link #MOST_TOLD} of them
 * @param summary how many of each type; {@code total} of all
 * @param policyId always empty: what a policy takes out depends on an action, which is not told
 *     here
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
record RedactResponse(
    Object redacted,
    Optional<String> redactedText,
    boolean changed,
    List<Entity> entities,
    Map<String, Integer> summary,
    int total,
    Optional<String> policyId,
    Optional<String> decisionId,
    double latencyMs) {
  static final int MOST_TOLD = 10_000;

  /**
   * A place where something was found.
   *
   * @param path JSON Pointer to the text that held it; empty where one text was sent
   */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  record Entity(
      String entityType,
      int start,
      int end,
      double score,
      String operator,
      Optional<String> path,
      Optional<String> replacement) {
    static Entity of(RedactedValue found, Optional<String> path) {
      return new Entity(
          found.entityType().label(),
          found.start(),
          found.end(),
          found.score(),
          found.operator().label(),
          path,
          found.replacement());
    }
  }

  static RedactResponse of(
      Redacted redacted, boolean tellsEntities, Optional<String> decisionId, Duration took) {
    return new RedactResponse(
        redacted.value(),
        redacted.value() instanceof String text ? Optional.of(text) : Optional.empty(),
        redacted.changed(),
        tellsEntities ? redacted.entities().stream().limit(MOST_TOLD).toList() : List.of(),
        redacted.summary(),
        redacted.entities().size(),
        Optional.empty(),
        decisionId,
        took.toNanos() / 1_000_000d);
  }

  /** What became of what was sent. */
  record Redacted(Object value, boolean changed, List<Entity> entities) {
    Redacted {
      entities = List.copyOf(entities);
    }

    /** How often each type was found. */
    Map<String, Integer> summary() {
      return entities.stream()
          .collect(Collectors.toMap(Entity::entityType, one -> 1, Integer::sum, TreeMap::new));
    }
  }
}
