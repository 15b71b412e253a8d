package io.svc.server.db;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;

/**
 * A statement with {@code ?} for each value, without JDBI. For the few statements that run with
 * every decision: JDBI would look up how to bind each value again, which took longer than SQLite
 * took to run them. Used by one thread in one transaction.
 */
final class PlainStatement implements AutoCloseable {
  private final Handle handle;
  private final String sql;
  private final PreparedStatement statement;
  private int batchSize;

  PlainStatement(Handle handle, String sql) {
    this.handle = handle;
    this.sql = sql;
    try {
      this.statement =
          handle.getStatementBuilder() instanceof StatementCache.OfConnection cache
              ? cache.prepare(handle.getConnection(), sql)
              : handle.getConnection().prepareStatement(sql);
    } catch (SQLException e) {
      throw failed(sql, e);
    }
  }

  /** Returns the rows of a query. */
  <T> List<T> rows(RowReader<T> reader, Object... values) {
    List<T> rows = new ArrayList<>();
    try {
      bind(values);
      try (ResultSet result = statement.executeQuery()) {
        while (result.next()) {
          rows.add(reader.read(result));
        }
      }
      return rows;
    } catch (SQLException e) {
      throw failed(sql, e);
    }
  }

  void addToBatch(Object... values) {
    try {
      bind(values);
      statement.addBatch();
      batchSize++;
    } catch (SQLException e) {
      throw failed(sql, e);
    }
  }

  int[] runBatch() {
    try {
      return statement.executeBatch();
    } catch (SQLException e) {
      throw failed(sql, e);
    }
  }

  private void bind(Object... values) throws SQLException {
    for (int i = 0; i < values.length; i++) {
      bind(i + 1, values[i]);
    }
  }

  private void bind(int index, Object value) throws SQLException {
    if (value instanceof String text) {
      statement.setString(index, text);
    } else if (value instanceof Long number) {
      statement.setLong(index, number);
    } else if (value instanceof Boolean flag) {
      statement.setBoolean(index, flag);
    } else if (value instanceof Optional<?> optional && optional.isEmpty()) {
      statement.setNull(index, Types.BIGINT);
    } else if (value instanceof Optional<?> optional) {
      bind(index, optional.get());
    } else {
      throw new IllegalArgumentException("value " + index + " is no text, number or boolean");
    }
  }

  /** Returns the same exception as JDBI, so that a lost race is recognized. */
  private static UnableToExecuteStatementException failed(String sql, SQLException e) {
    return new UnableToExecuteStatementException("the statement failed: " + sql, e, null);
  }

  @Override
  public void close() {
    try {
      if (batchSize > StatementCache.BATCH_LIMIT) {
        statement.close();
      }
      handle.getStatementBuilder().close(handle.getConnection(), sql, statement);
    } catch (SQLException e) {
      throw failed(sql, e);
    }
  }
}
