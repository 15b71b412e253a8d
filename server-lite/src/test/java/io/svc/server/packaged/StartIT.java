package io.svc.server.packaged;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a start costs, in counts that do not depend on the machine, and the archive of classes. */
@Tag("thorough")
class StartIT {
  /** On JDK 17, 5,797 classes are loaded without lambdas; some 330 more with Flyway. */
  private static final int MOST_CLASSES = 5_900;

  /** Two checkpoints of the WAL, at the start and the end, the master key and open approvals. */
  private static final int MOST_STATEMENTS = 5;

  private static final Path JDK = Path.of(System.getProperty("java.home"));

  @TempDir private Path directory;

  @Test
  void a_start_with_a_current_store_needs_few_classes_and_no_migration() throws Exception {
    Path log = directory.resolve("classes.txt");
    Path data = directory.resolve("data");
    stop(PackagedServer.start(directory, data));

    stop(PackagedServer.start(directory, data, "-Xlog:class+load:file=" + log));

    Set<String> loaded = new TreeSet<>();
    for (String line : Files.readAllLines(log)) {
      String name = line.replaceFirst("^(\\[[^]]*])+\\s*", "").split(" ", 2)[0];
      if (!name.matches(".*(Lambda|LambdaForm|GeneratedMethod|0x).*")) {
        loaded.add(name);
      }
    }
    assertThat(loaded).contains("io.svc.server.Server").hasSizeLessThan(MOST_CLASSES);
    assertThat(loaded.stream().filter(name -> name.startsWith("org.flywaydb."))).hasSizeLessThan(5);
    assertThat(loaded).doesNotContain("java.util.zip.GZIPOutputStream");
  }

  @Test
  void a_start_with_a_current_store_runs_few_statements() throws Exception {
    Path recording = directory.resolve("start.jfr");
    Path data = directory.resolve("data");
    stop(PackagedServer.start(directory, data));

    stop(
        PackagedServer.start(
            directory,
            data,
            "-XX:StartFlightRecording:filename=" + recording,
            "-Xlog:jfr+startup=off"));

    List<String> statements =
        RecordingFile.readAllEvents(recording).stream()
            .filter(event -> event.getEventType().getName().equals("jdbi.statement"))
            .filter(event -> event.getThread().getJavaName().equals("main"))
            .map(event -> event.getString("sql"))
            .toList();
    assertThat(statements).contains("SELECT sealed FROM store_key");
    assertThat(statements).hasSizeLessThanOrEqualTo(MOST_STATEMENTS);
  }

  @Test
  void starts_with_an_archive_and_where_the_archive_is_damaged() throws Exception {
    Path cache = directory.resolve("cache");
    PackagedServer creation = PackagedServer.launcher(directory, cache, JDK, "--create-archive");
    assertThat(creation.exitCode()).as(creation.err()).isZero();
    Path archive = onlyFile(cache.resolve("svc-server"));
    assertThat(creation.out()).isEqualTo("created " + archive + "\n");

    assertStarts(cache);
    byte[] content = Files.readAllBytes(archive);
    for (int i = 0; i < 512; i++) {
      content[i] ^= 0x55;
    }
    Files.delete(archive);
    Files.write(archive, content);
    assertStarts(cache);
    Files.write(archive, "not an archive".getBytes(UTF_8));
    assertStarts(cache);
  }

  private static Path onlyFile(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.reduce((one, other) -> directory.resolve("not the only file")).orElseThrow();
    }
  }

  private void assertStarts(Path cache) throws Exception {
    try (PackagedServer server =
        PackagedServer.launcher(
            directory, cache, JDK, "--port", "0", "--data-dir", directory + "/data")) {
      assertThat(server.visitor().get("/readyz").status()).isEqualTo(200);
      server.terminate();
      assertThat(server.exitCode()).isZero();
      assertThat(server.out().lines()).hasSize(1);
      assertThat(server.err()).doesNotContain("warning");
    }
  }

  private static void stop(PackagedServer server) throws InterruptedException {
    try (server) {
      server.terminate();
      assertThat(server.exitCode()).isZero();
    }
  }
}
