package io.svc.cli.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.cli.CommandRun;
import io.svc.cli.CommandRun.Result;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("thorough")
class ScanWatcherTest {
  private static final String UNPINNED =
      """
      {"mcpServers": {"files": {"command": "npx", "args": ["-y", "left-files@latest"]}}}
      """;
  private static final String PINNED = UNPINNED.replace("latest", "1.2.3");
  private static final Duration LIMIT = Duration.ofSeconds(60);

  @TempDir private Path directory;
  private CommandRun command;
  private Thread thread;
  private final CompletableFuture<Result> end = new CompletableFuture<>();

  @BeforeEach
  void setUp() {
    command = new CommandRun(directory);
    command.file(".mcp.json", UNPINNED);
  }

  @AfterEach
  void stop() throws InterruptedException {
    if (thread != null) {
      thread.interrupt();
      thread.join(LIMIT.toMillis());
    }
  }

  @Test
  void a_changed_a_broken_and_a_new_file_are_scanned_again() throws Exception {
    start("scan", ".", "--watch", "--format", "lines=problems.txt");
    await("unpinned_package", "the first scan");
    await(1);

    command.file(".mcp.json", "{\"mcpServers\": {");
    await(2);
    command.file(".mcp.json", PINNED);
    await(3);
    assertThat(problems()).doesNotContain("unpinned_package");

    command.file("sub/.cursor/mcp.json", UNPINNED);
    await("sub/.cursor/mcp.json:1:", "a new file");

    thread.interrupt();
    Result result = end.get();
    assertThat(result.exitCode()).isZero();
    assertThat(result.out()).isEmpty();
    assertThat(result.err().lines().filter(line -> !line.startsWith("watch: ")))
        .allMatch(line -> line.startsWith("error: ") || line.startsWith("nothing "));
    assertThat(result.err())
        .startsWith(ScanWatcher.BEGIN + "\n" + ScanWatcher.END + "\n" + ScanWatcher.BEGIN + "\n");
  }

  @Test
  void settings_are_read_again() throws Exception {
    command.file(".svc/preflight.yaml", "format: json\n");
    start("scan", ".mcp.json", "--watch", "--format", "lines=problems.txt");
    await("unpinned_package", "the first scan");

    command.file(".svc/preflight.yaml", "suppress: [unpinned_package]\n");

    await("", "no finding any more");
  }

  @Test
  void it_needs_files() {
    assertThat(command.reading(UNPINNED).run("scan", "-", "--watch").err())
        .isEqualTo("error: --watch cannot be combined with --staged or standard input\n");
  }

  private void start(String... arguments) {
    thread = new Thread(() -> end.complete(command.run(arguments)));
    thread.start();
  }

  private String problems() throws Exception {
    Path file = command.project().resolve("problems.txt");
    return Files.exists(file) ? Files.readString(file) : "not there";
  }

  /** Waits until the list of problems says something, or, with an empty text, nothing. */
  private void await(String text, String description) throws Exception {
    Instant limit = Instant.now().plus(LIMIT);
    while (text.isEmpty() ? !problems().isEmpty() : !problems().contains(text)) {
      assertThat(Instant.now()).as("%s: %s", description, problems()).isBefore(limit);
      Thread.sleep(50);
    }
  }

  /** Waits until so many scans have ended. */
  private void await(int scans) throws Exception {
    Instant limit = Instant.now().plus(LIMIT);
    while (command.errors().lines().filter(ScanWatcher.END::equals).count() < scans) {
      assertThat(Instant.now()).as("%s scans", scans).isBefore(limit);
      Thread.sleep(50);
    }
  }
}
