package io.svc.server.reports;

import static java.util.Objects.requireNonNull;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Counts the values of some columns. */
final class CountingDigest implements ReportDigest {
  /** A column has few values; what a sender made up shall not make a summary long. */
  private static final int MOST_VALUES = 50;

  private static final String OTHER = "other";

  private final Map<String, Integer> places = new LinkedHashMap<>();
  private final Map<String, Map<String, Long>> counts = new LinkedHashMap<>();

  CountingDigest(List<String> columns, List<String> counted) {
    for (String column : counted) {
      places.put(column, columns.indexOf(column));
      counts.put(column, new TreeMap<>());
    }
  }

  @Override
  public void add(ReportRow row) {
    places.forEach(
        (column, place) -> {
          Map<String, Long> values = requireNonNull(counts.get(column));
          String value = row.text(place);
          boolean isKnown = values.containsKey(value) || values.size() < MOST_VALUES;
          if (!value.isEmpty()) {
            values.merge(isKnown ? value : OTHER, 1L, Long::sum);
          }
        });
  }

  @Override
  public Summary summary() {
    return new Summary(Optional.empty(), Optional.empty(), counts);
  }

  @Override
  public List<Section> sections() {
    return List.of();
  }
}
