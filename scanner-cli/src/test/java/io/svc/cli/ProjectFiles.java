package io.svc.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Files of the project that are not on the class path. */
public final class ProjectFiles {
  private ProjectFiles() {}

  /** A file, its path given from the root of the repository. */
  public static Path of(String path) {
    // Set by the build; the fallback serves an IDE, which starts tests in the module's directory.
    Path root = Path.of(System.getProperty("project.root", ".."));
    return root.toAbsolutePath().normalize().resolve(path);
  }

  /** The text of a file, its path given from the root of the repository. */
  public static String read(String path) {
    try {
      return Files.readString(of(path), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Every file below a directory, its path given from there, with slashes. */
  public static List<String> below(String directory) {
    Path start = of(directory);
    try (Stream<Path> paths = Files.walk(start)) {
      return paths
          .filter(Files::isRegularFile)
          .map(path -> start.relativize(path).toString().replace('\\', '/'))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The example configurations, their paths given from {@code examples/configs}. */
  static List<String> examples() {
    return below("examples/configs").stream()
        .filter(path -> !path.startsWith("expected/") && !path.matches("\\.git[a-z]+"))
        .toList();
  }
}
