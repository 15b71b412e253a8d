package io.svc.server.policies.dsl;

import io.svc.server.expressions.CostBudget;
import java.net.InetAddress;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Facts in the forms that rules need, each computed once. For one evaluation in one thread. */
final class EvaluationFacts {
  private final Facts facts;
  private final CostBudget matching;
  private CostBudget budget;
  private final Map<MatchFact, List<String>> values = new EnumMap<>(MatchFact.class);
  private Optional<List<InetAddress>> addresses = Optional.empty();
  private Optional<Map<String, Object>> variables = Optional.empty();

  EvaluationFacts(Facts facts, DecisionBudget budget) {
    this.facts = facts;
    this.matching = budget.matching();
    this.budget = budget.conditions();
  }

  /** Budget for conditions. */
  CostBudget budget() {
    return budget;
  }

  /** Charges the following conditions to another budget. */
  void spend(CostBudget other) {
    this.budget = other;
  }

  /** The budget for matching rules. */
  CostBudget matching() {
    return matching;
  }

  List<String> values(MatchFact dimension) {
    return values.computeIfAbsent(dimension, dimensionOfValue -> dimensionOfValue.values(facts));
  }

  Optional<Facts.Destination> destination() {
    return facts.destination();
  }

  /** Returns the IP addresses in the destination. */
  List<InetAddress> addresses() {
    if (addresses.isEmpty()) {
      addresses =
          Optional.of(
              facts.destination().map(to -> HostText.addresses(to.host())).orElse(List.of()));
    }
    return addresses.get();
  }

  ZonedDateTime timeIn(ZoneId zone) {
    return facts.now().atZone(zone);
  }

  /** Returns the variables of conditions. */
  Map<String, Object> variables() {
    if (variables.isEmpty()) {
      variables = Optional.of(variables(facts));
    }
    return variables.get();
  }

  private static Map<String, Object> variables(Facts facts) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("action", facts.action());
    all.put("platform", facts.platform());
    all.put("server", facts.server());
    all.put("tool", facts.tool());
    all.put("operation", facts.operation());
    all.put("method", facts.method());
    all.put("path", facts.destination().map(Facts.Destination::path).orElse(""));
    all.put("host", facts.destination().map(Facts.Destination::host).orElse(""));
    all.put("destination", destination(facts));
    if (!facts.isOpaque()) {
      // Unknown variables make a condition unevaluable.
      all.put("args", JsonValues.forConditions(facts.args()));
    }
    all.put("data", JsonValues.forConditions(FactsJson.content(facts.data())));
    all.put("agent", FactsJson.agent(facts.agent()));
    all.put("session", FactsJson.session(facts.session()));
    all.put("environment", facts.environment());
    all.put("user", facts.user());
    all.put("peer", facts.peer());
    all.put("now", facts.now());
    return all;
  }

  private static Map<String, Object> destination(Facts facts) {
    return facts
        .destination()
        .map(
            to ->
                Map.<String, Object>of(
                    "url", to.url(),
                    "scheme", to.scheme(),
                    "host", to.host(),
                    "port", (long) to.port(),
                    "path", to.path()))
        .orElse(Map.of("url", "", "scheme", "", "host", "", "port", 0L, "path", ""));
  }
}
