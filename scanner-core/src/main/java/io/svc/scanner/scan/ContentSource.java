package io.svc.scanner.scan;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/**
 * Where the content of config files comes from when it is not what lies on the disk: an editor's
 * buffer, an index, another revision. Must be safe for many threads, and give the same content each
 * time.
 */
@FunctionalInterface
public interface ContentSource {
  /**
   * Opens the content of the file that a request names; the scan closes it.
   *
   * @throws java.nio.file.NoSuchFileException when there is no such file
   * @throws IOException when it cannot be read
   */
  InputStream open(Path path) throws IOException;
}
