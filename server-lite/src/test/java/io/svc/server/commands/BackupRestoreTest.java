package io.svc.server.commands;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.TestServer;
import io.svc.server.commands.Operator.Ran;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("thorough")
class BackupRestoreTest {
  private static final String PASSPHRASE = "seven tall ships at sea";

  @TempDir private Path home;
  @TempDir private Path other;

  private Operator operator;
  private Operator newcomer;

  @BeforeEach
  void hireOperators() {
    operator = new Operator(home);
    newcomer = new Operator(other);
  }

  private static Answer createKey(Client admin, String name) {
    return admin.post(
        "/api/admin/api-keys", Map.of("name", name, "scopes", List.of("dashboard:*")));
  }

  private static String email(Client admin) {
    return admin.get("/api/auth/session").json().at("/user/email").asText();
  }

  private static JsonNode without(JsonNode answer, String... names) {
    JsonNode copy = answer.deepCopy();
    ((com.fasterxml.jackson.databind.node.ObjectNode) copy).remove(List.of(names));
    return copy;
  }

  private TestServer startAt(Path directory) {
    return TestServer.start(directory, Map.of(), Clock.systemUTC());
  }

  private void moveKeyTo(Path directory) throws IOException {
    Files.createDirectories(directory.resolve("data"));
    Files.copy(home.resolve("data/master.key"), directory.resolve("data/master.key"));
  }

