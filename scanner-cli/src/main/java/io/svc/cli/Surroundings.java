package io.svc.cli;

import io.svc.scanner.client.OperatingSystem;
import io.svc.scanner.client.UserDirectories;
import io.svc.scanner.scan.ProjectPaths;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;

/**
 * What a run of the command finds around it; a test gives its own.
 *
 * @param in standard input
 * @param out standard output
 * @param err standard error
 * @param isOutTerminal whether a person reads standard output
 * @param isErrTerminal whether a person reads standard error
 * @param directory the project: where relative paths begin
 * @param home the user's home directory
 * @param user the user's name
 */
record Surroundings(
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

  /** The directories of the user. */
  UserDirectories directories() {
    return new UserDirectories(system, home, environment);
  }

  /** The directories of the project, nearest first. */
  List<Path> projectDirectories() {
    return SettingsPlaces.upToRepository(
        directory.toAbsolutePath().normalize(), home.toAbsolutePath().normalize());
  }

  /**
   * Names for the files of a project.
   *
   * @param project the directory that file names are relative to
   */
  ProjectPaths pathsOf(Path project) {
    List<Path> directories = projectDirectories();
    Path root = directories.get(directories.size() - 1);
    boolean isInside = project.toAbsolutePath().normalize().startsWith(root);
    return new ProjectPaths(project, home, isInside ? root : project);
  }

  /** Where a path given by the user is; what is relative stays so where it can. */
  Path resolve(Path path) {
    return directory.toString().isEmpty() ? path : directory.resolve(path);
  }

  /** The columns of the terminal; 100 where nothing tells. */
  int width() {
    try {
      int columns = Integer.parseInt(environment.getOrDefault("COLUMNS", ""));
      return Math.max(40, Math.min(columns, 240));
    } catch (NumberFormatException e) {
      return 100;
    }
  }

  /** Whether a person watches standard error, on a terminal that can rewrite a line. */
  boolean isWatched() {
    return isErrTerminal
        && environment.getOrDefault("CI", "").isEmpty()
        && !environment.getOrDefault("TERM", "").equals("dumb");
  }

  /** Whether colours are wanted (no-color.org). */
  boolean wantsColor() {
    return isOutTerminal
        && environment.getOrDefault("NO_COLOR", "").isEmpty()
        && !environment.getOrDefault("TERM", "").equals("dumb");
  }
}
