package io.svc.server.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is told of a file before a server starts over it. */
class SqliteFileTest {
  private static final int PAGE = 4_096;
  private static final int FRAME = 24 + PAGE;

  @TempDir private Path directory;

  /** As a server left it that was killed with changes in its log. */
  private Path file;

  private Path log;

  @BeforeEach
  void createLog() throws IOException {
    Path original = directory.resolve("original.db");
    file = directory.resolve("app.db");
    log = directory.resolve("app.db-wal");
    try (Database database = Database.sqlite(original, 1, Clock.systemUTC())) {
      database.change(tx -> tx.handle().execute("CREATE TABLE note (text TEXT)"));
      for (int i = 0; i < 20; i++) {
        database.change(tx -> tx.handle().execute("INSERT INTO note VALUES ('something')"));
      }
      Files.copy(original, file);
      Files.copy(directory.resolve("original.db-wal"), log);
    }
  }

  private void change(long index, int length) throws IOException {
    try (RandomAccessFile open = new RandomAccessFile(log.toFile(), "rw")) {
      for (int i = 0; i < length; i++) {
        open.seek(index + i);
        int before = open.read();
        open.seek(index + i);
        open.write(before ^ 0x55);
      }
    }
  }

  private String objection() {
    return new SqliteFile(file).objection(true).orElse("");
  }

  @Test
  void nothing_speaks_against_a_log_that_is_whole() {
    assertThat(objection()).isEmpty();
  }

  @Test
  void what_a_power_cut_left_half_written_at_the_end_is_no_damage() throws IOException {
    long size = Files.size(log);
    change(size - FRAME + 100, 50);
    assertThat(objection()).isEmpty();

    try (RandomAccessFile open = new RandomAccessFile(log.toFile(), "rw")) {
      open.setLength(size - 1_000);
    }
    assertThat(objection()).isEmpty();
  }

  @Test
  void a_frame_that_is_broken_before_others_is_damage() throws IOException {
    long size = Files.size(log);
    change(size / 2, 1);

    assertThat(objection()).isEqualTo("its log app.db-wal is damaged, with the latest changes");
    assertThat(Files.size(log)).isEqualTo(size);
  }

  @Test
  void a_log_that_is_none_is_damage() throws IOException {
    change(0, 32);

    assertThat(objection()).isEqualTo("its log app.db-wal is damaged, with the latest changes");
  }

  @Test
  void a_log_that_is_gone_is_reported() throws IOException {
    Files.createFile(directory.resolve("app.db-shm"));
    Files.delete(log);

    assertThat(objection()).isEqualTo("its log app.db-wal is missing, with the latest changes");
  }

  @Test
  void an_empty_file_is_a_new_one_only_where_no_server_ran() throws IOException {
    Files.delete(log);
    Files.write(file, new byte[0]);

    assertThat(objection()).isEqualTo("it is empty, although a server ran here");
    assertThat(new SqliteFile(file).objection(false)).isEmpty();
  }
}
