package io.svc.scanner.scan;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/**
 * Provides the content of config files that is not read from the disk, such as an editor's buffer,
 * a Git index or another revision. Implementations must be thread-safe and return the same content
 * for each call.
 */
@FunctionalInterface
public interface ContentSource {
  /**
   * Opens the content of a requested file. The scan closes the stream.
   *
   * @throws java.nio.file.NoSuchFileException when the file does not exist
   * @throws IOException when the file cannot be read
   */
  InputStream open(Path path) throws IOException;
}
