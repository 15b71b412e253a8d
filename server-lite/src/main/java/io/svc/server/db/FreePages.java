package io.svc.server.db;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Returns free pages of an SQLite store to the file system while its server runs. Each step moves
 * few pages, so writers hardly wait. If it is interrupted, the pages that were already returned
 * stay returned.
 */
public final class FreePages {
  private static final Logger LOG = LoggerFactory.getLogger(FreePages.class);

  /** One MiB; moving this takes some milliseconds. */
  private static final int PAGES_AT_ONCE = 256;

  /** One free page per this number of used pages stays in the file, for the next day's data. */
  private static final int USED_PER_FREE = 20;

  private final Database database;
  private volatile boolean isEnding;

  /** For an SQLite store. */
  public FreePages(Database database) {
    this.database = database;
    if (database.vendor() != Vendor.SQLITE) {
      throw new IllegalArgumentException("the store is " + database.vendor() + ", not SQLite");
    }
  }

  /**
   * Returns all free pages except for a twentieth of the used ones. A file that another program
   * created without incremental vacuum is not changed; {@code compact} enables it.
   *
   * @return the number of pages returned
   */
  public long releasePages() {
    PageCounts pages = database.read(FreePages::pages);
    long surplus = pages.free() - (pages.all() - pages.free()) / USED_PER_FREE;
    if (surplus <= 0 || !pages.givesBack()) {
      return 0;
    }
    long removed = 0;
    while (removed < surplus && !isEnding) {
      int limit = (int) Math.min(PAGES_AT_ONCE, surplus - removed);
      long step = database.write(tx -> releasePages(tx, limit));
      if (step == 0) {
        // Other writers have used them in the meantime.
        break;
      }
      removed += step;
    }
    database.copyLog();
    LOG.info("the store released {} of its {} pages", removed, pages.all());
    return removed;
  }

  /** Stops; the next run continues. */
  public void end() {
    isEnding = true;
  }

  private record PageCounts(long all, long free, boolean givesBack) {}

  private static PageCounts pages(Tx tx) {
    try {
      Connection connection = tx.handle().getConnection();
      return new PageCounts(
          SqliteCompaction.number(connection, "page_count"),
          SqliteCompaction.number(connection, "freelist_count"),
          SqliteCompaction.size(connection).givesBack());
    } catch (SQLException e) {
      throw new StoreUnavailableException("the store does not report its size", e);
    }
  }

  private static long releasePages(Tx tx, int limit) {
    Connection connection = tx.handle().getConnection();
    try (Statement statement = connection.createStatement()) {
      long before = SqliteCompaction.number(connection, "freelist_count");
      // Run as an update: the pragma returns a row for each page, and a query would stop at the
      // first.
      statement.executeUpdate("PRAGMA incremental_vacuum(" + limit + ")");
      return before - SqliteCompaction.number(connection, "freelist_count");
    } catch (SQLException e) {
      throw new StoreUnavailableException("the store cannot release free pages", e);
    }
  }
}
