package io.svc.scanner.checks.commands;

import io.svc.rules.Severity;
import io.svc.scanner.config.Launch;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.config.Word;
import io.svc.scanner.detect.Check;
import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.Detector;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Detects servers whose program path is relative to the client's working directory. A name without
 * directory does not count, because the system searches {@code PATH} for it.
 */
public final class RelativeBinaryPathDetector implements Detector {
  private static final Check CHECK =
      new Check(
          "launch/relative-binary-path",
          "relative_binary_path",
          Severity.LOW,
          "a server program has a relative path",
          "Use an absolute path, use a reference such as ${workspaceFolder}/bin/start if the"
              + " client supports it, or install the program on PATH and use its name only.");

  /** Options of wrappers whose value is a directory, not a program. */
  private static final Set<String> DIRECTORY_FLAGS =
      Set.of("-C", "-D", "-R", "--chdir", "--chroot");

  /** Prefixes of placeholder paths that the reader is expected to replace. */
  private static final List<String> PLACEHOLDERS =
      List.of("path/to/", "path\\to\\", "your/", "your_", "your-", "full/path", "absolute/path");

  @Override
  public Check check() {
    return CHECK;
  }

  @Override
  public List<DetectedProblem> detect(DetectionSubject subject) {
    List<DetectedProblem> detections = new ArrayList<>();
    for (McpServer server : subject.config().entries()) {
      Optional<DetectedProblem> detection = detect(subject, server);
      if (detection.isPresent()) {
        detections.add(detection.get());
      }
    }
    return detections;
  }

  private static Optional<DetectedProblem> detect(DetectionSubject subject, McpServer server) {
    List<Word> outer = List.of();
    for (Launch launch : subject.commands(server)) {
      Word program = launch.words().get(0);
      if (isRelative(program.text()) && !isDirectory(outer, launch.words())) {
        return Optional.of(found(subject, server, program, program.text()));
      }
      Optional<ShellScript> script =
          launch.program().equals("ssh") ? Optional.empty() : ShellScript.of(launch);
      if (script.isPresent()) {
        for (String written : script.get().programs()) {
          // Redirections after a group of commands are no programs.
          boolean isRedirection = server.isOfClient() && written.indexOf('>') >= 0;
          if (isRelative(written) && !isRedirection) {
            return Optional.of(found(subject, server, script.get().place(), written));
          }
        }
      }
      outer = launch.words();
    }
    return Optional.empty();
  }

  /**
   * Returns whether the first word of a nested command is the value of a directory option, as in
   * {@code env -C directory server}. A nested command ends the command that contains it.
   */
  private static boolean isDirectory(List<Word> outer, List<Word> inner) {
    int before = outer.size() - inner.size() - 1;
    return before > 0 && DIRECTORY_FLAGS.contains(outer.get(before).text());
  }

  private static DetectedProblem found(
      DetectionSubject subject, McpServer server, Word word, String path) {
    return DetectedProblem.of(
        CHECK,
        server.name(),
        word.origin().location(),
        "The program `"
            + subject.redactor().redact(word.origin(), path)
            + "` is resolved in the working directory of the client, so another directory can"
            + " provide a different program.");
  }

  private static boolean isRelative(String text) {
    char first = text.isEmpty() ? ' ' : text.charAt(0);
    boolean mayBegin = Character.isLetterOrDigit(first) || first == '.' || first == '_';
    if (!mayBegin) {
      return false;
    }
    int end = 0;
    while (end < text.length() && !Character.isWhitespace(text.charAt(end))) {
      end++;
    }
    String path = text.substring(0, end);
    boolean hasSeparator = path.indexOf('/') >= 0 || path.indexOf('\\') >= 0;
    boolean hasDrive = path.length() > 1 && path.charAt(1) == ':';
    // Parent and hidden directories are reported by suspicious_path.
    return hasSeparator
        && !hasDrive
        && !path.contains("://")
        && !isPlaceholder(path)
        && SuspiciousPathDetector.reason(text).isEmpty();
  }

  private static boolean isPlaceholder(String path) {
    String lower = path.toLowerCase(Locale.ROOT);
    String start = lower.startsWith("./") ? lower.substring(2) : lower;
    for (String placeholder : PLACEHOLDERS) {
      if (start.startsWith(placeholder)) {
        return true;
      }
    }
    return false;
  }
}
