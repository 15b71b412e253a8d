package io.svc.scanner.scan;

import static java.util.Objects.requireNonNull;

import io.svc.scanner.client.FileKind;
import io.svc.scanner.client.McpClients;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A file to scan.
 *
 * @param path path of the file
 * @param source label of the client; empty to derive it from the path and the structure
 * @param project directory of the project that the file applies to; empty for a file that applies
 *     to every project. Server names must be unique among the files of one project and the files
 *     that apply to every project.
 * @param kind kind of the file
 * @param isSecretStore whether the file is the place for secrets on this machine, such as an
 *     environment file that git does not track: secrets in it are no findings
 */
public record ScanRequest(
    Path path,
    Optional<String> source,
    Optional<Path> project,
    FileKind kind,
    boolean isSecretStore) {
  public ScanRequest {
    requireNonNull(path, "path is null");
    requireNonNull(kind, "kind is null");
    requireNonNull(source, "source is null");
    requireNonNull(project, "project is null");
  }

  /**
   * Creates a request for a file of the project that contains it. A file without a name that any
   * client reads belongs to no client's project, and its names clash with no other file's.
   */
  public ScanRequest(Path path, Optional<String> source) {
    this(
        path,
        source,
        Optional.of(
            McpClients.ofPath(path).isPresent() ? ProjectPaths.projectDirectoryOf(path) : path),
        McpClients.kindOf(path),
        false);
  }

  /**
   * Creates a request for an environment file.
   *
   * @param source label of the client whose servers receive its variables
   * @param isTracked whether git tracks the file, so that its secrets are in the repository
   */
  public static ScanRequest environmentFile(Path path, Optional<String> source, boolean isTracked) {
    return new ScanRequest(path, source, Optional.of(path), FileKind.ENVIRONMENT_FILE, !isTracked);
  }

  /**
   * Creates a request for a script of a skill.
   *
   * @param source label of the client; empty for the client that defined skills
   */
  public static ScanRequest skillScript(Path path, Optional<String> source) {
    return new ScanRequest(path, source, Optional.of(path), FileKind.SKILL_SCRIPT, false);
  }

  /** Creates a request for a file of the project that contains it, with a derived client. */
  public static ScanRequest of(Path path) {
    return new ScanRequest(path, Optional.empty());
  }

  /** Returns a request for the same file that applies to every project. */
  public ScanRequest forAllProjects() {
    return new ScanRequest(path, source, Optional.empty(), kind, isSecretStore);
  }
}
