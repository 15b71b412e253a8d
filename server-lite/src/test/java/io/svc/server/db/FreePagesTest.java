package io.svc.server.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.server.testing.Stores;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store that was large once. */
@Tag("thorough")
class FreePagesTest {
  private static final int ROWS = 12_000;

  @TempDir private Path directory;

  private Path file() {
    return directory.resolve("app.db");
  }

  private Database open() {
    return Database.sqlite(file(), 2, Clock.systemUTC());
  }

  private static void fill(Database database) {
    database.change(
        tx -> {
          tx.handle().execute("CREATE TABLE note (id TEXT PRIMARY KEY, text TEXT NOT NULL)");
          tx.handle()
              .execute(
                  "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < "
                      + ROWS
                      + ") INSERT INTO note SELECT 'note ' || i, hex(randomblob(500)) FROM n");
        });
  }

  private static void removeMost(Database database) {
    database.change(tx -> tx.handle().execute("DELETE FROM note WHERE rowid % 4 <> 0"));
  }

  private static List<String> texts(Database database) {
    return database.read(
        tx ->
            tx.handle()
                .createQuery("SELECT id || text FROM note ORDER BY id")
                .mapTo(String.class)
                .list());
  }

  @Test
  void a_new_store_gives_room_back_and_keeps_what_is_in_it() throws Exception {
    try (Database database = open()) {
      fill(database);
      removeMost(database);
      database.copyLog();
      final long before = Files.size(file());
      List<String> texts = texts(database);

      assertThat(new FreePages(database).releasePages()).isGreaterThan(1_000);

      assertThat(Files.size(file())).isLessThan(before / 2);
      assertThat(texts(database)).isEqualTo(texts);
      assertThat(new FreePages(database).releasePages()).isZero();
    }
    assertThat(new SqliteFile(file()).damage()).isEmpty();
  }

  @Test
  void concurrent_writes_are_complete() throws Exception {
    AtomicBoolean isFinished = new AtomicBoolean();
    try (Database database = open()) {
      fill(database);
      removeMost(database);
      database.change(tx -> tx.handle().execute("CREATE TABLE other (id INTEGER PRIMARY KEY)"));
      CompletableFuture<Integer> writer =
          CompletableFuture.supplyAsync(
              () -> {
                int written = 0;
                while (!isFinished.get()) {
                  int id = ++written;
                  database.change(tx -> tx.handle().execute("INSERT INTO other VALUES (?)", id));
                }
                return written;
              });

      long removed = new FreePages(database).releasePages();
      isFinished.set(true);
      int written = writer.get();

      assertThat(removed).isGreaterThan(1_000);
      List<Integer> stored =
          database.read(
              tx ->
                  tx.handle()
                      .createQuery("SELECT count(*) FROM other")
                      .mapTo(Integer.class)
                      .list());
      assertThat(stored).containsExactly(written);
    }
    assertThat(new SqliteFile(file()).damage()).isEmpty();
  }

  @Test
  void the_end_of_the_server_leaves_the_rest_for_another_time() {
    try (Database database = open()) {
      fill(database);
      removeMost(database);
      FreePages pages = new FreePages(database);

      pages.end();

      assertThat(pages.releasePages()).isZero();
    }
  }

  @Test
  void a_file_without_incremental_vacuum_is_not_changed_until_it_is_compacted() throws Exception {
    createForeign();
    SqliteCompaction compaction = new SqliteCompaction(file());
    List<String> texts;
    try (Database database = open()) {
      fill(database);
      removeMost(database);
      texts = texts(database);
      assertThat(new FreePages(database).releasePages()).isZero();
    }
    SqliteCompaction.Size before = compaction.size();
    assertThat(before.givesBack()).isFalse();

    SqliteCompaction.Size after = compaction.compact();

    assertThat(after.givesBack()).isTrue();
    assertThat(after.free()).isZero();
    assertThat(after.bytes()).isEqualTo(Files.size(file())).isLessThan(before.bytes() / 2);
    assertThat(compaction.size()).isEqualTo(after);
    assertThat(new SqliteFile(file()).damage()).isEmpty();
    try (Database database = open()) {
      assertThat(texts(database)).isEqualTo(texts);
      database.change(tx -> tx.handle().execute("DELETE FROM note"));
      assertThat(new FreePages(database).releasePages()).isGreaterThan(500);
    }
  }

  @Test
  void a_store_in_use_is_not_written_again() throws Exception {
    Stores.fill(file());
    SqliteCompaction compaction = new SqliteCompaction(file());
    SqliteCompaction.Size before = compaction.size();
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file());
        Statement statement = connection.createStatement()) {
      statement.execute("BEGIN IMMEDIATE");

      assertThatThrownBy(compaction::compact).isInstanceOf(StoreUnavailableException.class);
    }
    assertThat(compaction.size()).isEqualTo(before);
  }

  /** As another program creates it. */
  private void createForeign() throws Exception {
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file());
        Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA journal_mode = WAL");
      statement.execute("CREATE TABLE foreign_note (id INTEGER)");
    }
  }
}
