package io.svc.cli.doctor;

import io.svc.cli.console.ProcessContext;
import io.svc.cli.console.Version;
import io.svc.cli.hook.JavaRuntime;
import io.svc.scanner.scan.ProjectPaths;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Checks the installation: version, runtime, cache and terminal. */
final class InstallationHealth {
  private final ProcessContext surroundings;
  private final JavaRuntime runtime;
  private final ProjectPaths paths;

  InstallationHealth(ProcessContext surroundings, JavaRuntime runtime) {
    this.surroundings = surroundings;
    this.runtime = runtime;
    this.paths = surroundings.pathsOf(surroundings.directory());
  }

  void report(DoctorReport health) {
    health.ok("version", Version.text());
    health.ok("java", runtime.name() + " at " + paths.display(runtime.home()));
    reportCache(health);
    reportTerminal(health);
  }

  private void reportCache(DoctorReport health) {
    if (!runtime.archive().isEmpty()) {
      health.ok("cache", "using " + paths.display(runtime.archive()));
    } else if (!runtime.isLaunched()) {
      health.ok(
          "cache",
          "disabled, because the jar was started with java; run the file directly"
              + " for a faster start");
    } else if (!environment("SVC_PREFLIGHT_NO_CACHE").isEmpty()) {
      health.ok("cache", "disabled, because SVC_PREFLIGHT_NO_CACHE is set");
    } else {
      reportNoArchive(health);
    }
  }

  private void reportNoArchive(DoctorReport health) {
    Path directory = cacheDirectory();
    String name = paths.display(directory.toString());
    if (!Files.isDirectory(directory) || !Files.isWritable(directory)) {
      health.warn(
          "cache",
          "none: " + name + " is not a writable directory; startup is slower",
          "make it writable, set XDG_CACHE_HOME to another directory, or set"
              + " SVC_PREFLIGHT_NO_CACHE");
    } else if (hasFailed()) {
      health.warn(
          "cache",
          "none in " + name + ": creating it failed; startup is slower",
          "delete " + paths.display(failureMark().toString()) + " to retry");
    } else {
      health.ok("cache", "not created yet in " + name + "; the first run creates it");
    }
  }

  private Path cacheDirectory() {
    return surroundings.directories().cache().resolve("svc-preflight");
  }

  /**
   * The launcher leaves a marker file if the JVM could not create the archive of this installation.
   * Archives of other installations are in the same directory and are not checked.
   */
  private boolean hasFailed() {
    return !runtime.expectedArchive().isEmpty() && Files.exists(failureMark());
  }

  private Path failureMark() {
    return Path.of(runtime.expectedArchive() + ".no");
  }

  private void reportTerminal(DoctorReport health) {
    if (!surroundings.isOutTerminal()) {
      health.ok("terminal", "none: standard output is a file or a pipe");
      return;
    }
    String colors =
        surroundings.usesColor()
            ? "colors"
            : environment("NO_COLOR").isEmpty()
                ? "no colors, because TERM is dumb"
                : "no colors, because NO_COLOR is set";
    String shown = surroundings.width() + " columns, " + colors;
    String locale = locale();
    if (locale.isEmpty() || locale.toUpperCase(Locale.ROOT).replace("-", "").contains("UTF8")) {
      health.ok("terminal", shown);
    } else {
      health.warn(
          "terminal",
          shown + "; the locale is " + locale + ", but the output is UTF-8",
          "set LC_ALL or LANG to a UTF-8 locale, such as C.UTF-8");
    }
  }

  /** Returns the first POSIX variable for the encoding that takes effect. */
  private String locale() {
    if (runtime.isLaunched()) {
      return runtime.locale();
    }
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
