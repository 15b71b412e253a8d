package io.svc.server.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("thorough")
class PostgresServerTest {
  @Test
  void databases_are_apart() throws SQLException {
    PostgresServer server = PostgresServer.required();
    try (Connection first = DriverManager.getConnection(server.newDatabase());
        Connection other = DriverManager.getConnection(server.newDatabase());
        Statement statement = first.createStatement()) {
      statement.execute("CREATE TABLE only_here (id BIGINT)");

      assertThat(answer(first, "SELECT count(*) FROM pg_tables WHERE tablename = 'only_here'"))
          .isEqualTo("1");
      assertThat(answer(other, "SELECT count(*) FROM pg_tables WHERE tablename = 'only_here'"))
          .isEqualTo("0");
    }
  }

  @Test
  void does_not_wait_for_the_disk_and_knows_all_letters() throws SQLException {
    String url = PostgresServer.required().newDatabase();
    try (Connection connection = DriverManager.getConnection(url)) {
      assertThat(answer(connection, "SHOW fsync")).isEqualTo("off");
      assertThat(answer(connection, "SHOW server_encoding")).isEqualTo("UTF8");
    }
  }

  @Test
  void is_one_for_all_tests() {
    assertThat(PostgresServer.required()).isSameAs(PostgresServer.shared().orElseThrow());
  }

  private static String answer(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getString(1);
    }
  }
}
