package io.svc.server.alerts;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.svc.rules.Severity;
import io.svc.server.http.Fields;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The conditions under which a rule matches an alert. All conditions must match. In a list, one
 * entry must match; an empty list matches everything.
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
record AlertConditions(
    Optional<Severity> minSeverity,
    List<String> threatTypes,
    List<String> agentIds,
    List<String> agentTags,
    List<String> environments,
    List<String> eventTypes,
    Optional<String> filter) {
  private static final int MAX = 100;
  private static final int LONGEST = 200;

  AlertConditions {
    threatTypes = List.copyOf(threatTypes);
    agentIds = List.copyOf(agentIds);
    agentTags = List.copyOf(agentTags);
    environments = List.copyOf(environments);
    eventTypes = List.copyOf(eventTypes);
  }

  /** Returns conditions that match alerts of at least this severity. */
  static AlertConditions atLeast(Severity severity) {
    return new AlertConditions(
        Optional.of(severity),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        Optional.empty());
  }

  static AlertConditions read(Fields sent) {
    return new AlertConditions(
        sent.option("min_severity", Severity.class),
        sent.texts("threat_types", MAX, LONGEST),
        sent.texts("agent_ids", MAX, LONGEST),
        sent.texts("agent_tags", MAX, LONGEST),
        sent.texts("environments", MAX, LONGEST),
        sent.texts("event_types", MAX, LONGEST),
        sent.optionalText("filter", AlertFilters.LONGEST));
  }

  /** Returns true when there are no conditions. */
  boolean isEmpty() {
    return minSeverity.isEmpty()
        && threatTypes.isEmpty()
        && agentIds.isEmpty()
        && agentTags.isEmpty()
        && environments.isEmpty()
        && eventTypes.isEmpty()
        && filter.isEmpty();
  }

  /**
   * Returns true when all conditions except the filter match; the filter is evaluated separately.
   */
  boolean matchExceptFilter(AlertFacts facts) {
    Alert alert = facts.alert();
    return minSeverity.map(alert.severity()::isAtLeast).orElse(true)
        && matchesAny(threatTypes, List.of(alert.threatType()))
        && matchesAny(agentIds, List.of(alert.agentId()))
        && matchesAny(agentTags, facts.tags())
        && matchesAny(environments, List.of(alert.environment()))
        && matchesAny(eventTypes, facts.eventTypes());
  }

  private static boolean matchesAny(List<String> expected, Collection<String> values) {
    return expected.isEmpty()
        || expected.stream().anyMatch(text -> values.stream().anyMatch(text::equalsIgnoreCase));
  }
}
