package io.svc.server.redaction;

import io.svc.scanner.redact.RandomTextClassifier;

/**
 * The user and password of a URL (RFC 3986, section 3.2.1), without the {@code @} after them. A
 * password with unescaped characters is found too: it may contain a slash, if the text after the
 * first colon is not a port number. References to variables are excluded.
 */
final class UrlCredentials implements Recognizer {
  private static final String MARK = "://";
  private static final int LONGEST = 512;
  private static final double LOGIN = 1;
  private static final double LONE_KEY = 0.8;

  @Override
  public void find(TextWithContext passage, RecognitionCollector matches) {
    String text = passage.text();
    int mark = text.indexOf(MARK);
    while (mark >= 0) {
      int start = mark + MARK.length();
      if (passage.isWordAt(mark - 1)) {
        int end = end(passage, start);
        judge(passage, start, end, matches);
      }
      mark = text.indexOf(MARK, start);
    }
  }

  private static int end(TextWithContext passage, int start) {
    int maxEnd = Math.min(passage.length(), start + LONGEST);
    int end = start;
    while (end < maxEnd
        && passage.at(end) > ' '
        && "\"'`<>|\\".indexOf(passage.at(end)) < 0
        && !passage.text().startsWith(MARK, end)) {
      end++;
    }
    return end;
  }

  private static void judge(
      TextWithContext passage, int start, int end, RecognitionCollector matches) {
    String rest = passage.text().substring(start, end);
    int at = endOfLogin(rest);
    if (at <= 0) {
      return;
    }
    String login = rest.substring(0, at);
    int colon = login.indexOf(':');
    if (colon >= 0) {
      String password = login.substring(colon + 1);
      if (!password.isEmpty() && !SecretReferences.isReference(password)) {
        matches.add(EntityType.URL_CREDENTIALS, start, start + at, LOGIN);
      }
    } else if (RandomTextClassifier.isRandom(login)) {
      matches.add(EntityType.URL_CREDENTIALS, start, start + at, LONE_KEY);
    }
  }

  /** Returns the index of the {@code @} before the host; negative when there is no login. */
  private static int endOfLogin(String rest) {
    int path = 0;
    while (path < rest.length() && "/?#".indexOf(rest.charAt(path)) < 0) {
      path++;
    }
    int at = rest.lastIndexOf('@', path);
    if (at >= 0 && at < path) {
      return at;
    }
    int colon = rest.indexOf(':');
    boolean hasOddPort =
        colon >= 0
            && colon < path
            && !isPort(rest.substring(colon + 1, path))
            && rest.charAt(0) != '[';
    return hasOddPort ? rest.indexOf('@', path) : -1;
  }

  private static boolean isPort(String text) {
    return text.length() <= 5 && text.chars().allMatch(c -> c >= '0' && c <= '9');
  }
}
