package io.svc.server.db;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StatementCacheTest {
  private static final String COUNT = "SELECT count(*) FROM thing";

  @TempDir Path directory;

  private HikariDataSource pool;
  private final StatementCache cache = new StatementCache();

  @BeforeEach
  void open() {
    pool = Pools.sqlite(directory.resolve("app.db"), false, 1);
    jdbi().useHandle(handle -> handle.execute("CREATE TABLE thing (name TEXT PRIMARY KEY)"));
  }

  @AfterEach
  void close() {
    pool.close();
  }

  private Jdbi jdbi() {
    return Jdbi.create(pool).setStatementBuilderFactory(cache);
  }

  private StatementCache.OfConnection of(Connection connection) {
    return (StatementCache.OfConnection) cache.createStatementBuilder(connection);
  }

  @Test
  void the_next_use_of_a_connection_gets_the_same_statement() throws SQLException {
    List<PreparedStatement> used = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      try (Connection connection = pool.getConnection()) {
        PreparedStatement statement = of(connection).prepare(connection, COUNT);
        used.add(statement);
        of(connection).close(connection, COUNT, statement);
      }
    }

    assertThat(used.get(1)).isSameAs(used.get(0));
    assertThat(used.get(1).isClosed()).isFalse();
  }

  @Test
  void statements_with_named_values_and_lists_are_prepared_once() {
    try (Handle handle = jdbi().open()) {
      for (int i = 0; i < 3; i++) {
        handle
            .createUpdate("INSERT INTO thing (name) VALUES (:name)")
            .bind("name", "thing " + i)
            .execute();
        int found =
            handle
                .createQuery("SELECT count(*) FROM thing WHERE name IN (<names>)")
                .bindList("names", List.of("thing 0", "thing " + i))
                .mapTo(int.class)
                .one();
        assertThat(found).isEqualTo(Math.min(i + 1, 2));
      }

      assertThat(of(handle.getConnection()).prepared()).isEqualTo(3);
    }
  }

  @Test
  void a_statement_in_use_is_not_shared() throws SQLException {
    try (Connection connection = pool.getConnection()) {
      PreparedStatement outer = of(connection).prepare(connection, COUNT);
      PreparedStatement inner = of(connection).prepare(connection, COUNT);

      assertThat(inner).isNotSameAs(outer);

      of(connection).close(connection, COUNT, inner);
      of(connection).close(connection, COUNT, outer);
      assertThat(inner.isClosed()).isTrue();
      assertThat(outer.isClosed()).isFalse();
    }
  }

  @Test
  void bound_values_and_rows_of_a_batch_do_not_reach_the_next_use() throws SQLException {
    String insert = "INSERT INTO thing (name) VALUES (?)";
    try (Connection connection = pool.getConnection()) {
      PreparedStatement statement = of(connection).prepare(connection, insert);
      statement.setString(1, "left over");
      statement.addBatch();
      of(connection).close(connection, insert, statement);

      PreparedStatement again = of(connection).prepare(connection, insert);
      again.executeUpdate();
      of(connection).close(connection, insert, again);
      try (ResultSet rows = connection.createStatement().executeQuery("SELECT name FROM thing")) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getString(1)).isNull();
        assertThat(rows.next()).isFalse();
      }
    }
  }

  @Test
  void the_statement_of_a_large_batch_is_closed() throws SQLException {
    String insert = "INSERT INTO thing (name) VALUES (?)";
    try (Handle handle = jdbi().open()) {
      StatementCache.OfConnection known = of(handle.getConnection());
      PreparedStatement statement = known.prepare(handle.getConnection(), insert);
      known.close(handle.getConnection(), insert, statement);

      insert(handle, insert, "small", StatementCache.BATCH_LIMIT);
      assertThat(statement.isClosed()).isFalse();
      insert(handle, insert, "large", StatementCache.BATCH_LIMIT + 1);
      assertThat(statement.isClosed()).isTrue();
      assertThat(handle.createQuery(COUNT).mapTo(int.class).one())
          .isEqualTo(2 * StatementCache.BATCH_LIMIT + 1);
    }
  }

  private static void insert(Handle handle, String sql, String prefix, int rows) {
    try (Batch batch = new Batch(handle, sql)) {
      for (int i = 0; i < rows; i++) {
        batch.row(prefix + i);
      }
      batch.run();
    }
  }

  @Test
  void the_statement_of_a_batch_of_jdbi_is_closed() {
    try (Handle handle = jdbi().open()) {
      StatementCache.OfConnection known = of(handle.getConnection());
      int before = known.size();

      handle.prepareBatch("INSERT INTO thing (name) VALUES (?)").add("one").add("two").execute();

      assertThat(known.size()).isEqualTo(before);
      assertThat(handle.createQuery(COUNT).mapTo(int.class).one()).isEqualTo(2);
    }
  }

  @Test
  void an_unfetched_row_keeps_no_transaction_open() throws SQLException {
    jdbi().useHandle(handle -> handle.execute("INSERT INTO thing (name) VALUES ('one'), ('two')"));
    try (Handle handle = jdbi().open()) {
      handle.execute("SELECT name FROM thing");
    }

    try (HikariDataSource other = Pools.sqlite(directory.resolve("app.db"), false, 1);
        Connection connection = other.getConnection();
        ResultSet result =
            connection.createStatement().executeQuery("PRAGMA wal_checkpoint(TRUNCATE)")) {
      assertThat(result.getInt(1)).as("busy").isZero();
    }
  }

  @Test
  void a_changed_schema_is_used_at_once() {
    List<Integer> columns = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      jdbi()
          .useHandle(
              handle -> {
                handle.execute("INSERT INTO thing (name) SELECT hex(randomblob(8))");
                columns.add(handle.createQuery("SELECT * FROM thing").mapToMap().first().size());
                handle.execute("ALTER TABLE thing ADD COLUMN more TEXT");
                handle.execute("ALTER TABLE thing RENAME COLUMN more TO more" + columns.size());
              });
    }

    assertThat(columns).containsExactly(1, 2);
  }

  @Test
  void the_least_recently_used_statement_is_closed_above_the_limit() throws SQLException {
    try (Connection connection = pool.getConnection()) {
      List<PreparedStatement> statements = new ArrayList<>();
      for (int i = 0; i <= StatementCache.LIMIT; i++) {
        String sql = COUNT + " WHERE name > '" + i + "'";
        statements.add(of(connection).prepare(connection, sql));
        of(connection).close(connection, sql, statements.get(i));
      }

      assertThat(statements.get(0).isClosed()).isTrue();
      assertThat(statements.subList(1, statements.size())).noneMatch(StatementCacheTest::isClosed);
    }
  }

  @Test
  void closed_connections_are_forgotten() throws SQLException {
    for (int i = 0; i < 3; i++) {
      try (HikariDataSource other = Pools.sqlite(directory.resolve("app.db"), false, 1);
          Connection connection = other.getConnection()) {
        of(connection);
      }
    }
    try (Connection connection = pool.getConnection()) {
      of(connection);
    }

    assertThat(cache.size()).isLessThanOrEqualTo(2);
  }

  private static boolean isClosed(PreparedStatement statement) {
    try {
      return statement.isClosed();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
