package io.svc.server.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.svc.server.testing.Crowd;
import io.svc.server.testing.StoreContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MigrationsTest extends StoreContract {
  private static final String HISTORY = "SELECT version FROM flyway_schema_history";

  private Database database;

  @BeforeEach
  void open() {
    database = store.open();
  }

  @Test
  void an_empty_store_gets_all_that_this_version_knows() throws Exception {
    Migrations migrations = new Migrations(database);
    List<String> pending = migrations.pending();

    assertThat(migrations.current()).isEmpty();
    migrations.run(store.backups());

    assertThat(pending).isNotEmpty();
    assertThat(migrations.pending()).isEmpty();
    String latest = pending.get(pending.size() - 1);
    assertThat(migrations.current())
        .hasValueSatisfying(v -> assertThat(latest).startsWith(v + " "));
    assertThat(store.tables()).containsKeys("org", "account", "audit_entry", "org_deletion");
  }

  @Test
  void nothing_is_copied_of_a_store_that_is_empty() throws Exception {
    new Migrations(database).run(store.backups());

    assertThat(store.backups()).doesNotExist();
  }

  @Test
  void the_second_run_changes_nothing() throws Exception {
    new Migrations(database).run(store.backups());
    List<String> history = store.query(HISTORY);
    Map<String, Map<String, String>> tables = store.tables();

    new Migrations(database).run(store.backups());

    assertThat(store.query(HISTORY)).isEqualTo(history);
    assertThat(store.tables()).isEqualTo(tables);
    assertThat(store.backups()).doesNotExist();
  }

  @Test
  void a_store_is_current_only_with_exactly_the_migrations_of_this_version() throws Exception {
    Migrations migrations = new Migrations(database);
    assertThat(migrations.isCurrent()).isFalse();
    migrations.run(store.backups());
    assertThat(migrations.isCurrent()).isTrue();
    store.execute("CREATE TABLE history_copy AS SELECT * FROM flyway_schema_history");

    for (String change :
        List.of(
            "SET checksum = checksum + 1 WHERE version = '1'",
            "SET checksum = NULL WHERE version = '1'",
            "SET description = 'other' WHERE version = '2'",
            "SET script = 'V1__other.sql' WHERE version = '1'",
            "SET type = 'BASELINE' WHERE version = '1'",
            "SET success = (1 = 0) WHERE version = '2'",
            "SET version = '35' WHERE version = '2'")) {
      store.execute("UPDATE flyway_schema_history " + change);
      assertThat(migrations.isCurrent()).as(change).isFalse();
      store.execute(
          "DELETE FROM flyway_schema_history",
          "INSERT INTO flyway_schema_history SELECT * FROM history_copy");
      assertThat(migrations.isCurrent()).isTrue();
    }
    store.execute("DELETE FROM flyway_schema_history WHERE version = '2'");
    assertThat(migrations.isCurrent()).isFalse();
  }

  @Test
  void a_store_of_a_newer_version_is_rejected_with_what_to_do() throws Exception {
    new Migrations(database).run(store.backups());
    Path newer = migration("V990__newer.sql", "CREATE TABLE newer (id BIGINT);");
    migrations(newer).run(store.backups());

    assertThatThrownBy(() -> new Migrations(database).run(store.backups()))
        .isInstanceOf(SchemaException.class)
        .hasMessageMatching(
            "the store has schema version 990, created by a newer svc-server; this version"
                + " supports versions up to \\d+; start the newer version, or restore a backup"
                + " from before the upgrade");
  }

  @Test
  void a_store_from_before_the_first_release_is_rejected_with_both_versions() throws Exception {
    Migrations migrations = new Migrations(database);
    migrations.run(store.backups());
    store.execute(
        "UPDATE flyway_schema_history SET description = 'ground floor', checksum = 7"
            + " WHERE version = '1'",
        "UPDATE flyway_schema_history SET version = '35' WHERE version = '2'");
    Map<String, Map<String, String>> tables = store.tables();

    assertThatThrownBy(() -> new Migrations(database).run(store.backups()))
        .isInstanceOf(SchemaException.class)
        .hasMessage(
            "the store has schema version 35 of an unreleased svc-server; this version supports"
                + " the released versions up to "
                + latest()
                + " and cannot migrate it; start the older version, or use an empty store");

    assertThat(store.tables()).isEqualTo(tables);
    assertThat(store.backups()).doesNotExist();
  }

  @Test
  void a_store_whose_history_was_edited_is_rejected() throws Exception {
    new Migrations(database).run(store.backups());
    store.execute("UPDATE flyway_schema_history SET checksum = 7 WHERE version = '1'");

    assertThatThrownBy(() -> new Migrations(database).run(store.backups()))
        .isInstanceOf(SchemaException.class)
        .hasMessage("the store's schema does not match its version number");
  }

  @Test
  void migrations_that_fail_leave_the_store_as_it_was() throws Exception {
    new Migrations(database).run(store.backups());
    store.execute(
        "INSERT INTO login_failure (account_key, failures, blocked_until, last_at)"
            + " VALUES ('one', 1, 1, 1)");
    List<String> history = store.query(HISTORY);
    Map<String, Map<String, String>> tables = store.tables();
    Path good =
        migration("V990__good.sql", "CREATE TABLE good (id BIGINT); DELETE FROM login_failure;");
    migration("V991__bad.sql", "CREATE TABLE bad (id BIGINT); INSERT INTO nothing VALUES (1);");

    assertThatThrownBy(() -> migrations(good).run(store.backups()))
        .isInstanceOf(SchemaException.class)
        .hasMessageMatching(
            "the store could not be migrated from schema version \\d+ to 991 bad; it was not"
                + " changed");

    assertThat(store.query(HISTORY)).isEqualTo(history);
    assertThat(store.tables()).isEqualTo(tables);
    assertThat(store.query("SELECT account_key FROM login_failure")).containsExactly("one");
    new Migrations(database).run(store.backups());
  }

  @Test
  void a_file_is_copied_before_it_is_migrated() throws Exception {
    assumeTrue(vendor == Vendor.SQLITE, "backups of PostgreSQL are its operators'");
    new Migrations(database).run(store.backups());
    String version = new Migrations(database).current().orElseThrow();
    store.execute(
        "INSERT INTO login_failure (account_key, failures, blocked_until, last_at)"
            + " VALUES ('one', 1, 1, 1)");

    migrations(migration("V990__more.sql", "DROP TABLE login_failure;")).run(store.backups());

    Path copy = store.backups().resolve("before-migration-from-" + version + ".db");
    try (Database before = Database.sqlite(copy, 1, clock)) {
      Migrations known = new Migrations(before);
      known.check();
      assertThat(known.current()).hasValue(version);
      assertThat(known.pending()).isEmpty();
      List<String> failures =
          before.read(
              tx ->
                  tx.handle()
                      .createQuery("SELECT account_key FROM login_failure")
                      .mapTo(String.class)
                      .list());
      assertThat(failures).containsExactly("one");
    }
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(copy)))
        .isEqualTo("rw-------");
  }

  @Test
  void without_a_copy_a_file_is_not_migrated() throws Exception {
    assumeTrue(vendor == Vendor.SQLITE, "backups of PostgreSQL are its operators'");
    new Migrations(database).run(store.backups());
    Files.writeString(store.backups(), "in the way");
    Path more = migration("V990__more.sql", "DROP TABLE login_failure;");

    assertThatThrownBy(() -> migrations(more).run(store.backups()))
        .isInstanceOf(SchemaException.class)
        .hasMessageStartingWith("the store could not be copied before its migration, to \"");

    assertThat(store.tables()).containsKey("login_failure");
  }

  @Test
  void servers_that_start_together_migrate_once() throws Exception {
    assumeTrue(vendor == Vendor.POSTGRESQL, "a file has one server, by its lock");
    List<Database> servers = Stream.generate(store::open).limit(3).toList();

    List<Crowd.Outcome<Boolean>> outcomes =
        Crowd.of(
            3,
            i ->
                () -> {
                  new Migrations(servers.get(i)).run(store.backups());
                  return true;
                });

    assertThat(outcomes).allSatisfy(outcome -> assertThat(outcome.failure()).isNull());
    assertThat(store.query(HISTORY + " WHERE version IS NOT NULL")).doesNotHaveDuplicates();
    assertThat(new Migrations(database).pending()).isEmpty();
  }

  private static String latest() {
    List<String> all = Migrations.all();
    return all.get(all.size() - 1).replaceAll(" .*", "");
  }

  private Path migration(String name, String sql) throws IOException {
    Path folder = Files.createDirectories(directory.resolve("further"));
    Files.writeString(folder.resolve(name), sql);
    return folder;
  }

  private Migrations migrations(Path further) {
    return new Migrations(database, List.of("filesystem:" + further));
  }
}
