package io.svc.scanner.fix;

import io.svc.scanner.config.ConfigSource.Language;
import io.svc.scanner.config.ValueExtent;

/** The written form of a scalar, for replacing its value with a minimal change. */
final class ScalarText {
  private final String text;
  private final Language language;
  private final ValueExtent extent;

  ScalarText(String text, Language language, ValueExtent extent) {
    this.text = text;
    this.language = language;
    this.extent = extent;
  }

  /** Returns the edit that changes its value. */
  Edit changedTo(String newValue) {
    String old = extent.text();
    int head = 0;
    while (head < Math.min(old.length(), newValue.length())
        && old.charAt(head) == newValue.charAt(head)) {
      head++;
    }
    int tail = 0;
    int maxShared = Math.min(old.length(), newValue.length()) - head;
    while (tail < maxShared
        && old.charAt(old.length() - 1 - tail) == newValue.charAt(newValue.length() - 1 - tail)) {
      tail++;
    }
    String put = newValue.substring(head, newValue.length() - tail);
    int[] offsets = offsets();
    if (offsets.length == 0 || !isPlain(put)) {
      return new Edit(extent.start(), extent.end(), quoted(newValue));
    }
    return new Edit(offsets[head], offsets[old.length() - tail], put);
  }

  /** Returns true if a text needs no escapes within any quotes. */
  private boolean isPlain(String put) {
    boolean isQuoted = "\"'".indexOf(text.charAt(extent.start())) >= 0;
    String special = isQuoted ? "\"'\\" : "\"'\\{}[],#&*!|>%@`: \t";
    for (int i = 0; i < put.length(); i++) {
      if (put.charAt(i) < ' ' || special.indexOf(put.charAt(i)) >= 0) {
        return false;
      }
    }
    return true;
  }

  /** Returns a text in double quotes with escapes that JSON, TOML and YAML share. */
  static String quoted(String value) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '"', '\\' -> quoted.append('\\').append(c);
        case '\n' -> quoted.append("\\n");
        case '\r' -> quoted.append("\\r");
        case '\t' -> quoted.append("\\t");
        default -> {
          if (c < ' ' || c == '\u007F' || c == '\u0085' || c == '\u2028' || c == '\u2029') {
            quoted.append("\\u").append(hex(c));
          } else {
            quoted.append(c);
          }
        }
      }
    }
    return quoted.append('"').toString();
  }

  private static String hex(char c) {
    String digits = Integer.toHexString(c);
    return "0".repeat(4 - digits.length()) + digits;
  }

  /**
   * Returns the position of every character of the value, and the end of the last one; empty when a
   * value spans several lines, or is not a text.
   */
  private int[] offsets() {
    String value = extent.text();
    int start = extent.start();
    int end = extent.end();
    char quote = start < text.length() ? text.charAt(start) : ' ';
    boolean isQuoted = quote == '"' || quote == '\'';
    boolean isMultiline = language == Language.TOML && text.startsWith(repeated(quote), start);
    int width = !isQuoted ? 0 : isMultiline && end - start >= 6 ? 3 : 1;
    int at = start + width;
    int stop = end - width;
    boolean mayBePlain = language == Language.YAML && quote != '|' && quote != '>';
    if ((!isQuoted && !mayBePlain) || stop < at) {
      return new int[0];
    }
    int[] offsets = new int[value.length() + 1];
    int count = 0;
    while (at < stop) {
      int length = quote == '"' ? escapeAt(at) : isDoubled(at, quote) ? 2 : 1;
      int units = quote == '"' && text.startsWith("\\U", at) ? surrogatesAt(at) : 1;
      if (length == 0 || count + units > value.length() || !isSame(value, count, at, length)) {
        return new int[0];
      }
      for (int i = 0; i < units; i++) {
        offsets[count++] = at;
      }
      at += length;
    }
    offsets[count] = stop;
    return count == value.length() ? offsets : new int[0];
  }

  private static String repeated(char quote) {
    return String.valueOf(quote).repeat(3);
  }

  /** Unescaped characters must equal the value's characters, because lines may be folded. */
  private boolean isSame(String value, int index, int at, int length) {
    return length > 1 || text.charAt(at) == value.charAt(index);
  }

  private boolean isDoubled(int at, char quote) {
    return quote == '\'' && language == Language.YAML && text.startsWith("''", at);
  }

  /** Returns the length of the escape; 1 for an unescaped character, 0 for the end of a line. */
  private int escapeAt(int at) {
    if (text.charAt(at) != '\\') {
      return 1;
    }
    return switch (at + 1 < text.length() ? text.charAt(at + 1) : ' ') {
      case 'u' -> 6;
      case 'U' -> 10;
      case 'x' -> 4;
      case '\n', '\r' -> 0;
      default -> 2;
    };
  }

  private int surrogatesAt(int at) {
    int point = Integer.parseInt(text.substring(at + 2, at + 10), 16);
    return Character.charCount(point);
  }
}
