package io.svc.server.redaction;

import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The types to redact and their operators. Immutable; start with {@link #standard()}.
 *
 * @param entities the types to redact
 * @param operator the default operator
 * @param operators operators by type
 * @param minScore the default minimum score
 * @param minScores minimum scores by type
 * @param allowed values that are never redacted, in any spelling
 * @param key the key for digests; without one, operators that need it are rejected
 */
public record RedactionOptions(
    Set<EntityType> entities,
    RedactionOperator operator,
    Map<EntityType, RedactionOperator> operators,
    double minScore,
    Map<EntityType, Double> minScores,
    Set<String> allowed,
    Optional<PseudonymKey> key) {
  private static final double MIN_SCORE = 0.5;

  private static final RedactionOptions STANDARD =
      new RedactionOptions(
          EntityType.all(),
          RedactionOperator.REPLACE,
          Map.of(),
          MIN_SCORE,
          Map.of(),
          Set.of(),
          Optional.empty());

  public RedactionOptions {
    entities = Set.copyOf(entities);
    operators = Map.copyOf(operators);
    minScores = Map.copyOf(minScores);
    allowed = Set.copyOf(allowed);
    checkScore(minScore);
    minScores.values().forEach(RedactionOptions::checkScore);
    boolean needsKey =
        operator.needsKey() || operators.values().stream().anyMatch(RedactionOperator::needsKey);
    if (needsKey && key.isEmpty()) {
      throw new IllegalArgumentException("an operator makes digests: a key was expected");
    }
  }

  private static void checkScore(double score) {
    if (!(score >= 0 && score <= 1)) {
      throw new IllegalArgumentException(
          "minimum score \"" + score + "\": a number from 0 to 1 was expected");
    }
  }

  /** Every type, replaced by numbered placeholders, with a minimum score of 0.5. */
  public static RedactionOptions standard() {
    return STANDARD;
  }

  /** Returns options with these types only. */
  public RedactionOptions withEntities(Set<EntityType> only) {
    return new RedactionOptions(only, operator, operators, minScore, minScores, allowed, key);
  }

  /** Returns options with another default operator. */
  public RedactionOptions withOperator(RedactionOperator other) {
    return new RedactionOptions(entities, other, operators, minScore, minScores, allowed, key);
  }

  /** Returns options with an operator for one type. */
  public RedactionOptions withOperator(EntityType type, RedactionOperator typeOperator) {
    return new RedactionOptions(
        entities, operator, with(operators, type, typeOperator), minScore, minScores, allowed, key);
  }

  /** Returns options with another default minimum score. */
  public RedactionOptions withMinScore(double score) {
    return new RedactionOptions(entities, operator, operators, score, minScores, allowed, key);
  }

  /** Returns options with a minimum score for one type. */
  public RedactionOptions withMinScore(EntityType type, double score) {
    return new RedactionOptions(
        entities, operator, operators, minScore, with(minScores, type, score), allowed, key);
  }

  /** Returns options with additional allowed values. */
  public RedactionOptions withAllowed(Set<String> values) {
    Set<String> all = new HashSet<>(allowed);
    all.addAll(values);
    return new RedactionOptions(entities, operator, operators, minScore, minScores, all, key);
  }

  /** Returns options with a key for digests, which must be set before an operator that needs it. */
  public RedactionOptions withKey(PseudonymKey pseudonymKey) {
    return new RedactionOptions(
        entities, operator, operators, minScore, minScores, allowed, Optional.of(pseudonymKey));
  }

  private static <T> Map<EntityType, T> with(Map<EntityType, T> map, EntityType type, T value) {
    Map<EntityType, T> changed = new TreeMap<>(map);
    changed.put(type, value);
    return changed;
  }

  RedactionOperator operatorOf(EntityType type) {
    return operators.getOrDefault(type, operator);
  }

  double minScoreOf(EntityType type) {
    return minScores.getOrDefault(type, minScore);
  }
}
