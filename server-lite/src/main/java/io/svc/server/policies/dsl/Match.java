package io.svc.server.policies.dsl;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Where a rule applies: all of its criteria have to be met; without one it applies everywhere. */
final class Match {
  static final String HOST = "destination.host";
  static final String HOST_NOT = "destination.host_not";
  static final String CIDR = "destination.cidr";
  static final String PORT = "destination.port";
  static final String TIME = "time";

  /** How much weight a unit of the budget pays for: a comparison that ends at once. */
  private static final long WEIGHT = 4;

  private final Map<String, Criterion> criteria;
  private final long weight;

  /** By their keys, with dots. */
  Match(Map<String, Criterion> criteria) {
    this.criteria = Collections.unmodifiableMap(new TreeMap<>(criteria));
    this.weight = 1 + criteria.values().stream().mapToLong(Criterion::weight).sum();
  }

  /**
   * Whether it applies.
   *
   * @throws io.svc.server.expressions.BudgetExceededException when finding out costs too much
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

  boolean matchesEverything() {
    return criteria.isEmpty();
  }

  Collection<Criterion> criteria() {
    return criteria.values();
  }

  Optional<Criterion> criterion(String key) {
    return Optional.ofNullable(criteria.get(key));
  }

  /** Whether it surely applies wherever the other does. */
  boolean covers(Match other) {
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

  /** What comparing it costs; of two, the product. */
  long weight() {
    return weight;
  }

  /** The one way to write it. */
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
