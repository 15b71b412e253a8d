package io.svc.server.packaged;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.testing.PostgresServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A move into PostgreSQL that is killed in the middle, and done again. */
@Tag("thorough")
class MigrateStoreIT {
  private static final int ROWS = Integer.getInteger("trust.rows", 150_000);

  @TempDir private Path home;

  @Test
  void a_move_that_is_killed_leaves_the_file_whole_and_the_database_rejected() throws Exception {
    Path data = home.resolve("data");
    try (PackagedServer server = PackagedServer.start(home, data)) {
      server.admin();
      server.terminate();
      server.exitCode();
    }
    fill(data.resolve("app.db"));
    byte[] file = Files.readAllBytes(data.resolve("app.db"));
    String url = PostgresServer.required().newDatabase();

    try (PackagedServer move =
        launch(data, url, "migrate-store", "--from", "sqlite", "--to", "postgresql")) {
      while (!move.err().contains("moving login_failure: 100000 of ")) {
        assertThat(move.isAlive()).as("%s%s", move.out(), move.err()).isTrue();
        Thread.sleep(5);
      }
      move.kill();
    }

    assertThat(Files.readAllBytes(data.resolve("app.db"))).isEqualTo(file);
    try (PackagedServer server = launch(data, url, "--port", "0")) {
      assertThat(server.exitCode()).isEqualTo(2);
      assertThat(server.err()).contains("a migration into this store was interrupted");
    }
    long begun = System.nanoTime();
    try (PackagedServer move =
        launch(data, url, "migrate-store", "--from", "sqlite", "--to", "postgresql")) {
      assertThat(move.exitCode()).as("%s%s", move.out(), move.err()).isZero();
    }
    double seconds = (System.nanoTime() - begun) / 1e9;
    assertThat(count(url)).isEqualTo(ROWS);
    try (PackagedServer server = PackagedServer.start(home, data, "--database-url", url)) {
      assertThat(server.visitor().get("/readyz").status()).isEqualTo(200);
    }
    System.out.printf(
        "migrate-store: killed once, then %,d rows in %.1f s with the start of the program%n",
        ROWS, seconds);
  }

  private PackagedServer launch(Path data, String url, String... words) throws Exception {
    String[] line = Arrays.copyOf(words, words.length + 4);
    line[words.length] = "--data-dir";
    line[words.length + 1] = data.toString();
    line[words.length + 2] = "--database-url";
    line[words.length + 3] = url;
    return PackagedServer.launch(home, line);
  }

  private static void fill(Path file) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      statement.execute(
          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < "
              + ROWS
              + ") INSERT INTO login_failure SELECT 'key \\ ' || char(9, 10) || i, i, i, i FROM n");
      statement.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    }
  }

  private static long count(String url) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT count(*) FROM login_failure")) {
      row.next();
      return row.getLong(1);
    }
  }
}
