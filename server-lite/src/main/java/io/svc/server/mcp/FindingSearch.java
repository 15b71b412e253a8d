package io.svc.server.mcp;

import io.svc.server.db.Trigrams;
import io.svc.server.db.Tx;
import io.svc.server.db.Vendor;
import java.util.List;
import java.util.OptionalLong;

/**
 * Findings that have a text in them. However many findings there are, a page looks at no more than
 * some thousands: at those that have the trigrams of the text, or at the latest when it is too
 * short to have any. Where these are not enough to fill a page, the next one goes on behind them.
 */
final class FindingSearch {
  private static final int MOST_LOOKED_AT = 2_000;

  /** Among so many of the latest a page of what is common is full. */
  private static final int LOOKED_AT_FIRST = 200;

  /** A total is worth less than a page: beyond so many, it is told to be at least so much. */
  private static final int MOST_COUNTED_OF = 500;

  /** Greater than every number of a finding, and no more than SQLite's index can add. */
  private static final long TOP = 1L << 40;

  private static final String LATEST =
      "SELECT seq FROM mcp_finding WHERE org_id = :org AND seq < :seq ORDER BY seq DESC LIMIT ";

  private final Tx tx;
  private final FindingCondition condition;

  /** Those of a page, the number to go on before, if there may be more, and how many there are. */
  record Found(List<FindingStore.Row> rows, OptionalLong next, FindingCondition.Total total) {}

  /** What was looked at: how many, and the last. */
  private record Looked(long count, long last) {}

  /** How many were looked at for a total, and how many of them are what is looked for. */
  private record Counted(long looked, long found) {}

  FindingSearch(Tx tx, FindingCondition condition) {
    this.tx = tx;
    this.condition = condition;
  }

  Found page(long before, int size) {
    long top = Math.min(before, TOP);
    List<FindingStore.Row> rows = List.of();
    String places = "";
    for (String numbers : places()) {
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
        before >= TOP ? new FindingCondition.Total(rows.size(), !isEnd) : total(rows.size()));
  }

  /** Where to look, one after the other: what is rare the latest do not have enough of. */
  private List<String> places() {
    return condition.isIndexed()
        ? List.of(LATEST + LOOKED_AT_FIRST, Trigrams.numbers(tx, "mcp_finding", MOST_LOOKED_AT))
        : List.of(LATEST + MOST_LOOKED_AT);
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

  /** PostgreSQL's index gives all that is common before it can be counted up to a number. */
  private FindingCondition.Total total(int shown) {
    boolean byIndex = condition.isIndexed() && tx.vendor() == Vendor.SQLITE;
    String places =
        byIndex ? Trigrams.numbers(tx, "mcp_finding", MOST_COUNTED_OF) : LATEST + MOST_COUNTED_OF;
    Counted counted = condition.counted(tx, places, TOP).mapTo(Counted.class).one();
    return new FindingCondition.Total(
        Math.max(counted.found(), shown), counted.looked() == MOST_COUNTED_OF);
  }
}
