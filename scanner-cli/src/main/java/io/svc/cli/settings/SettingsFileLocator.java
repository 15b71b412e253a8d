package io.svc.cli.settings;

import io.svc.scanner.client.UserDirectories;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Finds settings files. It only checks whether files exist, so that scans without them stay fast.
 */
final class SettingsFileLocator {
  private SettingsFileLocator() {}

  /**
   * Returns the project of a directory: the nearest directory with a settings file, from there up
   * to the root of the repository. Beyond the repository, or without one, only the directory itself
   * counts, because anyone with write access to a shared parent directory could otherwise control
   * the projects below it. The home directory is not the project of its subdirectories.
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

  /** Returns the user's own file. */
  static Path ofUser(UserDirectories user) {
    return user.productConfig().resolve("svc-preflight").resolve("config.yaml");
  }
}
