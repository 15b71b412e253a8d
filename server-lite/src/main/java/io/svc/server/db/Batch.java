package io.svc.server.db;

import org.jdbi.v3.core.Handle;

/**
 * Rows for one statement with {@code ?} for each value, sent to the store together. Used by one
 * thread in one transaction.
 */
public final class Batch implements AutoCloseable {
  private final PlainStatement statement;

  Batch(Handle handle, String sql) {
    this.statement = new PlainStatement(handle, sql);
  }

  /**
   * Adds a row.
   *
   * @param values texts, whole numbers and booleans, one for each placeholder; an empty {@code
   *     Optional} is a missing number
   */
  public void row(Object... values) {
    statement.addToBatch(values);
  }

  /** Sends all rows and returns the number of changed records for each. */
  public int[] run() {
    return statement.runBatch();
  }

  @Override
  public void close() {
    statement.close();
  }
}
