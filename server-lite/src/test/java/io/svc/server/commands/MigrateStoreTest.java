package io.svc.server.commands;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.Reports;
import io.svc.server.TestServer;
import io.svc.server.commands.Operator.Ran;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import io.svc.server.testing.HandClock;
import io.svc.server.testing.PostgresServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code migrate-store}: from a file into PostgreSQL, all of it or nothing. */
@Tag("thorough")
class MigrateStoreTest {
  private static final String PASSWORD = "canary of nine lives";

  private static final String[] MOVE = {"migrate-store", "--from", "sqlite", "--to", "postgresql"};

  /** What people look at, none of which says what time it is. */
  private static final List<String> LISTS =
      List.of(
          "/api/agents",
          "/api/policies",
          "/api/mcp",
          "/api/mcp/findings?q=server",
          "/api/mcp/findings",
          "/api/mcp/reports",
          "/api/mcp/baseline",
          "/api/alerts",
          "/api/alerts/rules",
          "/api/approvals",
          "/api/incidents",
          "/api/reports",
          "/api/discovery?q=n8n",
          "/api/discovery",
          "/api/discovery/saved-views",
          "/api/discovery/connectors",
          "/api/governance/attestation",
          "/api/governance/execution",
          "/api/governance/rollout",
          "/v1/store/certifications",
          "/api/egress/credentials",
          "/api/admin/integrations",
          "/api/admin/invite",
          "/api/admin/members",
          "/api/admin/tenant",
          "/api/admin/audit-log");

  @TempDir private Path home;
  private final HandClock clock = HandClock.now();
  private Operator operator;
  private String url;

  @BeforeEach
  void hireOperator() throws Exception {
    url = PostgresServer.required().newDatabase();
    operator = new Operator(home);
    Files.writeString(home.resolve("password"), PASSWORD + "\n");
  }

  @Test
  void a_demo_and_a_workspace_answer_from_postgresql_as_they_did() throws Exception {
    Operator seeding = new Operator(home);
    Ran seeded = seeding.run("demo", "seed", "--password-file", "password");
    assertThat(seeded.exitCode()).as(seeded.err()).isZero();
    String session;
    String key;
    String org;
    Map<String, String> before;
    try (TestServer server = TestServer.start(home, Map.of(), clock)) {
      Client demo = demo(server);
      session = demo.cookie("svc_session");
      Client admin = server.admin();
      org = admin.get("/api/auth/session").json().at("/tenant/id").asText();
      key = admin.post("/api/admin/api-keys", Map.of("name", "ci")).json().path("key").asText();
      before = answers(demo);
    }
    String file = sha256(home.resolve("data/app.db"));
    long rows = rows(home.resolve("data/app.db"));

    operator.with("SVC_DATABASE_URL", url + "&password=canary");
    long begun = System.nanoTime();
    Ran moved = operator.run(MOVE);
    double seconds = (System.nanoTime() - begun) / 1e9;

    assertThat(moved.exitCode()).as(moved.out() + moved.err()).isZero();
    assertThat(moved.out())
        .contains(
            "migrated " + rows + " rows in ",
            "and verified each row",
            "2 audit chains",
            "database_url")
        .doesNotContain("canary", "BROKEN");
    assertThat(moved.err()).contains("moving decision: ").doesNotContain("canary");
    assertThat(sha256(home.resolve("data/app.db"))).isEqualTo(file);
    System.out.printf("migrate-store: %,d rows in %.1f s, all compared%n", rows, seconds);

    try (TestServer server = TestServer.start(home, Map.of("SVC_DATABASE_URL", url), clock)) {
      Client demo = server.visitor();
      demo.setCookie("svc_session", session);
      answers(demo).forEach((path, body) -> assertThat(body).as(path).isEqualTo(before.get(path)));
      Answer sent =
          server
              .visitor()
              .with("X-Api-Key", key)
              .post("/api/v1/mcp/reports", Reports.withOneFinding(org));
      assertThat(sent.status()).as("%s", sent).isEqualTo(201);
      Client another = demo(server);
      long incidents = number(another.get("/api/incidents").json().path("incidents"));
      Answer opened =
          another.post("/api/incidents", Map.of("title", "After the move", "severity", "low"));
      assertThat(opened.status()).as("%s", opened).isEqualTo(201);
      assertThat(number(another.get("/api/incidents").json().path("incidents")))
          .isEqualTo(incidents + 1);
    }
    Ran verified = operator.run("audit", "verify");
    assertThat(verified.exitCode()).as(verified.out() + verified.err()).isZero();
    Ran again = operator.run(MOVE);
    assertThat(again.exitCode()).isEqualTo(2);
    assertThat(again.err()).contains("is not empty: there are rows in ");
  }

