package io.svc.rules;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Measures the cost of a pattern on hostile lines. It counts character accesses, which do not
 * depend on the load of the machine. This detects nested bounded quantifiers: their text does not
 * show which ones are harmless.
 */
final class PatternCost {
  private static final int LENGTH = 2_000;

  /** Three times the cost of the slowest shipped pattern. */
  private static final long MAX_READS_PER_CHARACTER = 500;

  private PatternCost() {}

  /** Returns a message about a pattern that exceeds the limit on a line; empty if it does not. */
  static Optional<String> problemOf(RuleSource source) {
    Pattern pattern = Pattern.compile(source.rule().pattern());
    for (String part : HostileText.parts(source)) {
      if (isTooMuch(pattern, HostileText.repeat(part, LENGTH))) {
        return Optional.of(
            "the pattern reads each character of a line more than "
                + MAX_READS_PER_CHARACTER
                + " times if the line repeats \""
                + part
                + "\"; avoid nested quantifiers and begin the pattern with its fixed prefix");
      }
    }
    return Optional.empty();
  }

  /** Returns whether a pattern exceeds the limit on a line. */
  static boolean isTooMuch(Pattern pattern, String text) {
    CountedText line = new CountedText(text);
    Matcher matcher = pattern.matcher(line);
    try {
      while (matcher.find()) {
        line.countAccess();
      }
      return false;
    } catch (AccessLimitException e) {
      return true;
    }
  }

  private static final class AccessLimitException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    AccessLimitException() {
      super(null, null, false, false);
    }
  }

  /** A text that counts accesses to its characters and aborts at the limit. */
  private static final class CountedText implements CharSequence {
    private final String text;
    private long accesses;

    CountedText(String text) {
      this.text = text;
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public char charAt(int index) {
      countAccess();
      return text.charAt(index);
    }

    void countAccess() {
      if (++accesses > MAX_READS_PER_CHARACTER * LENGTH) {
        throw new AccessLimitException();
      }
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return text.substring(start, end);
    }

    @Override
    public String toString() {
      return text;
    }
  }
}
