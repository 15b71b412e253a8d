package io.svc.server.reports;

import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jdbi.v3.core.mapper.reflect.ColumnName;

/**
 * The scope of a report.
 *
 * @param framework empty if the type has none
 * @param from items that ended earlier are omitted
 * @param to items that began later are omitted; at most the time of the request
 * @param filters by name
 */
public record ReportScope(
    String framework,
    @ColumnName("from_at") Optional<Instant> from,
    @ColumnName("to_at") Instant to,
    Map<String, String> filters) {
  public ReportScope {
    filters = Collections.unmodifiableMap(new TreeMap<>(filters));
  }

  /** Returns the start; long ago by default. */
  public Instant begin() {
    return from.orElse(Instant.EPOCH);
  }

  /** Returns the value of a filter; empty when it is not set. */
  public Optional<String> filter(String name) {
    return Optional.ofNullable(filters.get(name));
  }

  /** Returns whether a value matches a filter, or the filter is not set. */
  public boolean matches(String name, String value) {
    return filter(name).map(value::equals).orElse(true);
  }

  /** Returns whether a time range overlaps the period. */
  public boolean overlaps(Instant first, Instant last) {
    return !first.isAfter(to) && !last.isBefore(begin());
  }
}
