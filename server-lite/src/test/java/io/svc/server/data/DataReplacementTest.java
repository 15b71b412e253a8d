package io.svc.server.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.server.OperatorErrorException;
import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataReplacementTest {
  private static final Instant NOW = Instant.parse("2026-11-20T09:28:30.123Z");

  /** Moves of a replacement of three files by two: decide, three aside, turn, two in. */
  private static final int MOVES = 7;

  @TempDir private Path directory;

  /** The process dies here. */
  private static final class Death extends Error {
    private static final long serialVersionUID = 1L;
  }

  private void fill() throws IOException {
    for (String name : new String[] {"app.db", "app.db-wal", "master.key"}) {
      Files.writeString(directory.resolve(name), "old");
    }
    Files.writeString(directory.resolve("svc.yaml"), "port: 1");
    Files.writeString(directory.resolve("svc-server.lock"), "1");
  }

  private static void build(Path stage) throws IOException {
    Files.writeString(stage.resolve("app.db"), "new");
    Files.writeString(stage.resolve("master.key"), "new");
    Files.createDirectory(stage.resolve("scratch"));
    Files.writeString(stage.resolve("scratch").resolve("junk"), "junk");
  }

  private String content(String name) throws IOException {
    Path file = directory.resolve(name);
    return Files.exists(file) ? Files.readString(file) : "";
  }

  private static void rename(Path from, Path to) throws IOException {
    Files.move(from, to);
  }

  @Test
  void after_death_at_any_step_the_next_who_locks_finds_all_old_or_all_new() throws IOException {
    for (int survived = 0; survived <= MOVES; survived++) {
      clean();
      fill();
      int last = survived;
      int[] moves = {0};
      DataReplacement mortal =
          new DataReplacement(
              directory,
              (from, to) -> {
                if (moves[0]++ == last) {
                  throw new Death();
                }
                rename(from, to);
              });
      build(mortal.stage());
      if (survived < MOVES) {
        assertThatThrownBy(() -> mortal.commit(NOW)).isInstanceOf(Death.class);
      } else {
        mortal.commit(NOW);
        assertThat(moves[0]).isEqualTo(MOVES);
      }

      try (DataDirectory data = DataDirectory.open(directory)) {
        data.lock();
        assertThat(data.isBeingReplaced()).isFalse();
      }

      String expected = survived == 0 ? "old" : "new";
      assertThat(content("app.db")).as("after %s moves", survived).isEqualTo(expected);
      assertThat(content("master.key")).isEqualTo(expected);
      assertThat(content("app.db-wal")).isEqualTo(survived == 0 ? "old" : "");
      assertThat(content("svc.yaml")).isEqualTo("port: 1");
      assertThat(content("before-restore-20261120T092830.123Z/app.db-wal"))
          .isEqualTo(survived == 0 ? "" : "old");
      try (Stream<Path> remaining = Files.list(directory)) {
        assertThat(remaining.map(path -> path.getFileName().toString()))
            .noneMatch(name -> name.startsWith("restore-"))
            .doesNotContain("scratch");
      }
    }
  }

  private void clean() throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path path : all.sorted(java.util.Comparator.reverseOrder()).toList()) {
        if (!path.equals(directory)) {
          Files.delete(path);
        }
      }
    }
  }

  @Test
  void a_file_that_cannot_be_moved_leaves_everything_as_it_was() throws IOException {
    fill();
    DataReplacement replacement =
        new DataReplacement(
            directory,
            (from, to) -> {
              if (from.endsWith("master.key")) {
                throw new AtomicMoveNotSupportedException("a", "b", "busy");
              }
              rename(from, to);
            });
    build(replacement.stage());

    assertThatThrownBy(() -> replacement.commit(NOW))
        .isInstanceOf(OperatorErrorException.class)
        .hasMessageContaining("cannot be moved; check that");

    assertThat(content("app.db")).isEqualTo("old");
    assertThat(content("app.db-wal")).isEqualTo("old");
    assertThat(content("master.key")).isEqualTo("old");
    assertThat(DataReplacement.isPending(directory)).isFalse();
  }

  @Test
  void into_an_empty_directory_nothing_is_moved_aside() throws IOException {
    DataReplacement replacement = new DataReplacement(directory, DataReplacementTest::rename);
    build(replacement.stage());

    assertThat(replacement.commit(NOW)).isEmpty();

    assertThat(content("app.db")).isEqualTo("new");
    assertThat(directory.resolve("scratch")).doesNotExist();
  }
}
