package io.svc.cli;

import io.svc.scanner.scan.ProjectPaths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Whether the command itself is well: its version, its runtime, its cache, its terminal. */
final class InstallationHealth {
  private final Surroundings surroundings;
  private final JavaRuntime runtime;
  private final ProjectPaths paths;

  InstallationHealth(Surroundings surroundings, JavaRuntime runtime) {
    this.surroundings = surroundings;
    this.runtime = runtime;
    this.paths = new ProjectPaths(surroundings.directory(), surroundings.home());
  }

  void tell(Health health) {
    health.ok("version", Version.text());
    health.ok("java", runtime.name() + " at " + paths.display(runtime.home()));
    tellOfCache(health);
    tellOfTerminal(health);
  }

  private void tellOfCache(Health health) {
    if (!runtime.archive().isEmpty()) {
      health.ok("cache", "starts from " + paths.display(runtime.archive()));
    } else if (!runtime.isLaunched()) {
      health.ok("cache", "none, because java runs the file itself; the file alone starts faster");
    } else if (!environment("SVC_PREFLIGHT_NO_CACHE").isEmpty()) {
      health.ok("cache", "none, because SVC_PREFLIGHT_NO_CACHE is set");
    } else {
      tellOfNoArchive(health);
    }
  }

  private void tellOfNoArchive(Health health) {
    Path directory = cacheDirectory();
    String name = paths.display(directory.toString());
    if (!Files.isDirectory(directory) || !Files.isWritable(directory)) {
      health.warn(
          "cache",
          "none: " + name + " is no directory that can be written to; starts are slower",
          "make it writable, name another place in XDG_CACHE_HOME, or set"
              + " SVC_PREFLIGHT_NO_CACHE");
    } else if (hasFailed(directory)) {
      health.warn(
          "cache",
          "none in " + name + ": making it has failed; starts are slower",
          "delete the files *.no there, and it is tried again");
    } else {
      health.ok("cache", "not yet in " + name + "; it is made after the first run");
    }
  }

  private Path cacheDirectory() {
    Path standard = surroundings.home().resolve(".cache");
    try {
      String given = environment("XDG_CACHE_HOME");
      return (given.isEmpty() ? standard : Path.of(given)).resolve("svc-preflight");
    } catch (InvalidPathException e) {
      return standard.resolve("svc-preflight");
    }
  }

  /** The launcher leaves a mark where the JVM could make no archive, so as not to try each time. */
  private static boolean hasFailed(Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      List<String> names = files.map(file -> file.getFileName().toString()).toList();
      return names.stream().anyMatch(name -> name.endsWith(".no"));
    } catch (IOException e) {
      return false;
    }
  }

  private void tellOfTerminal(Health health) {
    if (!surroundings.isOutTerminal()) {
      health.ok("terminal", "none: standard output is a file or a pipe");
      return;
    }
    String colors =
        surroundings.wantsColor()
            ? "colours"
            : environment("NO_COLOR").isEmpty()
                ? "no colours, because TERM is dumb"
                : "no colours, because NO_COLOR is set";
    String shown = surroundings.width() + " columns, " + colors;
    String locale = locale();
    if (locale.isEmpty() || locale.toUpperCase(Locale.ROOT).replace("-", "").contains("UTF8")) {
      health.ok("terminal", shown);
    } else {
      health.warn(
          "terminal",
          shown + "; the locale is " + locale + ", but output is in UTF-8",
          "set LC_ALL or LANG to a locale in UTF-8, such as C.UTF-8");
    }
  }

  /** The first that counts of the variables that POSIX has for the encoding. */
  private String locale() {
    for (String variable : List.of("LC_ALL", "LC_CTYPE", "LANG")) {
      if (!environment(variable).isEmpty()) {
        return environment(variable);
      }
    }
    return "";
  }

  private String environment(String variable) {
    return surroundings.environment().getOrDefault(variable, "");
  }
}
