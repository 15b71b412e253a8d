package io.svc.server.commands;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.rules.Severity;
import io.svc.server.Reports;
import io.svc.server.TestServer;
import io.svc.server.commands.Operator.Ran;
import io.svc.server.db.SqliteFile;
import io.svc.server.testing.Client;
import io.svc.server.testing.SmallDisk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("thorough")
class CompactCommandTest {
  @TempDir private Path home;

  private Operator operator;

  @BeforeEach
  void hireOperator() {
    operator = new Operator(home);
  }

  private Path file() {
    return home.resolve("data/app.db");
  }

  private static void change(Path file, String... commands) throws Exception {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      for (String command : commands) {
        statement.execute(command);
      }
    }
  }

  /** Rewrites it as another program does, without incremental vacuum, with free pages. */
  private static void age(Path file) throws Exception {
    change(
        file,
        "PRAGMA journal_mode = DELETE",
        "PRAGMA auto_vacuum = NONE",
        "VACUUM",
        "CREATE TABLE ballast AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n"
            + " WHERE i < 4000) SELECT hex(randomblob(1000)) AS b FROM n",
        "DROP TABLE ballast",
        "PRAGMA journal_mode = WAL");
  }

  private static String number(Path file, String question) throws Exception {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement();
        var row = statement.executeQuery(question)) {
      return row.getString(1);
    }
  }

  private static List<JsonNode> lists(Client admin) {
    List<JsonNode> found = new ArrayList<>();
    for (String path :
        List.of("/api/mcp/findings", "/api/mcp/findings?q=server%201", "/api/mcp?q=erver")) {
      found.add(admin.get(path).json());
    }
    return found;
  }

  @Test
  void a_file_of_another_program_becomes_smaller_and_answers_as_before() throws Exception {
    String session;
    List<JsonNode> before;
    try (TestServer server = TestServer.start(home)) {
      Client admin = server.admin();
      session = admin.cookie("svc_session");
      String org = admin.get("/api/auth/session").json().at("/tenant/id").asText();
      String key =
          admin.post("/api/admin/api-keys", Map.of("name", "ci")).json().path("key").asText();
      Client scanner = server.visitor().with("X-Api-Key", key);
      for (int i = 0; i < 20; i++) {
        String report = Reports.withOneFinding(org, Severity.LOW, "server " + i);
        assertThat(scanner.post("/api/v1/mcp/reports", report).status()).isEqualTo(201);
      }
      before = lists(admin);
      assertThat(before.get(1).path("findings").size()).isEqualTo(11);
    }
    age(file());
    long large = Files.size(file());
    Map<String, Long> rows = new SqliteFile(file()).rows();

    Ran looked = operator.run("compact", "--dry-run");
    assertThat(looked.exitCode()).as(looked.err()).isZero();
    assertThat(looked.out())
        .contains("app.db uses ", " of free space", "compaction temporarily requires ");
    assertThat(Files.size(file())).isEqualTo(large);
    Ran ran = operator.run("compact");

    assertThat(ran.exitCode()).as(ran.err()).isZero();
    assertThat(ran.out())
        .contains("compacted ", " MiB before, ", " MiB now", "frees disk space automatically");
    assertThat(Files.size(file())).isLessThan(large / 2);
    assertThat(number(file(), "PRAGMA auto_vacuum")).isEqualTo("2");
    assertThat(new SqliteFile(file()).damage()).isEmpty();
    assertThat(new SqliteFile(file()).rows()).isEqualTo(rows);
    assertThat(home.resolve("data/app.db-wal").toFile().length()).isZero();
    try (TestServer server = TestServer.start(home, Map.of(), Clock.systemUTC())) {
      Client admin = server.visitor().with("Cookie", "svc_session=" + session);
      assertThat(lists(admin)).isEqualTo(before);
    }
    assertThat(operator.run("compact").out()).doesNotContain("automatically");
  }

  @Test
  void it_does_not_run_while_a_server_is_running() {
    try (TestServer server = TestServer.start(home)) {
      server.admin();

      Ran ran = operator.run("compact");

      assertThat(ran.exitCode()).isEqualTo(2);
      assertThat(ran.err()).contains("another svc-server", "stop it");
    }
  }

  @Test
  void a_disk_without_enough_room_is_reported_before_anything_is_written() throws Exception {
    try (SmallDisk disk = SmallDisk.mountAt(home, 48)) {
      TestServer.start(home).close();
      byte[] store = Files.readAllBytes(file());
      disk.fillBut(8 << 20);

      Ran rejected = operator.run("compact");

      assertThat(rejected.exitCode()).isEqualTo(2);
      assertThat(rejected.err()).contains("MiB free; required: ", "twice");
      assertThat(Files.readAllBytes(file())).isEqualTo(store);
      disk.free();
      Ran ran = operator.run("compact");
      assertThat(ran.exitCode()).as(ran.err()).isZero();
    }
  }

  @Test
  void postgresql_looks_after_itself() throws Exception {
    TestServer.start(home).close();
    operator.with("SVC_DATABASE_URL", "jdbc:postgresql://localhost:1/svc");

    Ran ran = operator.run("compact");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("PostgreSQL", "autovacuum");
  }

  @Test
  void a_directory_without_a_store_and_a_damaged_store_are_rejected() throws Exception {
    Files.createDirectories(home.resolve("data"));
    Ran empty = operator.run("compact");
    assertThat(empty.exitCode()).isEqualTo(2);
    assertThat(empty.err()).contains("there is no store in");

    Files.write(file(), new byte[8_192]);
    Ran damaged = operator.run("compact");
    assertThat(damaged.exitCode()).isEqualTo(2);
    assertThat(damaged.err()).contains("is damaged");
  }
}
