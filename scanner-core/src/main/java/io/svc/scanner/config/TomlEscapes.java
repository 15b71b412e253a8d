package io.svc.scanner.config;

/** Decodes the escapes of a quoted TOML key. */
final class TomlEscapes {
  private static final String NAMES = "btnfre\"\\";
  private static final String MEANINGS = "\b\t\n\f\r\u001B\"\\";

  private TomlEscapes() {}

  /** Decodes the text between the quotes; invalid escapes are unchanged. */
  static String decode(String escaped) {
    if (escaped.indexOf('\\') < 0) {
      return escaped;
    }
    StringBuilder plain = new StringBuilder();
    int at = 0;
    while (at < escaped.length()) {
      char next = at + 1 < escaped.length() ? escaped.charAt(at + 1) : 0;
      int digits = next == 'u' ? 4 : next == 'U' ? 8 : next == 'x' ? 2 : 0;
      boolean isEscape = escaped.charAt(at) == '\\';
      if (isEscape && digits > 0 && at + 2 + digits <= escaped.length()) {
        plain.appendCodePoint(Integer.parseInt(escaped.substring(at + 2, at + 2 + digits), 16));
        at += 2 + digits;
      } else if (isEscape && NAMES.indexOf(next) >= 0) {
        plain.append(MEANINGS.charAt(NAMES.indexOf(next)));
        at += 2;
      } else {
        plain.append(escaped.charAt(at));
        at++;
      }
    }
    return plain.toString();
  }
}
