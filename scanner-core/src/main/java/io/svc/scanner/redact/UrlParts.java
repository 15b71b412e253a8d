package io.svc.scanner.redact;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The parts of a URL in a text that may contain secrets. Config files contain URLs that {@link
 * java.net.URI} rejects, with references in the host or an unescaped {@code @} in the password. The
 * last {@code @} before the path therefore ends the user information.
 */
record UrlParts(
    String scheme, String user, String password, String host, List<Parameter> parameters) {

  /** A query parameter as written. */
  record Parameter(String name, String value) {}

  private static final String MARK = "://";

  static boolean occurIn(String text) {
    return text.contains(MARK);
  }

  /** Returns all URLs in a text. */
  static List<UrlParts> in(String text) {
    List<UrlParts> urls = new ArrayList<>();
    int mark = text.indexOf(MARK);
    while (mark >= 0) {
      int start = schemeStart(text, mark);
      int end = end(text, mark + MARK.length());
      if (start < mark) {
        urls.add(parse(text.substring(start, mark), text.substring(mark + MARK.length(), end)));
      }
      mark = text.indexOf(MARK, end);
    }
    return urls;
  }

  boolean isLocal() {
    int port = host.startsWith("[") ? -1 : host.indexOf(':');
    String name = port < 0 ? host : host.substring(0, port);
    return name.equals("localhost") || name.startsWith("127.") || name.startsWith("[::1]");
  }

  /** Returns an unescaped password or value; bytes beyond ASCII are not relevant here. */
  static String decoded(String escaped) {
    if (escaped.indexOf('%') < 0) {
      return escaped;
    }
    StringBuilder plain = new StringBuilder();
    for (int i = 0; i < escaped.length(); i++) {
      int high = i + 2 < escaped.length() ? Character.digit(escaped.charAt(i + 1), 16) : -1;
      int low = high < 0 ? -1 : Character.digit(escaped.charAt(i + 2), 16);
      boolean isEscape = escaped.charAt(i) == '%' && high >= 0 && low >= 0;
      plain.append(isEscape ? (char) (16 * high + low) : escaped.charAt(i));
      i += isEscape ? 2 : 0;
    }
    return plain.toString();
  }

  private static int schemeStart(String text, int mark) {
    int start = mark;
    while (start > 0 && mark - start < 30) {
      char c = text.charAt(start - 1);
      if (!Character.isLetterOrDigit(c) && c != '+' && c != '-' && c != '.') {
        break;
      }
      start--;
    }
    return start;
  }

  private static int end(String text, int from) {
    int end = from;
    while (end < text.length()) {
      char c = text.charAt(end);
      if (Character.isWhitespace(c) || c == '"' || c == '\'' || c == '`') {
        break;
      }
      end = Math.max(end + 1, References.endAt(text, end));
    }
    return end;
  }

  private static UrlParts parse(String scheme, String rest) {
    int query = rest.indexOf('?');
    String beforeQuery = query < 0 ? rest : rest.substring(0, query);
    int slash = endOfAuthority(beforeQuery);
    String authority = slash < 0 ? beforeQuery : beforeQuery.substring(0, slash);
    int at = authority.lastIndexOf('@');
    String userInfo = at < 0 ? "" : authority.substring(0, at);
    int colon = userInfo.indexOf(':');
    return new UrlParts(
        scheme.toLowerCase(Locale.ROOT),
        colon < 0 ? userInfo : userInfo.substring(0, colon),
        colon < 0 ? "" : userInfo.substring(colon + 1),
        authority.substring(at + 1).toLowerCase(Locale.ROOT),
        query < 0 ? List.of() : parameters(rest.substring(query + 1)));
  }

  /**
   * Returns the first slash after the host. If a password contains a slash, the apparent port is
   * not a number, and the host follows the last {@code @}.
   */
  private static int endOfAuthority(String text) {
    int slash = text.indexOf('/');
    if (slash < 0) {
      return slash;
    }
    String authority = text.substring(0, slash);
    String port = authority.substring(authority.lastIndexOf(':') + 1);
    boolean hasOddPort = authority.indexOf(':') >= 0 && !authority.endsWith("]") && !isPort(port);
    int at = text.lastIndexOf('@');
    return hasOddPort && at > slash ? text.indexOf('/', at) : slash;
  }

  private static boolean isPort(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (!Character.isDigit(text.charAt(i))) {
        return text.startsWith("$") || text.startsWith("{");
      }
    }
    return text.length() <= 5;
  }

  private static List<Parameter> parameters(String query) {
    List<Parameter> parameters = new ArrayList<>();
    for (String pair : query.split("[&;#]", 200)) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        parameters.add(new Parameter(pair.substring(0, equals), pair.substring(equals + 1)));
      }
    }
    return parameters;
  }
}