  /** The highest number of an incident. */
  private static long number(JsonNode incidents) {
    long highest = 0;
    for (JsonNode incident : incidents) {
      highest = Math.max(highest, incident.path("number").asLong());
    }
    return highest;
  }

  @Test
  void a_dry_run_reports_the_rows_and_writes_nothing() throws Exception {
    small();
    operator.with("SVC_DATABASE_URL", url);

    Ran ran = operator.run("migrate-store", "--from", "sqlite", "--to", "postgresql", "--dry-run");

    assertThat(ran.exitCode()).as(ran.err()).isZero();
    assertThat(ran.out()).contains("org 1\n", "nothing was migrated: ");
    assertThat(query("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")).isEqualTo("0");
  }

  @Test
  void a_migrated_store_without_content_is_filled() throws Exception {
    small();
    Operator another = new Operator(home).with("SVC_DATABASE_URL", url);
    another.with("SVC_DATA_DIR", home.resolve("other").toString());
    assertThat(another.run("migrate").exitCode()).isZero();
    operator.with("SVC_DATABASE_URL", url);

    Ran moved = operator.run(MOVE);

    assertThat(moved.exitCode()).as(moved.out() + moved.err()).isZero();
    assertThat(query("SELECT count(*) FROM org")).isEqualTo("1");
    assertThat(operator.run("audit", "verify").exitCode()).isZero();
  }

  @Test
  void a_move_that_broke_off_is_rejected_by_all_and_done_again() throws Exception {
    small();
    operator.with("SVC_DATABASE_URL", url);
    Operator another = new Operator(home).with("SVC_DATABASE_URL", url);
    assertThat(another.run("migrate").exitCode()).isZero();
    execute(
        "CREATE TABLE store_move (begun_at BIGINT NOT NULL)",
        "INSERT INTO audit_entry VALUES ('org_x', 1, 'auth', 1, 1, '{}', 'x')",
        "INSERT INTO login_failure VALUES ('left over', 1, 1, 1)");

    for (String[] verb :
        List.of(
            new String[] {"migrate"},
            new String[] {"audit", "verify"},
            new String[] {"doctor"},
            new String[] {"demo", "seed"})) {
      Ran ran = operator.run(verb);

      assertThat(ran.exitCode()).as(String.join(" ", verb)).isNotZero();
      assertThat(ran.out() + ran.err())
          .contains("a migration into this store was interrupted", "migrate-store again");
    }
    Ran moved = operator.run(MOVE);
    assertThat(moved.exitCode()).as(moved.out() + moved.err()).isZero();
    assertThat(moved.err()).contains("data of an interrupted migration");
    assertThat(query("SELECT count(*) FROM login_failure")).isEqualTo("0");
    assertThat(query("SELECT to_regclass('store_move') IS NULL")).isEqualTo("t");
    assertThat(operator.run("audit", "verify").exitCode()).isZero();
    assertThat(query("SELECT count(*) FROM pg_indexes WHERE indexname = 'mcp_finding_trigram'"))
        .isEqualTo("1");
  }

  @Test
  void what_cannot_be_held_leaves_the_target_marked() throws Exception {
    small();
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
        Statement statement = connection.createStatement()) {
      statement.execute("UPDATE org SET industry = 'a' || char(0) || 'b'");
    }
    operator.with("SVC_DATABASE_URL", url);

    Ran moved = operator.run(MOVE);

