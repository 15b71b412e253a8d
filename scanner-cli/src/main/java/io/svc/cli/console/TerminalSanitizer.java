package io.svc.cli.console;

/** Makes a line safe for a terminal: names and paths are untrusted. */
public final class TerminalSanitizer {
  private TerminalSanitizer() {}

  /** Returns the text on one line, with every control and format character escaped. */
  public static String line(String text) {
    StringBuilder line = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      int type = Character.getType(c);
      if (type == Character.CONTROL
          || type == Character.FORMAT
          || type == Character.LINE_SEPARATOR
          || type == Character.PARAGRAPH_SEPARATOR) {
        line.append("\\u{").append(Integer.toHexString(c)).append('}');
      } else {
        line.append(c);
      }
    }
    return line.toString();
  }
}
