package io.svc.server.policies.dsl;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The scope of a rule: all criteria must be met; without criteria it applies to all calls. */
final class MatchCriteria {
  static final String HOST = "destination.host";
  static final String HOST_NOT = "destination.host_not";
  static final String CIDR = "destination.cidr";
  static final String PORT = "destination.port";
  static final String TIME = "time";

  /** The weight that one unit of the budget pays for: a comparison that ends immediately. */
  private static final long WEIGHT = 4;

  private final Map<String, Criterion> criteria;
  private final long weight;

  /** Creates a match from criteria by their keys, with dots. */
  MatchCriteria(Map<String, Criterion> criteria) {
    this.criteria = Collections.unmodifiableMap(new TreeMap<>(criteria));
    this.weight = 1 + criteria.values().stream().mapToLong(Criterion::weight).sum();
  }

  /**
   * Returns whether it applies.
   *
   * @throws io.svc.server.expressions.BudgetExceededException when matching exceeds the budget
   */
  boolean matches(EvaluationFacts subject) {
    subject.matching().charge(1 + weight / WEIGHT);
    for (Criterion criterion : criteria.values()) {
      if (!criterion.matches(subject)) {
        return false;
      }
    }
    return true;
  }

  boolean matchesAll() {
    return criteria.isEmpty();
  }

  Collection<Criterion> criteria() {
    return criteria.values();
  }

  Optional<Criterion> criterion(String key) {
    return Optional.ofNullable(criteria.get(key));
  }

  /** Returns whether it applies to every call that the other applies to. */
  boolean covers(MatchCriteria other) {
    for (Map.Entry<String, Criterion> entry : criteria.entrySet()) {
      Criterion same = other.criteria.get(entry.getKey());
      boolean isCovered =
          (same != null && entry.getValue().covers(same))
              || (entry.getKey().equals(HOST_NOT)
                  && other.criterion(HOST).filter(entry.getValue()::covers).isPresent());
      if (!isCovered) {
        return false;
      }
    }
    return true;
  }

  /** The cost of a comparison; the cost of comparing two is the product. */
  long weight() {
    return weight;
  }

  /** Returns the canonical form. */
  JsonNode normal() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    criteria.forEach(
        (key, criterion) -> {
          int dot = key.indexOf('.');
          if (dot < 0) {
            json.set(key, criterion.normal());
          } else {
            json.withObjectProperty(key.substring(0, dot))
                .set(key.substring(dot + 1), criterion.normal());
          }
        });
    return json;
  }
}
