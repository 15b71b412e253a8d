package io.svc.scanner.redact;

import io.svc.scanner.config.ConfigText;

/**
 * A value that may be a secret, with the name that its place gives it.
 *
 * @param kind what holds it
 * @param name of the variable, flag, header or setting; empty for a positional argument
 * @param text the value, a part of the origin's text
 * @param origin the value of the file that it comes from
 */
record Field(Kind kind, String name, String text, ConfigText origin) {
  /** So many bytes tell whether a text is encoded. */
  private static final int DECODED = 9;

  private static final int LONGEST_NAME = 80;

  /** What holds a value, in the words of a report. */
  enum Kind {
    ENV("the environment variable ", "an environment variable"),
    HEADER("the header ", "a header"),
    FLAG("the argument ", "an argument"),
    ARGUMENT("an argument"),
    COMMAND("the command"),
    URL("the URL"),
    QUERY("the query parameter ", "a query parameter"),
    DEFAULT("the default of ", "a default"),
    SETTING("the setting ", "a setting");

    private final String words;
    private final String unnamed;

    Kind(String words) {
      this(words, words);
    }

    Kind(String words, String unnamed) {
      this.words = words;
      this.unnamed = unnamed;
    }
  }

  Field with(Kind otherKind, String otherName, String part) {
    return new Field(otherKind, otherName, part, origin);
  }

  /** The same as a part of another value of the file. */
  Field at(ConfigText otherOrigin) {
    return new Field(kind, name, text, otherOrigin);
  }

  /** The place in words. */
  String place() {
    return switch (kind) {
      case ARGUMENT, COMMAND, URL -> kind.words;
      case ENV, HEADER, FLAG, QUERY, DEFAULT, SETTING ->
          isQuotable() ? kind.words + "`" + name + "`" : kind.unnamed;
    };
  }

  /** What is taken for a name may be a part of a secret; reports quote none that may be. */
  private boolean isQuotable() {
    if (name.length() > LONGEST_NAME || name.startsWith("---")) {
      return false;
    }
    for (int i = 0; i < name.length(); i++) {
      if (name.charAt(i) <= ' ') {
        return false;
      }
    }
    return !Randomness.isRandom(name);
  }

  /**
   * Whether the text may hold another in percent-encoding, Base64 or hexadecimal digits. It decodes
   * no more than the first bytes behind each separator, which names and paths do not survive.
   */
  boolean mayBeEncoded() {
    boolean isStart = true;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (isStart && (isTextAt(i) || isHexTextAt(i))) {
        return true;
      }
      if (c == '%' && isText(hex(i + 1))) {
        return true;
      }
      isStart = c == '/' || digit(c) < 0;
    }
    return false;
  }

  /** Whether Base64 of text can begin at an index. */
  boolean isTextAt(int start) {
    int end = start + DECODED * 4 / 3;
    if (end > text.length()) {
      return false;
    }
    int bits = 0;
    for (int i = start; i < end; i++) {
      int digit = digit(text.charAt(i));
      bits = (bits << 6) | digit;
      // Four digits are three bytes; the first of them is known a digit later.
      int rest = (i - start) % 4;
      if (digit < 0 || (rest > 0 && !isText((bits >> (6 - 2 * rest)) & 255))) {
        return false;
      }
    }
    return true;
  }

  /** Whether text in hexadecimal digits can begin at an index. */
  boolean isHexTextAt(int start) {
    int end = start + DECODED * 2;
    if (end > text.length()) {
      return false;
    }
    for (int i = start; i < end; i += 2) {
      if (!isText(hex(i))) {
        return false;
      }
    }
    return true;
  }

  /** The byte of two hexadecimal digits; negative when they are none. */
  int hex(int index) {
    if (index + 2 > text.length()) {
      return -1;
    }
    int high = Character.digit(text.charAt(index), 16);
    int low = Character.digit(text.charAt(index + 1), 16);
    return high < 0 || low < 0 ? -1 : 16 * high + low;
  }

  /** Printable ASCII and white space, which is all that is taken for text here. */
  static boolean isText(int c) {
    return (c >= ' ' && c <= '~') || c == '\n' || c == '\r' || c == '\t';
  }

  /** The value of a digit of Base64 in either alphabet; negative when it is none. */
  static int digit(char c) {
    if (c >= 'a' && c <= 'z') {
      return c - 'a' + 26;
    }
    if (c >= 'A' && c <= 'Z') {
      return c - 'A';
    }
    if (c >= '0' && c <= '9') {
      return c - '0' + 52;
    }
    return switch (c) {
      case '+', '-' -> 62;
      case '/', '_' -> 63;
      default -> -1;
    };
  }
}
