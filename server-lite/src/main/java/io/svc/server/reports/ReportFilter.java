package io.svc.server.reports;

import java.util.List;

/**
 * A filter for rows.
 *
 * @param allowed the allowed values; empty for any text
 */
public record ReportFilter(String name, List<String> allowed) {
  public ReportFilter {
    allowed = List.copyOf(allowed);
  }

  /** Returns a filter for any text. */
  public static ReportFilter text(String name) {
    return new ReportFilter(name, List.of());
  }

  /** Returns a filter for the labels of an enum. */
  public static <E extends Enum<E>> ReportFilter of(String name, Class<E> labels) {
    return new ReportFilter(
        name, java.util.stream.Stream.of(labels.getEnumConstants()).map(Object::toString).toList());
  }
}
