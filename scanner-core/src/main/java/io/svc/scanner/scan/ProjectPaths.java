package io.svc.scanner.scan;

import static java.util.Objects.requireNonNull;

import io.svc.scanner.client.UserDirectories;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * Names files so that two machines agree: relative to the project where a file is inside it or its
 * repository, below {@code ~} where it is in the user's home, otherwise as it is; always with
 * slashes.
 *
 * @param project the directory that the command runs in
 * @param home the user's home directory
 * @param repository the project itself, or a directory above it that is the root of its repository
 */
public record ProjectPaths(Path project, Path home, Path repository) {
  /** The paths of a project that is no part of a larger repository. */
  public ProjectPaths(Path project, Path home) {
    this(project, home, project);
  }

  public ProjectPaths {
    requireNonNull(project, "project is null");
    requireNonNull(home, "home is null");
    project = project.toAbsolutePath().normalize();
    home = home.toAbsolutePath().normalize();
    repository = requireNonNull(repository, "repository is null").toAbsolutePath().normalize();
  }

  /** The current directory and the user's home. */
  public static ProjectPaths here() {
    return new ProjectPaths(Path.of(""), UserDirectories.ofThisProcess().home());
  }

  /** The name of a file that agrees between machines. */
  public String display(String path) {
    Path file;
    try {
      file = project.resolve(path).normalize();
    } catch (InvalidPathException e) {
      return path;
    }
    if (file.startsWith(repository)) {
      return slashed(project.relativize(file));
    }
    return file.startsWith(home) ? "~/" + slashed(home.relativize(file)) : slashed(file);
  }

  /**
   * The directory that a config file is for: the project or the home where it is in one of them,
   * otherwise, and for a file of the repository above the project, the one that contains the
   * client's own hidden directory.
   */
  public Path rootOf(Path configFile) {
    Path file = configFile.toAbsolutePath().normalize();
    if (file.startsWith(project)) {
      return project;
    }
    if (file.startsWith(repository)) {
      return holderOf(file);
    }
    return file.startsWith(home) ? home : holderOf(file);
  }

  /** {@code /x} for {@code /x/.mcp.json} and for {@code /x/.vscode/mcp.json}. */
  static Path holderOf(Path configFile) {
    Path directory = configFile.toAbsolutePath().normalize().getParent();
    while (directory != null
        && directory.getParent() != null
        && directory.getFileName().toString().startsWith(".")) {
      directory = directory.getParent();
    }
    return directory == null ? configFile.toAbsolutePath().getRoot() : directory;
  }

  /** The file that {@link #display} names so. */
  public Path locate(String display) {
    return display.startsWith("~/") ? home.resolve(display.substring(2)) : project.resolve(display);
  }

  private static String slashed(Path path) {
    return path.toString().replace('\\', '/');
  }
}
