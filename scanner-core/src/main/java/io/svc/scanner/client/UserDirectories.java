package io.svc.scanner.client;

import static java.util.Objects.requireNonNull;

import java.nio.file.FileSystem;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The directories of the user of a process: home, configuration, data and cache. The only place
 * that decides which variable or property names them. Touches no file.
 *
 * @param home absolute and normalized
 */
public record UserDirectories(OperatingSystem system, Path home, Map<String, String> environment) {

  /** Debian's name for a home directory that must not exist. */
  private static final String NO_HOME = "/nonexistent";

  /** Normalizes the home directory. */
  public UserDirectories {
    requireNonNull(system, "system is null");
    requireNonNull(environment, "environment is null");
    home = requireNonNull(home, "home is null").toAbsolutePath().normalize();
  }

  /** The directories of the user of this process. */
  public static UserDirectories ofThisProcess() {
    OperatingSystem system = OperatingSystem.current();
    Map<String, String> environment = System.getenv();
    return new UserDirectories(
        system,
        home(system, environment, System.getProperty("user.home", ""), Path.of("").getFileSystem()),
        environment);
  }

  /**
   * The home directory: {@code HOME}, on Windows {@code USERPROFILE}, as clients and shells have
   * it. In a container the user may have no entry in the password database, and the JVM's property
   * is {@code ?} then.
   *
   * @param property the home directory according to the JVM
   * @return a directory that does not exist where nothing names one
   */
  static Path home(
      OperatingSystem system, Map<String, String> environment, String property, FileSystem files) {
    boolean isWindows = system == OperatingSystem.WINDOWS;
    Path fallback = files.getPath(isWindows ? "C:" + NO_HOME : NO_HOME);
    return absolute(value(isWindows ? "USERPROFILE" : "HOME", system, environment), files)
        .orElse(absolute(property, files).orElse(fallback));
  }

  /** The name of the user of this process; {@code unknown} where nothing names them. */
  public String name() {
    String property = System.getProperty("user.name", "?");
    if (!property.equals("?")) {
      return property;
    }
    String variable = environment.getOrDefault("USER", "");
    return variable.isBlank() ? "unknown" : variable;
  }

  /** Configuration of applications that follow the XDG Base Directory Specification. */
  public Path config() {
    return named("XDG_CONFIG_HOME", home.resolve(".config"));
  }

  /** Configuration of this product: the system's place, unless XDG_CONFIG_HOME is set. */
  public Path ownConfig() {
    return named(
        "XDG_CONFIG_HOME",
        switch (system) {
          case LINUX -> config();
          case MACOS -> applicationSupport();
          case WINDOWS -> appData();
        });
  }

  /** Data of this product: the system's place, unless XDG_DATA_HOME is set. */
  public Path ownData() {
    return named(
        "XDG_DATA_HOME",
        switch (system) {
          case LINUX -> home.resolve(".local").resolve("share");
          case MACOS -> applicationSupport();
          case WINDOWS -> localAppData();
        });
  }

  /** Files that may be deleted at any time. */
  public Path cache() {
    return named("XDG_CACHE_HOME", home.resolve(".cache"));
  }

  Path appData() {
    return named("APPDATA", home.resolve("AppData").resolve("Roaming"));
  }

  Path localAppData() {
    return named("LOCALAPPDATA", home.resolve("AppData").resolve("Local"));
  }

  private Path applicationSupport() {
    return home.resolve("Library").resolve("Application Support");
  }

  /** The path that a variable names; another one where it names none that is absolute. */
  Path named(String variable, Path otherwise) {
    return named(variable).orElse(otherwise);
  }

  /** The absolute path that a variable names. */
  Optional<Path> named(String variable) {
    return absolute(value(variable, system, environment), home.getFileSystem());
  }

  // The XDG Base Directory Specification has relative paths ignored.
  private static Optional<Path> absolute(String value, FileSystem files) {
    if (value.isEmpty()) {
      return Optional.empty();
    }
    try {
      Path path = files.getPath(value);
      return path.isAbsolute() ? Optional.of(path.normalize()) : Optional.empty();
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  private static String value(
      String variable, OperatingSystem system, Map<String, String> environment) {
    String value = environment.getOrDefault(variable, "");
    if (value.isEmpty() && system == OperatingSystem.WINDOWS) {
      // Names of variables are not case-sensitive on Windows, and shells write either.
      for (Map.Entry<String, String> entry : environment.entrySet()) {
        if (entry.getKey().equalsIgnoreCase(variable)) {
          return entry.getValue();
        }
      }
    }
    return value;
  }
}
