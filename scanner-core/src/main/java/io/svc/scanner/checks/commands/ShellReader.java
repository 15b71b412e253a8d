package io.svc.scanner.checks.commands;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Finds the programs of a shell script: words at the positions where a shell expects a command.
 * {@link Commands} splits a script at its operators; this class also handles line breaks, keywords,
 * brackets and substitutions.
 */
final class ShellReader {
  /** Words after which a shell, or the program of that name, expects another command. */
  private static final Set<String> LEADING =
      Set.of(
          "then", "do", "else", "elif", "if", "while", "until", "!", "{", "}", "time", "exec",
          "command", "builtin", "nohup", "env", "nice", "setsid", "xargs", "call", "start");

  private static final String OPERATORS = ";&|\n\r";
  private static final int IS_EXPECTED = 0x100;

  private final String text;
  private final List<String> programs = new ArrayList<>();
  private final StringBuilder word = new StringBuilder();

  /**
   * For each open bracket: the quote outside the bracket, and whether a command was expected there.
   */
  private final StringBuilder outside = new StringBuilder();

  private boolean isInWord;
  private boolean isExpected = true;
  private boolean isAfterLeading;
  private char quote;

  private ShellReader(String text) {
    this.text = text;
  }

  static List<String> programsOf(String script) {
    ShellReader reader = new ShellReader(script);
    reader.read();
    return reader.programs;
  }

  private void read() {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean opensSubstitution = c == '$' && text.startsWith("(", i + 1);
      if (quote == '\'' && c != '\'') {
        word.append(c);
      } else if (opensSubstitution && text.startsWith("((", i + 1)) {
        i += 2;
        open('(');
        open('(');
        isExpected = false;
      } else if (opensSubstitution) {
        i++;
        open('(');
        isExpected = true;
      } else if (c == '`') {
        openOrCloseBacktick();
      } else if (quote != 0 && c != quote) {
        word.append(c);
      } else if (quote != 0) {
        quote = 0;
      } else if (c == '\\' && text.startsWith("\n", i + 1)) {
        i++;
      } else if (c == '#' && !isInWord) {
        int end = text.indexOf('\n', i);
        i = end < 0 ? text.length() : end - 1;
      } else {
        readPlain(c);
      }
    }
    endWord();
  }

  private void readPlain(char c) {
    if (c == '\'' || c == '"') {
      quote = c;
      isInWord = true;
    } else if (OPERATORS.indexOf(c) >= 0) {
      endWord();
      isExpected = true;
      isAfterLeading = false;
    } else if (Character.isWhitespace(c)) {
      endWord();
    } else if (c == '(') {
      boolean isList = isInWord && word.length() > 0 && word.charAt(word.length() - 1) == '=';
      open('(');
      isExpected = !isList;
    } else if (c == ')') {
      endWord();
      if (isOpen('(')) {
        close();
      } else {
        isExpected = true;
      }
    } else {
      word.append(c);
      isInWord = true;
    }
  }

  private void openOrCloseBacktick() {
    if (isOpen('`')) {
      endWord();
      close();
    } else {
      open('`');
      isExpected = true;
    }
  }

  private void open(char bracket) {
    endWord();
    outside.append((char) (quote | (isExpected ? IS_EXPECTED : 0))).append(bracket);
    quote = 0;
    isAfterLeading = false;
  }

  private boolean isOpen(char bracket) {
    return outside.length() > 0 && outside.charAt(outside.length() - 1) == bracket;
  }

  private void close() {
    int state = outside.charAt(outside.length() - 2);
    outside.setLength(outside.length() - 2);
    quote = (char) (state & ~IS_EXPECTED);
    isExpected = (state & IS_EXPECTED) != 0;
  }

  private void endWord() {
    if (!isInWord) {
      word.setLength(0);
      return;
    }
    String text = word.toString();
    word.setLength(0);
    isInWord = false;
    boolean isOption = isAfterLeading && text.startsWith("-");
    if (isExpected && !text.isEmpty() && !isOption && !isAssignment(text)) {
      isAfterLeading = LEADING.contains(text);
      isExpected = isAfterLeading;
      if (!isAfterLeading) {
        programs.add(text);
      }
    }
  }

  /** Returns whether a word is an assignment before a program: {@code NAME=value}. */
  private static boolean isAssignment(String word) {
    int equals = word.indexOf('=');
    for (int i = 0; i < equals; i++) {
      if (!Character.isLetterOrDigit(word.charAt(i)) && word.charAt(i) != '_') {
        return false;
      }
    }
    return equals > 0;
  }
}
