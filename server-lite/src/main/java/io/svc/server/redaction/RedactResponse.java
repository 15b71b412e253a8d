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
 * The response of {@code POST /v1/redact}.
 *
 * @param redacted the result, in the shape of the input
 * @param redactedText the result for a single text
 * @param entities at most {@link #MAX_REPORTED} of them
 * @param summary the count for each type, and {@code total}
 * @param policyId always empty: policy redaction depends on an action, which this request does not
 *     have
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
  static final int MAX_REPORTED = 10_000;

  /**
   * A recognition.
   *
   * @param path the JSON Pointer of its text; empty for a single text
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
      Redacted redacted, boolean includesEntities, Optional<String> decisionId, Duration duration) {
    return new RedactResponse(
        redacted.value(),
        redacted.value() instanceof String text ? Optional.of(text) : Optional.empty(),
        redacted.changed(),
        includesEntities ? redacted.entities().stream().limit(MAX_REPORTED).toList() : List.of(),
        redacted.summary(),
        redacted.entities().size(),
        Optional.empty(),
        decisionId,
        duration.toNanos() / 1_000_000d);
  }

  /** The redacted input. */
  record Redacted(Object value, boolean changed, List<Entity> entities) {
    Redacted {
      entities = List.copyOf(entities);
    }

    /** Returns the count of each type. */
    Map<String, Integer> summary() {
      return entities.stream()
          .collect(Collectors.toMap(Entity::entityType, entity -> 1, Integer::sum, TreeMap::new));
    }
  }
}