    assertThat(moved.exitCode()).isEqualTo(2);
    assertThat(moved.err())
        .contains("a string in column industry of table org contains the character U+0000");
    assertThat(query("SELECT count(*) FROM account")).isEqualTo("0");
    assertThat(operator.run("migrate").err())
        .contains("a migration into this store was interrupted");
  }

  @Test
  void databases_with_something_else_in_them_are_left_alone() throws Exception {
    small();
    operator.with("SVC_DATABASE_URL", url);
    execute("CREATE TABLE accounting (id INT)");

    Ran moved = operator.run(MOVE);

    assertThat(moved.exitCode()).isEqualTo(2);
    assertThat(moved.err()).contains("tables that do not belong to svc-server, such as accounting");
    assertThat(query("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")).isEqualTo("1");
  }

  @Test
  void a_database_with_connections_is_unchanged() throws Exception {
    small();
    operator.with("SVC_DATABASE_URL", url);
    Operator another = new Operator(home).with("SVC_DATABASE_URL", url);
    assertThat(another.run("migrate").exitCode()).isZero();

    try (Connection other = DriverManager.getConnection(url)) {
      assertThat(other.isValid(5)).isTrue();
      Ran moved = operator.run(MOVE);

      assertThat(moved.exitCode()).isEqualTo(2);
      assertThat(moved.err()).contains("another client is connected", "stop all its servers");
    }
  }

  @Test
  void a_store_that_a_server_uses_is_not_moved() throws Exception {
    operator.with("SVC_DATABASE_URL", url);
    try (TestServer server = TestServer.start(home, Map.of(), clock)) {
      Ran moved = operator.run(MOVE);

      assertThat(moved.exitCode()).isEqualTo(2);
      assertThat(moved.err()).contains("another svc-server").contains("stop it");
      assertThat(server.visitor().get("/healthz").status()).isEqualTo(200);
    }
  }

  @Test
  void a_store_of_a_newer_version_is_rejected_by_every_verb_with_both_versions() throws Exception {
    small();
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
        Statement statement = connection.createStatement()) {
      statement.execute(
          "UPDATE flyway_schema_history SET version = '990' WHERE installed_rank ="
              + " (SELECT max(installed_rank) FROM flyway_schema_history)");
    }
    for (String verb :
        List.of("migrate", "audit verify", "backup newer.zip", "demo seed", "admin list")) {
      assertNewerRejected(operator, verb, 2);
    }
    assertNewerRejected(operator, "doctor", 1);
    operator.with("SVC_DATABASE_URL", url);
    assertNewerRejected(operator, String.join(" ", MOVE), 2);
    assertThat(home.resolve("newer.zip")).doesNotExist();
    assertThat(query("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")).isEqualTo("0");
  }

  private static void assertNewerRejected(Operator operator, String verb, int exitCode) {
    Ran ran = operator.run(verb.split(" ", -1));

    assertThat(ran.exitCode()).as(verb).isEqualTo(exitCode);
    assertThat(ran.out() + ran.err())
        .as(verb)
        .containsPattern(
            "the store has schema version 990, created by a newer svc-server; this version"
                + " supports versions up to \\d+; start the newer version, or restore a backup");
  }

  @Test
  void what_is_missing_is_reported() throws Exception {
    assertThat(operator.run(MOVE).err()).contains("the target database is missing", "SVC_DATA");
    operator.with("SVC_DATABASE_URL", url);
    assertThat(operator.run(MOVE).err()).contains("there is no data directory");
    Files.createDirectory(home.resolve("data"));
    assertThat(operator.run(MOVE).err()).contains("there is no store in");
    Ran back = operator.run("migrate-store", "--from", "postgresql", "--to", "sqlite");
    assertThat(back.exitCode()).isEqualTo(2);
    assertThat(back.err()).contains("expected --from sqlite --to postgresql");
    operator.with("SVC_DATABASE_URL", "jdbc:postgresql://127.0.0.1:1/x?user=a&password=canary");
    small();
    Ran unreachable = operator.run(MOVE);
    assertThat(unreachable.exitCode()).isEqualTo(2);
    assertThat(unreachable.err())
        .contains("cannot connect to the PostgreSQL database")
        .doesNotContain("canary");
  }

  private Path file() {
    return home.resolve("data/app.db");
  }

  /** A store with one workspace. */
  private void small() {
    try (TestServer server = TestServer.start(home, Map.of(), clock)) {
      server.admin();
    }
  }

  private static Client demo(TestServer server) {
    Client client = server.visitor();
    Answer answer =
        client.post("/api/auth/login", Map.of("username", "demo-admin", "password", PASSWORD));
    assertThat(answer.status()).isEqualTo(200);
    return client;
  }

  private static Map<String, String> answers(Client client) {
    Map<String, String> answers = new LinkedHashMap<>();
    for (String path : LISTS) {
      Answer answer = client.get(path);
      assertThat(answer.status()).as("%s", answer).isEqualTo(200);
      answers.put(path, answer.text().replaceAll("req_\\w+", "req"));
    }
    return answers;
  }

  private static String sha256(Path file) throws Exception {
    return HexFormat.of()
        .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
  }

  private static long rows(Path file) {
    return new io.svc.server.db.SqliteFile(file)
        .rows().entrySet().stream()
            .filter(
                table -> !table.getKey().matches("flyway.*|search_stretch|.*_trigram.*|.*_number"))
            .mapToLong(Map.Entry::getValue)
            .sum();
  }

  private String query(String question) throws Exception {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(question)) {
      row.next();
      return row.getString(1);
    }
  }

  private void execute(String... commands) throws Exception {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      for (String command : commands) {
        statement.execute(command);
      }
    }
  }
}
