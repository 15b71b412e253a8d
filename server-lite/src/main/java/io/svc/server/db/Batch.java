package io.svc.server.db;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;

/**
 * Rows for one statement with {@code ?} for each value, sent to the store together. For the few
 * statements that run with every decision: JDBI would look up how to bind each value of each row
 * again, which took longer than SQLite took to store it. Used by one thread in one transaction.
 */
public final class Batch implements AutoCloseable {
  private final Handle handle;
  private final String sql;
  private final PreparedStatement statement;
  private int rows;

  Batch(Handle handle, String sql) {
    this.handle = handle;
    this.sql = sql;
    try {
      this.statement =
          handle.getStatementBuilder() instanceof StatementCache.OfConnection cache
              ? cache.prepare(handle.getConnection(), sql)
              : handle.getConnection().prepareStatement(sql);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  /**
   * Adds a row.
   *
   * @param values texts, whole numbers and booleans, one for each placeholder
   */
  public void row(Object... values) {
    try {
      for (int i = 0; i < values.length; i++) {
        bind(i + 1, values[i]);
      }
      statement.addBatch();
      rows++;
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  private void bind(int index, Object value) throws SQLException {
    if (value instanceof String text) {
      statement.setString(index, text);
    } else if (value instanceof Long number) {
      statement.setLong(index, number);
    } else if (value instanceof Boolean flag) {
      statement.setBoolean(index, flag);
    } else {
      throw new IllegalArgumentException("value " + index + " is no text, number or boolean");
    }
  }

  /** Sends all rows and returns the number of changed records for each. */
  public int[] run() {
    try {
      return statement.executeBatch();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  /** Throws the same exception as JDBI, so that a lost race is recognized. */
  private static UnableToExecuteStatementException failed(SQLException e) {
    return new UnableToExecuteStatementException("a batch failed", e, null);
  }

  @Override
  public void close() {
    try {
      if (rows > StatementCache.BATCH_LIMIT) {
        statement.close();
      } else {
        handle.getStatementBuilder().close(handle.getConnection(), sql, statement);
      }
    } catch (SQLException e) {
      throw failed(e);
    }
  }
}
