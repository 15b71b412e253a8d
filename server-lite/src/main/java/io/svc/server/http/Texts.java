package io.svc.server.http;

/** Values of callers, made fit to be quoted in a message. */
public final class Texts {
  private static final int LONGEST = 80;

  private Texts() {}

  /** Short enough for a sentence, and without control characters. */
  public static String shown(String value) {
    return shown(value, LONGEST);
  }

  /** At most so many characters, and none that controls. */
  public static String shown(String value, int longest) {
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
}
