package io.svc.server.commands;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.server.OperatorErrorException;
import io.svc.server.ServerMain;
import io.svc.server.commands.Operator.Ran;
import io.svc.server.data.DataDirectory;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every verb that needs the data directory for itself, while a server runs and its lock file was
 * deleted.
 */
@Tag("thorough")
class DeletedLockTest {
  private static final String LOCK = "svc-server.lock";

  @TempDir static Path home;
  private static Process server;

  @BeforeAll
  static void startServer() throws Exception {
    server =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                ServerMain.class.getName(),
                "--port",
                "0",
                "--data-dir",
                home.resolve("data").toString())
            .redirectErrorStream(true)
            .start();
    BufferedReader out = server.inputReader(UTF_8);
    String line = out.readLine();
    while (line != null && !line.startsWith("listening on")) {
      line = out.readLine();
    }
    assertThat(line).isNotNull();
    assertThat(new Operator(home).run("backup", home.resolve("b.zip").toString()).exitCode())
        .isZero();
  }

  @AfterAll
  static void stopServer() throws InterruptedException {
    server.destroy();
    assertThat(server.waitFor(60, TimeUnit.SECONDS)).isTrue();
  }

  /** Without {@code migrate}, which takes the lock only when there is something to migrate. */
  static List<List<String>> verbs() {
    return List.of(
        List.of("serve", "--port", "0"),
        List.of("restore", home.resolve("b.zip").toString(), "--yes"),
        List.of("compact"),
        List.of("compact", "--dry-run"),
        List.of("demo", "seed"),
        List.of("demo", "reset"),
        List.of("migrate-store", "--from", "sqlite", "--to", "postgresql"));
  }

  @ParameterizedTest
  @MethodSource("verbs")
  void a_verb_is_rejected_although_the_lock_file_was_deleted(List<String> verb) throws IOException {
    Files.deleteIfExists(home.resolve("data").resolve(LOCK));
    Operator operator = new Operator(home);
    if (verb.get(0).equals("migrate-store")) {
      operator.with("SVC_DATABASE_URL", "jdbc:postgresql://127.0.0.1:1/none");
    }
    Ran ran = operator.run(verb.toArray(String[]::new));

    assertThat(ran.exitCode()).as("%s", ran).isEqualTo(2);
    assertThat(ran.err()).contains("another svc-server uses").contains("stop it");
    assertThat(server.isAlive()).isTrue();
  }

  @Test
  void doctor_sees_the_server_without_its_lock_file() throws IOException {
    Files.deleteIfExists(home.resolve("data").resolve(LOCK));

    assertThat(DataDirectory.lockOwner(home.resolve("data"))).contains("svc-server");
  }

  @Test
  void a_server_is_rejected_while_a_verb_runs_whose_lock_file_was_deleted(@TempDir Path other)
      throws IOException {
    Files.writeString(other.resolve("jobs.db"), "");
    try (DataDirectory next = DataDirectory.open(other)) {
      try (DataDirectory verb = DataDirectory.open(other)) {
        verb.lock();
        Files.delete(other.resolve(LOCK));

        assertThatThrownBy(next::lock)
            .isInstanceOf(OperatorErrorException.class)
            .hasMessageContaining("another svc-server uses");
      }
      next.lock();
    }
  }
}
