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

/** Facts in the forms that rules ask for, each made once. For one evaluation in one thread. */
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

  /** Has the conditions that follow pay from another budget. */
  void spend(CostBudget other) {
    this.budget = other;
  }

  /** What finding out whether a rule applies may cost. */
  CostBudget matching() {
    return matching;
  }

  List<String> values(MatchFact dimension) {
    return values.computeIfAbsent(dimension, wanted -> wanted.values(facts));
  }

  Optional<Facts.Destination> destination() {
    return facts.destination();
  }

  /** The addresses that the destination spells out. */
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

  /** What conditions can name. */
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
      // What names them where they are not known can be evaluated neither to yes nor to no.
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
