package io.svc.server.reports;

import io.svc.server.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A row of a report: a value for each column. A value is a text, a whole number that is exact in
 * every JSON reader, a fraction, a boolean, a list of texts, or null.
 */
public final class ReportRow {
  private static final long LARGEST = (1L << 53) - 1;

  private final List<Object> values;

  private ReportRow(List<Object> values) {
    this.values = values;
  }

  /**
   * Creates a row.
   *
   * @param values in addition to the types above: optional values, times, and enums with labels
   */
  public static ReportRow of(Object... values) {
    List<Object> plain = new ArrayList<>(values.length);
    for (Object value : values) {
      plain.add(plain(value));
    }
    return new ReportRow(plain);
  }

  private static @Nullable Object plain(Object value) {
    if (value instanceof Optional<?> optional) {
      return optional.isPresent() ? plain(optional.get()) : null;
    }
    if (value instanceof Instant time) {
      return Json.time(time);
    }
    if (value instanceof Collection<?> list) {
      return list.stream().map(Object::toString).toList();
    }
    if (value instanceof Integer || value instanceof Long) {
      long number = ((Number) value).longValue();
      return Math.abs(number) <= LARGEST ? number : Long.toString(number);
    }
    return value instanceof Double || value instanceof Boolean ? value : value.toString();
  }

  int size() {
    return values.size();
  }

  /** Returns the value of a column by index; empty for null. */
  public Optional<Object> value(int column) {
    return Optional.ofNullable(values.get(column));
  }

  /** Returns the text of a column by index; empty for null. */
  public String text(int column) {
    return value(column).map(Object::toString).orElse("");
  }
}
