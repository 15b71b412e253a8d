package io.svc.server.agents;

import io.svc.server.agents.Agent.Status;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Counts of the agents in a list, in total and by the properties that it can be filtered by. The
 * counts of a property ignore the filter of the same property, so that they show the alternatives.
 */
public final class AgentFacets {
  /** The limit of values for one property. */
  private static final int MAX_VALUES = 50;

  private final long total;
  private final Map<Status, Long> status = new EnumMap<>(Status.class);
  private final Map<String, Long> platform;
  private final Map<String, Long> environment;

  /** A group of agents with equal properties. */
  private record Group(String platform, String environment, Status status, long n) {}

  AgentFacets(List<AgentStore.FacetCount> cells, AgentFilter filter) {
    List<Group> groups = cells.stream().flatMap(AgentFacets::groups).toList();
    Predicate<Group> ofStatus = cell -> filter.status().map(s -> s == cell.status()).orElse(true);
    Predicate<Group> ofPlatform =
        cell -> filter.platform().isEmpty() || filter.platform().equals(cell.platform());
    Predicate<Group> ofEnvironment =
        cell -> filter.environment().isEmpty() || filter.environment().equals(cell.environment());
    this.total =
        groups.stream()
            .filter(ofStatus.and(ofPlatform).and(ofEnvironment))
            .mapToLong(Group::n)
            .sum();
    for (Status each : Status.values()) {
      status.put(each, 0L);
    }
    groups.stream()
        .filter(ofPlatform.and(ofEnvironment))
        .forEach(cell -> status.merge(cell.status(), cell.n(), Long::sum));
    this.platform = counts(groups.stream().filter(ofStatus.and(ofEnvironment)), Group::platform);
    this.environment = counts(groups.stream().filter(ofStatus.and(ofPlatform)), Group::environment);
  }

  /** Applies the same rule as {@link Agent#status}. */
  private static Stream<Group> groups(AgentStore.FacetCount cell) {
    long idle = cell.n() - cell.recent();
    if (cell.lifecycleState() == Lifecycle.RETIRED) {
      return Stream.of(group(cell, Status.RETIRED, cell.n()));
    }
    if (cell.contained()) {
      return Stream.of(group(cell, Status.CONTAINED, cell.n()));
    }
    return cell.lifecycleState() == Lifecycle.SUSPENDED
        ? Stream.of(group(cell, Status.INACTIVE, cell.n()))
        : Stream.of(group(cell, Status.ACTIVE, cell.recent()), group(cell, Status.INACTIVE, idle));
  }

  private static Group group(AgentStore.FacetCount cell, Status status, long n) {
    return new Group(cell.platform(), cell.environment(), status, n);
  }

  /** Returns the most frequent values, most frequent first, without unknown ones. */
  private static Map<String, Long> counts(Stream<Group> cells, Function<Group, String> property) {
    Map<String, Long> all = new TreeMap<>();
    cells
        .filter(cell -> cell.n() > 0 && !property.apply(cell).isEmpty())
        .forEach(cell -> all.merge(property.apply(cell), cell.n(), Long::sum));
    Map<String, Long> topCounts = new LinkedHashMap<>();
    all.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .limit(MAX_VALUES)
        .forEach(entry -> topCounts.put(entry.getKey(), entry.getValue()));
    return Collections.unmodifiableMap(topCounts);
  }

  /** Returns the number of agents that match all filters. */
  public long total() {
    return total;
  }

  /** Returns the counts of every status. */
  public Map<Status, Long> status() {
    return Collections.unmodifiableMap(status);
  }

  /** Returns the counts by platform. */
  public Map<String, Long> platform() {
    return platform;
  }

  /** Returns the counts by environment. */
  public Map<String, Long> environment() {
    return environment;
  }
}
