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
import io.svc.scanner.redact.FieldName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Detects a second command in the arguments of a program that is not a shell. It is harmless if the
 * client starts programs directly, but runs if a client starts them through a shell.
 */
public final class ShellMetacharactersDetector implements Detector {
  private static final Check CHECK =
      new Check(
          "launch/shell-metacharacters",
          "shell_metacharacters",
          Severity.MEDIUM,
          "an argument contains a second command",
          "Remove the second command from the arguments. If you need several commands, run them"
              + " from a script.");

  /** Shell metacharacters. Every match of this check contains at least one. */
  private static final String METACHARACTERS = ";|&`$<>";

  private static final Set<String> CMD_FLAGS = Set.of("/c", "/k");

  /** Words in the names of options whose values are patterns or lists of commands. */
  private static final Set<String> PATTERN_WORDS =
      WordListParser.set(
          """
          allow allowed deny denied block blocked allowlist blocklist denylist whitelist blacklist
          pattern patterns regex regexp exclude ignore delimiter separator health""");

  /** Words in the names of options whose values are sentences or queries. */
  private static final Set<String> SENTENCE_WORDS =
      WordListParser.set(
          """
          prompt instruction instructions description message title text comment query filter help
          note system header""");

  private static final int NEXT_WORDS = 3;
  private static final int LONGEST_NEXT = 100;

  @Override
  public Check check() {
    return CHECK;
  }

  @Override
  public List<DetectedProblem> detect(DetectionSubject subject) {
    List<DetectedProblem> detections = new ArrayList<>();
    for (McpServer server : subject.config().servers()) {
      Optional<DetectedProblem> detection = detect(subject, server);
      // A line that runs a download is already reported with higher severity.
      if (detection.isPresent() && RemoteCodePipeDetector.find(server.launch()).isEmpty()) {
        detections.add(detection.get());
      }
    }
    return detections;
  }

  private static Optional<DetectedProblem> detect(DetectionSubject subject, McpServer server) {
    List<Word> words = server.launch().words();
    int code = -1;
    for (int i = 0; i < words.size(); i++) {
      // Text that a shell interprets is reported by shell_wrapper.
      if (beginsShell(words, i)) {
        return Optional.empty();
      }
      if (hasMetacharacter(words.get(i).text())) {
        code = code == -1 ? indexOfCode(subject, server) : code;
        Optional<InjectedCommand> command = i == code ? Optional.empty() : find(words, i);
        if (command.isPresent()) {
          return Optional.of(found(subject, server, words.get(i), command.get()));
        }
      }
    }
    return Optional.empty();
  }

  /**
   * Returns the index of the word that inline_interpreter_code reports, or the number of words if
   * there is none.
   */
  private static int indexOfCode(DetectionSubject subject, McpServer server) {
    int size = server.launch().words().size();
    for (Launch launch : subject.commands(server)) {
      Optional<InlineCode> code = InlineCode.of(launch);
      if (code.isPresent()) {
        // A nested command ends the command that contains it.
        return size - launch.words().size() + code.get().index();
      }
    }
    return size;
  }

  private static boolean beginsShell(List<Word> words, int index) {
    String program = Launch.programOf(words.get(index).text());
    if (program.equals("ssh") && index == 0) {
      return true;
    }
    boolean isShell = Commands.POSIX_SHELLS.contains(program);
    boolean isWindows = program.equals("cmd") || Commands.POWERSHELLS.contains(program);
    if (!isShell && !isWindows) {
      return false;
    }
    List<Word> rest = words.subList(index, words.size());
    return index == 0
        || (isShell && Commands.scriptOfShell(rest) > 0)
        || (isWindows
            && rest.size() > 1
            && (CMD_FLAGS.contains(rest.get(1).text()) || rest.get(1).text().startsWith("-")));
  }

  private static boolean hasMetacharacter(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (METACHARACTERS.indexOf(text.charAt(i)) >= 0) {
        return true;
      }
    }
    return false;
  }

  private static Optional<InjectedCommand> find(List<Word> words, int index) {
    String text = words.get(index).text();
    List<String> option = optionOf(words, index);
    if (hasAny(option, PATTERN_WORDS)) {
      return Optional.empty();
    }
    StringBuilder line = new StringBuilder(text);
    int end = Math.min(words.size(), index + 1 + NEXT_WORDS);
    for (Word next : words.subList(index + 1, end)) {
      String part = next.text();
      line.append(' ').append(part, 0, Math.min(part.length(), LONGEST_NEXT));
    }
    return InjectedCommand.in(line.toString(), text.length(), hasAny(option, SENTENCE_WORDS));
  }

  /**
   * Returns the words of the name of the option whose value a word is. Empty if the word is not an
   * option's value.
   */
  private static List<String> optionOf(List<Word> words, int index) {
    String text = words.get(index).text();
    int equals = text.startsWith("--") ? text.indexOf('=') : -1;
    String option =
        equals > 0 ? text.substring(0, equals) : words.get(index - 1 < 0 ? 0 : index - 1).text();
    return option.startsWith("-") ? FieldName.of(option).words() : List.of();
  }

  private static boolean hasAny(List<String> words, Set<String> sensitiveWords) {
    for (String word : words) {
      if (sensitiveWords.contains(word)) {
        return true;
      }
    }
    return false;
  }

  private static DetectedProblem found(
      DetectionSubject subject, McpServer server, Word word, InjectedCommand command) {
    String program =
        command.program().isEmpty()
            ? "a command"
            : "`" + subject.redactor().redact(word.origin(), command.program()) + "`";
    String operator =
        command.operator().equals("`") ? "a backtick" : "`" + command.operator() + "`";
    return DetectedProblem.of(
        CHECK,
        server.name(),
        word.origin().location(),
        "An argument contains "
            + operator
            + " followed by "
            + program
            + ", which clients that start servers through a shell run as a separate command.");
  }
}
