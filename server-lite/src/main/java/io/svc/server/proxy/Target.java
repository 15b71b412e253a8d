package io.svc.server.proxy;

import io.svc.server.config.CanonicalHost;
import io.svc.server.http.ApiException;
import io.svc.server.http.ErrorCode;
import io.svc.server.http.MessageTexts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The destination of a proxied call. The host is a {@link CanonicalHost}: policies, credentials,
 * the lookup, the connection and the {@code Host} header use the same text. Path and query are
 * passed on unchanged, because only the other server can interpret them; dot segments are rejected.
 *
 * @param path with a leading slash
 * @param query without the question mark
 */
record Target(boolean isSecure, String host, int port, String path, Optional<String> query) {
  private static final int LONGEST = 8_192;
  private static final int LAST_PORT = 65_535;
  private static final int HTTP = 80;
  private static final int HTTPS = 443;

  private static final Pattern URL =
      Pattern.compile("(?i)(https?)://([^/?]*)([^?]*)(?:\\?(.*))?", Pattern.DOTALL);
  private static final Pattern AUTHORITY =
      Pattern.compile("([A-Za-z0-9._-]{1,255}|\\[[0-9A-Fa-f:.]{2,45}])(?::([0-9]{1,5}))?");
  private static final Pattern VISIBLE = Pattern.compile("[\\x21-\\x22\\x24-\\x5B\\x5D-\\x7E]*");
  private static final Pattern BAD_ESCAPE = Pattern.compile("%(?![0-9A-Fa-f]{2})");
  private static final Pattern DOT = Pattern.compile("(?i)%2e");
  private static final Pattern BRACKET = Pattern.compile("%5[BD]");
  private static final Pattern SLASH = Pattern.compile("(?i)%2f|%5c");

  /**
   * Parses the part after the route: {@code host[:port]/path}.
   *
   * @param scheme the scheme that the caller requested; the default is https
   */
  static Target of(String targetText, Optional<String> query, Optional<String> scheme) {
    int slash = targetText.indexOf('/');
    return of(
        scheme.map(Target::isSecure).orElse(true),
        // Brackets around an IPv6 address must be escaped in a path (RFC 3986).
        BRACKET
            .matcher(slash < 0 ? targetText : targetText.substring(0, slash))
            .replaceAll(escape -> escape.group().endsWith("B") ? "[" : "]"),
        slash < 0 ? "/" : targetText.substring(slash),
        query);
  }

  /** Parses a complete URL. */
  static Target ofUrl(String url) {
    Matcher matcher = URL.matcher(url.strip());
    if (!matcher.matches()) {
      throw bad(
          "X-Svc-Target-Url is \""
              + MessageTexts.shown(shortened(url))
              + "\"; expected an https address.");
    }
    return of(
        isSecure(matcher.group(1)),
        matcher.group(2),
        matcher.group(3).isEmpty() ? "/" : matcher.group(3),
        Optional.ofNullable(matcher.group(4)));
  }

  private static boolean isSecure(String scheme) {
    return switch (scheme.toLowerCase(Locale.ROOT)) {
      case "https" -> true;
      case "http" -> false;
      default ->
          throw bad(
              "X-Svc-Upstream-Scheme is \""
                  + MessageTexts.shown(scheme)
                  + "\"; expected https or http.");
    };
  }

  private static Target of(
      boolean isSecure, String authority, String path, Optional<String> query) {
    Matcher matcher = AUTHORITY.matcher(authority);
    // User information and escapes can make one host look like another.
    if (!matcher.matches()) {
      throw bad(
          "The host is \""
              + MessageTexts.shown(shortened(authority))
              + "\"; expected one such as api.example.com or api.example.com:8443.");
    }
    int port =
        matcher.group(2) == null ? (isSecure ? HTTPS : HTTP) : Integer.parseInt(matcher.group(2));
    if (port < 1 || port > LAST_PORT) {
      throw bad("The port is " + port + "; expected 1 to " + LAST_PORT + ".");
    }
    String host = host(matcher.group(1));
    check("path", path);
    query.ifPresent(text -> check("query", text));
    if (hasDotSegment(path)) {
      throw bad("The path contains a segment \".\" or \"..\", literal or escaped; remove it.");
    }
    return new Target(isSecure, host, port, path, query);
  }

  private static String host(String written) {
    try {
      return CanonicalHost.parse(written).text();
    } catch (IllegalArgumentException e) {
      throw bad(
          "The host is \""
              + MessageTexts.shown(shortened(written))
              + "\"; "
              + e.getMessage()
              + ".");
    }
  }

  private static void check(String part, String text) {
    if (text.length() > LONGEST) {
      throw bad("The " + part + " is longer than " + LONGEST + " characters.");
    }
    if (!VISIBLE.matcher(text).matches() || BAD_ESCAPE.matcher(text).find()) {
      throw bad(
          "The "
              + part
              + " contains a character that is not allowed in an address, or \"%\" without two"
              + " hexadecimal digits.");
    }
  }

  /** Also considers servers that decode escapes first, or remove parameters from segments. */
  private static boolean hasDotSegment(String path) {
    String plain = SLASH.matcher(DOT.matcher(path).replaceAll(".")).replaceAll("/");
    for (String segment : plain.split("/", -1)) {
      int parameters = segment.indexOf(';');
      String name = parameters < 0 ? segment : segment.substring(0, parameters);
      if (name.equals(".") || name.equals("..")) {
        return true;
      }
    }
    return false;
  }

  private static String shortened(String text) {
    return text.length() <= 100 ? text : text.substring(0, 100) + "…";
  }

  private static ApiException bad(String message) {
    return new ApiException(ErrorCode.INVALID_PARAMETER, message);
  }

  private boolean isUsualPort() {
    return port == (isSecure ? HTTPS : HTTP);
  }

  /** Returns scheme, host and port. */
  String origin() {
    String shown = host.indexOf(':') < 0 ? host : "[" + host + "]";
    return (isSecure ? "https://" : "http://") + shown + (isUsualPort() ? "" : ":" + port);
  }

  /** Returns the URL for policies; the query only has names, because values may contain secrets. */
  String forPolicies() {
    List<String> names = new ArrayList<>();
    for (String pair : query.orElse("").split("&", -1)) {
      int equals = pair.indexOf('=');
      String name = equals < 0 ? pair : pair.substring(0, equals);
      // Text without a name or an equals sign may itself be a value.
      if (equals >= 0 && !name.isEmpty()) {
        names.add(name);
      }
    }
    return origin() + path + (names.isEmpty() ? "" : "?" + String.join("&", names));
  }

  /** Returns the request target with the given query. */
  String requestTarget(Optional<String> sent) {
    return path + sent.map(text -> "?" + text).orElse("");
  }
}
