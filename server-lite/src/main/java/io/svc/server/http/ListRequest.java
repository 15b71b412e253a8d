package io.svc.server.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.db.LatestRows;
import io.svc.server.db.ListColumns;
import io.svc.server.db.PageRequest;
import io.svc.server.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A request for a list: the order, the page and the format. The CSV contains the same entries as
 * the pages of the JSON, so that both are masked in the same way.
 */
public final class ListRequest {
  /** The number of rows in a CSV file. */
  static final int MAX_EXPORTED = 100_000;

  private static final int EXPORTED_AT_ONCE = 500;
  private static final List<String> CURSORS = List.of("cursor", "next_page_token");

  private final Query query;
  private final ListColumns columns;
  private final Optional<ListColumns.Order> order;
  private final boolean isExport;

  /** The number of exported rows, the cursor after them, and whether the list is complete. */
  private int exported;

  private Optional<String> next = Optional.empty();
  private boolean isFullExport;

  private ListRequest(Query query, ListColumns columns) {
    this.query = query;
    this.columns = columns;
    this.order = query.text("sort").map(sort -> order(columns, sort));
    this.isExport = query.isCsv();
  }

  private static ListColumns.Order order(ListColumns columns, String sort) {
    return columns
        .order(sort)
        .orElseThrow(
            () ->
                Query.invalid(
                    "sort",
                    sort,
                    "expected one of "
                        + String.join(", ", columns.names())
                        + ", with \"-\" before it for descending order"));
  }

  /** Responds with a page as JSON, or with all pages as CSV, which counts as an export. */
  static void respond(Call call, ListColumns columns, Endpoint endpoint) {
    ListRequest request = new ListRequest(call.query(), columns);
    if (!request.isExport) {
      call.ok(endpoint.page(call, request));
      return;
    }
    call.count(RateLimitBucket.EXPORT);
    // Read before the response begins, so that an error has its status.
    JsonNode first = Json.tree(endpoint.page(call, request));
    call.download(
        "text/csv; charset=utf-8",
        call.route().substring(call.route().lastIndexOf('/') + 1) + ".csv",
        out -> request.write(out, first, call, endpoint));
  }

  private void write(OutputStream out, JsonNode first, Call call, Endpoint endpoint)
      throws IOException {
    write(out, columns.names());
    for (JsonNode page = first; ; page = Json.tree(endpoint.page(call, this))) {
      JsonNode entries = entries(page);
      for (JsonNode entry : entries) {
        write(out, columns.names().stream().map(name -> Csv.cell(field(entry, name))).toList());
      }
      exported += entries.size();
      boolean wasByCursor = next.isPresent();
      next =
          CURSORS.stream()
              .map(page::path)
              .filter(JsonNode::isTextual)
              .map(JsonNode::asText)
              .filter(text -> !text.isEmpty())
              .findFirst();
      boolean isEnd =
          next.isEmpty() && (wasByCursor || isFullExport || entries.size() < EXPORTED_AT_ONCE);
      if (isEnd || exported >= MAX_EXPORTED) {
        return;
      }
    }
  }

  private static void write(OutputStream out, List<?> cells) throws IOException {
    out.write(Csv.line(cells).getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the entries of a response: its first array. */
  private static JsonNode entries(JsonNode page) {
    for (JsonNode field : page) {
      if (field.isArray()) {
        return field;
      }
    }
    throw new IllegalStateException("a list without entries");
  }

  private static JsonNode field(JsonNode entry, String name) {
    return entry.at("/" + name.replace('.', '/'));
  }

  /** Returns the requested page of a list with the parameters {@code limit} and {@code cursor}. */
  public PageRequest page(int usual, int max) {
    return page("limit", "cursor", usual, max);
  }

  /**
   * Returns the requested page of a list.
   *
   * @param size the parameter for the number of rows
   * @param cursor the parameter for the cursor
   */
  public PageRequest page(String size, String cursor, int usual, int max) {
    int rows = size(size, usual, max);
    int offset = query.offset();
    return new PageRequest(
        order,
        cursor(cursor).map(text -> row(cursor, text)),
        isExport ? (next.isPresent() ? 0 : exported) : offset,
        rows,
        !isExport);
  }

  /** Returns the number of requested rows. */
  public int size(String parameter, int usual, int max) {
    int rows = query.number(parameter, 1, max, usual);
    return isExport ? Math.min(max, EXPORTED_AT_ONCE) : rows;
  }

  /** Returns the cursor of the requested page. */
  public Optional<String> cursor(String parameter) {
    return isExport ? next : query.text(parameter);
  }

  private PageRequest.PrecedingRow row(String parameter, String cursor) {
    return Cursor.read(cursor)
        .flatMap(text -> PageRequest.row(columns, order, text))
        .orElseThrow(
            () ->
                Query.invalid(
                    parameter, cursor, "expected a cursor from a response in this order"));
  }

  /** Returns whether an order other than the latest first is requested. */
  public boolean isSorted() {
    return order.isPresent();
  }

  /** Returns the cursor of the next page. */
  public static Optional<String> next(LatestRows.Page<?> page) {
    return cursor(page.next());
  }

  /** Returns the cursor with a content. */
  public static Optional<String> cursor(Optional<String> next) {
    return next.map(Cursor::of);
  }

  /** Returns the requested part of a short list, in the requested order. */
  public <T> List<T> slice(List<T> all) {
    List<T> sorted = sorted(all);
    return isExport ? sorted : query.slice(sorted);
  }

  /** Returns a short list in the requested order. */
  public <T> List<T> sorted(List<T> all) {
    isFullExport = true;
    return order.map(by -> sorted(all, by)).orElse(all);
  }

  private static <T> List<T> sorted(List<T> all, ListColumns.Order order) {
    record Entry<E>(E entry, JsonNode value) {}
    ListColumns.Column column = order.column();
    Comparator<JsonNode> comparator =
        column.labels().isEmpty()
            ? ListRequest::compare
            : Comparator.comparingInt(value -> column.labels().indexOf(value.asText()));
    List<Entry<T>> entries = new ArrayList<>();
    all.forEach(row -> entries.add(new Entry<>(row, field(Json.tree(row), column.name()))));
    entries.sort(
        Comparator.comparing(
            Entry::value,
            order.isDescending() ? Collections.reverseOrder(comparator) : comparator));
    return entries.stream().map(Entry::entry).toList();
  }

  /** Compares as the store does: no value first, texts ignoring case. */
  private static int compare(JsonNode one, JsonNode other) {
    return one.isNumber() && other.isNumber()
        ? Double.compare(one.asDouble(), other.asDouble())
        : String.CASE_INSENSITIVE_ORDER.compare(
            Csv.cell(one).toString(), Csv.cell(other).toString());
  }

  /** Reads the entries of a list. */
  @FunctionalInterface
  public interface Endpoint {
    /**
     * Returns a response with a page. For CSV it is called for one page after the other, until a
     * response has no cursor.
     */
    Object page(Call call, ListRequest request);
  }
}
