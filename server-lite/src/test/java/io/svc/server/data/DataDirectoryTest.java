package io.svc.server.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.server.OperatorErrorException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DataDirectoryTest {
  @TempDir private Path directory;

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  private Path directoryWith(String permissions) throws IOException {
    Path path = Files.createDirectory(directory.resolve("data"));
    return Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
  }

  @Test
  void makes_what_is_missing_for_its_user_alone() throws IOException {
    Path path = directory.resolve("a/b/data");

    try (DataDirectory data = DataDirectory.open(path)) {
      data.lock();
      data.masterKey();
      data.restrictToOwner(data.database());

      assertThat(permissions(path)).isEqualTo("rwx------");
      assertThat(permissions(path.resolve("master.key"))).isEqualTo("rw-------");
      assertThat(permissions(path.resolve("svc-server.lock"))).isEqualTo("rw-------");
      assertThat(permissions(path.resolve("app.db"))).isEqualTo("rw-------");
      assertThat(data.notices()).isEmpty();
      assertThat(data.jobs()).isEqualTo(data.path().resolve("jobs.db"));
      assertThat(data.backups()).isEqualTo(data.path().resolve("backups"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rwxr-xr-x", "rwxr-x---", "rwxrwx---"})
  void closes_a_directory_that_is_open_and_specifies_it(String open) throws IOException {
    Path path = directoryWith(open);

    try (DataDirectory data = DataDirectory.open(path)) {
      assertThat(permissions(path)).isEqualTo("rwx------");
      assertThat(data.notices())
          .containsExactly(
              "\"" + path + "\" was open to others (" + open + "); it is now rwx------");
    }
  }

  @Test
  void rejects_a_world_writable_directory() throws IOException {
    Path path = directoryWith("rwxrwxrwx");

    assertThatThrownBy(() -> DataDirectory.open(path))
        .isInstanceOf(OperatorErrorException.class)
        .hasMessage(
            "\"%s\" can be changed by every user (rwxrwxrwx); expected a directory that only the"
                + " server's user can change",
            path);
    assertThat(permissions(path)).isEqualTo("rwxrwxrwx");
  }

  @Test
  void rejects_a_file_in_place_of_a_directory() throws IOException {
    Path file = Files.createFile(directory.resolve("file"));

    assertThatThrownBy(() -> DataDirectory.open(file))
        .hasMessage("the data directory \"%s\" is a file; expected a directory", file);
    assertThatThrownBy(() -> DataDirectory.open(file.resolve("below")))
        .isInstanceOf(OperatorErrorException.class)
        .hasMessageContaining("cannot be created or opened");
  }

  @Test
  void keeps_a_second_server_out_until_it_is_closed() {
    long pid = ProcessHandle.current().pid();
    try (DataDirectory second = DataDirectory.open(directory)) {
      try (DataDirectory first = DataDirectory.open(directory)) {
        first.lock();

        assertThatThrownBy(second::lock)
            .isInstanceOf(OperatorErrorException.class)
            .hasMessage(
                "another svc-server (process %d) uses \"%s\"; stop it, or specify another data"
                    + " directory",
                pid, first.path());
        assertThat(second.isLocked()).isFalse();
      }

      second.lock();
      assertThat(second.isLocked()).isTrue();
    }
  }

  @Test
  void makes_a_master_key_once() {
    byte[] created;
    try (DataDirectory data = DataDirectory.open(directory)) {
      data.lock();
      created = data.masterKey().bytes();
    }

    try (DataDirectory data = DataDirectory.open(directory)) {
      MasterKey key = data.masterKey();

      assertThat(key.bytes()).hasSize(32).isEqualTo(created).isNotEqualTo(new byte[32]);
      assertThat(key).hasToString("***");
    }
    assertThat(directory.resolve("master.key.new")).doesNotExist();
  }

  @Test
  void makes_no_key_without_the_lock() {
    try (DataDirectory data = DataDirectory.open(directory)) {
      assertThatThrownBy(data::masterKey)
          .hasMessageEndingWith("master.key\"; start the server once to create it");
    }
  }

  @Test
  void creates_no_key_for_an_existing_database() throws IOException {
    try (DataDirectory data = DataDirectory.open(directory)) {
      data.lock();
      Files.writeString(data.database(), "rows");

      assertThatThrownBy(data::masterKey)
          .isInstanceOf(OperatorErrorException.class)
          .hasMessageContaining("is missing, but the database exists");
      assertThat(data.masterKeyFile()).doesNotExist();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 31, 33, 4096})
  void rejects_a_key_of_another_length(int length) throws IOException {
    Path file = Files.write(directory.resolve("key"), new byte[length]);

    assertThatThrownBy(() -> MasterKey.read(file))
        .isInstanceOf(OperatorErrorException.class)
        .hasMessageMatching(
            "the master key file \".*\" contains (only "
                + length
                + "|more than 32) bytes; expected"
                + " exactly 32 random bytes");
  }

  @Test
  void rejects_a_key_file_that_is_not_there() {
    assertThatThrownBy(() -> MasterKey.read(directory.resolve("none")))
        .isInstanceOf(OperatorErrorException.class)
        .hasMessageContaining("cannot be read");
  }
}
