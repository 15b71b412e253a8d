package io.svc.scanner.checks.commands;

/** The words of the checked part of a text, without surrounding quotes. */
final class TextWords {
  private static final String ENDS = ";|&)(`\"'<>,";
  private static final String ENDS_OF_COMMAND = ";|&)`\"'#";
  private static final int LONGEST = 80;

  private final String text;
  private final int end;

  /** The words before an index. */
  TextWords(String text, int end) {
    this.text = text;
    this.end = end;
  }

  /**
   * Returns the word that starts at or after an index, after blanks and quotes. Empty if there is
   * none.
   */
  String at(int index) {
    return text.substring(start(index), end(index));
  }

  /** Returns the start of the word at or after an index. */
  int start(int index) {
    int start = index;
    while (start < end && (isBlank(start) || "\"'".indexOf(text.charAt(start)) >= 0)) {
      start++;
    }
    return Math.min(start, end);
  }

  /** Returns the end of the word at or after an index. */
  int end(int index) {
    int start = start(index);
    int last = start;
    while (last < end
        && last - start < LONGEST
        && !isBlank(last)
        && ENDS.indexOf(text.charAt(last)) < 0) {
      last++;
    }
    return last;
  }

  boolean isBlank(int index) {
    return index >= 0 && index < end && Character.isWhitespace(text.charAt(index));
  }

  /** Returns whether a command ends at an index, not counting blanks. */
  boolean isEndOfCommand(int index) {
    int i = index;
    while (isBlank(i)) {
      i++;
    }
    return i >= end || ENDS_OF_COMMAND.indexOf(text.charAt(i)) >= 0;
  }
}
