package io.svc.rules;

/**
 * Detects texts that look similar, according to Unicode Technical Standard 39. The table contains
 * the non-ASCII characters that look like an ASCII letter or digit. It is generated from ICU's
 * data; its header names the version.
 */
public final class Confusables {
  private final String table;

  /**
   * Creates an instance from a table.
   *
   * @param table one line for each character, sorted by code point: the character, then its
   *     replacement
   */
  public Confusables(String table) {
    this.table = table;
  }

  /** Replaces every non-ASCII character that looks like ASCII. */
  public String toAscii(String text) {
    if (isAscii(text)) {
      return text;
    }
    StringBuilder ascii = new StringBuilder();
    for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
      int c = text.codePointAt(i);
      ascii.append(c < 128 ? Character.toString(c) : skeletonOf(c));
    }
    return ascii.toString();
  }

  /** Binary search: a name may be megabytes of non-ASCII letters. */
  private String skeletonOf(int c) {
    int low = 0;
    int high = table.length();
    while (low < high) {
      int line = Math.max(low, table.lastIndexOf('\n', ((low + high) >>> 1) - 1) + 1);
      int end = table.indexOf('\n', line);
      int codePoint = table.codePointAt(line);
      if (codePoint == c) {
        return table.substring(line + Character.charCount(c), end);
      }
      if (codePoint < c) {
        low = end + 1;
      } else {
        high = line;
      }
    }
    return Character.toString(c);
  }

  /**
   * Returns one spelling for all ASCII texts that look similar, for a text in lower case: {@code
   * 1}, {@code i} and {@code l}, {@code 0} and {@code o}, {@code rn} and {@code m}, {@code vv} and
   * {@code w}.
   */
  public static String canonical(String text) {
    StringBuilder canonical = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      char next = i + 1 < text.length() ? text.charAt(i + 1) : 0;
      if (c == 'r' && next == 'n') {
        canonical.append('m');
        i++;
      } else if (c == 'v' && next == 'v') {
        canonical.append('w');
        i++;
      } else {
        canonical.append(c == '1' || c == 'i' || c == '|' ? 'l' : c == '0' ? 'o' : c);
      }
    }
    return canonical.toString();
  }

  private static boolean isAscii(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) > 127) {
        return false;
      }
    }
    return true;
  }
}
