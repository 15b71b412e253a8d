package io.svc.scanner.scan;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Optional;

/**
 * One file to scan.
 *
 * @param path the file
 * @param source label of the client; empty to derive it from the path and the file's shape
 */
public record ScanRequest(Path path, Optional<String> source) {
  public ScanRequest {
    requireNonNull(path, "path is null");
    requireNonNull(source, "source is null");
  }

  /** A file whose client is derived. */
  public static ScanRequest of(Path path) {
    return new ScanRequest(path, Optional.empty());
  }
}
