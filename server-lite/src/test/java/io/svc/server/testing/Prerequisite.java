package io.svc.server.testing;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.opentest4j.TestAbortedException;

/** A program of this machine that a test cannot do without. */
public final class Prerequisite {
  private Prerequisite() {}

  /** Where a program of the PATH is. */
  public static Optional<Path> program(String name) {
    for (String directory : System.getenv("PATH").split(File.pathSeparator, -1)) {
      Path path = Path.of(directory, name);
      if (Files.isExecutable(path)) {
        return Optional.of(path);
      }
    }
    return Optional.empty();
  }

  /** Says on standard error what is missing; where {@code CI} is {@code true}, fails instead. */
  static void report(String message) {
    if ("true".equals(System.getenv("CI"))) {
      throw new AssertionError(message + "; see .ci/run");
    }
    System.err.println("SKIPPED: " + message + "; see .ci/run");
  }

  /** The same, to end the test with. */
  public static TestAbortedException missing(String message) {
    report(message);
    return new TestAbortedException(message);
  }
}
