package io.svc.server.policies.dsl;

import io.svc.server.expressions.CostBudget;
import java.net.InetAddress;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Facts in the forms that rules need, each computed once. For one evaluation in one thread. */
final class EvaluationFacts {
  private final Facts facts;
  private final CostBudget matching;
  private CostBudget budget;
  private final Map<MatchFact, List<String>> values = new EnumMap<>(MatchFact.class);
  private Optional<List<InetAddress>> addresses = Optional.empty();
  private final Map<String, Object> variables = new HashMap<>();

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

  /** Returns a variable of conditions; null for an unknown one. */
  @Nullable Object variable(String name) {
    Object value = variables.get(name);
    if (value == null) {
      value = read(name);
      if (value != null) {
        variables.put(name, value);
      }
    }
    return value;
  }

  private @Nullable Object read(String name) {
    return switch (name) {
      case "action" -> facts.action();
      case "platform" -> facts.platform();
      case "server" -> facts.server();
      case "tool" -> facts.tool();
      case "operation" -> facts.operation();
      case "method" -> facts.method();
      case "path" -> facts.destination().map(Facts.Destination::path).orElse("");
      case "host" -> facts.destination().map(Facts.Destination::host).orElse("");
      case "destination" -> destination(facts);
      // Unknown variables make a condition unevaluable.
      case "args" -> facts.isOpaque() ? null : JsonValues.forConditions(facts.args());
      case "data" -> JsonValues.forConditions(FactsJson.content(facts.data()));
      case "agent" -> FactsJson.agent(facts.agent());
      case "session" -> FactsJson.session(facts.session());
      case "environment" -> facts.environment();
      case "user" -> facts.user();
      case "peer" -> facts.peer();
      case "now" -> facts.now();
      default -> null;
    };
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
