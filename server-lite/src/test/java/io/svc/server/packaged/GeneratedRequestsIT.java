package io.svc.server.packaged;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.generated.RequestTrial;
import io.svc.server.testing.PostgresServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever is sent, good, almost good or hostile, is answered as the interface description says,
 * soon, and without a word about the inside of the server.
 */
@Tag("thorough")
class GeneratedRequestsIT {
  private static final int REQUESTS = Integer.getInteger("trust.requests", 1_800);
  private static final long SEED = Long.getLong("trust.seed", 7);

  @TempDir private Path directory;

  @Test
  void every_answer_is_as_described() throws Exception {
    Path data = directory.resolve("data");
    run("SQLite", REQUESTS, data);
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + data.resolve("app.db"));
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("PRAGMA integrity_check")) {
      assertThat(rows.getString(1)).isEqualTo("ok");
    }
  }

  @Test
  void so_it_is_with_postgresql() throws Exception {
    String url = PostgresServer.required().newDatabase();
    run("PostgreSQL", REQUESTS / 3, directory.resolve("data"), "--database-url", url);
  }

  private void run(String store, int requests, Path data, String... more) throws Exception {
    String[] arguments = new String[more.length + 1];
    System.arraycopy(more, 0, arguments, 0, more.length);
    arguments[more.length] = "-Xmx256m";
    try (PackagedServer server = PackagedServer.start(directory, data, arguments)) {
      long start = System.nanoTime();
      RequestTrial.Result result =
          new RequestTrial(server.address(), SEED, server::processorTime).run(requests);
      long seconds = Duration.ofNanos(System.nanoTime() - start).toSeconds();
      System.out.printf(
          "requests: %s, %,d requests by seed %d in %d s, %d operations succeeded, %d did not,"
              + " answers %s, %d kinds of failure%n",
          store,
          requests,
          SEED,
          seconds,
          result.succeeded().size(),
          result.failed().size(),
          result.statuses(),
          result.failures().size());
      if (Boolean.getBoolean("trust.verbose")) {
        System.out.println("never with success: " + result.failed());
        result.failures().forEach(System.out::println);
      }

      assertThat(result.failures()).as("seed %d", SEED).isEmpty();
      assertThat(result.brokenChains()).isZero();
      assertThat(server.visitor().get("/readyz").status()).isEqualTo(200);
      assertThat(server.err()).doesNotContain("OutOfMemoryError").doesNotContain("canary7Qz4");
      server.terminate();
      assertThat(server.exitCode()).isZero();
    }
  }
}
