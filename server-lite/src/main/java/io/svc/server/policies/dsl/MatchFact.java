package io.svc.server.policies.dsl;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** A fact that rules can match, and its key in {@code match}. */
enum MatchFact {
  ACTION("action"),
  PLATFORM("platform"),
  SERVER("server"),
  TOOL("tool"),
  OPERATION("operation"),
  METHOD("method"),
  PATH("path"),
  SCHEME("destination.scheme"),
  HOST("destination.host"),
  URL("destination.url"),
  CLASSIFICATION("data.classification"),
  AGENT_ID("agent.id"),
  AGENT_NAME("agent.name"),
  AGENT_TAGS("agent.tags"),
  AGENT_OWNER("agent.owner"),
  ENVIRONMENT("environment"),
  USER("user"),
  PEER("peer.agent");

  private final String key;

  MatchFact(String key) {
    this.key = key;
  }

  /** Returns the key with its parents, separated by dots. */
  String key() {
    return key;
  }

  /** Returns whether case is significant: it is in paths, and not in names. */
  boolean isCaseSensitive() {
    return this == PATH || this == URL;
  }

  /** Normalizes the case of a value or a pattern for comparison. */
  String folded(String text) {
    return isCaseSensitive() ? text : text.toLowerCase(Locale.ROOT);
  }

  /** Returns the known values of the facts, with normalized case. */
  List<String> values(Facts facts) {
    List<String> values = new ArrayList<>();
    for (String value : raw(facts)) {
      if (!value.isEmpty()) {
        values.add(folded(value));
      }
    }
    return values;
  }

  private List<String> raw(Facts facts) {
    return switch (this) {
      case ACTION -> List.of(facts.action());
      case PLATFORM -> List.of(facts.platform());
      case SERVER -> List.of(facts.server());
      case TOOL -> List.of(facts.tool());
      case OPERATION -> List.of(facts.operation());
      case METHOD -> List.of(facts.method());
      case PATH -> to(facts, Facts.Destination::path);
      case SCHEME -> to(facts, Facts.Destination::scheme);
      case HOST -> to(facts, Facts.Destination::host);
      case URL -> to(facts, Facts.Destination::url);
      case CLASSIFICATION -> facts.data().classification();
      case AGENT_ID -> List.of(facts.agent().id());
      case AGENT_NAME -> List.of(facts.agent().name());
      case AGENT_TAGS -> facts.agent().tags();
      case AGENT_OWNER -> List.of(facts.agent().owner());
      case ENVIRONMENT -> List.of(facts.environment());
      case USER -> List.of(facts.user());
      case PEER -> List.of(facts.peer());
    };
  }

  private static List<String> to(Facts facts, Function<Facts.Destination, String> part) {
    return facts.destination().map(part).map(List::of).orElse(List.of());
  }
}
