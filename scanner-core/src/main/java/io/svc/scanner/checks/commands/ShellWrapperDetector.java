package io.svc.scanner.checks.commands;

import io.svc.rules.Severity;
import io.svc.scanner.config.Launch;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.config.Word;
import io.svc.scanner.detect.Check;
import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.Detector;
import io.svc.scanner.launch.Commands;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Detects a shell between client and server, which runs a command line in text form. */
public final class ShellWrapperDetector implements Detector {
  private static final Check CHECK =
      new Check(
          "launch/shell-wrapper",
          "shell_wrapper",
          Severity.MEDIUM,
          "a server is started through a shell",
          "Start the {part} program directly with a list of arguments. Set variables under env.");

  private static final Set<String> POWERSHELL_FLAGS =
      Set.of("-command", "-c", "-encodedcommand", "-enc", "-ec", "-e");
  private static final Set<String> PACKAGE_RUNNERS =
      Set.of(
          "npx", "npm", "pnpm", "pnpx", "yarn", "bunx", "bun", "uvx", "uv", "node", "python",
          "pipx");
  private static final String METACHARACTERS = "|&;<>`$^";

  @Override
  public Check check() {
    return CHECK;
  }

  @Override
  public List<DetectedProblem> detect(DetectionSubject subject) {
    List<DetectedProblem> detections = new ArrayList<>();
    for (McpServer server : subject.config().servers()) {
      for (Launch launch : subject.commands(server)) {
        Optional<DetectedProblem> detection = detect(server, launch);
        if (detection.isPresent()) {
          // A line that runs a download is already reported with higher severity.
          if (RemoteCodePipeDetector.find(server.launch()).isEmpty()) {
            detections.add(detection.get());
          }
          break;
        }
      }
    }
    return detections;
  }

  private static Optional<DetectedProblem> detect(McpServer server, Launch launch) {
    String program = launch.program();
    List<Word> words = launch.words();
    if (Commands.POSIX_SHELLS.contains(program)) {
      int script = Commands.scriptOfShell(words);
      return script == 0
          ? Optional.empty()
          : Optional.of(
              found(server, words.get(script), program + " " + words.get(script - 1).text()));
    }
    if (program.equals("cmd")) {
      int flag = Commands.indexOfFlag(words, Set.of("/c", "/k"));
      if (flag < 0 || flag + 1 == words.size()) {
        return Optional.empty();
      }
      DetectedProblem detection = found(server, words.get(flag), "cmd " + words.get(flag).text());
      return Optional.of(
          isPlain(words.subList(flag + 1, words.size()))
              ? detection.withSeverity(Severity.INFO)
              : detection);
    }
    int flag =
        Commands.POWERSHELLS.contains(program) ? Commands.indexOfFlag(words, POWERSHELL_FLAGS) : -1;
    return flag < 0
        ? Optional.empty()
        : Optional.of(
            found(
                server,
                words.get(flag),
                program + " " + words.get(flag).text().toLowerCase(Locale.ROOT)));
  }

  private static DetectedProblem found(McpServer server, Word word, String shell) {
    return DetectedProblem.of(
        CHECK,
        server.name(),
        word.origin().location(),
        "The server is started through `"
            + shell
            + "`, so a command line in a string determines"
            + " what runs.");
  }

  /**
   * Returns whether a command is a simple {@code cmd /c npx …}, the only method to start a script
   * on Windows.
   */
  private static boolean isPlain(List<Word> command) {
    for (Word word : command) {
      for (int i = 0; i < word.text().length(); i++) {
        if (METACHARACTERS.indexOf(word.text().charAt(i)) >= 0 && !word.text().startsWith("${")) {
          return false;
        }
      }
    }
    List<String> words = Launch.split(command.get(0).text());
    return !words.isEmpty() && PACKAGE_RUNNERS.contains(Launch.programOf(words.get(0)));
  }
}
