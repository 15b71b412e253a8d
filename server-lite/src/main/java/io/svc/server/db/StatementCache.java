package io.svc.server.db;

import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jdbi.v3.core.statement.DefaultStatementBuilder;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jdbi.v3.core.statement.StatementBuilder;
import org.jdbi.v3.core.statement.StatementBuilderFactory;
import org.jdbi.v3.core.statement.StatementContext;
import org.jspecify.annotations.Nullable;
import org.sqlite.core.CoreStatement;
import org.sqlite.core.DB;

/**
 * Keeps the prepared statements of SQLite connections, because neither the driver nor the pool
 * does, and compiling a statement takes longer than running most of them. PostgreSQL's driver has
 * its own cache. SQLite compiles a statement again when the schema has changed.
 *
 * <p>The statements are the driver's own, so the pool does not notice that a connection was used
 * and does not roll back when it is returned. JDBI ends open transactions before that ({@code
 * forceEndTransactions} of its handles).
 */
final class StatementCache implements StatementBuilderFactory {
  /** The number of statements of a connection; the least recently used one is closed. */
  static final int LIMIT = 100;

  /**
   * The largest batch whose statement is kept. The driver's statement keeps the size of its largest
   * batch, and clears all of it after each use.
   */
  static final int BATCH_LIMIT = 500;

  /** Open connections, and closed ones until the next is opened. Closing closes the statements. */
  private final Map<Connection, OfConnection> connections = new ConcurrentHashMap<>();

  @Override
  public StatementBuilder createStatementBuilder(Connection pooled) {
    try {
      // The pool would close statements of its own wrapper when the connection is returned.
      Connection connection = pooled.unwrap(Connection.class);
      OfConnection known = connections.get(connection);
      if (known == null) {
        connections.keySet().removeIf(StatementCache::isClosed);
        known = new OfConnection();
        connections.put(connection, known);
      }
      return known;
    } catch (SQLException e) {
      throw new StoreUnavailableException("no connection to the store is available", e);
    }
  }

  /** Returns the number of connections. */
  int size() {
    return connections.size();
  }

  private static boolean isClosed(Connection connection) {
    try {
      return connection.isClosed();
    } catch (SQLException e) {
      return true;
    }
  }

  /** The unused statements of a connection; used by the thread that has the connection. */
  static final class OfConnection implements StatementBuilder {
    private final StatementBuilder others = new DefaultStatementBuilder();
    private final Map<String, PreparedStatement> unused = new LinkedHashMap<>(16, 0.75f, true);

    /**
     * The texts of statements in use. JDBI replaces names such as {@code :id} before it creates a
     * statement, but closes it with the original text.
     */
    private final IdentityHashMap<Statement, String> used = new IdentityHashMap<>();

    private long prepared;

    /** Returns the number of unused statements. */
    int size() {
      return unused.size();
    }

    /** Returns the number of statements that were prepared so far. */
    long prepared() {
      return prepared;
    }

    /**
     * Returns a statement without bound values, to be passed to {@link #close} after use, even if
     * it was closed.
     */
    PreparedStatement prepare(Connection pooled, String sql) throws SQLException {
      // A statement in use is not unused, so that nested uses get different ones.
      PreparedStatement statement = unused.remove(sql);
      if (statement == null) {
        prepared++;
        statement = pooled.unwrap(Connection.class).prepareStatement(sql);
      }
      used.put(statement, sql);
      return statement;
    }

    @Override
    public PreparedStatement create(Connection pooled, String sql, StatementContext context)
        throws SQLException {
      // JDBI does not tell how many rows its batch had: its statement is not kept.
      return context.getJdbiStatementType() == PreparedBatch.class
          ? others.create(pooled, sql, context)
          : prepare(pooled, sql);
    }

    @Override
    public Statement create(Connection pooled, StatementContext context) throws SQLException {
      return others.create(pooled, context);
    }

    @Override
    public CallableStatement createCall(Connection pooled, String sql, StatementContext context)
        throws SQLException {
      return others.createCall(pooled, sql, context);
    }

    @Override
    public void close(Connection pooled, @Nullable String sql, Statement statement)
        throws SQLException {
      String text = used.remove(statement);
      if (text == null
          || statement.isClosed()
          || !(statement instanceof CoreStatement core)
          || !(statement instanceof PreparedStatement prepared)) {
        statement.close();
        return;
      }
      // An unfetched row would keep the transaction open.
      core.pointer.safeRunInt(DB::reset);
      prepared.clearBatch();
      prepared.clearParameters();
      PreparedStatement other = unused.put(text, prepared);
      if (other != null) {
        other.close();
      }
      if (unused.size() > LIMIT) {
        var oldest = unused.values().iterator();
        oldest.next().close();
        oldest.remove();
      }
    }
  }
}
