package io.svc.scanner.scan;

import static java.util.Objects.requireNonNull;

import io.svc.scanner.client.UserDirectories;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/**
 * Assigns machine-independent names to files. A path is relative to the project if the file is
 * inside the project or its repository, and starts with {@code ~} if the file is in the home
 * directory. Other paths are unchanged. The separator is always a slash.
 *
 * @param project working directory of the command
 * @param home home directory of the user
 * @param repository the project itself, or the root of its repository in a directory above it
 */
public record ProjectPaths(Path project, Path home, Path repository) {
  /** Creates the paths of a project that is not part of a larger repository. */
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

  /** Returns the paths of the current directory and the user's home. */
  public static ProjectPaths ofCurrentDirectory() {
    return new ProjectPaths(Path.of(""), UserDirectories.ofThisProcess().home());
  }

  /** Returns the machine-independent name of a file. */
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
   * Returns the directory that a config file applies to. This is the project or the home directory
   * if it contains the file. For other files, and for files of the repository above the project, it
   * is the parent of the client's hidden directory.
   */
  public Path rootOf(Path configFile) {
    Path file = configFile.toAbsolutePath().normalize();
    if (file.startsWith(project)) {
      return project;
    }
    if (file.startsWith(repository)) {
      return projectDirectoryOf(file);
    }
    return file.startsWith(home) ? home : projectDirectoryOf(file);
  }

  /** Returns {@code /x} for {@code /x/.mcp.json} and for {@code /x/.vscode/mcp.json}. */
  static Path projectDirectoryOf(Path configFile) {
    Path directory = configFile.toAbsolutePath().normalize().getParent();
    while (directory != null
        && directory.getParent() != null
        && directory.getFileName().toString().startsWith(".")) {
      directory = directory.getParent();
    }
    return directory == null ? configFile.toAbsolutePath().getRoot() : directory;
  }

  /**
   * Returns the directories whose files belong to a configuration: its project, and its own
   * directory if that is another one.
   */
  public static List<Path> directoriesOf(Path configFile) {
    Path project = projectDirectoryOf(configFile);
    Path parent = configFile.toAbsolutePath().normalize().getParent();
    return parent == null || parent.equals(project) ? List.of(project) : List.of(project, parent);
  }

  /** Returns the file with a {@linkplain #display display name}. */
  public Path locate(String display) {
    return display.startsWith("~/") ? home.resolve(display.substring(2)) : project.resolve(display);
  }

  private static String slashed(Path path) {
    return path.toString().replace('\\', '/');
  }
}
