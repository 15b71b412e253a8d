package io.svc.server.reports;

import java.util.List;

/**
 * Something that rows can be narrowed by.
 *
 * @param allowed the values that it takes; empty for any text
 */
public record ReportFilter(String name, List<String> allowed) {
  public ReportFilter {
    allowed = List.copyOf(allowed);
  }

  /** One that takes any text. */
  public static ReportFilter text(String name) {
    return new ReportFilter(name, List.of());
  }

  /** One that takes the labels of an enum. */
  public static <E extends Enum<E>> ReportFilter of(String name, Class<E> labels) {
    return new ReportFilter(
        name, java.util.stream.Stream.of(labels.getEnumConstants()).map(Object::toString).toList());
  }
}
