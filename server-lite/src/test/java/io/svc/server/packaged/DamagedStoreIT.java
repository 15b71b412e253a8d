package io.svc.server.packaged;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What docs/faults.md says of files that were damaged, taken away or exchanged. */
@Tag("thorough")
class DamagedStoreIT {
  private static final Random RANDOM = new Random(3);

  /** Of a server that was asked to end, of one that was killed, and a backup of the first. */
  @TempDir private static Path saved;

  private static String session;
  private static String key;

  @TempDir private Path directory;

  @BeforeAll
  static void use() throws Exception {
    Path data = saved.resolve("ended");
    try (PackagedServer server = PackagedServer.start(saved, data)) {
      Client admin = server.admin();
      session = admin.cookie("svc_session");
      key = DiskFullIT.key(admin);
      Client agent = server.visitor().with("X-Api-Key", key);
      for (int i = 0; i < 100; i++) {
        assertThat(agent.post("/v1/eval", DiskFullIT.call(i)).status()).isEqualTo(200);
      }
      try (PackagedServer verb =
          PackagedServer.launch(
              saved, "backup", saved.resolve("b.zip").toString(), "--data-dir", data.toString())) {
        assertThat(verb.exitCode()).as(verb.err()).isZero();
      }
      server.kill();
    }
    copy(data, saved.resolve("killed"));
    try (PackagedServer server = PackagedServer.start(saved, data)) {
      server.terminate();
      assertThat(server.exitCode()).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "ended,  app.db,     head,    it is damaged (SQLITE_NOTADB)",
    "ended,  app.db,     middle,  it is damaged (",
    "ended,  app.db,     cut,     it is damaged (",
    "ended,  app.db,     empty,   'it is empty, although a server ran here'",
    "ended,  app.db,     gone,    'it is missing, although a server ran here'",
    "killed, app.db-wal, head,    'its log app.db-wal is damaged, with the latest changes'",
    "killed, app.db-wal, middle,  'its log app.db-wal is damaged, with the latest changes'",
    "killed, app.db-wal, gone,    'its log app.db-wal is missing, with the latest changes'",
    "ended,  master.key, gone,    'is missing, but the database exists'",
    "ended,  master.key, cut,     contains only 31 bytes",
    "ended,  master.key, middle,  the master key does not belong to this store"
  })
  void a_server_does_not_start_over_it_and_leaves_all_as_it_is(
      String from, String name, String harm, String message) throws Exception {
    Path data = copy(saved.resolve(from), directory.resolve("data"));
    harm(data.resolve(name), harm);
    Set<String> before = contents(data);

    try (PackagedServer server =
        PackagedServer.launch(directory, "--port", "0", "--data-dir", data.toString())) {
      assertThat(server.exitCode()).as(server.err()).isEqualTo(2);
      assertThat(server.out()).isEmpty();
      assertThat(server.err()).contains(message).doesNotContain("Exception", "\tat ");
      if (!name.equals("master.key")) {
        assertThat(server.err()).contains("svc-server restore FILE --yes");
      }
    }
    assertThat(contents(data)).isEqualTo(before);
  }

  @Test
  void a_backup_is_restored_over_a_damaged_store() throws Exception {
    Path data = copy(saved.resolve("ended"), directory.resolve("data"));
    harm(data.resolve("app.db"), "head");
    try (PackagedServer verb =
        PackagedServer.launch(
            directory,
            "restore",
            saved.resolve("b.zip").toString(),
            "--yes",
            "--data-dir",
            data.toString())) {
      assertThat(verb.exitCode()).as(verb.err()).isZero();
    }
    try (PackagedServer server = PackagedServer.start(directory, data)) {
      Client agent = server.visitor().with("X-Api-Key", key);
      assertThat(agent.post("/v1/eval", DiskFullIT.call(1)).status()).isEqualTo(200);
      assertThat(agent.get("/readyz").status()).isEqualTo(200);
    }
  }

  @Test
  void a_damaged_schedule_of_jobs_is_created_again() throws Exception {
    Path data = copy(saved.resolve("ended"), directory.resolve("data"));
    harm(data.resolve("jobs.db"), "head");
    try (PackagedServer server = PackagedServer.start(directory, data)) {
      assertThat(server.visitor().get("/readyz").status()).isEqualTo(200);
      assertThat(server.err()).contains("the job schedule was damaged and is created again");
    }
  }

  @Test
  void damage_that_is_met_while_running_stops_writes_and_is_reported() throws Exception {
    Path data = copy(saved.resolve("ended"), directory.resolve("data"));
    try (PackagedServer server = PackagedServer.start(directory, data)) {
      Client admin = server.visitor();
      admin.setCookie("svc_session", session);
      Client agent = server.visitor().with("X-Api-Key", key);
      overwrite(data.resolve("app.db"), 4_096, Files.size(data.resolve("app.db")));

      Answer last = agent.post("/v1/eval", DiskFullIT.call(0));
      for (int i = 0; i < 200 && last.status() == 200; i++) {
        last = agent.post("/v1/eval", DiskFullIT.call(i));
        Answer read = admin.get("/api/v1/governance/execution?limit=500");
        assertThat(read.status()).as(read.toString()).isIn(200, 503);
      }

      DiskFullIT.assertThatTheStoreIsBlamed(last);
      DiskFullIT.assertThatTheStoreIsBlamed(
          server.visitor().with("X-Api-Key", key).post("/v1/eval", DiskFullIT.call(0)));
      assertThat(admin.get("/healthz").status()).isEqualTo(200);
      Answer ready = admin.get("/readyz");
      assertThat(ready.status()).isEqualTo(503);
      assertThat(ready.json().at("/checks/database").asText()).isEqualTo("failed");
      assertThat(server.err())
          .contains("the store is damaged", "svc-server restore")
          .doesNotContain("Exception", "\tat ");
    }
  }

  private static void harm(Path file, String harm) throws IOException {
    long size = Files.size(file);
    switch (harm) {
      case "head" -> overwrite(file, 0, Math.min(size, 2_000));
      case "middle" -> overwrite(file, size / 2, Math.min(size, size / 2 + 100_000));
      case "cut" -> cut(file, size - Math.min(1_000, Math.max(1, size / 40)));
      case "empty" -> cut(file, 0);
      case "gone" -> Files.delete(file);
      default -> throw new IllegalArgumentException(harm);
    }
  }

  private static void overwrite(Path file, long from, long to) throws IOException {
    byte[] noise = new byte[(int) (to - from)];
    RANDOM.nextBytes(noise);
    try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
      open.seek(from);
      open.write(noise);
    }
  }

  private static void cut(Path file, long length) throws IOException {
    try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
      open.setLength(length);
    }
  }

  private static Path copy(Path from, Path to) throws IOException {
    Files.createDirectory(to);
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
    return to;
  }

  /** Files and their bytes, without those that hold nothing: an empty log, and an index of it. */
  private static Set<String> contents(Path data) throws IOException {
    Set<String> found = new HashSet<>();
    try (Stream<Path> files = Files.list(data)) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        if (!name.endsWith(".lock") && !name.endsWith("-shm") && Files.size(file) > 0) {
          found.add(name + " " + java.util.Arrays.hashCode(Files.readAllBytes(file)));
        }
      }
    }
    return found;
  }
}
