package io.svc.server.redaction;

/**
 * Private keys in their armor (RFC 7468; RFC 9580, section 6), complete, of any length; and keys
 * without an end line.
 */
final class PrivateKeys implements Recognizer {
  private static final String BEGIN = "-----BEGIN ";
  private static final String END = "-----END ";
  private static final String DASHES = "-----";
  private static final int LONGEST_TITLE = 64;
  private static final int FEWEST = 16;

  @Override
  public void find(TextWithContext passage, RecognitionCollector matches) {
    String text = passage.text();
    int start = text.indexOf(BEGIN);
    while (start >= 0) {
      int title = start + BEGIN.length();
      int body = text.indexOf(DASHES, title);
      if (body < 0) {
        return;
      }
      int next = title;
      if (body - title <= LONGEST_TITLE && text.substring(title, body).contains("PRIVATE KEY")) {
        next = endOfKey(passage, body + DASHES.length());
        if (next - body > FEWEST) {
          matches.add(EntityType.PRIVATE_KEY, start, next, 1);
        }
      }
      start = text.indexOf(BEGIN, next);
    }
  }

  private static int endOfKey(TextWithContext passage, int body) {
    String text = passage.text();
    int dashes = text.indexOf(DASHES, body);
    if (dashes >= 0 && text.startsWith(END, dashes)) {
      int close = text.indexOf(DASHES, dashes + END.length());
      boolean isClose = close >= 0 && close - dashes <= LONGEST_TITLE + END.length();
      return isClose ? close + DASHES.length() : dashes + END.length();
    }
    int maxEnd = dashes >= 0 ? dashes : passage.length();
    int end = body;
    int i = body;
    while (i < maxEnd && isOfBody(passage.at(i))) {
      i++;
      end = Character.isWhitespace(passage.at(i - 1)) ? end : i;
    }
    return end;
  }

  /**
   * Returns whether a character can be part of the body: Base64, line breaks, plain or escaped, and
   * line prefixes.
   */
  private static boolean isOfBody(char c) {
    return (c < 128 && Character.isLetterOrDigit(c))
        || Character.isWhitespace(c)
        || "+/=\\:,-".indexOf(c) >= 0;
  }
}
