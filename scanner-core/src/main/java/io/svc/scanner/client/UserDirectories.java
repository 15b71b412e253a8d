package io.svc.scanner.client;

import static java.util.Objects.requireNonNull;

import java.nio.file.FileSystem;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The home, configuration, data and cache directories of a process's user. The only place that
 * evaluates the variables and properties for them. Accesses no files.
 *
 * @param system operating system
 * @param home absolute and normalized path
 * @param environment environment variables
 */
public record UserDirectories(OperatingSystem system, Path home, Map<String, String> environment) {

  /** Debian's path for a home directory that must not exist. */
  private static final String NO_HOME = "/nonexistent";

  /** Normalizes the home directory. */
  public UserDirectories {
    requireNonNull(system, "system is null");
    requireNonNull(environment, "environment is null");
    home = requireNonNull(home, "home is null").toAbsolutePath().normalize();
  }

  /** Returns the directories of this process's user. */
  public static UserDirectories ofThisProcess() {
    OperatingSystem system = OperatingSystem.current();
    Map<String, String> environment = System.getenv();
    return new UserDirectories(
        system,
        home(system, environment, System.getProperty("user.home", ""), Path.of("").getFileSystem()),
        environment);
  }

  /**
   * Returns the home directory from {@code HOME}, on Windows from {@code USERPROFILE}, like clients
   * and shells. In a container, the user may have no entry in the password database; the JVM's
   * property is {@code ?} then.
   *
   * @param property home directory according to the JVM
   * @return the home directory; a directory that does not exist if none is set
   */
  static Path home(
      OperatingSystem system, Map<String, String> environment, String property, FileSystem files) {
    boolean isWindows = system == OperatingSystem.WINDOWS;
    Path fallback = files.getPath(isWindows ? "C:" + NO_HOME : NO_HOME);
    return absolute(value(isWindows ? "USERPROFILE" : "HOME", system, environment), files)
        .orElse(absolute(property, files).orElse(fallback));
  }

  /** Returns the name of this process's user; {@code unknown} if none is set. */
  public String name() {
    String property = System.getProperty("user.name", "?");
    if (!property.equals("?")) {
      return property;
    }
    String variable = environment.getOrDefault("USER", "");
    return variable.isBlank() ? "unknown" : variable;
  }

  /** Returns the directory for configuration according to the XDG Base Directory Specification. */
  public Path config() {
    return named("XDG_CONFIG_HOME", home.resolve(".config"));
  }

  /**
   * Returns this product's configuration directory: the system's default, unless XDG_CONFIG_HOME is
   * set.
   */
  public Path productConfig() {
    return named(
        "XDG_CONFIG_HOME",
        switch (system) {
          case LINUX -> config();
          case MACOS -> applicationSupport();
          case WINDOWS -> appData();
        });
  }

  /** Returns this product's data directory: the system's default, unless XDG_DATA_HOME is set. */
  public Path productData() {
    return named(
        "XDG_DATA_HOME",
        switch (system) {
          case LINUX -> home.resolve(".local").resolve("share");
          case MACOS -> applicationSupport();
          case WINDOWS -> localAppData();
        });
  }

  /** Returns the directory for files that may be deleted at any time. */
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

  /** Returns the absolute path in a variable, or another path if there is none. */
  Path named(String variable, Path otherwise) {
    return named(variable).orElse(otherwise);
  }

  /** Returns the absolute path in a variable. */
  Optional<Path> named(String variable) {
    return absolute(value(variable, system, environment), home.getFileSystem());
  }

  // The XDG Base Directory Specification requires that relative paths are ignored.
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
      // Variable names are case-insensitive on Windows, and shells use both cases.
      for (Map.Entry<String, String> entry : environment.entrySet()) {
        if (entry.getKey().equalsIgnoreCase(variable)) {
          return entry.getValue();
        }
      }
    }
    return value;
  }
}