  @Test
  void a_backup_made_under_load_restores_into_a_server_that_answers_as_before() throws Exception {
    String email;
    String session;
    String key;
    JsonNode members;
    JsonNode audit;
    Path backup = home.resolve("nightly.zip");
    try (TestServer server = TestServer.start(home)) {
      Client admin = server.admin();
      email = email(admin);
      session = admin.cookie("svc_session");
      Answer created = createKey(admin, "ci");
      assertThat(created.status()).isEqualTo(201);
      key = created.json().path("key").asText();
      members = admin.get("/api/admin/members").json();
      audit = admin.get("/api/admin/audit-log?limit=500").json();
      AtomicBoolean isFinished = new AtomicBoolean();
      AtomicInteger written = new AtomicInteger();
      List<Answer> failures = java.util.Collections.synchronizedList(new ArrayList<>());
      List<Thread> writers = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        Client busy = server.admin();
        Thread writer =
            new Thread(
                () -> {
                  while (!isFinished.get()) {
                    Answer answer = createKey(busy, "load " + written.incrementAndGet());
                    if (answer.status() != 201) {
                      failures.add(answer);
                    }
                  }
                });
        writer.start();
        writers.add(writer);
      }
      while (written.get() < 20) {
        Thread.sleep(5);
      }

      Ran ran = operator.run("backup", backup.toString());

      int writtenMeanwhile = written.get();
      isFinished.set(true);
      for (Thread writer : writers) {
        writer.join();
      }
      assertThat(ran.err()).contains("warning: the backup does not contain the master key");
      assertThat(ran.exitCode()).isZero();
      assertThat(failures).isEmpty();
      assertThat(writtenMeanwhile).isGreaterThan(20);
    }
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(backup)))
        .isEqualTo("rw-------");
    moveKeyTo(other);

    Ran restored = newcomer.run("restore", backup.toString(), "--yes");

    assertThat(restored.err()).doesNotContain("error:");
    assertThat(restored.out()).contains("existing master key retained");
    assertThat(restored.exitCode()).isZero();
    try (TestServer server = startAt(other)) {
      Client old = server.visitor();
      old.setCookie("svc_session", session);
      assertThat(old.get("/api/admin/members").status()).isEqualTo(401);
      Client admin = server.visitor();
      Answer login =
          admin.post("/api/auth/login", Map.of("email", email, "password", TestServer.PASSWORD));
      assertThat(login.status()).isEqualTo(200);
      JsonNode membersNow = admin.get("/api/admin/members").json();
      assertThat(ids(membersNow)).isEqualTo(ids(members));
      assertThat(server.visitor().with("X-Api-Key", key).get("/api/admin/members").status())
          .isEqualTo(200);
      JsonNode auditNow = admin.get("/api/admin/audit-log?limit=500").json();
      assertThat(oldest(auditNow, audit.path("entries").size())).isEqualTo(audit.path("entries"));
      assertThat(admin.get("/api/admin/audit-log/verify").json().path("ok").asBoolean()).isTrue();
    }
    Ran chains = newcomer.run("audit", "verify", "--format", "json");
    assertThat(chains.json().path("ok").asBoolean()).isTrue();
    Ran export = newcomer.run("audit", "export", "--org", "instance", "--output", "-");
    assertThat(export.out()).contains("\"system.restore\"").contains("nightly.zip");
  }

  /** A store with one workspace, backed up. */
  private Path backup(String... more) {
    try (TestServer server = TestServer.start(home)) {
      server.admin();
    }
    List<String> arguments = new ArrayList<>(List.of("backup", "saved.zip"));
    arguments.addAll(List.of(more));
    Ran ran = operator.run(arguments.toArray(String[]::new));
    assertThat(ran.exitCode()).as(ran.err()).isZero();
    return home.resolve("saved.zip");
  }

  @Test
  void a_backup_is_checked_and_summarized() {
    backup();

    Ran ran = operator.run("verify-backup", "saved.zip");
    Ran json = operator.run("verify-backup", "saved.zip", "--format", "json");

    assertThat(ran.out()).contains("saved.zip is intact", "tables", "audit chain");
    assertThat(ran.exitCode()).isZero();
    assertThat(json.json().path("ok").asBoolean()).isTrue();
    assertThat(json.json().path("includesKeys").asBoolean(true)).isFalse();
    assertThat(home.toFile().list()).containsExactlyInAnyOrder("data", "saved.zip");
  }

  @Test
  void an_existing_file_is_replaced_only_by_force() throws IOException {
    Path saved = backup();
    byte[] before = Files.readAllBytes(saved);

    Ran rejected = operator.run("backup", "saved.zip");

    assertThat(rejected.exitCode()).isEqualTo(2);
    assertThat(rejected.err()).contains("\"" + saved + "\" already exists").contains("--force");
    assertThat(Files.readAllBytes(saved)).isEqualTo(before);
    assertThat(operator.run("backup", "saved.zip", "--force").exitCode()).isZero();
  }

  @Tag("thorough")
  @Test
  void the_master_key_travels_under_a_passphrase() throws IOException {
    Files.writeString(home.resolve("phrase"), PASSPHRASE + "\n");
    Path saved = backup("--include-keys", "--passphrase-file", "phrase");
    byte[] key = Files.readAllBytes(home.resolve("data/master.key"));

    Ran without = newcomer.run("restore", saved.toString());
    assertThat(without.exitCode()).isEqualTo(2);
    assertThat(without.err()).contains("--passphrase-file");
    Ran wrong =
        newcomer
            .typing("seven small ships at sea")
            .run("restore", saved.toString(), "--passphrase-file", "-");
    assertThat(wrong.exitCode()).isEqualTo(2);
    assertThat(wrong.err()).contains("the passphrase does not decrypt");
    assertThat(other.resolve("data")).doesNotExist();

    Ran right =
        newcomer.typing(PASSPHRASE).run("restore", saved.toString(), "--passphrase-file", "-");

    assertThat(right.err()).doesNotContain("error:");
    assertThat(right.exitCode()).isZero();
    assertThat(Files.readAllBytes(other.resolve("data/master.key"))).isEqualTo(key);
    try (TestServer server = startAt(other)) {
      assertThat(server.visitor().get("/readyz").status()).isEqualTo(200);
    }
  }

  @Test
  void a_passphrase_too_short_and_half_of_the_options_are_rejected() throws IOException {
    backup();
    Files.writeString(home.resolve("phrase"), "short");

    Ran brief = operator.run("backup", "b.zip", "--include-keys", "--passphrase-file", "phrase");

    assertThat(brief.exitCode()).isEqualTo(2);
    assertThat(brief.err()).contains("shorter than 12").doesNotContain("\"short\"");
    assertThat(operator.run("backup", "b.zip", "--include-keys").err())
        .contains("requires --passphrase-file");
    assertThat(home.resolve("b.zip")).doesNotExist();
  }

  @Test
  void without_yes_a_directory_in_use_is_left_alone() {
    Path saved = backup();

    Ran ran = operator.run("restore", saved.toString());

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("is not empty").contains("--yes");
    assertThat(home.resolve("data").toFile().list())
        .noneMatch(name -> name.startsWith("before-restore"));
  }

  @Test
  void a_running_server_is_not_restored_over() {
    Path saved = backup();
    try (TestServer server = TestServer.start(home)) {
      Ran ran = operator.run("restore", saved.toString(), "--yes");

      assertThat(ran.exitCode()).isEqualTo(2);
      assertThat(ran.err()).contains("another svc-server").contains("stop it");
      assertThat(server.visitor().get("/readyz").status()).isEqualTo(200);
    }
  }

  @Test
  void what_was_there_is_moved_aside_and_its_key_kept() throws IOException {
    Path saved = backup();
    byte[] key = Files.readAllBytes(home.resolve("data/master.key"));
    try (TestServer server = TestServer.start(home)) {
      server.admin();
      server.admin();
    }
    assertThat(operator.run("admin", "list").out().lines()).hasSize(3);

    Ran ran = operator.run("restore", saved.toString(), "--yes");

    assertThat(ran.exitCode()).as(ran.err()).isZero();
    assertThat(operator.run("admin", "list").out().lines()).hasSize(1);
    assertThat(Files.readAllBytes(home.resolve("data/master.key"))).isEqualTo(key);
    String backup =
        java.util.Arrays.stream(home.resolve("data").toFile().list())
            .filter(name -> name.startsWith("before-restore-"))
            .findFirst()
            .orElseThrow();
    assertThat(ran.out()).contains(backup);
    assertThat(home.resolve("data").resolve(backup).resolve("app.db")).exists();
    assertThat(home.resolve("data").resolve(backup).resolve("master.key")).exists();
  }

  @Test
  void a_restore_without_the_master_key_warns_and_names_the_missing_file() {
    Path saved = backup();

    Ran ran = newcomer.run("restore", saved.toString());

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.err())
        .contains(
            "warning: the master key \"" + other.resolve("data/master.key") + "\" is missing",
            "the server does not start without it",
            "mode 0600",
            "master_key_file",
            "--passphrase-file");
    assertThat(ran.out()).contains("master key missing");
  }

  @Test
  void a_restore_without_the_configured_master_key_names_that_file() {
    Path saved = backup();
    Path otherPath = other.resolve("safe.key");

    Ran ran =
        newcomer.with("SVC_MASTER_KEY_FILE", otherPath.toString()).run("restore", saved.toString());

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.err()).contains("the master key \"" + otherPath + "\" is missing");
  }

  @Test
  void another_key_than_that_of_the_backup_is_rejected() throws IOException {
    Path saved = backup();
    try (TestServer server = startAt(other)) {
      assertThat(server.visitor().get("/healthz").status()).isEqualTo(200);
    }
    byte[] store = Files.readAllBytes(other.resolve("data/app.db"));

    Ran ran = newcomer.run("restore", saved.toString(), "--yes");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("does not belong to the backup");
    assertThat(Files.readAllBytes(other.resolve("data/app.db"))).isEqualTo(store);
  }

  @Test
  void an_older_store_is_migrated_on_the_way() throws IOException {
    Path data = Files.createDirectories(home.resolve("data"));
    Flyway.configure()
        .dataSource("jdbc:sqlite:" + data.resolve("app.db"), "", "")
        .locations("classpath:db/common", "classpath:db/sqlite")
        .placeholders(Map.of("blob", "BLOB"))
        .target("1")
        .load()
        .migrate();
    assertThat(operator.run("backup", "old.zip").exitCode()).isZero();
    assertThat(operator.run("verify-backup", "old.zip").out())
        .contains("schema version 1, ", " behind this version");

    Ran ran = newcomer.run("restore", home.resolve("old.zip").toString());

    assertThat(ran.exitCode()).as(ran.err()).isZero();
    assertThat(ran.out()).containsPattern("[1-9][0-9]* migrations? run");
    assertThat(newcomer.run("migrate", "--dry-run").out()).isEqualTo("nothing to migrate\n");
    assertThat(other.resolve("data").toFile().list())
        .containsExactlyInAnyOrder("app.db", "svc-server.lock");
  }

  @Test
  void a_shared_database_is_left_to_its_own_tools() {
    operator.with("SVC_DATABASE_URL", "jdbc:postgresql://127.0.0.1:1/svc");

    assertThat(operator.run("backup", "b.zip").err()).contains("pg_dump");
    assertThat(operator.run("backup", "b.zip").exitCode()).isEqualTo(2);
    assertThat(operator.run("restore", "b.zip").err()).contains("pg_restore");
  }

  private static List<String> ids(JsonNode members) {
    List<String> ids = new ArrayList<>();
    members.path("members").forEach(m -> ids.add(without(m, "lastLoginAt").toString()));
    return ids;
  }

  private static JsonNode oldest(JsonNode page, int count) {
    var entries = io.svc.server.json.Json.tree(List.of()).deepCopy();
    var array = (com.fasterxml.jackson.databind.node.ArrayNode) entries;
    int size = page.path("entries").size();
    for (int i = size - count; i < size; i++) {
      array.add(page.path("entries").get(i));
    }
    return array;
  }
}
