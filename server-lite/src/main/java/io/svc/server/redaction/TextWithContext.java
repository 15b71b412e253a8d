package io.svc.server.redaction;

import io.svc.scanner.redact.FieldName;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A text with the JSON member names above it. Used by one thread.
 *
 * <p>Digits include the digits of all scripts in Unicode: full-width or Arabic-Indic digits are
 * recognized in card numbers too.
 */
final class TextWithContext {
  /** CJK Radicals Supplement; the East Asian scripts follow. */
  private static final char FIRST_UNSPACED = '\u2E80';

  private static final int CONTEXT_BEFORE = 60;
  private static final int CONTEXT_AFTER = 16;

  private final String text;
  private final String member;
  private final String parent;
  private @Nullable FieldName name;
  private @Nullable String names;
  private int @Nullable [] groups;
  private @Nullable String plain;
  private int longestToken = -1;

  /**
   * Creates a passage.
   *
   * @param member the name of the member that contains the text; empty for plain text
   * @param parent the name of the member that contains that member
   */
  TextWithContext(String text, String member, String parent) {
    this.text = text;
    this.member = member;
    this.parent = parent;
  }

  String text() {
    return text;
  }

  FieldName name() {
    if (name == null) {
      name = FieldName.of(member);
    }
    return name;
  }

  /** The words of both names. */
  private String names() {
    if (names == null) {
      names =
          String.join(" ", FieldName.of(parent).words()) + " " + String.join(" ", name().words());
    }
    return names;
  }

  int length() {
    return text.length();
  }

  /** Returns a character; a space before the start and after the end. */
  char at(int index) {
    return index < 0 || index >= text.length() ? ' ' : text.charAt(index);
  }

  /**
   * Returns whether the character is a letter or digit of a script that separates words by spaces.
   */
  boolean isWordAt(int index) {
    char c = at(index);
    return Character.isLetterOrDigit(c) && (!isUnspaced(c) || digit(c) >= 0);
  }

  /**
   * Returns whether a character is Chinese, Japanese or Korean; these scripts have no spaces
   * between words and values.
   */
  static boolean isUnspaced(char c) {
    return c >= FIRST_UNSPACED && !Character.isSurrogate(c);
  }

  /** Returns the value of the digit at an index; negative when there is none. */
  int digitAt(int index) {
    return digit(at(index));
  }

  static int digit(char c) {
    if (c < 128) {
      return c >= '0' && c <= '9' ? c - '0' : -1;
    }
    return Character.isDigit(c) ? Character.digit(c, 10) : -1;
  }

  /** Returns the digits between two indexes as ASCII, without separators. */
  String digits(int start, int end) {
    StringBuilder digits = new StringBuilder(end - start);
    for (int i = start; i < end; i++) {
      int digit = digitAt(i);
      if (digit >= 0) {
        digits.append((char) ('0' + digit));
      }
    }
    return digits.toString();
  }

  /** The length of the longest run of ASCII letters and digits. */
  int longestToken() {
    if (longestToken < 0) {
      int start = 0;
      for (int i = 0; i <= text.length(); i++) {
        if (i == text.length() || !isAsciiLetterOrDigit(text.charAt(i))) {
          longestToken = Math.max(longestToken, i - start);
          start = i + 1;
        }
      }
    }
    return longestToken;
  }

  private static boolean isAsciiLetterOrDigit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  }

  int digitCount() {
    int[] runs = groups();
    int count = 0;
    for (int i = 0; i < runs.length; i += 2) {
      count += runs[i + 1] - runs[i];
    }
    return count;
  }

  /** The runs of digits: their starts at even indexes, their ends at odd ones. */
  int[] groups() {
    if (groups == null) {
      groups = findGroups();
    }
    return groups;
  }

  private int[] findGroups() {
    int[] found = new int[16];
    int count = 0;
    int i = 0;
    while (i < text.length()) {
      if (digitAt(i) < 0) {
        i++;
        continue;
      }
      int start = i;
      while (i < text.length() && digitAt(i) >= 0) {
        i++;
      }
      if (count == found.length) {
        found = Arrays.copyOf(found, count * 2);
      }
      found[count++] = start;
      found[count++] = i;
    }
    return Arrays.copyOf(found, count);
  }

  /**
   * Returns the separator of two runs of digits in normalized form: a space, a dash or another
   * character; 0 when it is longer than one character.
   */
  char separator(int end, int start) {
    return start - end == 1 ? plain(at(end)) : 0;
  }

  /** Normalizes all spaces and dashes to the ASCII ones. */
  static char plain(char c) {
    if (c == ' ' || Character.getType(c) == Character.SPACE_SEPARATOR) {
      return ' ';
    }
    boolean isDash = c == '-' || Character.getType(c) == Character.DASH_PUNCTUATION;
    return isDash || c == '\u2212' ? '-' : c;
  }

  /** Returns whether a number may begin here: not within a word, and not after a decimal point. */
  boolean startsNumber(int index) {
    char before = at(index - 1);
    boolean isFraction = (before == '.' || before == ',') && digitAt(index - 2) >= 0;
    return !isWordAt(index - 1) && !isFraction;
  }

  /** Returns whether a number may end here. */
  boolean endsNumber(int index) {
    boolean isFraction = at(index) == '.' && digitAt(index + 1) >= 0;
    return !isWordAt(index) && !isFraction;
  }

  /** Returns whether one of the words occurs anywhere in the text or in the names above it. */
  boolean mentions(ContextWords words) {
    if (plain == null) {
      plain = part(0, text.length());
    }
    return words.occurIn(names()) || words.occurIn(plain);
  }

  /**
   * Returns whether one of the words occurs in the names above this text, or near the value on
   * either side.
   */
  boolean isNear(ContextWords words, int start, int end) {
    return words.occurIn(names())
        || words.occurIn(before(start))
        || words.occurIn(part(end, Math.min(text.length(), end + CONTEXT_AFTER)));
  }

  /**
   * The same, for values in lists with others: words that belong to a previous value do not count.
   */
  boolean isClosest(ContextWords words, int start, int end) {
    if (words.occurIn(names())) {
      return true;
    }
    String before = before(start);
    int from = before.length();
    while (from > 0 && TextWithContext.digit(before.charAt(from - 1)) < 0) {
      from--;
    }
    int to = end;
    int last = Math.min(text.length(), end + CONTEXT_AFTER);
    while (to < last && digitAt(to) < 0 && ".;,\n".indexOf(at(to)) < 0) {
      to++;
    }
    return words.occurIn(before.substring(from)) || words.occurIn(part(end, to));
  }

  private String before(int start) {
    return part(Math.max(0, start - CONTEXT_BEFORE), start);
  }

  private String part(int start, int end) {
    return text.substring(start, end).toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
