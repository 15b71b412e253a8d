package io.svc.server.mcp;

import io.svc.server.db.Trigrams;
import io.svc.server.db.Tx;
import io.svc.server.db.Vendor;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Findings that have a text in them. However many findings there are, a page looks at no more than
 * some thousands: at those that have the trigrams of the text, or at the latest when it is too
 * short to have any. Where these are not enough to fill a page, the next one goes on behind them.
 */
final class FindingSearch {
  private static final int MOST_LOOKED_AT = 2_000;

  /** A total is worth less than a page: beyond so many, it is told to be at least so much. */
  private static final int MOST_COUNTED_OF = 500;

  /** Greater than every number of a finding, and no more than SQLite's index can add. */
  private static final long TOP = 1L << 40;

  private static final String LATEST =
      "SELECT seq FROM mcp_finding WHERE org_id = :org AND seq < :seq ORDER BY seq DESC LIMIT ";

  private final Tx tx;
  private final Condition condition;

  /** Those of a page, the number to go on before, if there may be more, and how many there are. */
  record Found(List<FindingStore.Row> rows, OptionalLong next, Condition.Total total) {}

  /** What was looked at: how many, and the last. */
  private record Looked(long count, long last) {}

  FindingSearch(Tx tx, Condition condition) {
    this.tx = tx;
    this.condition = condition;
  }

  Found page(long before, int size) {
    long top = Math.min(before, TOP);
    List<FindingStore.Row> rows = List.of();
    String places = "";
    for (String numbers : places(MOST_LOOKED_AT)) {
      places = numbers;
      rows = rows(places, top, size + 1);
      if (rows.size() > size) {
        List<FindingStore.Row> shown = rows.subList(0, size);
        return new Found(shown, OptionalLong.of(shown.get(size - 1).seq()), total(size));
      }
    }
    Looked looked = looked(places, top);
    boolean isEnd = looked.count() < MOST_LOOKED_AT;
    return new Found(
        rows,
        isEnd ? OptionalLong.empty() : OptionalLong.of(looked.last()),
        before >= TOP ? new Condition.Total(rows.size(), !isEnd) : total(rows.size()));
  }

  /**
   * Where to look, one after the other. PostgreSQL's index gives rows in no order: it is asked only
   * for what is rare, which the latest do not have enough of.
   */
  private List<String> places(int most) {
    List<String> places = new ArrayList<>();
    if (!condition.isIndexed() || tx.vendor() == Vendor.POSTGRESQL) {
      places.add(LATEST + most);
    }
    if (condition.isIndexed()) {
      places.add(Trigrams.numbers(tx, "mcp_finding", most));
    }
    return places;
  }

  private List<FindingStore.Row> rows(String places, long top, int limit) {
    return condition
        .among(tx, FindingStore.COLUMNS, places, top, limit)
        .mapTo(FindingStore.Row.class)
        .list();
  }

  private Looked looked(String places, long top) {
    return condition
        .search(
            tx,
            "SELECT count(*) AS count, COALESCE(min(seq), 0) AS last FROM (" + places + ") looked",
            top)
        .mapTo(Looked.class)
        .one();
  }

  private Condition.Total total(int shown) {
    String places = places(MOST_COUNTED_OF).get(0);
    int count =
        condition.among(tx, "seq", places, TOP, MOST_COUNTED_OF).mapTo(Long.class).list().size();
    boolean isMinimum = looked(places, TOP).count() == MOST_COUNTED_OF;
    return new Condition.Total(Math.max(count, shown), isMinimum);
  }
}
