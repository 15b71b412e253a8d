package io.svc.cli.settings;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * One of the settings files.
 *
 * @param file where it is
 * @param isProject whether it is a project's and not the user's own
 * @param isGiven whether the command line names it
 * @param name the file as messages have it
 * @param base where relative paths in it begin; empty where they are those of the command line
 * @param home what {@code ~} stands for
 */
public record SettingsSource(
    Path file, boolean isProject, boolean isGiven, String name, Path base, Path home) {

  /** The file as decisions in it are named; for a project's the same wherever the command runs. */
  String nameOfDecisions() {
    return isProject && !isGiven ? ProjectSettings.NAME : name;
  }

  /** The word for the kind of file. */
  String scope() {
    return isGiven ? "given" : isProject ? "project" : "user";
  }

  /**
   * A path of the file as the command line would have it.
   *
   * @throws InvalidPathException when it is none
   */
  String resolve(String path) {
    if (path.startsWith("~/")) {
      return home.resolve(path.substring(2)).toString();
    }
    // What is relative stays so where it can: reports name files as they were named.
    return base.toString().isEmpty() ? Path.of(path).toString() : base.resolve(path).toString();
  }
}
