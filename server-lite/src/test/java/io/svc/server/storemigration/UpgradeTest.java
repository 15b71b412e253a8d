package io.svc.server.storemigration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.TestServer;
import io.svc.server.db.Database;
import io.svc.server.db.SqliteFile;
import io.svc.server.db.Vendor;
import io.svc.server.json.Json;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import io.svc.server.testing.PostgresServer;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Stores of released schema versions, opened by this version; {@code stores/README.md} lists them.
 */
@Tag("thorough")
class UpgradeTest {
  @TempDir private Path home;

  @ParameterizedTest
  @ValueSource(ints = 2)
  void a_saved_store_is_opened_with_all_its_rows(int version) throws Exception {
    Path file = unpack(version);
    Map<String, Long> before = rows(file);

    check(version, Map.of());

    Map<String, Long> after = rows(file);
    assertThat(before.values()).filteredOn(count -> count > 0).hasSizeGreaterThan(70);
    before.forEach(
        (table, count) -> assertThat(after.get(table)).as(table).isGreaterThanOrEqualTo(count));
  }

  @Tag("thorough")
  @ParameterizedTest
  @ValueSource(ints = 2)
  void the_same_rows_are_opened_in_postgresql(int version) throws Exception {
    Path file = unpack(version);
    String url = PostgresServer.required().newDatabase();
    Flyway.configure()
        .dataSource(url, null, null)
        .locations("classpath:db/common", "classpath:db/" + Vendor.POSTGRESQL)
        .placeholders(Map.of("blob", "BYTEA"))
        .target(Integer.toString(version))
        .group(true)
        .load()
        .migrate();
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

    check(version, Map.of("SVC_DATABASE_URL", url));
  }

  /** Checks what members and programs read from the store. */
  private void check(int version, Map<String, String> settings) throws Exception {
    JsonNode known;
    try (InputStream in = resource("v" + version + ".json")) {
      known = Json.read(in.readAllBytes());
    }
    // Retention counts from the time of the store.
    Duration since = Duration.between(Instant.now(), Instant.parse(known.path("at").asText()));
    Clock clock = Clock.offset(Clock.systemUTC(), since);
    try (TestServer server = TestServer.start(home, settings, clock)) {
      Client dana = server.visitor();
      Answer in =
          dana.post("/api/auth/login", Map.of("username", "dana", "password", TestServer.PASSWORD));
      assertThat(in.status()).as("%s", in).isEqualTo(200);
      for (String path :
          List.of(
              "/api/agents", "/api/incidents", "/api/discovery", "/api/alerts", "/api/approvals")) {
        assertThat(dana.get(path).status()).as(path).isEqualTo(200);
      }
      assertThat(dana.get("/api/admin/tenant").text()).contains("Bäckerei");
      assertThat(dana.get("/api/admin/audit-log/verify").json().path("ok").asBoolean())
          .as("audit chain")
          .isTrue();
      assertThat(dana.get("/api/mcp/findings?q=postgres").json().path("findings")).hasSize(1);
      assertThat(dana.get("/api/policies").json().path("policies")).hasSize(1);
      assertThat(dana.get("/api/governance/execution").json().path("decisions")).hasSize(7);
      assertThat(dana.get("/api/governance/attestation").json().path("claims")).hasSize(1);
      assertThat(dana.get("/api/approvals").json().path("approvals")).hasSize(1);
      Answer decided =
          server
              .visitor()
              .with("X-Api-Key", known.path("akey").asText())
              .post("/v1/eval", Map.of("agent_id", "bot", "action", "tool_call", "tool", "read"));
      assertThat(decided.status()).as("%s", decided).isEqualTo(200);
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
    // SQLite decides how the rows of a text index are stored.
    rows.keySet().removeIf(table -> table.contains("_trigram"));
    return rows;
  }
}
