package io.svc.server.backup;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A directory for a moment, of which only its owner knows the content; gone when this is closed.
 */
record TemporaryDirectory(Path path) implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TemporaryDirectory.class);

  /** One beside what is to be made, so that a file can be moved from it in one step. */
  static TemporaryDirectory in(Path parent) throws IOException {
    return new TemporaryDirectory(Files.createTempDirectory(parent, ".svc-backup-"));
  }

  /** One where the system puts such directories. */
  static TemporaryDirectory elsewhere() throws IOException {
    return new TemporaryDirectory(Files.createTempDirectory("svc-backup-"));
  }

  /** A new, empty file that only its owner can read. */
  Path file(String name) throws IOException {
    Path draft = Files.createTempFile(path, "draft-", "");
    return Files.move(draft, path.resolve(name));
  }

  @Override
  public void close() {
    try {
      List<Path> files = new ArrayList<>();
      try (DirectoryStream<Path> stream = Files.newDirectoryStream(path)) {
        stream.forEach(files::add);
      }
      for (Path file : files) {
        Files.delete(file);
      }
      Files.delete(path);
    } catch (IOException e) {
      LOG.warn("the directory {} could not be deleted; delete it", path.getFileName());
    }
  }
}
