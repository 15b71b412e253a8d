package io.svc.server.move;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.TestServer;
import io.svc.server.db.Database;
import io.svc.server.db.Migrations;
import io.svc.server.db.SqliteFile;
import io.svc.server.db.Vendor;
import io.svc.server.json.Json;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import io.svc.server.testing.PostgresServer;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Stores that servers of earlier schema versions wrote, opened by this one. See the README beside
 * the stores, which tells how each was made and how the next one is.
 */
class UpgradeTest {
  /** The versions of which there is a store, oldest first. */
  private static final List<Integer> SAVED = List.of(6, 14, 22);

  @TempDir private Path home;

  static Stream<Integer> saved() {
    return SAVED.stream();
  }

  static Stream<Integer> levels() {
    return Migrations.all().stream().map(name -> Integer.valueOf(name.split(" ", -1)[0]));
  }

  @ParameterizedTest
  @MethodSource("saved")
  void a_store_of_an_earlier_version_is_brought_here_with_all_that_is_in_it(int version)
      throws Exception {
    Path file = unpack(version);
    Map<String, Long> before = rows(file);

    look(version, Map.of(), true);

    Map<String, Long> after = rows(file);
    before.forEach(
        (table, count) -> assertThat(after.get(table)).as(table).isGreaterThanOrEqualTo(count));
    Path copy = home.resolve("data/backups/before-migration-from-" + version + ".db");
    assertThat(rows(copy)).isEqualTo(before);
  }

  @Test
  void the_copy_that_is_made_before_a_migration_brings_the_store_back() throws Exception {
    Path file = unpack(SAVED.get(0));
    look(SAVED.get(0), Map.of(), true);
    Path copy = home.resolve("data/backups/before-migration-from-" + SAVED.get(0) + ".db");
    Files.move(copy, file, StandardCopyOption.REPLACE_EXISTING);
    Files.deleteIfExists(home.resolve("data/app.db-wal"));
    Files.deleteIfExists(home.resolve("data/app.db-shm"));

    look(SAVED.get(0), Map.of(), true);
  }

