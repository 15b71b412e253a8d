package io.svc.server.detection;

import java.util.Set;

/**
 * Blanks the parts of a command line or a statement that are not executed: printed text, search
 * patterns, file content and comments. All other text stays at its position. Reads each character
 * once or twice.
 */
final class ExecutableText {
  private static final Set<String> QUOTING =
      Set.of(
          "echo", "printf", "grep", "egrep", "fgrep", "rg", "ag", "ack", "man", "help", "less",
          "tldr", "apropos", "whatis", "#", "--", "//");

  private static final Set<String> QUOTING_IN_GIT =
      Set.of("commit", "log", "grep", "show", "tag", "notes");

  private static final Set<String> READING_PROGRAMS =
      Set.of(
          "sh", "bash", "zsh", "dash", "ksh", "psql", "mysql", "sqlite3", "xargs", "python",
          "python3", "sudo", "ssh", "eval", "source", "curl", "nc", "ncat");

  private static final Set<String> BEFORE_PROGRAM =
      Set.of("sudo", "nohup", "time", "env", "exec", "then", "do", "else", "{", "(", "command");

  private final String text;
  private final StringBuilder live;
  private int at;

  private ExecutableText(String text) {
    this.text = text;
    this.live = new StringBuilder(text);
  }

  /** Returns the executed parts of a statement, without literals and comments. */
  static String ofStatement(String text) {
    StringBuilder live = new StringBuilder(text);
    int i = 0;
    while (i < text.length()) {
      char c = text.charAt(i);
      int end = i + 1;
      if (c == '\'') {
        end = text.indexOf('\'', i + 1);
      } else if (text.startsWith("--", i)) {
        end = text.indexOf('\n', i);
      } else if (text.startsWith("/*", i)) {
        end = text.indexOf("*/", i);
      } else {
        i = end;
        continue;
      }
      int stop = end < 0 ? text.length() : Math.min(text.length(), end + 1);
      blank(live, i, stop);
      i = stop;
    }
    return live.toString();
  }

  /** Returns the executed parts of a shell command line. */
  static String ofCommand(String text) {
    ExecutableText command = new ExecutableText(text);
    while (command.at < text.length()) {
      command.segment();
    }
    return command.live.toString();
  }

  /** Reads up to the end of the line, {@code ;}, {@code |} or {@code &} outside of quotes. */
  private void segment() {
    int start = at;
    char quote = 0;
    boolean isRemark = firstWord(start).startsWith("#");
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '\\' && quote != '\'') {
        at++;
      } else if (quote != 0) {
        quote = c == quote ? 0 : quote;
      } else if (c == '\n' || (!isRemark && (c == ';' || c == '|' || c == '&'))) {
        break;
      } else if (!isRemark && (c == '"' || c == '\'')) {
        quote = c;
      }
      at++;
    }
    int end = Math.min(at, text.length());
    boolean isPiped = end < text.length() && text.charAt(end) == '|' && !text.startsWith("||", end);
    if (isQuoting(start, end) && !(isPiped && READING_PROGRAMS.contains(firstWord(end + 1)))) {
      blank(live, start, end);
    }
    at = end + 1;
    if (end == text.length() || text.charAt(end) == '\n') {
      hereDocument(start, end);
    }
  }

  /** Lines that {@code cat} or {@code tee} only write. */
  private void hereDocument(int start, int end) {
    int mark = text.indexOf("<<", start);
    String program = firstWord(start);
    if (mark < 0 || mark >= end || !(program.equals("cat") || program.equals("tee"))) {
      return;
    }
    int from = mark + 2;
    while (from < end && "-'\" ".indexOf(text.charAt(from)) >= 0) {
      from++;
    }
    int to = from;
    while (to < end && Character.isLetterOrDigit(text.charAt(to))) {
      to++;
    }
    if (to == from) {
      return;
    }
    int close = text.indexOf("\n" + text.substring(from, to), end);
    int stop = close < 0 ? text.length() : close;
    blank(live, end, stop);
    at = Math.max(at, stop + 1 + (to - from));
  }

  private boolean isQuoting(int start, int end) {
    String first = firstWord(start);
    if (first.equals("git")) {
      int space = text.indexOf("git", start) + 3;
      return space < end && QUOTING_IN_GIT.contains(firstWord(space)) && !runsInside(start, end);
    }
    boolean isRemark = first.startsWith("#") || first.startsWith("//") || first.startsWith("--");
    return isRemark || (QUOTING.contains(first) && !runsInside(start, end));
  }

  /**
   * Returns whether a range contains a command between backquotes or in {@code $(…)}, which is
   * always executed.
   */
  private boolean runsInside(int start, int end) {
    int substitution = text.indexOf("$(", start);
    int quote = text.indexOf('`', start);
    return (substitution >= 0 && substitution < end) || (quote >= 0 && quote < end);
  }

  /** Returns the program of a segment. */
  private String firstWord(int from) {
    int i = from;
    while (true) {
      while (i < text.length() && (text.charAt(i) == ' ' || text.charAt(i) == '\t')) {
        i++;
      }
      int end = i;
      while (end < text.length() && !Character.isWhitespace(text.charAt(end))) {
        end++;
      }
      String word = text.substring(i, Math.min(end, i + 40));
      boolean isSetting = word.indexOf('=') > 0 && Character.isLetter(word.charAt(0));
      if (word.isEmpty() || !(isSetting || BEFORE_PROGRAM.contains(word))) {
        return word;
      }
      i = end;
    }
  }

  private static void blank(StringBuilder live, int start, int end) {
    for (int i = start; i < end; i++) {
      if (live.charAt(i) != '\n') {
        live.setCharAt(i, ' ');
      }
    }
  }
}
