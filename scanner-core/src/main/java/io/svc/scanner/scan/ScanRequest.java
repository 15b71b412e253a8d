package io.svc.scanner.scan;

import static java.util.Objects.requireNonNull;

import io.svc.scanner.client.McpClients;
import java.nio.file.Path;
import java.util.Optional;

/**
 * One file to scan.
 *
 * @param path the file
 * @param source label of the client; empty to derive it from the path and the file's shape
 * @param project the directory whose project the file is for; empty for a file that is in force in
 *     every project. Servers of one project, and those of every project, share their names.
 */
public record ScanRequest(Path path, Optional<String> source, Optional<Path> project) {
  public ScanRequest {
    requireNonNull(path, "path is null");
    requireNonNull(source, "source is null");
    requireNonNull(project, "project is null");
  }

  /**
   * A file of the project that its path is in. Where no client looks for a file of its name it is
   * nobody's, and shares nothing with the files beside it.
   */
  public ScanRequest(Path path, Optional<String> source) {
    this(
        path,
        source,
        Optional.of(McpClients.ofPath(path).isPresent() ? ProjectPaths.holderOf(path) : path));
  }

  /** A file of the project that its path is in, whose client is derived. */
  public static ScanRequest of(Path path) {
    return new ScanRequest(path, Optional.empty());
  }

  /** The same file, in force in every project. */
  public ScanRequest everywhere() {
    return new ScanRequest(path, source, Optional.empty());
  }
}
