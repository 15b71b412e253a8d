package io.svc.server.http;

/** Formats callers' values for messages. */
public final class MessageTexts {
  private static final int LONGEST = 80;

  private MessageTexts() {}

  /** Shortens a value for a message and replaces control characters. */
  public static String shown(String value) {
    return shown(value, LONGEST);
  }

  /** Limits the number of characters, and replaces control characters. */
  public static String shown(String value, int longest) {
    if (value.length() <= longest && isPrintableAscii(value)) {
      return value;
    }
    String head = value.length() > longest ? value.substring(0, longest) + "…" : value;
    StringBuilder text = new StringBuilder(head.length());
    head.codePoints()
        .forEach(
            c -> {
              boolean isUnseen =
                  Character.isISOControl(c)
                      || Character.getType(c) == Character.FORMAT
                      || Character.getType(c) == Character.SURROGATE
                      || Character.getType(c) == Character.LINE_SEPARATOR
                      || Character.getType(c) == Character.PARAGRAPH_SEPARATOR;
              text.appendCodePoint(isUnseen ? 0xFFFD : c);
            });
    return text.toString();
  }

  private static boolean isPrintableAscii(String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c < ' ' || c > '~') {
        return false;
      }
    }
    return true;
  }
}
