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
 * How many agents a list has, in all and by what it can be narrowed by. A count by one property
 * leaves out what was asked for of that property, so that it tells what else there is.
 */
public final class AgentFacets {
  /** More values of one property are no help to anybody. */
  private static final int MOST_VALUES = 50;

  private final long total;
  private final Map<Status, Long> status = new EnumMap<>(Status.class);
  private final Map<String, Long> platform;
  private final Map<String, Long> environment;

  /** Agents that are alike. */
  private record Group(String platform, String environment, Status status, long n) {}

  AgentFacets(List<AgentStore.Cell> cells, AgentFilter filter) {
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

  /** The same rule as that of {@link Agent#status}. */
  private static Stream<Group> groups(AgentStore.Cell cell) {
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

  private static Group group(AgentStore.Cell cell, Status status, long n) {
    return new Group(cell.platform(), cell.environment(), status, n);
  }

  /** The most frequent values, most frequent first; what nobody told is left out. */
  private static Map<String, Long> counts(Stream<Group> cells, Function<Group, String> property) {
    Map<String, Long> all = new TreeMap<>();
    cells
        .filter(cell -> cell.n() > 0 && !property.apply(cell).isEmpty())
        .forEach(cell -> all.merge(property.apply(cell), cell.n(), Long::sum));
    Map<String, Long> most = new LinkedHashMap<>();
    all.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .limit(MOST_VALUES)
        .forEach(entry -> most.put(entry.getKey(), entry.getValue()));
    return Collections.unmodifiableMap(most);
  }

  /** Of all that were asked for. */
  public long total() {
    return total;
  }

  /** By status; each is there. */
  public Map<Status, Long> status() {
    return Collections.unmodifiableMap(status);
  }

  /** By platform. */
  public Map<String, Long> platform() {
    return platform;
  }

  /** By environment. */
  public Map<String, Long> environment() {
    return environment;
  }
}
