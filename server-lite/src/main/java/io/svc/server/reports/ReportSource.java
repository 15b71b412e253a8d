package io.svc.server.reports;

import static java.util.Objects.requireNonNull;

import io.svc.server.db.OrgId;
import io.svc.server.http.Permission;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Where the rows of a type of report come from. A new type joins by one class and a line in the
 * list that {@link Reports} is given.
 *
 * <p>Rows are read in pages, each behind the last row of the one before, in transactions of the
 * source's own: however many rows there are, no more than a page of them is in memory. They hold
 * nothing that must not leave: no secret, no argument of a call.
 */
public interface ReportSource {
  /** The type, such as {@code posture}. */
  String type();

  /** For people: what such a report is called. */
  String title();

  /** For people: what a report about this is called. */
  default String title(ReportScope scope) {
    return title();
  }

  /** The names of the columns, in order. */
  List<String> columns();

  /** What the rows can be narrowed by. */
  default List<ReportFilter> filters() {
    return List.of();
  }

  /** What a report can be held against, the usual first; empty where there is no such thing. */
  default List<String> frameworks() {
    return List.of();
  }

  /** The columns of few values, of which a summary counts how often each occurs. */
  default List<String> counted() {
    return List.of();
  }

  /** What a caller must be allowed besides reports, where rows tell more than others may see. */
  default Optional<Permission> permission() {
    return Optional.empty();
  }

  /** Looks at the rows as they go by. */
  default ReportDigest digest() {
    return new CountingDigest(columns(), counted());
  }

  /**
   * Some rows.
   *
   * @param after what the page before said comes next; empty for the first page
   * @param most about how many rows
   */
  Page page(OrgId org, ReportScope scope, String after, int most);

  /**
   * A page.
   *
   * @param rows a value for each column; see {@link ReportRow}
   * @param next where to go on; empty when this was the last
   */
  record Page(List<ReportRow> rows, Optional<String> next) {
    public Page {
      rows = List.copyOf(rows);
    }
  }

  /** Counts the values of some columns. */
  static final class CountingDigest implements ReportDigest {
    /** Limits the values of a column, because senders choose them freely. */
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
}
