package io.svc.scanner.checks.commands;

import io.svc.rules.Severity;
import io.svc.rules.WordListParser;
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

/** Detects servers that run with the privileges of another user, usually the administrator. */
public final class PrivilegeElevationDetector implements Detector {
  private static final Check CHECK =
      new Check(
          "launch/privilege-elevation",
          "privilege_elevation",
          Severity.HIGH,
          "a server runs with elevated privileges",
          "Run the {part} as your own user. Grant the missing permission by other means, such as"
              + " group membership, a capability, or file permissions.");

  private static final Set<String> PROGRAMS =
      Set.of(
          "sudo", "doas", "pkexec", "runas", "su", "gsudo", "run0", "dzdo", "pfexec", "gksu",
          "gksudo", "kdesu", "kdesudo", "sudo-rs", "doas-rs");

  /** Names without another meaning, checked in every position where a program runs a command. */
  private static final Set<String> UNMISTAKABLE =
      Set.of("sudo", "doas", "pkexec", "gsudo", "run0", "sudo-rs");

  /** Programs whose arguments are another command. */
  private static final Set<String> RUNNERS =
      WordListParser.set(
          """
          timeout stdbuf setsid unbuffer script strace ionice chrt taskset caffeinate arch xvfb-run
          dbus-run-session start call watch""");

  /** Programs that run commands with the privileges of a container. */
  private static final Set<String> CONTAINERS =
      Set.of("docker", "podman", "nerdctl", "kubectl", "oc", "lima", "colima");

  private static final String OSASCRIPT_PHRASE = "with administrator privileges";

  @Override
  public Check check() {
    return CHECK;
  }

  @Override
  public List<DetectedProblem> detect(DetectionSubject subject) {
    List<DetectedProblem> detections = new ArrayList<>();
    for (McpServer server : subject.config().entries()) {
      for (Launch launch : subject.commands(server)) {
        Optional<DetectedProblem> detection = detect(server, launch);
        if (detection.isPresent()) {
          detections.add(detection.get());
          break;
        }
      }
    }
    return detections;
  }

  private static Optional<DetectedProblem> detect(McpServer server, Launch launch) {
    String program = launch.program();
    if (PROGRAMS.contains(program)) {
      return found(server, launch.words().get(0), program);
    }
    if (program.equals("osascript")) {
      return elevatedAppleScript(server, launch);
    }
    if (Commands.POWERSHELLS.contains(program)) {
      Optional<Word> verb = verbRunAs(launch);
      if (verb.isPresent()) {
        return found(server, verb.get(), "Start-Process -Verb RunAs");
      }
    }
    Optional<DetectedProblem> delegated = delegatedLaunch(server, launch);
    return delegated.isPresent() ? delegated : inScript(server, launch);
  }

  private static Optional<DetectedProblem> elevatedAppleScript(McpServer server, Launch launch) {
    for (Word word : launch.arguments()) {
      if (word.text().toLowerCase(Locale.ROOT).contains(OSASCRIPT_PHRASE)) {
        return found(server, word, "osascript … " + OSASCRIPT_PHRASE);
      }
    }
    return Optional.empty();
  }

  /**
   * Returns the word of {@code -Verb RunAs} in one word or in two, with a colon or quotes between
   * them.
   */
  private static Optional<Word> verbRunAs(Launch launch) {
    boolean isBehindVerb = false;
    for (Word word : launch.arguments()) {
      String text = word.text().toLowerCase(Locale.ROOT);
      int start = isBehindVerb ? 0 : indexAfterVerb(text, 0);
      while (start >= 0) {
        int end = start;
        while (end < text.length() && " \t\r\n:'\"`".indexOf(text.charAt(end)) >= 0) {
          end++;
        }
        if (text.startsWith("runas", end)) {
          return Optional.of(word);
        }
        isBehindVerb = end == text.length();
        start = indexAfterVerb(text, end);
      }
    }
    return Optional.empty();
  }

  private static int indexAfterVerb(String text, int from) {
    int verb = text.indexOf("-verb", from);
    return verb < 0 ? -1 : verb + "-verb".length();
  }

  private static Optional<DetectedProblem> delegatedLaunch(McpServer server, Launch launch) {
    List<Word> words = launch.words();
    boolean isRunner = RUNNERS.contains(launch.program());
    if (CONTAINERS.contains(launch.program())) {
      return Optional.empty();
    }
    for (int i = 1; i < words.size(); i++) {
      String program = Launch.programOf(words.get(i).text());
      boolean isCommand = isRunner || words.get(i - 1).text().equals("--");
      if (isCommand && UNMISTAKABLE.contains(program)) {
        return found(server, words.get(i), program);
      }
    }
    return Optional.empty();
  }

  private static Optional<DetectedProblem> inScript(McpServer server, Launch launch) {
    Optional<ShellScript> script = ShellScript.of(launch);
    if (script.isPresent()) {
      for (String written : script.get().programs()) {
        String program = Launch.programOf(written);
        if (PROGRAMS.contains(program)) {
          return found(server, script.get().place(), program);
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<DetectedProblem> found(McpServer server, Word word, String means) {
    return Optional.of(
        DetectedProblem.of(
            CHECK,
            server.name(),
            word.origin().location(),
            "The "
                + server.noun()
                + " is started through `"
                + means
                + "`, so it runs with the privileges of another user, typically an"
                + " administrator."));
  }
}
