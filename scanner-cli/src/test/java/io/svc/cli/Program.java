package io.svc.cli;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A program of this machine that a test calls: a shell, git, a linter. */
public final class Program {
  /** What it said, on both streams, and how it ended. */
  public record Result(int exitCode, String out) {}

  private static final int LONGEST_SECONDS = 300;

  private final Path directory;
  private final Map<String, String> environment = new LinkedHashMap<>();

  private Program(Path directory) {
    this.directory = directory;
    // Nothing of the user who runs the tests: neither settings of git nor a cache.
    with("HOME", directory.toString()).with("GIT_CONFIG_NOSYSTEM", "1");
    with("GIT_AUTHOR_NAME", "Dana").with("GIT_AUTHOR_EMAIL", "dana@example.com");
    with("GIT_COMMITTER_NAME", "Dana").with("GIT_COMMITTER_EMAIL", "dana@example.com");
  }

  /** Programs that are started in a directory. */
  public static Program in(Path directory) {
    return new Program(directory);
  }

  public Program with(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  /** Skips the test where a program is missing; on CI, where none may be, fails it. */
  public static void need(String... programs) {
    for (String program : programs) {
      boolean exists = false;
      for (String directory : System.getenv("PATH").split(":", -1)) {
        exists |= Files.isExecutable(Path.of(directory, program));
      }
      needed(exists, program);
    }
  }

  /** The same of something that is no program of the PATH. */
  static void needed(boolean exists, String description) {
    if (System.getenv("CI") == null) {
      assumeTrue(exists, "SKIPPED: this machine has no " + description + "; see .ci/run");
    }
    assertThat(exists).as("%s is installed; see .ci/run", description).isTrue();
  }

  /** Runs it to its end. */
  public Result run(String... line) {
    return run(List.of(line));
  }

  Result run(List<String> line) {
    try {
      Path out = Files.createTempFile("program", ".txt");
      try {
        ProcessBuilder builder =
            new ProcessBuilder(new ArrayList<>(line))
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(out.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("GIT_"));
        builder.environment().putAll(environment);
        Process process = builder.start();
        if (!process.waitFor(LONGEST_SECONDS, SECONDS)) {
          process.destroyForcibly();
          throw new IllegalStateException("Still running: " + line);
        }
        // A terminal's padding is no UTF-8, and no test is about it.
        String output = new String(Files.readAllBytes(out), StandardCharsets.UTF_8);
        return new Result(process.exitValue(), output);
      } finally {
        Files.delete(out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted", e);
    }
  }

  /** Runs it, and expects it to succeed. */
  public String ok(String... line) {
    Result result = run(line);
    assertThat(result.exitCode()).as("%s: %s", List.of(line), result.out()).isZero();
    return result.out();
  }
}
