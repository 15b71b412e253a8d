package io.svc.scanner.checks.commands;

import io.svc.rules.Severity;
import io.svc.rules.WordListParser;
import io.svc.scanner.checks.files.PathList;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.detect.Check;
import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.Detector;
import io.svc.scanner.launch.LaunchSetting;
import io.svc.scanner.redact.References;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Detects environment variables that make a program load other code. */
public final class DangerousEnvOverrideDetector implements Detector {
  private static final Check CHECK =
      new Check(
          "env/dangerous-override",
          "dangerous_env_override",
          Severity.HIGH,
          "an environment variable changes what code a program loads",
          "Remove the variable, or configure the option where the program is installed.");

  private static final List<String> JAVA =
      WordListParser.list(
          """
          -javaagent -agentlib -agentpath -Xbootclasspath -XX:OnError -XX:OnOutOfMemoryError -cp
          -classpath --class-path -Djava.system.class.loader @""");

  /** Variables that load code into a program with any value. */
  private static final Set<String> LOADERS =
      WordListParser.set(
          """
          LD_PRELOAD LD_AUDIT DYLD_INSERT_LIBRARIES PYTHONSTARTUP PYTHONHOME PYTHONINSPECT BASH_ENV
          ENV PROMPT_COMMAND ZDOTDIR PERL5DB GIT_SSH GIT_SSH_COMMAND GIT_EXTERNAL_DIFF GIT_PAGER
          GIT_EXEC_PATH GCONV_PATH COMSPEC LUA_INIT R_PROFILE""");

  /**
   * Variables that list directories to load code from. Values in the directories of a project or a
   * version manager are common and are reported with lower severity.
   */
  private static final Set<String> SEARCH_PATHS =
      WordListParser.set(
          """
          PATH LD_LIBRARY_PATH DYLD_LIBRARY_PATH DYLD_FRAMEWORK_PATH DYLD_FALLBACK_LIBRARY_PATH
          PYTHONPATH NODE_PATH RUBYLIB PERL5LIB CLASSPATH""");

  /** Variables that take options, with the prefixes of the options that load code. */
  private static final Map<String, List<String>> OPTIONS =
      Map.of(
          "NODE_OPTIONS",
          WordListParser.list(
              """
              --require -r --import --loader --experimental-loader --inspect --eval -e
              --env-file"""),
          "BUN_OPTIONS",
          List.of("--preload", "-r", "--require", "--import", "--inspect"),
          "JAVA_TOOL_OPTIONS",
          JAVA,
          "JDK_JAVA_OPTIONS",
          JAVA,
          "_JAVA_OPTIONS",
          JAVA,
          "RUBYOPT",
          List.of("-r", "-I"),
          "PERL5OPT",
          List.of("-M", "-m", "-d", "-I"));

  @Override
  public Check check() {
    return CHECK;
  }

  @Override
  public List<DetectedProblem> detect(DetectionSubject subject) {
    List<DetectedProblem> detections = new ArrayList<>();
    for (McpServer server : subject.config().entries()) {
      for (LaunchSetting variable : subject.facts(server).settings()) {
        if (variable.isVariable() && !variable.value().isBlank()) {
          add(server, variable, variable.name().toUpperCase(Locale.ROOT), detections);
        }
      }
    }
    return detections;
  }

  private static void add(
      McpServer server, LaunchSetting variable, String name, List<DetectedProblem> detections) {
    boolean isSearchPath = SEARCH_PATHS.contains(name);
    boolean loadsCode = LOADERS.contains(name) || hasLoadingOption(name, variable.value());
    if ((!isSearchPath && !loadsCode) || isPassedThrough(name, variable.value())) {
      return;
    }
    DetectedProblem detection =
        DetectedProblem.of(
            CHECK,
            server.name(),
            variable.origin().location(),
            "The environment variable `"
                + variable.name()
                + "` controls which code the "
                + server.noun()
                + " program loads.");
    boolean isOrdinary = isSearchPath && hasOnlyOrdinaryDirectories(variable.value());
    detections.add(isOrdinary ? detection.withSeverity(Severity.LOW) : detection);
  }

  private static boolean hasLoadingOption(String name, String value) {
    List<String> loadingOptions = OPTIONS.get(name);
    if (loadingOptions == null) {
      return false;
    }
    for (String option : value.split("\\s", 100)) {
      for (String loading : loadingOptions) {
        if (option.startsWith(loading)) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Returns whether all directories are absolute and none is temporary, hidden, shared or
   * world-writable.
   */
  private static boolean hasOnlyOrdinaryDirectories(String value) {
    for (String path : PathList.of(value)) {
      boolean isRelative = path.isEmpty() || path.startsWith(".");
      if (isRelative || !SuspiciousPathDetector.reason(path + "/x").isEmpty()) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns whether a value only passes the existing variable on, such as {@code PATH: ${PATH}}.
   */
  private static boolean isPassedThrough(String name, String value) {
    boolean isNamed = value.toUpperCase(Locale.ROOT).contains(name);
    return isNamed && References.without(value).isBlank();
  }
}
