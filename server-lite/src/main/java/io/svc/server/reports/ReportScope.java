package io.svc.server.reports;

import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jdbi.v3.core.mapper.reflect.ColumnName;

/**
 * What a report is to be about.
 *
 * @param framework empty where the type has none
 * @param from what was over before then is left out
 * @param to what began after then is left out; at the latest the time at which it was asked for
 * @param filters by their names
 */
public record ReportScope(
    String framework,
    @ColumnName("from_at") Optional<Instant> from,
    @ColumnName("to_at") Instant to,
    Map<String, String> filters) {
  public ReportScope {
    filters = Collections.unmodifiableMap(new TreeMap<>(filters));
  }

  /** When it begins; long ago when nobody said. */
  public Instant begin() {
    return from.orElse(Instant.EPOCH);
  }

  /** What a filter asks for; empty when it was not used. */
  public Optional<String> filter(String name) {
    return Optional.ofNullable(filters.get(name));
  }

  /** Whether a value is one that a filter asks for, or nobody asked. */
  public boolean takes(String name, String value) {
    return filter(name).map(value::equals).orElse(true);
  }

  /** Whether something that lasted from one time to another falls into it. */
  public boolean overlaps(Instant first, Instant last) {
    return !first.isAfter(to) && !last.isBefore(begin());
  }
}
