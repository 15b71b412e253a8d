package io.svc.server.redaction;

import java.util.Locale;
import java.util.Set;

/**
 * Email addresses (RFC 5321, section 4.1.2, with the non-ASCII letters of RFC 6531), found by their
 * {@code @}, including the form {@code %40} of URLs. Characters that are valid in a local part but
 * unused in practice end it, so that in {@code to=a@b.example} only the address is redacted.
 */
final class EmailAddresses implements Recognizer {
  private static final int LONGEST_LOCAL = 64;
  private static final int LONGEST_DOMAIN = 253;
  private static final int LONGEST_LABEL = 63;
  private static final String ESCAPED_AT = "%40";

  /** {@code icon@2x.png}: these are not top-level domains. */
  private static final Set<String> FILE_ENDINGS =
      Set.of(
          "png", "jpg", "jpeg", "gif", "webp", "svg", "css", "js", "mjs", "ts", "tsx", "jsx",
          "json", "html", "xml", "yml", "yaml");

  /** Users of source repositories: {@code git@host.example:project}. */
  private static final Set<String> ROBOTS = Set.of("git", "hg", "svn");

  @Override
  public void find(TextWithContext passage, RecognitionCollector matches) {
    String text = passage.text();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '@' || c == '\uFF20') {
        findAt(passage, i, i + 1, matches);
      } else if (c == '%' && text.startsWith(ESCAPED_AT, i)) {
        findAt(passage, i, i + ESCAPED_AT.length(), matches);
      }
    }
  }

  private static void findAt(
      TextWithContext passage, int at, int afterAt, RecognitionCollector matches) {
    int start = localStart(passage, at);
    if (afterAt > at + 1 && passage.at(start - 1) == '%' && at - start > 2) {
      start += 2;
    }
    if (start == at || isLogin(passage, start)) {
      return;
    }
    int end =
        passage.at(afterAt) == '[' ? literalEnd(passage, afterAt) : domainEnd(passage, afterAt);
    boolean isRobot =
        passage.at(end) == ':' && ROBOTS.contains(passage.text().substring(start, at));
    if (end > afterAt && !isRobot) {
      matches.add(EntityType.EMAIL_ADDRESS, start, end, 1);
    }
  }

  private static int localStart(TextWithContext passage, int at) {
    int least = Math.max(0, at - LONGEST_LOCAL);
    if (passage.at(at - 1) == '"') {
      return quotedStart(passage, at, least);
    }
    int start = at;
    boolean isUnspaced = TextWithContext.isUnspaced(passage.at(at - 1));
    while (start > least
        && isLocal(passage, start - 1)
        && TextWithContext.isUnspaced(passage.at(start - 1)) == isUnspaced) {
      start--;
    }
    while (start < at
        && !Character.isLetterOrDigit(passage.at(start))
        && passage.at(start) != '_') {
      start++;
    }
    return passage.at(at - 1) == '.' ? at : start;
  }

  /** {@code "anna svensson"@example.com}. */
  private static int quotedStart(TextWithContext passage, int at, int least) {
    for (int i = at - 2; i >= least && passage.at(i) != '\n'; i--) {
      if (passage.at(i) == '"') {
        return i < at - 2 ? i : at;
      }
    }
    return at;
  }

  private static boolean isLocal(TextWithContext passage, int index) {
    char c = passage.at(index);
    if (c == '\'') {
      return passage.isWordAt(index - 1) && passage.isWordAt(index + 1);
    }
    return Character.isLetterOrDigit(c)
        || Character.isSurrogate(c)
        || c == '.'
        || c == '_'
        || c == '+'
        || c == '-'
        || c == '&'
        || c == '~'
        || c == '#'
        || c == '!'
        || c == '$';
  }

  /** {@code scheme://user@host}, or the end of a password in a URL. */
  private static boolean isLogin(TextWithContext passage, int start) {
    int least = Math.max(0, start - LONGEST_LOCAL);
    int i = start - 1;
    while (i >= least && passage.at(i) > ' ' && passage.at(i) != '/' && passage.at(i) != '?') {
      i--;
    }
    return i >= 2 && passage.at(i) == '/' && passage.text().startsWith("://", i - 2);
  }

  private static int literalEnd(TextWithContext passage, int open) {
    int close = open + 1;
    while (close < open + 48 && (passage.isWordAt(close) || ":.".indexOf(passage.at(close)) >= 0)) {
      close++;
    }
    boolean isAddress = passage.at(close) == ']' && close - open > 7;
    return isAddress ? close + 1 : open;
  }

  /** The end of the last label that can be a top-level domain; the start when there is none. */
  private static int domainEnd(TextWithContext passage, int start) {
    int maxEnd = Math.min(passage.length(), start + LONGEST_DOMAIN);
    int end = start;
    int label = start;
    int i = start;
    while (i <= maxEnd) {
      char c = i < maxEnd ? passage.at(i) : ' ';
      if (Character.isLetterOrDigit(c) || Character.isSurrogate(c) || c == '-') {
        i++;
        continue;
      }
      if (i == label || i - label > LONGEST_LABEL || passage.at(label) == '-') {
        break;
      }
      int top = endOfTopLevelDomain(passage, label, i);
      if (label > start && isTopLevel(passage.text().substring(label, top))) {
        end = top;
      }
      if (c != '.') {
        break;
      }
      i++;
      label = i;
    }
    return end;
  }

  /** Excludes the following text of the sentence: a dash, or words of a script without spaces. */
  private static int endOfTopLevelDomain(TextWithContext passage, int label, int end) {
    if (passage.text().startsWith("xn--", label)) {
      return end;
    }
    boolean isUnspaced = TextWithContext.isUnspaced(passage.at(label));
    int top = label;
    while (top < end
        && passage.at(top) != '-'
        && TextWithContext.isUnspaced(passage.at(top)) == isUnspaced) {
      top++;
    }
    return top;
  }

  private static boolean isTopLevel(String label) {
    if (label.startsWith("xn--")) {
      return true;
    }
    for (int i = 0; i < label.length(); i++) {
      char c = label.charAt(i);
      if (!Character.isLetter(c) && !Character.isSurrogate(c)) {
        return false;
      }
    }
    return label.length() >= 2 && !FILE_ENDINGS.contains(label.toLowerCase(Locale.ROOT));
  }
}
