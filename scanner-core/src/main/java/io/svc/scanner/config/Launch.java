package io.svc.scanner.config;

import io.svc.rules.RecentResults;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The command that starts a server: the program and its arguments as words, independent of the
 * client's notation. Empty for a remote server.
 */
public record Launch(List<Word> words) {
  private static final List<String> EXECUTABLE_ENDINGS = List.of(".exe", ".cmd", ".bat", ".ps1");
  private static final int ENDING_LENGTH = 4;
  private static final String OPERATORS = "|;&";
  private static final Set<String> SHELLS =
      Set.of("sh", "bash", "zsh", "dash", "ksh", "ash", "fish", "cmd", "powershell", "pwsh");
  private static final Set<String> SCRIPT_FLAGS = Set.of("/c", "/k", "-command");
  private static final int LONGEST_SCRIPT_FLAG = 8;

  /** Several checks read the same words, which recur in the files of a directory. */
  private static final RecentResults<String, String> PROGRAMS = new RecentResults<>(1_024);

  public Launch {
    words = List.copyOf(words);
  }

  /** Returns true if the entry has no program. */
  public boolean isEmpty() {
    return words.isEmpty();
  }

  /** Returns the first word as written; empty when there is none. */
  public String command() {
    return words.isEmpty() ? "" : words.get(0).text();
  }

  /** Returns the words after the first one. */
  public List<Word> arguments() {
    return words.isEmpty() ? List.of() : words.subList(1, words.size());
  }

  /** Returns the program's name without directory and executable extension, in lowercase. */
  public String program() {
    return programOf(command());
  }

  /** Returns the words from an index on as a launch. */
  public Launch from(int word) {
    return new Launch(words.subList(word, words.size()));
  }

  /** Returns the program name of a Unix or Windows path: {@code C:\x\NPX.cmd} is {@code npx}. */
  public static String programOf(String path) {
    String program = PROGRAMS.get(path);
    if (program == null) {
      program = readProgram(path);
      PROGRAMS.put(path, program);
    }
    return program;
  }

  private static String readProgram(String path) {
    int cut = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
    String name = path.substring(cut + 1).toLowerCase(Locale.ROOT);
    int dot = name.length() - ENDING_LENGTH;
    boolean isExecutable =
        dot > 0 && name.charAt(dot) == '.' && EXECUTABLE_ENDINGS.contains(name.substring(dot));
    return isExecutable ? name.substring(0, dot) : name;
  }

  /** Returns true for the path of a shell. */
  public static boolean isShell(String path) {
    return SHELLS.contains(programOf(path));
  }

  /** Matches {@code -c}, {@code -lc}, {@code /c} and similar flags of shells before a script. */
  public static boolean isScriptFlag(String text) {
    if (text.length() > LONGEST_SCRIPT_FLAG) {
      return false;
    }
    boolean isGroup = text.startsWith("-") && !text.startsWith("--") && text.endsWith("c");
    return isGroup || SCRIPT_FLAGS.contains(text.toLowerCase(Locale.ROOT));
  }

  /**
   * Splits a command line into words like a POSIX shell, without expansions. Operators such as
   * {@code |} and {@code &&} are separate words, also without blanks around them; the end of a line
   * is a {@code ;}. A backslash that escapes none of these is retained, because Windows paths
   * contain backslashes.
   */
  public static List<String> split(String line) {
    return split(line.strip(), OPERATORS);
  }

  /**
   * Splits a line that no shell reads. Operators are ordinary characters, so that a URL with an
   * {@code &} remains one word.
   */
  static List<String> splitWithoutOperators(String line) {
    return split(line, "");
  }

  private static List<String> split(String line, String operators) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean inWord = false;
    char quote = 0;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (quote != 0) {
        if (c == quote) {
          quote = 0;
        } else if (c == '\\'
            && quote == '"'
            && i + 1 < line.length()
            && line.charAt(i + 1) == '"') {
          word.append(line.charAt(++i));
        } else {
          word.append(c);
        }
      } else if (c == '\'' || c == '"') {
        quote = c;
        inWord = true;
      } else if (c == '\\' && line.startsWith("\n", i + 1)) {
        i++;
      } else if (c == '\\' && line.startsWith("\r\n", i + 1)) {
        i += 2;
      } else if (c == '\\' && i + 1 < line.length() && isEscapable(line.charAt(i + 1))) {
        word.append(line.charAt(++i));
        inWord = true;
      } else if (Character.isWhitespace(c)) {
        inWord = endWord(words, word, inWord);
        if (c == '\n' && !operators.isEmpty()) {
          endLine(words);
        }
      } else if (operators.indexOf(c) >= 0) {
        inWord = endWord(words, word, inWord);
        boolean isDouble = i + 1 < line.length() && line.charAt(i + 1) == c;
        words.add(isDouble ? line.substring(i, i + 2) : line.substring(i, i + 1));
        i += isDouble ? 1 : 0;
      } else {
        word.append(c);
        inWord = true;
      }
    }
    endWord(words, word, inWord);
    return words;
  }

  private static void endLine(List<String> words) {
    if (!words.isEmpty() && !words.get(words.size() - 1).equals(";")) {
      words.add(";");
    }
  }

  private static boolean isEscapable(char c) {
    return Character.isWhitespace(c) || "'\"|&;".indexOf(c) >= 0;
  }

  private static boolean endWord(List<String> words, StringBuilder word, boolean inWord) {
    if (inWord) {
      words.add(word.toString());
      word.setLength(0);
    }
    return false;
  }
}
