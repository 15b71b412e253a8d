package detection;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.stream.Stream;

/** The directory that the generated files are in, each in a project of its own. */
final class Workspace implements AutoCloseable {
  private final Path root;
  private final boolean isKept;

  Workspace(Path root, boolean isKept) {
    this.root = root;
    this.isKept = isKept;
  }

  Path root() {
    return root;
  }

  /** Readable by its owner only, so that no finding is about the benchmark's own files. */
  Path write(String project, ConfigFile file) throws IOException {
    Path path = root.resolve(project).resolve(file.path());
    Files.createDirectories(path.getParent());
    Files.writeString(path, file.text());
    mode(path, "rw-------");
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
