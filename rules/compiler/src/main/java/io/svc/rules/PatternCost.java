package io.svc.rules;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Measures what a pattern costs on hostile lines by counting the characters it looks at, which no
 * busy machine changes. Bounded quantifiers that stand inside each other are found this way:
 * nothing in their text tells the harmless ones from the others.
 */
final class PatternCost {
  private static final int LENGTH = 2_000;

  /** Three times what the slowest shipped pattern needs. */
  private static final long MOST_LOOKS_PER_CHARACTER = 500;

  private PatternCost() {}

  /** How a rule's pattern works too long on a line; empty when it does not. */
  static Optional<String> problemOf(RuleSource source) {
    Pattern pattern = Pattern.compile(source.rule().pattern());
    for (String part : HostileText.parts(source)) {
      if (isTooMuch(pattern, HostileText.repeat(part, LENGTH))) {
        return Optional.of(
            "the pattern looks at each character of a line more than "
                + MOST_LOOKS_PER_CHARACTER
                + " times, where the line repeats \""
                + part
                + "\"; write it without repeats inside repeats and begin it with its fixed head");
      }
    }
    return Optional.empty();
  }

  /** Whether a pattern works too long on a line. */
  static boolean isTooMuch(Pattern pattern, String text) {
    CountedText line = new CountedText(text);
    Matcher matcher = pattern.matcher(line);
    try {
      while (matcher.find()) {
        line.look();
      }
      return false;
    } catch (TooManyLooks e) {
      return true;
    }
  }

  private static final class TooManyLooks extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooManyLooks() {
      super(null, null, false, false);
    }
  }

  /** A text that counts how often a character of it is looked at, and gives up in time. */
  private static final class CountedText implements CharSequence {
    private final String text;
    private long looks;

    CountedText(String text) {
      this.text = text;
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public char charAt(int index) {
      look();
      return text.charAt(index);
    }

    void look() {
      if (++looks > MOST_LOOKS_PER_CHARACTER * LENGTH) {
        throw new TooManyLooks();
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
