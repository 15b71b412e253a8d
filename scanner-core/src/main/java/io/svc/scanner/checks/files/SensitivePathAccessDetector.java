package io.svc.scanner.checks.files;

import io.svc.rules.Severity;
import io.svc.rules.WordListParser;
import io.svc.scanner.config.ConfigText;
import io.svc.scanner.config.Launch;
import io.svc.scanner.config.Location;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.config.NamedText;
import io.svc.scanner.config.Word;
import io.svc.scanner.detect.Check;
import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.Detector;
import io.svc.scanner.launch.Commands;
import io.svc.scanner.launch.ContainerRun;
import io.svc.scanner.launch.ContainerRun.Option;
import io.svc.scanner.redact.FieldName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Detects servers with access to locations of secrets, by an argument, a mount or an allowed
 * directory. A key or config file as the value of an option for it is the server's own credential
 * and is not reported.
 */
public final class SensitivePathAccessDetector implements Detector {
  private static final Check CHECK =
      new Check(
          "files/sensitive-path-access",
          "sensitive_path_access",
          Severity.HIGH,
          "a server has access to stored secrets",
          "Remove the path. Give the {part} its own credential with only the permissions that it"
              + " needs.");

  /**
   * Programs whose arguments are files for their own use, such as keys to load or variables to set.
   */
  private static final Set<String> LOADERS =
      Set.of("source", ".", "ssh-add", "ssh-keygen", "ssh-agent", "direnv");

  /** Programs whose first argument is a pattern. */
  private static final Set<String> SEARCHES = Set.of("grep", "egrep", "fgrep", "rg", "sed", "awk");

  /** Programs that do not open the files in their arguments. */
  private static final Set<String> COMPARISONS =
      Set.of("echo", "printf", "test", "[", "[[", "case", "then", "if", "basename", "dirname");

  private static final Set<String> DOT_ENV_LOADERS =
      Set.of("dotenv", "dotenvx", "dotenv-cli", "env-cmd", "@dotenvx/dotenvx");

  /** Words in the names of variables that list the directories a server may access. */
  private static final Set<String> ROOT_WORDS =
      WordListParser.set(
          """
          allowed root roots dir dirs directory directories folder folders paths workspace
          workspaces base""");

  @Override
  public Check check() {
    return CHECK;
  }

  @Override
  public List<DetectedProblem> detect(DetectionSubject subject) {
    List<DetectedProblem> detections = new ArrayList<>();
    Set<Location> reported = new HashSet<>();
    for (McpServer server : subject.config().entries()) {
      reported = reported.isEmpty() ? reported : new HashSet<>();
      Optional<ContainerRun> container = Optional.empty();
      for (Launch launch : subject.commands(server)) {
        Optional<ContainerRun> run = subject.facts(server).container(launch);
        if (run.isPresent()) {
          container = run;
          addMounts(subject, server, run.get(), reported, detections);
        } else if (container.isEmpty() || !container.get().contains(launch)) {
          // Paths in the arguments of a container are paths inside the container.
          addArguments(subject, server, launch, reported, detections);
        }
      }
      for (NamedText variable : server.env()) {
        if (namesDirectories(variable.name())) {
          add(
              subject,
              server,
              variable.name(),
              variable.text(),
              variable.value(),
              reported,
              detections);
        }
      }
    }
    for (Word directory : ClientDirectories.of(subject.config())) {
      add(subject, "", "client", directory.origin(), directory.text(), detections);
    }
    return detections;
  }

  private static void addMounts(
      DetectionSubject subject,
      McpServer server,
      ContainerRun run,
      Set<Location> reported,
      List<DetectedProblem> detections) {
    for (Option option : run.options()) {
      String source = option.hostPath();
      // Complete system directories are reported as container_host_mount. /etc/passwd is mounted to
      // preserve file owners.
      if (FilesystemExposure.ofPath(source) == FilesystemExposure.NARROW
          && !source.equals("/etc/passwd")) {
        add(subject, server, option.word().origin(), source, reported, detections);
      }
    }
  }

  private static void addArguments(
      DetectionSubject subject,
      McpServer server,
      Launch launch,
      Set<Location> reported,
      List<DetectedProblem> detections) {
    String program = launch.program();
    boolean isScript =
        Commands.POSIX_SHELLS.contains(program) && Commands.scriptOfShell(launch.words()) > 0;
    // The commands of a script are separate launches.
    if (isScript || LOADERS.contains(program)) {
      return;
    }
    boolean loadsVariables = false;
    // In a hook, such programs compare the path that the model uses.
    boolean isPattern = server.isOfClient() && SEARCHES.contains(program);
    if (server.isOfClient() && COMPARISONS.contains(program)) {
      return;
    }
    String previous = "";
    for (Word word : launch.words()) {
      String text = word.text();
      if (isPattern && !previous.isEmpty() && !text.startsWith("-")) {
        isPattern = false;
        previous = text;
        continue;
      }
      loadsVariables |= DOT_ENV_LOADERS.contains(Launch.programOf(text));
      int equals = text.indexOf('=');
      boolean hasName = equals > 0 && text.lastIndexOf('/', equals) < 0;
      String name = hasName ? text.substring(0, equals) : previous.startsWith("-") ? previous : "";
      String value = hasName ? text.substring(equals + 1) : text;
      boolean isProgram = previous.isEmpty();
      boolean isOfLoader = loadsVariables && SensitivePlace.of(value).isDotEnv();
      if (!isProgram && !isOfLoader && !(text.startsWith("-") && !hasName)) {
        add(subject, server, name, value, word.origin(), reported, detections);
      }
      previous = text;
    }
  }

  private static boolean namesDirectories(String variable) {
    for (String word : FieldName.of(variable).words()) {
      if (ROOT_WORDS.contains(word)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Adds a problem for the first sensitive path in the value of a name, unless the name makes the
   * path ordinary.
   */
  private static void add(
      DetectionSubject subject,
      McpServer server,
      String name,
      String value,
      ConfigText origin,
      Set<Location> reported,
      List<DetectedProblem> detections) {
    if (value.indexOf('.') < 0 && value.indexOf('/') < 0 && value.indexOf('\\') < 0) {
      return;
    }
    for (String path : SensitivePlace.pathsIn(value)) {
      SensitivePlace sensitivePlace = SensitivePlace.of(path);
      if (sensitivePlace.isSensitive() && !PathPurpose.isOrdinary(name, sensitivePlace)) {
        add(subject, server, origin, path, reported, detections);
        return;
      }
    }
  }

  private static void add(
      DetectionSubject subject,
      McpServer server,
      ConfigText origin,
      String path,
      Set<Location> reported,
      List<DetectedProblem> detections) {
    if ((reported.isEmpty() || !reported.contains(origin.location()))
        && add(subject, server.name(), server.noun(), origin, path, detections)) {
      reported.add(origin.location());
    }
  }

  /** Adds a problem if a path is sensitive. */
  private static boolean add(
      DetectionSubject subject,
      String server,
      String noun,
      ConfigText origin,
      String path,
      List<DetectedProblem> detections) {
    SensitivePlace sensitivePlace = SensitivePlace.of(path);
    // Documentation uses /path/to/.aws as a placeholder. The real path is reported.
    boolean isSample = path.contains("path/to/") || path.contains("path\\to\\");
    if (!sensitivePlace.isSensitive() || isSample) {
      return false;
    }
    detections.add(
        DetectedProblem.of(
            CHECK,
            server,
            origin.location(),
            "The "
                + noun
                + " has access to `"
                + subject.redactor().redact(origin, path)
                + "`: "
                + sensitivePlace.words()
                + "."));
    return true;
  }
}
