package io.svc.server.db;

import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jdbi.v3.core.statement.SqlLogger;
import org.jdbi.v3.core.statement.StatementContext;

/** Counts the statements with which threads of HTTP requests read the store. */
public final class StoreReads implements SqlLogger {
  private final AtomicInteger count = new AtomicInteger();

  private StoreReads() {}

  /** Starts to count the reads of a store. */
  public static StoreReads of(Database database) {
    StoreReads reads = new StoreReads();
    database.readers().setSqlLogger(reads);
    return reads;
  }

  @Override
  public void logBeforeExecution(StatementContext context) {
    if (Thread.currentThread().getName().startsWith("http-")) {
      count.incrementAndGet();
    }
  }

  @Override
  public void logException(StatementContext context, SQLException e) {}

  /** Returns the number of statements so far. */
  public int count() {
    return count.get();
  }
}
