package detection;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.stream.Stream;

/** The directory of the generated files. */
record Workspace(Path root, boolean isKept) implements AutoCloseable {
  /** Readable by its owner only, so that no finding is about the benchmark's own files. */
  static final String PRIVATE = "rw-------";

  static Path write(Path path, String text, String mode) throws IOException {
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
    mode(path, mode);
    return path;
  }

  static void mode(Path path, String mode) throws IOException {
    if (path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
    }
  }

  @Override
  public void close() throws IOException {
    if (isKept) {
      return;
    }
    try (Stream<Path> paths = Files.walk(root)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
