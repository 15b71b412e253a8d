package io.svc.server.db;

import java.util.Optional;

/**
 * A page of a list.
 *
 * @param order the requested order; empty for the latest first
 * @param before the row before the page; empty for the first page
 * @param isCounted whether the response has the total
 */
public record PageRequest(
    Optional<ListColumns.Order> order,
    Optional<PrecedingRow> before,
    int offset,
    int size,
    boolean isCounted) {

  /**
   * The row before a page.
   *
   * @param value its value in the column of the order; empty for the latest first
   */
  public record PrecedingRow(String id, String value) {}

  /** The latest rows after an offset. */
  public static PageRequest latest(int offset, int size) {
    return new PageRequest(Optional.empty(), Optional.empty(), offset, size, true);
  }

  /** Reads the row that a cursor contains; empty when it is no row of the list in this order. */
  public static Optional<PrecedingRow> row(
      ListColumns columns, Optional<ListColumns.Order> order, String text) {
    if (order.isEmpty()) {
      return columns.isKey(text) ? Optional.of(new PrecedingRow(text, "")) : Optional.empty();
    }
    String[] parts = text.split(" ", 3);
    return parts.length == 3
            && parts[0].equals(order.get().toString())
            && columns.isKey(parts[1])
            && order.get().column().isValue(parts[2])
        ? Optional.of(new PrecedingRow(parts[1], parts[2]))
        : Optional.empty();
  }

  /** Returns whether the page is found by a column or by the row before it. */
  public boolean isByKey() {
    return order.isPresent() || before.isPresent();
  }

  /** Returns the content of the cursor of the next page. */
  String next(PrecedingRow last) {
    return order.map(sort -> sort + " " + last.id() + " " + last.value()).orElse(last.id());
  }
}
