package io.svc.server.backup;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A temporary directory that only its owner can read; deleted on close. */
record TemporaryDirectory(Path path) implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TemporaryDirectory.class);

  /** Creates one in the directory of the target, so that a file can be moved atomically. */
  static TemporaryDirectory in(Path parent) throws IOException {
    return new TemporaryDirectory(Files.createTempDirectory(parent, ".svc-backup-"));
  }

  /** Creates one in the system's default location. */
  static TemporaryDirectory inDefaultLocation() throws IOException {
    return new TemporaryDirectory(Files.createTempDirectory("svc-backup-"));
  }

  /** Creates an empty file that only its owner can read. */
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
