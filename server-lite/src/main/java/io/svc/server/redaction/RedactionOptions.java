package io.svc.server.redaction;

import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What is taken out and how. Immutable; begin with {@link #standard()}.
 *
 * @param entities the types that are looked for
 * @param operator for types without one of their own
 * @param operators of single types
 * @param minScore how sure it must be, for types without a score of their own
 * @param minScores of single types
 * @param allowed values that stay, in any spelling of them
 * @param key for digests; without one no operator that makes them is accepted
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

  /** Every type, replaced by numbered placeholders from a score of 0.5 on. */
  public static RedactionOptions standard() {
    return STANDARD;
  }

  /** Only these types. */
  public RedactionOptions withEntities(Set<EntityType> only) {
    return new RedactionOptions(only, operator, operators, minScore, minScores, allowed, key);
  }

  /** Another operator for all types that have none of their own. */
  public RedactionOptions withOperator(RedactionOperator other) {
    return new RedactionOptions(entities, other, operators, minScore, minScores, allowed, key);
  }

  /** An operator of one type. */
  public RedactionOptions withOperator(EntityType type, RedactionOperator own) {
    return new RedactionOptions(
        entities, operator, with(operators, type, own), minScore, minScores, allowed, key);
  }

  /** Another score for all types that have none of their own. */
  public RedactionOptions withMinScore(double score) {
    return new RedactionOptions(entities, operator, operators, score, minScores, allowed, key);
  }

  /** A score of one type. */
  public RedactionOptions withMinScore(EntityType type, double score) {
    return new RedactionOptions(
        entities, operator, operators, minScore, with(minScores, type, score), allowed, key);
  }

  /** Values that stay, beside those that do already. */
  public RedactionOptions withAllowed(Set<String> values) {
    Set<String> all = new HashSet<>(allowed);
    all.addAll(values);
    return new RedactionOptions(entities, operator, operators, minScore, minScores, all, key);
  }

  /** The key for digests; to be set before an operator that makes them. */
  public RedactionOptions withKey(PseudonymKey own) {
    return new RedactionOptions(
        entities, operator, operators, minScore, minScores, allowed, Optional.of(own));
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
