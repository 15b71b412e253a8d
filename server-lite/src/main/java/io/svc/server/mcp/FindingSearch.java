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
  private static final int MAX_SCANNED = 2_000;

  /** A page of a common text is filled from this many of the latest findings. */
  private static final int FIRST_SCANNED = 200;

  /**
   * The limit of a total, which matters less than the page; larger totals are reported as a
   * minimum.
   */
  private static final int MAX_COUNTED_OF = 500;

  /** Greater than every finding number, and within the range in which SQLite's index can add. */
  private static final long TOP = 1L << 40;

  private static final String LATEST =
      "SELECT seq FROM mcp_finding WHERE org_id = :org AND seq < :seq ORDER BY seq DESC LIMIT ";

  private final Tx tx;
  private final FindingCondition condition;

  /**
   * The findings of a page, the number before which the next page starts, if any, and the total.
   */
  record FindingPage(
      List<FindingStore.Row> rows, OptionalLong next, FindingCondition.Total total) {}

  /** The scanned range: the count and the last number. */
  private record ScannedRange(long count, long last) {}

  /** The number of findings scanned for a total, and the number of matches. */
  private record MatchCount(long looked, long found) {}

  FindingSearch(Tx tx, FindingCondition condition) {
    this.tx = tx;
    this.condition = condition;
  }

  FindingPage page(long before, int size) {
    long top = Math.min(before, TOP);
    List<FindingStore.Row> rows = List.of();
    String part = "";
    for (String numbers : parts()) {
      part = numbers;
      rows = rows(part, top, size + 1);
      if (rows.size() > size) {
        List<FindingStore.Row> shown = rows.subList(0, size);
        return new FindingPage(shown, OptionalLong.of(shown.get(size - 1).seq()), total(size));
      }
    }
    ScannedRange scanned = scanPart(part, top);
    boolean isEnd = scanned.count() < MAX_SCANNED;
    return new FindingPage(
        rows,
        isEnd ? OptionalLong.empty() : OptionalLong.of(scanned.last()),
        before >= TOP ? new FindingCondition.Total(rows.size(), !isEnd) : total(rows.size()));
  }

  /**
   * Returns the parts to scan in order; the latest findings come first, but may not contain enough
   * of a rare text.
   */
  private List<String> parts() {
    return condition.isIndexed()
        ? List.of(LATEST + FIRST_SCANNED, Trigrams.numbers(tx, "mcp_finding", MAX_SCANNED))
        : List.of(LATEST + MAX_SCANNED);
  }

  private List<FindingStore.Row> rows(String part, long top, int limit) {
    return condition
        .matchesOf(tx, FindingStore.COLUMNS, part, top, limit)
        .mapTo(FindingStore.Row.class)
        .list();
  }

  private ScannedRange scanPart(String part, long top) {
    return condition
        .search(
            tx,
            "SELECT count(*) AS count, COALESCE(min(seq), 0) AS last FROM (" + part + ") looked",
            top)
        .mapTo(ScannedRange.class)
        .one();
  }

  /**
   * Counts a limited number, because PostgreSQL's index returns all matches of a common text before
   * a limit applies.
   */
  private FindingCondition.Total total(int shown) {
    boolean byIndex = condition.isIndexed() && tx.vendor() == Vendor.SQLITE;
    String part =
        byIndex ? Trigrams.numbers(tx, "mcp_finding", MAX_COUNTED_OF) : LATEST + MAX_COUNTED_OF;
    MatchCount counted = condition.counted(tx, part, TOP).mapTo(MatchCount.class).one();
    return new FindingCondition.Total(
        Math.max(counted.found(), shown), counted.looked() == MAX_COUNTED_OF);
  }
}
