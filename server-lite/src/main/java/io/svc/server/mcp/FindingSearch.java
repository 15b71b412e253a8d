package io.svc.server.mcp;

import io.svc.server.db.Trigrams;
import io.svc.server.db.Tx;
import io.svc.server.db.Vendor;
import java.util.List;
import java.util.OptionalLong;

/**
 * Searches findings for a text. Regardless of the number of findings, a page scans at most a few
 * thousand. These are the findings that contain the trigrams of the text, or the latest findings if
 * the text is too short for trigrams. If these do not fill a page, the next page continues after
 * them.
 */
final class FindingSearch {
  private static final int MOST_LOOKED_AT = 2_000;

  /** A page of a common text is filled from this many of the latest findings. */
  private static final int LOOKED_AT_FIRST = 200;

  /**
   * The limit of a total, which matters less than the page; larger totals are reported as a
   * minimum.
   */
  private static final int MOST_COUNTED_OF = 500;

  /** Greater than every finding number, and within the range in which SQLite's index can add. */
  private static final long TOP = 1L << 40;

  private static final String LATEST =
      "SELECT seq FROM mcp_finding WHERE org_id = :org AND seq < :seq ORDER BY seq DESC LIMIT ";

  private final Tx tx;
  private final FindingCondition condition;

  /**
   * The findings of a page, the number before which the next page starts, if any, and the total.
   */
  record Found(List<FindingStore.Row> rows, OptionalLong next, FindingCondition.Total total) {}

  /** The scanned range: the count and the last number. */
  private record Looked(long count, long last) {}

  /** The number of findings scanned for a total, and the number of matches. */
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

  /**
   * Returns the parts to scan in order; the latest findings come first, but may not contain enough
   * of a rare text.
   */
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

  /**
   * Counts a limited number, because PostgreSQL's index returns all matches of a common text before
   * a limit applies.
   */
  private FindingCondition.Total total(int shown) {
    boolean byIndex = condition.isIndexed() && tx.vendor() == Vendor.SQLITE;
    String places =
        byIndex ? Trigrams.numbers(tx, "mcp_finding", MOST_COUNTED_OF) : LATEST + MOST_COUNTED_OF;
    Counted counted = condition.counted(tx, places, TOP).mapTo(Counted.class).one();
    return new FindingCondition.Total(
        Math.max(counted.found(), shown), counted.looked() == MOST_COUNTED_OF);
  }
}
