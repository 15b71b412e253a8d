package io.svc.scanner.client;

import java.nio.file.FileSystem;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * What the roots of patterns stand for on one machine. Worked out once, as many places share it.
 */
final class KnownFolders {

  private final OperatingSystem system;
  private final FileSystem files;
  private final Map<String, Path> folders = new HashMap<>();

  KnownFolders(OperatingSystem system, Path home, Path project, Map<String, String> environment) {
    this.system = system;
    this.files = home.getFileSystem();
    Path user = home.toAbsolutePath().normalize();
    folders.put("{home}", user);
    folders.put("{project}", project.toAbsolutePath().normalize());
    folders.put("{config}", named("XDG_CONFIG_HOME", environment, user.resolve(".config")));
    folders.put("{codexhome}", named("CODEX_HOME", environment, user.resolve(".codex")));
    if (system == OperatingSystem.WINDOWS) {
      putWindowsFolders(user.resolve("AppData"), environment);
    } else {
      folders.put("", files.getPath("/"));
    }
  }

  Path rootOf(ConfigLocation location) {
    Path root = folders.get(location.root());
    if (root == null) {
      throw new IllegalArgumentException(
          String.format("Pattern \"%s\" has no meaning on %s", location.pattern(), system));
    }
    return root;
  }

  private void putWindowsFolders(Path data, Map<String, String> environment) {
    folders.put("{appdata}", named("APPDATA", environment, data.resolve("Roaming")));
    folders.put("{localappdata}", named("LOCALAPPDATA", environment, data.resolve("Local")));
    folders.put(
        "{programdata}", named("ProgramData", environment, files.getPath("C:\\ProgramData")));
    folders.put(
        "{programfiles}", named("ProgramFiles", environment, files.getPath("C:\\Program Files")));
  }

  /** The folder a variable names, unless it is unset, malformed or relative. */
  private Path named(String variable, Map<String, String> environment, Path otherwise) {
    String value = valueOf(variable, environment);
    if (value.isEmpty()) {
      return otherwise;
    }
    try {
      Path folder = files.getPath(value);
      return folder.isAbsolute() ? folder.normalize() : otherwise;
    } catch (InvalidPathException e) {
      return otherwise;
    }
  }

  private String valueOf(String variable, Map<String, String> environment) {
    String value = environment.getOrDefault(variable, "");
    if (value.isEmpty() && system == OperatingSystem.WINDOWS) {
      // Windows does not tell PROGRAMDATA from ProgramData, and shells on it write either.
      for (Map.Entry<String, String> entry : environment.entrySet()) {
        if (entry.getKey().equalsIgnoreCase(variable)) {
          return entry.getValue();
        }
      }
    }
    return value;
  }
}
