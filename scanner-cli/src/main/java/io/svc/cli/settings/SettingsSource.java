package io.svc.cli.settings;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * A settings file.
 *
 * @param file its path
 * @param isProject whether it is a project's file and not the user's
 * @param isGiven whether it is named on the command line
 * @param name its name in messages
 * @param base the base of relative paths in it; empty for the current directory
 * @param home the replacement for {@code ~}
 */
public record SettingsSource(
    Path file, boolean isProject, boolean isGiven, String name, Path base, Path home) {

  /**
   * Returns the name of the file in reports; a project's file has the same name in every directory.
   */
  String nameOfDecisions() {
    return isProject && !isGiven ? ProjectSettings.NAME : name;
  }

  /** Returns the label for the kind of file. */
  String scope() {
    return isGiven ? "given" : isProject ? "project" : "user";
  }

  /**
   * Returns a path in the file in the form that the command line uses.
   *
   * @throws InvalidPathException if it is not a path
   */
  String resolve(String path) {
    if (path.startsWith("~/")) {
      return home.resolve(path.substring(2)).toString();
    }
    // Paths stay relative where possible, so that reports show them as they were entered.
    return base.toString().isEmpty() ? Path.of(path).toString() : base.resolve(path).toString();
  }
}
