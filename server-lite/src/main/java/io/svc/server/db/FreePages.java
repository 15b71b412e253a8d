package io.svc.server.db;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives the disk back what an SQLite store has become too large by, beside the work of its server.
 * Each step moves so few pages that whoever writes hardly waits; what was given back until it is
 * broken off stays given back.
 */
public final class FreePages {
  private static final Logger LOG = LoggerFactory.getLogger(FreePages.class);

  /** One MiB; moving them takes some milliseconds. */
  private static final int PAGES_AT_ONCE = 256;

  /** For so many pages in use, one stays free for what comes the next day. */
  private static final int USED_PER_FREE = 20;

  private final Database database;
  private volatile boolean isEnding;

  /** Those of an SQLite store. */
  public FreePages(Database database) {
    this.database = database;
    if (database.vendor() != Vendor.SQLITE) {
      throw new IllegalArgumentException("the store is " + database.vendor() + ", not SQLite");
    }
  }

  /**
   * Returns all free pages but a twentieth of the used ones. A file that another program wrote
   * without incremental vacuum is not changed; {@code compact} enables it.
   *
   * @return how many pages went
   */
  public long giveBack() {
    Pages pages = database.read(FreePages::pages);
    long surplus = pages.free() - (pages.all() - pages.free()) / USED_PER_FREE;
    if (surplus <= 0 || !pages.givesBack()) {
      return 0;
    }
    long gone = 0;
    while (gone < surplus && !isEnding) {
      int most = (int) Math.min(PAGES_AT_ONCE, surplus - gone);
      long step = database.write(tx -> giveBack(tx, most));
      if (step == 0) {
        // Others have filled them meanwhile.
        break;
      }
      gone += step;
    }
    database.copyLog();
    LOG.info("the store has given back {} of its {} pages", gone, pages.all());
    return gone;
  }

  /** Leaves the rest for another time. */
  public void end() {
    isEnding = true;
  }

  private record Pages(long all, long free, boolean givesBack) {}

  private static Pages pages(Tx tx) {
    try {
      Connection connection = tx.handle().getConnection();
      return new Pages(
          SqliteCompaction.number(connection, "page_count"),
          SqliteCompaction.number(connection, "freelist_count"),
          SqliteCompaction.size(connection).givesBack());
    } catch (SQLException e) {
      throw new StoreUnavailableException("the store does not tell its size", e);
    }
  }

  private static long giveBack(Tx tx, int most) {
    Connection connection = tx.handle().getConnection();
    try (Statement statement = connection.createStatement()) {
      long before = SqliteCompaction.number(connection, "freelist_count");
      // As an update: it gives a row for each page, and a query would stop at the first.
      statement.executeUpdate("PRAGMA incremental_vacuum(" + most + ")");
      return before - SqliteCompaction.number(connection, "freelist_count");
    } catch (SQLException e) {
      throw new StoreUnavailableException("the store gives no room back", e);
    }
  }
}
