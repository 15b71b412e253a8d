package io.svc.scanner.launch;

import io.svc.scanner.config.Launch;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.config.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Finds all commands that the start of a server runs: the configured one, and those in shells and
 * wrappers, such as {@code npx} in {@code cmd /c npx …} and in {@code sh -c "… && npx …"}.
 */
public final class Commands {
  public static final Set<String> POSIX_SHELLS =
      Set.of("sh", "bash", "zsh", "dash", "ksh", "ash", "fish");
  public static final Set<String> POWERSHELLS = Set.of("powershell", "pwsh");

  private static final Set<String> WRAPPERS =
      Set.of("env", "sudo", "doas", "nohup", "exec", "nice", "time", "command", "wsl", "xargs");
  private static final Set<String> OPERATORS = Set.of("|", "||", "&", "&&", ";");

  /** Launchers with unambiguous names: a later word with such a name starts another command. */
  private static final Set<String> LAUNCHERS =
      Set.of("npx", "bunx", "pnpx", "uvx", "pipx", "docker", "podman");

  private static final int DEEPEST = 4;

  private final List<Launch> found = new ArrayList<>();

  private Commands() {}

  /** Returns the commands, outermost first; empty for a remote server. */
  public static List<Launch> of(McpServer server) {
    Commands commands = new Commands();
    commands.add(server.launch(), 0);
    return commands.found;
  }

  private void add(Launch launch, int depth) {
    if (launch.isEmpty() || depth > DEEPEST) {
      return;
    }
    found.add(launch);
    String program = launch.program();
    List<Word> words = launch.words();
    if (POSIX_SHELLS.contains(program)) {
      int script = scriptOfShell(words);
      if (script > 0) {
        addScript(List.of(words.get(script)), depth);
      }
    } else if (program.equals("cmd")) {
      int start = indexOfFlag(words, Set.of("/c", "/k")) + 1;
      if (start > 0) {
        addScript(words.subList(start, words.size()), depth);
      }
    } else if (POWERSHELLS.contains(program)) {
      int start = indexOfFlag(words, Set.of("-command", "-c")) + 1;
      if (start > 0) {
        addScript(words.subList(start, words.size()), depth);
      }
    } else if (WRAPPERS.contains(program)) {
      addWrapped(launch, depth);
    } else {
      addNested(launch, depth);
    }
  }

  /**
   * Returns the index of the script after {@code -c}, {@code -lc} and similar flags; 0 without one.
   */
  public static int scriptOfShell(List<Word> words) {
    for (int i = 1; i + 1 < words.size(); i++) {
      String text = words.get(i).text();
      if (!text.startsWith("-")) {
        return 0;
      }
      if (!text.startsWith("--") && text.endsWith("c")) {
        return i + 1;
      }
    }
    return 0;
  }

  /**
   * Returns the index of the first word that is one of the flags, ignoring case; -1 without one.
   */
  public static int indexOfFlag(List<Word> words, Set<String> flags) {
    for (int i = 1; i < words.size(); i++) {
      if (flags.contains(words.get(i).text().toLowerCase(Locale.ROOT))) {
        return i;
      }
    }
    return -1;
  }

  private void addScript(List<Word> script, int depth) {
    List<Word> segment = new ArrayList<>();
    for (Word word : script) {
      // A single word with blanks is a command line.
      List<String> parts = script.size() == 1 ? Launch.split(word.text()) : List.of(word.text());
      for (String part : parts) {
        if (OPERATORS.contains(part)) {
          add(withoutAssignments(segment), depth + 1);
          segment = new ArrayList<>();
        } else {
          segment.add(new Word(part, word.origin()));
        }
      }
    }
    add(withoutAssignments(segment), depth + 1);
  }

  /**
   * Adds a wrapped command. A known program takes precedence over the first plain word, because
   * wrappers have options with values.
   */
  private void addWrapped(Launch launch, int depth) {
    List<Word> words = launch.words();
    int firstPlain = 0;
    for (int i = 1; i < words.size(); i++) {
      String text = words.get(i).text();
      String program = Launch.programOf(text);
      if (POSIX_SHELLS.contains(program)
          || POWERSHELLS.contains(program)
          || LAUNCHERS.contains(program)) {
        add(launch.from(i), depth + 1);
        return;
      }
      if (firstPlain == 0 && !text.startsWith("-") && text.indexOf('=') < 0) {
        firstPlain = i;
      }
    }
    if (firstPlain > 0) {
      add(launch.from(firstPlain), depth + 1);
    }
  }

  /** Adds a launcher among the arguments, after {@code --}, or in the value of {@code --stdio}. */
  private void addNested(Launch launch, int depth) {
    List<Word> words = launch.words();
    for (int i = 1; i < words.size(); i++) {
      String before = words.get(i - 1).text();
      String text = words.get(i).text();
      if (before.equals("--stdio") && text.indexOf(' ') > 0) {
        addScript(List.of(words.get(i)), depth);
        return;
      }
      boolean isBehindFlag =
          before.startsWith("-") && !before.equals("--") && !before.equals("--stdio");
      if (LAUNCHERS.contains(Launch.programOf(text)) && !isBehindFlag) {
        add(launch.from(i), depth + 1);
        return;
      }
    }
  }

  private static Launch withoutAssignments(List<Word> words) {
    int start = 0;
    while (start < words.size() && isAssignment(words.get(start).text())) {
      start++;
    }
    return new Launch(words.subList(start, words.size()));
  }

  private static boolean isAssignment(String text) {
    int equals = text.indexOf('=');
    if (equals <= 0) {
      return false;
    }
    for (int i = 0; i < equals; i++) {
      if (!Character.isLetterOrDigit(text.charAt(i)) && text.charAt(i) != '_') {
        return false;
      }
    }
    return true;
  }
}
