package io.svc.scanner.detect;

import io.svc.rules.Severity;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.config.NamedText;
import io.svc.scanner.redact.References;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Sees environment variables through which a file makes a program load other code. */
final class DangerousEnvOverrideDetector implements Detector {
  private static final Check CHECK =
      new Check(
          "env/dangerous-override",
          "dangerous_env_override",
          Severity.HIGH,
          "an environment variable changes what code a program loads",
          "Remove the variable, or set the option it stands for where the program is installed.");

  /** Variables that load code into a program whatever their value is. */
  private static final Set<String> LOADERS =
      Set.of(
          "LD_PRELOAD",
          "LD_AUDIT",
          "DYLD_INSERT_LIBRARIES",
          "PYTHONSTARTUP",
          "PYTHONHOME",
          "PYTHONINSPECT",
          "BASH_ENV",
          "ENV",
          "PROMPT_COMMAND",
          "ZDOTDIR",
          "PERL5DB",
          "GIT_SSH",
          "GIT_SSH_COMMAND",
          "GIT_EXTERNAL_DIFF",
          "GIT_PAGER",
          "GIT_EXEC_PATH",
          "GCONV_PATH",
          "COMSPEC",
          "LUA_INIT",
          "R_PROFILE");

  /**
   * Variables that list directories to load code from. People set them to a project's or a version
   * manager's own directories every day: that is told quietly.
   */
  private static final Set<String> SEARCH_PATHS =
      Set.of(
          "PATH",
          "LD_LIBRARY_PATH",
          "DYLD_LIBRARY_PATH",
          "DYLD_FRAMEWORK_PATH",
          "DYLD_FALLBACK_LIBRARY_PATH",
          "PYTHONPATH",
          "NODE_PATH",
          "RUBYLIB",
          "PERL5LIB",
          "CLASSPATH");

  /** Variables that take options, of which only some load code. */
  private static final Set<String> OPTIONS =
      Set.of(
          "NODE_OPTIONS",
          "JAVA_TOOL_OPTIONS",
          "_JAVA_OPTIONS",
          "JDK_JAVA_OPTIONS",
          "RUBYOPT",
          "PERL5OPT",
          "PYTHONOPTIMIZE",
          "DENO_FLAGS",
          "BUN_OPTIONS");

  private static final List<String> CODE_LOADING_OPTIONS =
      List.of(
          "--require",
          "-r",
          "--import",
          "--loader",
          "--experimental-loader",
          "--inspect",
          "--eval",
          "-javaagent",
          "-agentlib",
          "-agentpath",
          "-xbootclasspath",
          "-m",
          "-d",
          "-i",
          "--env-file",
          "--preload",
          "-xx:onerror",
          "-xx:onoutofmemoryerror");

  @Override
  public Check check() {
    return CHECK;
  }

  @Override
  public List<Detection> detect(Subject subject) {
    List<Detection> detections = new ArrayList<>();
    for (McpServer server : subject.config().servers()) {
      for (NamedText variable : server.env()) {
        String name = variable.name().toUpperCase(Locale.ROOT);
        if (!variable.text().isBlank() && !isPassedThrough(name, variable.text())) {
          add(server, variable, name, detections);
        }
      }
    }
    return detections;
  }

  private static void add(
      McpServer server, NamedText variable, String name, List<Detection> detections) {
    boolean isSearchPath = SEARCH_PATHS.contains(name);
    boolean loadsCode =
        LOADERS.contains(name) || (OPTIONS.contains(name) && hasLoadingOption(variable.text()));
    if (!isSearchPath && !loadsCode) {
      return;
    }
    Detection detection =
        Detection.of(
            CHECK,
            server.name(),
            variable.value().location(),
            "The environment variable `"
                + variable.name()
                + "` decides what code the server's program loads.");
    boolean isOrdinary = isSearchPath && hasOnlyOrdinaryDirectories(variable.text());
    detections.add(isOrdinary ? detection.withSeverity(Severity.LOW) : detection);
  }

  private static boolean hasLoadingOption(String value) {
    for (String option : value.toLowerCase(Locale.ROOT).split("\\s", 100)) {
      for (String loading : CODE_LOADING_OPTIONS) {
        boolean isShort = loading.length() == 2;
        if (option.startsWith(loading) && !(isShort && option.startsWith("--"))) {
          return true;
        }
      }
    }
    return false;
  }

  /** Absolute directories, of which none is temporary, hidden, shared or open to everybody. */
  private static boolean hasOnlyOrdinaryDirectories(String value) {
    String separator = value.indexOf(';') >= 0 || value.indexOf('\\') >= 0 ? ";" : ":(?![/\\\\])";
    for (String directory : value.split(separator, 200)) {
      String path = directory.strip();
      boolean isRelative = path.isEmpty() || path.startsWith(".");
      if (isRelative || !SuspiciousPathDetector.reason(path + "/x").isEmpty()) {
        return false;
      }
    }
    return true;
  }

  /** {@code PATH: ${PATH}} and its like hand on what is there anyway. */
  private static boolean isPassedThrough(String name, String value) {
    boolean isNamed = value.toUpperCase(Locale.ROOT).contains(name);
    return isNamed && References.without(value).isBlank();
  }
}
