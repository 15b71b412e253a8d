package io.svc.scanner.redact;

import io.svc.scanner.config.ConfigText;

/**
 * A value that may be a secret, with the name from its context.
 *
 * @param kind kind of the container
 * @param name name of the variable, flag, header or setting; empty for a positional argument
 * @param text the value, a part of the origin's text
 * @param origin value of the file that contains it
 * @param container place of the text that contains the value, in words; empty when the value is not
 *     a part of another text
 */
record SecretCandidate(Kind kind, String name, String text, ConfigText origin, String container) {
  /** The number of bytes that determine whether a text is encoded. */
  private static final int DECODED = 9;

  private static final int LONGEST_NAME = 80;

  /** The containers of a value, in the words of a report. */
  enum Kind {
    ENV("the environment variable ", "an environment variable"),
    HEADER("the header ", "a header"),
    FLAG("the argument ", "an argument"),
    /** An argument that the tool uses as a password, whatever its name. */
    PASSWORD("the argument ", "an argument"),
    /** An argument that the tool uses as a key or token, whatever its name. */
    KEY("the argument ", "an argument"),
    ARGUMENT("an argument"),
    COMMAND("the command"),
    URL("the URL"),
    QUERY("the query parameter ", "a query parameter"),
    DEFAULT("the default of ", "a default"),
    SETTING("the setting ", "a setting"),
    CONNECTION("a connection string");

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

  SecretCandidate(Kind kind, String name, String text, ConfigText origin) {
    this(kind, name, text, origin, "");
  }

  SecretCandidate with(Kind otherKind, String otherName, String part) {
    return new SecretCandidate(otherKind, otherName, part, origin, container);
  }

  /**
   * Returns a named value of a text.
   *
   * @param outer place of the text in words
   */
  SecretCandidate with(Setting setting, String outer) {
    return new SecretCandidate(
        setting.form().kind(), setting.name(), setting.value(), origin, outer);
  }

  /** Returns this field as a part of a text at a place. */
  SecretCandidate in(String outer) {
    return new SecretCandidate(kind, name, text, origin, outer);
  }

  /** Returns this field as a part of another value of the file. */
  SecretCandidate at(ConfigText otherOrigin) {
    return new SecretCandidate(kind, name, text, otherOrigin, container);
  }

  /** Returns the place in words. */
  String location() {
    if (kind == Kind.CONNECTION) {
      return container;
    }
    return container.isEmpty() ? words() : words() + " in " + container;
  }

  private String words() {
    if (name.equals("(text)") || name.equals("(script)")) {
      return "the " + name.substring(1, name.length() - 1);
    }
    return switch (kind) {
      case ARGUMENT, COMMAND, URL, CONNECTION -> kind.words;
      case ENV, HEADER, FLAG, PASSWORD, KEY, QUERY, DEFAULT, SETTING ->
          isQuotable() ? kind.words + "`" + name + "`" : kind.unnamed;
    };
  }

  /** Returns true if a report may quote the name, which could be a part of a secret. */
  private boolean isQuotable() {
    if (name.isEmpty() || name.length() > LONGEST_NAME || name.startsWith("---")) {
      return false;
    }
    for (int i = 0; i < name.length(); i++) {
      if (name.charAt(i) <= ' ') {
        return false;
      }
    }
    return !RandomTextClassifier.isRandom(name);
  }

  /**
   * Returns true if the text may contain text in percent-encoding, Base64 or hexadecimal digits.
   * Only the first bytes after each separator are decoded, which is sufficient to exclude names and
   * paths.
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

  /** Returns true if Base64 of text can start at an index. */
  boolean isTextAt(int start) {
    int end = start + DECODED * 4 / 3;
    if (end > text.length()) {
      return false;
    }
    int bits = 0;
    for (int i = start; i < end; i++) {
      int digit = digit(text.charAt(i));
      bits = (bits << 6) | digit;
      // Four digits are three bytes; the first byte is known one digit later.
      int rest = (i - start) % 4;
      if (digit < 0 || (rest > 0 && !isText((bits >> (6 - 2 * rest)) & 255))) {
        return false;
      }
    }
    return true;
  }

  /** Returns true if text in hexadecimal digits can start at an index. */
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

  /** Returns the byte of two hexadecimal digits; negative when they are invalid. */
  int hex(int index) {
    if (index + 2 > text.length()) {
      return -1;
    }
    int high = Character.digit(text.charAt(index), 16);
    int low = Character.digit(text.charAt(index + 1), 16);
    return high < 0 || low < 0 ? -1 : 16 * high + low;
  }

  /** Returns true for printable ASCII and white space, the only characters of a decoded text. */
  static boolean isText(int c) {
    return (c >= ' ' && c <= '~') || c == '\n' || c == '\r' || c == '\t';
  }

  /** Returns the value of a Base64 digit in either alphabet; negative when invalid. */
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
