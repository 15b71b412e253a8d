package io.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.db.Vendor;
import io.svc.server.testing.Client;
import io.svc.server.testing.HandClock;
import io.svc.server.testing.TestStore;
import io.svc.server.testing.TestedVendors;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/**
 * A whole server, and the end of one of its tenants. The tables are those that the store itself
 * names, so that none can be forgotten: each with an {@code org_id} gets a row of the tenant, and
 * loses it.
 */
@Tag("thorough")
@ParameterizedClass
@ArgumentsSource(TestedVendors.class)
class PurgeTest {
  /** What is meant to stay: identifiers, counts, and where the audit log ended. */
  private static final Set<String> TOMBSTONES = Set.of("org_deletion", "audit_erasure");

  private static final Pattern ALLOWED = Pattern.compile("(\\w+) IN \\('(\\w+)'");

  @Parameter private Vendor vendor;
  @TempDir private Path directory;
  private final HandClock clock = HandClock.now();

  @Test
  void a_tenant_comes_lives_and_goes_without_a_trace() throws Exception {
    Map<String, String> checks = checks();
    try (TestStore store = store()) {
      Map<String, String> settings =
          vendor == Vendor.POSTGRESQL ? Map.of("SVC_DATABASE_URL", store.url()) : Map.of();
      try (TestServer server = TestServer.start(directory, settings, clock)) {
        Client admin = server.admin();
        Client stays = server.admin();
        String org = admin.get("/api/auth/session").json().at("/tenant/id").asText();
        String other = stays.get("/api/auth/session").json().at("/tenant/id").asText();
        String user = admin.get("/api/auth/session").json().at("/user/id").asText();
        live(server, admin);
        live(server, stays);
        for (String id : List.of(org, other)) {
          fill(store, id, checks);
        }
        assertThat(tablesWith(store, "org_id", org)).containsAll(tablesOfTenants(store));

        assertThat(admin.post("/api/admin/tenant/delete").status()).isEqualTo(202);
        assertThat(admin.get("/api/auth/session").status()).isEqualTo(401);
        clock.advance(Duration.ofHours(25));
        waitForPurge(store, org);

        assertThat(tablesWith(store, "org_id", org))
            .containsExactlyInAnyOrderElementsOf(TOMBSTONES);
        assertThat(tablesWith(store, "user_id", user)).isEmpty();
        assertThat(store.query("SELECT counts FROM org_deletion WHERE org_id = '" + org + "'"))
            .singleElement()
            .asString()
            .contains("\"api_keys\"", "\"members\"", "\"audit_entries\"");
        assertThat(tablesWith(store, "org_id", other)).containsAll(tablesOfTenants(store));
      }
    }
  }

  private TestStore store() {
    if (vendor == Vendor.POSTGRESQL) {
      return TestStore.empty(vendor, directory, clock);
    }
    return TestStore.empty(vendor, directory.resolve("data"), clock);
  }

  /** What a tenant does in its life. */
  private static void live(TestServer server, Client admin) {
    var created = admin.post("/api/admin/api-keys", Map.of("name", "ci"));
    assertThat(created.status()).as(created.toString()).isEqualTo(201);
    String key = created.json().path("key").asText();
    assertThat(key).startsWith("svck_");
    var invited =
        admin.post(
            "/api/admin/invite", Map.of("email", "guest@example.com", "role", "role_viewer"));
    assertThat(invited.status()).as(invited.toString()).isEqualTo(200);
    var log = admin.get("/api/admin/audit-log");
    assertThat(log.status()).as(log.toString()).isEqualTo(200);
    assertThat(log.json().path("total").asInt()).isGreaterThanOrEqualTo(3);
    assertThat(admin.get("/api/admin/audit-log/verify").json().path("ok").asBoolean()).isTrue();
    assertThat(server.visitor().get("/readyz").status()).isEqualTo(200);
  }

  /** The scheduler has a clock of its own, so that its next run is brought forward. */
  private void waitForPurge(TestStore store, String org) throws Exception {
    boolean isPostgres = vendor == Vendor.POSTGRESQL;
    String jobs =
        isPostgres ? store.url() : "jdbc:sqlite:" + directory.resolve("data").resolve("jobs.db");
    for (int i = 0; i < 300; i++) {
      try (Connection connection = DriverManager.getConnection(jobs);
          Statement statement = connection.createStatement()) {
        statement.execute(
            "UPDATE scheduled_tasks SET execution_time = "
                + (isPostgres ? "now()" : "0")
                + " WHERE task_name = 'tenant-purge' AND NOT picked");
      }
      if (store
          .query("SELECT status FROM org_deletion WHERE org_id = '" + org + "'")
          .contains("completed")) {
        return;
      }
      Thread.sleep(100);
    }
    throw new AssertionError("the tenant was never purged");
  }

  /** Puts a row of a tenant into each table that has none yet. */
  private static void fill(TestStore store, String org, Map<String, String> checks)
      throws SQLException {
    List<String> filled = tablesWith(store, "org_id", org);
    Map<String, Map<String, String>> tables = store.tables();
    for (String table : tablesOfTenants(store)) {
      if (filled.contains(table)) {
        continue;
      }
      List<String> values = new ArrayList<>();
      Map<String, String> columns = tables.get(table);
      columns.forEach(
          (column, type) ->
              values.add(
                  switch (type.toLowerCase(java.util.Locale.ROOT)) {
                    case "text" ->
                        column.equals("org_id")
                            ? "'" + org + "'"
                            : "'" + checks.getOrDefault(table + "." + column, org) + "'";
                    // SQLite's own numbers of rows, which it gives itself.
                    case "integer" -> "NULL";
                    case "boolean", "bool" -> "FALSE";
                    case "blob" -> "x'00'";
                    case "bytea" -> "'\\x00'";
                    default -> "4102444800000";
                  }));
      store.executeUnguarded(
          "INSERT INTO "
              + table
              + " ("
              + String.join(", ", columns.keySet())
              + ") VALUES ("
              + String.join(", ", values)
              // The server may have put one there meanwhile.
              + ") ON CONFLICT DO NOTHING");
    }
  }

  /** A value that a column allows, where it allows some only, as SQLite's own schema tells. */
  private Map<String, String> checks() throws SQLException {
    Map<String, String> checks = new TreeMap<>();
    try (TestStore sqlite = TestStore.empty(Vendor.SQLITE, directory, clock)) {
      sqlite.migrated();
      for (String sql : sqlite.query("SELECT sql FROM sqlite_master WHERE type = 'table'")) {
        String table = sql.replaceFirst("(?s)CREATE TABLE \"?(\\w+)\"?.*", "$1");
        Matcher allowed = ALLOWED.matcher(sql);
        while (allowed.find()) {
          checks.put(table + "." + allowed.group(1), allowed.group(2));
        }
      }
    }
    return checks;
  }

  private static List<String> tablesOfTenants(TestStore store) throws SQLException {
    return store.tables().entrySet().stream()
        .filter(table -> table.getValue().containsKey("org_id"))
        .map(Map.Entry::getKey)
        .filter(table -> !TOMBSTONES.contains(table))
        .toList();
  }

  private static List<String> tablesWith(TestStore store, String column, String value)
      throws SQLException {
    List<String> found = new ArrayList<>();
    for (Map.Entry<String, Map<String, String>> table : store.tables().entrySet()) {
      if (table.getValue().containsKey(column)
          && !store
              .query("SELECT 1 FROM " + table.getKey() + " WHERE " + column + " = '" + value + "'")
              .isEmpty()) {
        found.add(table.getKey());
      }
    }
    return found;
  }
}
