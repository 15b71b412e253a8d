package io.svc.rules;

/**
 * Tells which texts look alike, after Unicode Technical Standard 39. The table holds the characters
 * beyond ASCII that look like a letter or digit of ASCII; it is made from ICU's data, and its head
 * says of which version.
 */
public final class Confusables {
  private final String table;

  /**
   * A table.
   *
   * @param table one line for each character, in the order of their code points: the character,
   *     then what it looks like
   */
  public Confusables(String table) {
    this.table = table;
  }

  /**
   * A text with every character beyond ASCII that looks like ASCII written as what it looks like.
   */
  public String toAscii(String text) {
    if (isAscii(text)) {
      return text;
    }
    StringBuilder ascii = new StringBuilder();
    for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
      int c = text.codePointAt(i);
      ascii.append(c < 128 ? Character.toString(c) : lookOf(c));
    }
    return ascii.toString();
  }

  /** Halves the table instead of reading it: a name may be megabytes of foreign letters. */
  private String lookOf(int c) {
    int low = 0;
    int high = table.length();
    while (low < high) {
      int line = Math.max(low, table.lastIndexOf('\n', ((low + high) >>> 1) - 1) + 1);
      int end = table.indexOf('\n', line);
      int known = table.codePointAt(line);
      if (known == c) {
        return table.substring(line + Character.charCount(c), end);
      }
      if (known < c) {
        low = end + 1;
      } else {
        high = line;
      }
    }
    return Character.toString(c);
  }

  /**
   * One spelling for all that look alike within ASCII, of a text in lower case: {@code 1}, {@code
   * i} and {@code l}, {@code 0} and {@code o}, {@code rn} and {@code m}, {@code vv} and {@code w}.
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
