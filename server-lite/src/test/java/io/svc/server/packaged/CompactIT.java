package io.svc.server.packaged;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.db.SqliteCompaction;
import io.svc.server.db.SqliteFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store that is killed at many moments of being written anew, and then is. */
@Tag("thorough")
class CompactIT {
  private static final int ROWS = Integer.getInteger("trust.rows", 120_000);
  private static final int KILLS = Integer.getInteger("trust.kills", 4);

  @TempDir private Path home;

  @Test
  void a_compaction_that_is_killed_leaves_the_store_as_it_was() throws Exception {
    Path data = home.resolve("data");
    Path file = data.resolve("app.db");
    try (PackagedServer server = PackagedServer.start(home, data)) {
      server.admin();
      server.terminate();
      server.exitCode();
    }
    fill(file);
    Map<String, Long> rows = new SqliteFile(file).rows();
    final long sum = sum(file);
    final long before = new SqliteCompaction(file).size().bytes();

    int midway = 0;
    for (int i = 1; i <= KILLS; i++) {
      midway += kill(data, before / 2 * i / (KILLS + 1)) ? 1 : 0;
      assertThat(new SqliteFile(file).objection(true)).isEmpty();
      assertThat(new SqliteFile(file).damage()).isEmpty();
      assertThat(new SqliteFile(file).rows()).isEqualTo(rows);
      assertThat(sum(file)).isEqualTo(sum);
    }
    long begun = System.nanoTime();
    try (PackagedServer compact = launch(data)) {
      assertThat(compact.exitCode()).as("%s%s", compact.out(), compact.err()).isZero();
    }
    double seconds = (System.nanoTime() - begun) / 1e9;

    assertThat(new SqliteFile(file).rows()).isEqualTo(rows);
    assertThat(sum(file)).isEqualTo(sum);
    assertThat(Files.size(file)).isLessThan(before * 2 / 3);
    assertThat(midway).isPositive();
    try (PackagedServer server = PackagedServer.start(home, data)) {
      assertThat(server.visitor().get("/readyz").status()).isEqualTo(200);
    }
    System.out.printf(
        Locale.ROOT,
        "compact: killed %d times, %d of them while it wrote; then %,d MiB became %,d in %.1f s"
            + " with the start of the program%n",
        KILLS,
        midway,
        before >> 20,
        Files.size(file) >> 20,
        seconds);
  }

  /** Kills it when its log has so many bytes; false when it was done before. */
  private boolean kill(Path data, long bytes) throws Exception {
    Path log = data.resolve("app.db-wal");
    try (PackagedServer compact = launch(data)) {
      while (compact.isAlive() && log.toFile().length() < bytes) {
        Thread.onSpinWait();
      }
      boolean isMidway = compact.isAlive();
      compact.kill();
      return isMidway;
    }
  }

  private PackagedServer launch(Path data) throws Exception {
    return PackagedServer.launch(home, "compact", "--data-dir", data.toString());
  }

  private static void fill(Path file) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      statement.execute(
          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < "
              + ROWS
              + ") INSERT INTO login_failure SELECT hex(randomblob(200)) || i, i, i, i FROM n");
      statement.execute("DELETE FROM login_failure WHERE rowid % 2 = 0");
      statement.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    }
  }

  private static long sum(Path file) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT total(failures) + total(length(account_key)) FROM login_failure")) {
      return row.getLong(1);
    }
  }
}
