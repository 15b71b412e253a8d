package io.svc.cli;

import io.svc.scanner.client.OperatingSystem;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;

/** Where settings files are. Asks only whether files exist: a scan without them pays no more. */
final class SettingsPlaces {
  private SettingsPlaces() {}

  /**
   * The project that a directory belongs to: the nearest directory with a settings file, from there
   * up to the root of the repository. Beyond the repository, or without one, nothing counts but the
   * directory itself, since whoever may write to a shared directory above could decide for the
   * projects below. The home directory is no project of what is in it.
   *
   * @param directory absolute
   */
  static Path projectOf(Path directory, Path home) {
    if (Files.exists(directory.resolve(ProjectSettings.FILE)) || directory.equals(home)) {
      return directory;
    }
    Path nearest = directory;
    for (Path at = directory; at != null && !at.equals(home); at = at.getParent()) {
      if (nearest.equals(directory) && Files.exists(at.resolve(ProjectSettings.FILE))) {
        nearest = at;
      }
      if (Files.exists(at.resolve(".git"))) {
        return nearest;
      }
    }
    return directory;
  }

  /** The user's own file. */
  static Path ofUser(OperatingSystem system, Path home, Map<String, String> environment) {
    return directoryOf(system, home, environment).resolve("svc-preflight").resolve("config.yaml");
  }

  private static Path directoryOf(
      OperatingSystem system, Path home, Map<String, String> environment) {
    // Who sets it wants it, also on a system that has other habits.
    Path given = named("XDG_CONFIG_HOME", home.resolve(".config"), environment);
    if (system == OperatingSystem.LINUX || isSet("XDG_CONFIG_HOME", home, environment)) {
      return given;
    }
    return system == OperatingSystem.MACOS
        ? home.resolve("Library").resolve("Application Support")
        : named("APPDATA", home.resolve("AppData").resolve("Roaming"), environment);
  }

  /** The directory that a variable names; another one where it names none that is absolute. */
  private static Path named(String variable, Path otherwise, Map<String, String> environment) {
    return isSet(variable, otherwise, environment)
        ? otherwise.resolve(environment.get(variable))
        : otherwise;
  }

  private static boolean isSet(String variable, Path any, Map<String, String> environment) {
    String value = environment.getOrDefault(variable, "");
    try {
      return !value.isEmpty() && any.getFileSystem().getPath(value).isAbsolute();
    } catch (InvalidPathException e) {
      return false;
    }
  }
}
