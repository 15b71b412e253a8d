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
 * The source of the rows of a type of report. A new type requires one class and an entry in the
 * list that is passed to {@link Reports}.
 *
 * <p>Rows are read in pages, each after the last row of the previous one, in transactions of the
 * source: at most one page is in memory. Rows contain no confidential data: no secrets, no
 * arguments of calls.
 */
public interface ReportSource {
  /** The type, such as {@code posture}. */
  String type();

  /** Returns the default title. */
  String title();

  /** Returns the title of a report with a given scope. */
  default String title(ReportScope scope) {
    return title();
  }

  /** Returns the names of the columns, in order. */
  List<String> columns();

  /** Returns the supported filters. */
  default List<ReportFilter> filters() {
    return List.of();
  }

  /** Returns the supported frameworks, the default first; empty if there are none. */
  default List<String> frameworks() {
    return List.of();
  }

  /** Returns the columns with few distinct values, which a summary counts. */
  default List<String> counted() {
    return List.of();
  }

  /** Returns an additional permission that the caller needs, for rows with restricted content. */
  default Optional<Permission> permission() {
    return Optional.empty();
  }

  /** Returns the digest that receives the rows. */
  default ReportDigest digest() {
    return new CountingDigest(columns(), counted());
  }

  /**
   * Reads a page of rows.
   *
   * @param after the {@code next} value of the previous page; empty for the first page
   * @param limit the approximate number of rows
   */
  Page page(OrgId org, ReportScope scope, String after, int limit);

  /**
   * A page.
   *
   * @param rows a value for each column; see {@link ReportRow}
   * @param next where the next page starts; empty on the last page
   */
  record Page(List<ReportRow> rows, Optional<String> next) {
    public Page {
      rows = List.copyOf(rows);
    }
  }

  /** Counts the values of some columns. */
  static final class CountingDigest implements ReportDigest {
    /** Limits the number of values of a column, because senders choose them freely. */
    private static final int MAX_VALUES = 50;

    private static final String OTHER = "other";

    private final Map<String, Integer> columnIndexes = new LinkedHashMap<>();
    private final Map<String, Map<String, Long>> counts = new LinkedHashMap<>();

    CountingDigest(List<String> columns, List<String> counted) {
      for (String column : counted) {
        columnIndexes.put(column, columns.indexOf(column));
        counts.put(column, new TreeMap<>());
      }
    }

    @Override
    public void add(ReportRow row) {
      columnIndexes.forEach(
          (column, index) -> {
            Map<String, Long> values = requireNonNull(counts.get(column));
            String value = row.text(index);
            boolean isKnown = values.containsKey(value) || values.size() < MAX_VALUES;
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
