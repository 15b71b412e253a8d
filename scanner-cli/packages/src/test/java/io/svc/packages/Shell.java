package io.svc.packages;

import static java.util.concurrent.TimeUnit.SECONDS;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Runs programs in a directory, with nothing in their environment but what a test puts there. */
final class Shell {
  /** What a run said and how it ended. */
  record Result(int exitCode, String out, String err) {}

  private static final int LONGEST_SECONDS = 120;

  private final Path directory;
  private final Map<String, String> environment = new HashMap<>();

  Shell(Path directory) {
    this.directory = directory;
  }

  Shell with(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  /** With the caller's path, for tools of the machine. */
  Shell withTools() {
    return with("PATH", System.getenv("PATH")).with("LC_ALL", "C.UTF-8");
  }

  Result run(Object... line) throws IOException, InterruptedException {
    Path out = Files.createTempFile("packages-out", ".txt");
    Path err = Files.createTempFile("packages-err", ".txt");
    try {
      ProcessBuilder builder =
          new ProcessBuilder(List.of(line).stream().map(Object::toString).toList())
              .directory(directory.toFile())
              .redirectOutput(out.toFile())
              .redirectError(err.toFile())
              .redirectInput(new File("/dev/null"));
      builder.environment().clear();
      builder.environment().putAll(environment);
      Process process = builder.start();
      if (!process.waitFor(LONGEST_SECONDS, SECONDS)) {
        process.destroyForcibly();
        throw new IllegalStateException(
            "Still running after " + LONGEST_SECONDS + " s: " + List.of(line));
      }
      return new Result(
          process.exitValue(),
          Files.readString(out, StandardCharsets.UTF_8),
          Files.readString(err, StandardCharsets.UTF_8));
    } finally {
      Files.delete(out);
      Files.delete(err);
    }
  }
}