  @Test
  void who_classified_connectors_before_is_told_by_an_identifier_as_everywhere() throws Exception {
    Path file = unpack(22);
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      int changed =
          statement.executeUpdate(
              """
              UPDATE discovery_tenant SET version = 1, updated_at = 1,
                updated_by = (SELECT email FROM account WHERE username = 'dana')
              WHERE org_id = (SELECT org_id FROM account WHERE username = 'dana')
              """);
      assertThat(changed).isEqualTo(1);
    }
    try (TestServer server = TestServer.start(home, Map.of(), Clock.systemUTC())) {
      Client dana = server.visitor();
      dana.post("/api/auth/login", Map.of("username", "dana", "password", TestServer.PASSWORD));

      assertThat(dana.get("/api/discovery/connectors").json().path("updatedBy").asText())
          .isEqualTo(dana.get("/api/auth/session").json().at("/user/id").asText())
          .startsWith("usr_");
    }
  }

  /** Every version on the way, with what the last saved store before it had. */
  @Tag("thorough")
  @ParameterizedTest
  @MethodSource("levels")
  void a_store_of_any_version_between_is_brought_here(int level) throws Exception {
    int from = SAVED.stream().filter(v -> v <= level).reduce((a, b) -> b).orElse(SAVED.get(0));
    Path file = unpack(from);
    if (level < from) {
      lower(file, level);
    } else {
      migrate("jdbc:sqlite:" + file, Vendor.SQLITE, level);
    }
    Map<String, Long> before = rows(file);

    look(from, Map.of(), level >= 5);

    before.forEach(
        (table, count) ->
            assertThat(rows(file).get(table)).as(table).isGreaterThanOrEqualTo(count));
  }

  @Tag("thorough")
  @ParameterizedTest
  @MethodSource("saved")
  void the_same_content_of_the_same_version_in_postgresql_is_brought_here_too(int version)
      throws Exception {
    Path file = unpack(version);
    String url = PostgresServer.required().newDatabase();
    migrate(url, Vendor.POSTGRESQL, version);
    try (Database source = Database.sqlite(file, 1, Clock.systemUTC());
        Database target = Database.postgresql(url, 2, Clock.systemUTC())) {
      List<StoreTable> tables = new MoveTarget(target).contentTables();
      target.change(
          tx ->
              tables.forEach(
                  table ->
                      source.read(
                          from -> new TableFill(tx.handle()).copy(table, from.handle(), n -> {}))));
    }
    Files.delete(file);

    look(version, Map.of("SVC_DATABASE_URL", url), true);
  }

  /** What the people and programs of the store find in it now. */
  private void look(int version, Map<String, String> settings, boolean isGoverned)
      throws Exception {
    JsonNode known;
    try (InputStream in = resource("v" + version + ".json")) {
      known = Json.read(in.readAllBytes());
    }
    try (TestServer server = TestServer.start(home, settings, Clock.systemUTC())) {
      Client dana = server.visitor();
      Answer in =
          dana.post("/api/auth/login", Map.of("username", "dana", "password", TestServer.PASSWORD));
      assertThat(in.status()).as("%s", in).isEqualTo(200);
      for (String path :
          List.of("/api/agents", "/api/policies", "/api/incidents", "/api/discovery")) {
        assertThat(dana.get(path).status()).as(path).isEqualTo(200);
      }
      assertThat(dana.get("/api/admin/tenant").text()).contains("Bäckerei");
      assertThat(dana.get("/api/admin/audit-log/verify").json().path("ok").asBoolean())
          .as("audit chain")
          .isTrue();
      if (isGoverned) {
        assertThat(dana.get("/api/mcp/findings?q=postgres").json().path("findings")).hasSize(1);
        assertThat(dana.get("/api/policies").json().path("policies")).hasSize(1);
        assertThat(dana.get("/api/governance/execution").json().path("decisions")).hasSize(6);
        assertThat(dana.get("/api/governance/attestation").json().path("claims")).hasSize(1);
        Answer decided =
            server
                .visitor()
                .with("X-Api-Key", known.path("akey").asText())
                .post("/v1/eval", Map.of("agent_id", "bot", "action", "tool_call", "tool", "read"));
        assertThat(decided.status()).as("%s", decided).isEqualTo(200);
      }
    }
  }

  private static InputStream resource(String name) {
    InputStream in = UpgradeTest.class.getResourceAsStream("/stores/" + name);
    assertThat(in).as(name).isNotNull();
    return in;
  }

  private Path unpack(int version) throws Exception {
    Path data = Files.createDirectories(home.resolve("data"));
    try (InputStream store = new GZIPInputStream(resource("v" + version + ".db.gz"));
        InputStream key = resource("v" + version + ".key")) {
      Files.copy(store, data.resolve("app.db"));
      Files.copy(key, data.resolve("master.key"));
    }
    return data.resolve("app.db");
  }

  private static Map<String, Long> rows(Path file) {
    Map<String, Long> rows = new TreeMap<>(new SqliteFile(file).rows());
    // How an index of texts lies in its tables is SQLite's own affair.
    rows.keySet().removeIf(table -> table.contains("_trigram"));
    return rows;
  }

  private static void migrate(String url, Vendor vendor, int level) {
    Flyway.configure()
        .dataSource(url, null, null)
        .locations("classpath:db/common", "classpath:db/" + vendor)
        .placeholders(Map.of("blob", vendor == Vendor.SQLITE ? "BLOB" : "BYTEA"))
        .target(Integer.toString(level))
        .group(true)
        .load()
        .migrate();
  }

  /** Puts what a store has into one of an older version, as far as that has a place for it. */
  private static void lower(Path file, int level) throws Exception {
    Path newer = file.resolveSibling("newer.db");
    Files.move(file, newer);
    migrate("jdbc:sqlite:" + file, Vendor.SQLITE, level);
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      statement.execute("ATTACH '" + newer + "' AS newer");
      for (String table : rows(file).keySet()) {
        if (!table.startsWith("flyway")) {
          String columns = columns(connection, table);
          statement.execute(
              "INSERT INTO main."
                  + table
                  + " ("
                  + columns
                  + ") SELECT "
                  + columns
                  + " FROM newer."
                  + table);
        }
      }
    }
    Files.delete(newer);
  }

  private static String columns(Connection connection, String table) throws SQLException {
    try (Statement statement = connection.createStatement();
        var rows =
            statement.executeQuery(
                "SELECT group_concat(name) FROM pragma_table_info('" + table + "')")) {
      return rows.getString(1);
    }
  }
}
