package io.svc.cli.console;

import io.svc.scanner.client.OperatingSystem;
import io.svc.scanner.client.UserDirectories;
import io.svc.scanner.scan.ProjectPaths;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The environment of a run; tests pass their own.
 *
 * @param in standard input
 * @param out standard output
 * @param err standard error
 * @param isOutTerminal whether standard output is a terminal
 * @param isErrTerminal whether standard error is a terminal
 * @param directory the current directory, the base of relative paths
 * @param home the user's home directory
 * @param user the user's name
 */
public record ProcessContext(
    InputStream in,
    OutputStream out,
    OutputStream err,
    boolean isOutTerminal,
    boolean isErrTerminal,
    Path directory,
    Path home,
    String user,
    OperatingSystem system,
    Map<String, String> environment,
    Clock clock) {

  /** Returns the directories of the user. */
  public UserDirectories directories() {
    return new UserDirectories(system, home, environment);
  }

  /**
   * Returns the project directories, nearest first: from the current directory up to the root of
   * the repository. Outside a repository, and in the home directory, returns the current directory
   * only.
   */
  public List<Path> projectDirectories() {
    Path start = directory.toAbsolutePath().normalize();
    Path end = home.toAbsolutePath().normalize();
    List<Path> directories = new ArrayList<>(4);
    for (Path at = start; at != null && !at.equals(end); at = at.getParent()) {
      directories.add(at);
      if (Files.exists(at.resolve(".git"))) {
        return directories;
      }
    }
    return List.of(start);
  }

  /**
   * Returns display names for the files of a project.
   *
   * @param project the directory that file names are relative to
   */
  public ProjectPaths pathsOf(Path project) {
    List<Path> directories = projectDirectories();
    Path root = directories.get(directories.size() - 1);
    boolean isInside = project.toAbsolutePath().normalize().startsWith(root);
    return new ProjectPaths(project, home, isInside ? root : project);
  }

  /** Resolves a path given by the user; a relative path stays relative where possible. */
  public Path resolve(Path path) {
    return directory.toString().isEmpty() ? path : directory.resolve(path);
  }

  /** Returns an absolute path in the form of another one: relative if the other one is relative. */
  public Path named(Path absolute, Path other) {
    return other.isAbsolute() ? absolute : Path.of("").toAbsolutePath().relativize(absolute);
  }

  /** Returns the number of terminal columns; 100 if it is unknown. */
  public int width() {
    try {
      int columns = Integer.parseInt(environment.getOrDefault("COLUMNS", ""));
      return Math.max(40, Math.min(columns, 240));
    } catch (NumberFormatException e) {
      return 100;
    }
  }

  /** Returns whether standard error is a terminal that can rewrite a line. */
  public boolean isInteractive() {
    return isErrTerminal
        && environment.getOrDefault("CI", "").isEmpty()
        && !environment.getOrDefault("TERM", "").equals("dumb");
  }

  /** Returns whether output is colored (no-color.org). */
  public boolean usesColor() {
    return isOutTerminal
        && environment.getOrDefault("NO_COLOR", "").isEmpty()
        && !environment.getOrDefault("TERM", "").equals("dumb");
  }
}
