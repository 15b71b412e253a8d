package io.svc.scanner.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How a server is started: the program and its arguments, word by word, whichever way the client
 * writes it. Empty for a remote server.
 */
public record Launch(List<Word> words) {
  private static final List<String> EXECUTABLE_ENDINGS = List.of(".exe", ".cmd", ".bat", ".ps1");
  private static final int ENDING_LENGTH = 4;
  private static final String OPERATORS = "|;&";

  public Launch {
    words = List.copyOf(words);
  }

  /** Whether the entry names no program. */
  public boolean isEmpty() {
    return words.isEmpty();
  }

  /** The first word as written; empty when there is none. */
  public String command() {
    return words.isEmpty() ? "" : words.get(0).text();
  }

  /** The words behind the first. */
  public List<Word> arguments() {
    return words.isEmpty() ? List.of() : words.subList(1, words.size());
  }

  /** The program's name without directory and executable ending, in lower case. */
  public String program() {
    return programOf(command());
  }

  /** The words from the given one on, as a launch of their own. */
  public Launch from(int word) {
    return new Launch(words.subList(word, words.size()));
  }

  /** The name of the program at a path of either kind: {@code C:\x\NPX.cmd} is {@code npx}. */
  public static String programOf(String path) {
    int cut = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
    String name = path.substring(cut + 1).toLowerCase(Locale.ROOT);
    int dot = name.length() - ENDING_LENGTH;
    boolean isExecutable =
        dot > 0 && name.charAt(dot) == '.' && EXECUTABLE_ENDINGS.contains(name.substring(dot));
    return isExecutable ? name.substring(0, dot) : name;
  }

  /**
   * The words of a command line in one text, split as a POSIX shell splits it, without expansions.
   * Operators such as {@code |} and {@code &&} are words of their own, also where no blank stands
   * round them; a backslash that escapes none of these is kept, since Windows paths are written so.
   */
  public static List<String> split(String line) {
    return split(line, OPERATORS);
  }

  /**
   * The words of a line that no shell reads: operators are characters like others, so that a URL
   * with an {@code &} stays one word.
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
      } else if (c == '\\' && i + 1 < line.length() && isEscapable(line.charAt(i + 1))) {
        word.append(line.charAt(++i));
        inWord = true;
      } else if (Character.isWhitespace(c)) {
        inWord = endWord(words, word, inWord);
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
