package io.svc.cli.settings;

import io.svc.scanner.client.UserDirectories;
import java.nio.file.Files;
import java.nio.file.Path;

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
  static Path ofUser(UserDirectories user) {
    return user.ownConfig().resolve("svc-preflight").resolve("config.yaml");
  }
}
