package io.svc.server.policies.dsl;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Parses the destination of a call as leniently as clients do (WHATWG URL): surrounding blanks,
 * embedded line breaks, backslashes for slashes, any number of slashes after {@code http:},
 * credentials. The result is normalized for comparison with rules (RFC 3986 section 6.2.2).
 */
final class DestinationText {
  private static final Pattern ESCAPE = Pattern.compile("%([0-9A-Fa-f]{2})");

  /** Schemes after which every client expects a host. */
  private static final Set<String> SPECIAL = Set.of("http", "https", "ws", "wss", "ftp");

  private static final Map<String, Integer> PORTS =
      Map.of("http", 80, "https", 443, "ws", 80, "wss", 443, "ftp", 21);

  private final String scheme;
  private String host = "";
  private int port;
  private String path = "";
  private String query = "";

  private DestinationText(String scheme) {
    this.scheme = scheme;
    this.port = PORTS.getOrDefault(scheme, 0);
  }

  static Facts.Destination parse(String raw) {
    String text = raw.strip().replace("\t", "").replace("\n", "").replace("\r", "");
    int fragment = text.indexOf('#');
    text = fragment < 0 ? text : text.substring(0, fragment);
    int colon = text.indexOf(':');
    if (!isScheme(text, colon) || isPort(text, colon + 1)) {
      String slashed = text.replace('\\', '/');
      // "//host/path" is relative to an unknown scheme.
      return new DestinationText("")
          .hierarchy(slashed.startsWith("//") ? withoutSlashes(slashed) : slashed);
    }
    String scheme = text.substring(0, colon).toLowerCase(Locale.ROOT);
    String rest = text.substring(colon + 1);
    if (SPECIAL.contains(scheme)) {
      return new DestinationText(scheme).hierarchy(withoutSlashes(rest.replace('\\', '/')));
    }
    return rest.startsWith("//")
        ? new DestinationText(scheme).hierarchy(rest.substring(2))
        : new DestinationText(scheme).opaque(rest);
  }

  /** Returns whether the text up to an index is a scheme (RFC 3986, section 3.1). */
  private static boolean isScheme(String text, int end) {
    for (int i = 0; i < end; i++) {
      char c = text.charAt(i);
      boolean isLetter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
      if (!isLetter && (i == 0 || !(isDigit(c) || c == '+' || c == '.' || c == '-'))) {
        return false;
      }
    }
    return end > 0;
  }

  /** Returns whether digits follow, up to the end of the authority. */
  private static boolean isPort(String text, int start) {
    int end = start;
    while (end < text.length() && isDigit(text.charAt(end))) {
      end++;
    }
    return end > start && (end == text.length() || "/?\\".indexOf(text.charAt(end)) >= 0);
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static String withoutSlashes(String text) {
    int start = 0;
    while (start < text.length() && text.charAt(start) == '/') {
      start++;
    }
    return text.substring(start);
  }

  /** Such as {@code mailto:somebody@example.com}. */
  private Facts.Destination opaque(String rest) {
    int at = rest.lastIndexOf('@');
    if (at >= 0) {
      int end = rest.indexOf('?', at);
      host = HostText.normalise(rest.substring(at + 1, end < 0 ? rest.length() : end));
    }
    return new Facts.Destination(scheme + ":" + rest, scheme, host, port, "");
  }

  private Facts.Destination hierarchy(String rest) {
    int end = 0;
    while (end < rest.length() && rest.charAt(end) != '/' && rest.charAt(end) != '?') {
      end++;
    }
    String authority = rest.substring(0, end);
    readHost(authority.substring(authority.lastIndexOf('@') + 1));
    int question = rest.indexOf('?', end);
    query = question < 0 ? "" : rest.substring(question);
    path = normalisedPath(rest.substring(end, question < 0 ? rest.length() : question));
    if (path.isEmpty() && !host.isEmpty()) {
      path = "/";
    }
    return new Facts.Destination(url(), scheme, host, port, path);
  }

  private void readHost(String text) {
    int bracket = text.lastIndexOf(']');
    int colon = text.indexOf(':', Math.max(bracket, 0));
    boolean isBareIpv6 = bracket < 0 && colon >= 0 && text.indexOf(':', colon + 1) >= 0;
    if (colon < 0 || isBareIpv6) {
      host = HostText.normalise(text);
      return;
    }
    host = HostText.normalise(text.substring(0, colon));
    String digits = text.substring(colon + 1);
    if (!digits.isEmpty()) {
      port = port(digits);
    }
  }

  private static int port(String digits) {
    try {
      int number = Integer.parseInt(digits);
      return number >= 0 && number <= 65_535 ? number : 0;
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  private String url() {
    StringBuilder url = new StringBuilder();
    if (!scheme.isEmpty()) {
      url.append(scheme).append("://");
    }
    url.append(host.indexOf(':') >= 0 ? "[" + host + "]" : host);
    if (port != 0 && port != PORTS.getOrDefault(scheme, 0)) {
      url.append(':').append(port);
    }
    return url.append(path).append(query).toString();
  }

  /** Removes dot segments, and unescapes where possible. */
  private static String normalisedPath(String raw) {
    if (raw.isEmpty() || (raw.indexOf('%') < 0 && !raw.contains("/."))) {
      return raw;
    }
    String plain =
        ESCAPE
            .matcher(raw)
            .replaceAll(
                escape -> {
                  char c = (char) Integer.parseInt(escape.group(1), 16);
                  return isUnreserved(c)
                      ? String.valueOf(c)
                      : escape.group().toUpperCase(Locale.ROOT);
                });
    Deque<String> normalized = new ArrayDeque<>();
    String[] segments = plain.split("/", -1);
    for (int i = 1; i < segments.length; i++) {
      boolean isLast = i == segments.length - 1;
      if (segments[i].equals("..")) {
        normalized.pollLast();
      } else if (!segments[i].equals(".")) {
        normalized.addLast(segments[i]);
        continue;
      }
      if (isLast) {
        normalized.addLast("");
      }
    }
    return "/" + String.join("/", normalized);
  }

  private static boolean isUnreserved(char c) {
    return c < 128 && (Character.isLetterOrDigit(c) || "-._~".indexOf(c) >= 0);
  }
}
