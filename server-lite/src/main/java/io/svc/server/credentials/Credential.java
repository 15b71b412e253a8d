package io.svc.server.credentials;

import io.svc.rules.WordListParser;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A credential and its place in a request. Values that the type does not use are empty or ignored.
 * Never printed: {@code toString} contains no value.
 *
 * @param header the name of the header, or of the query parameter
 * @param prefix the text before the token in a custom header
 */
record Credential(
    AuthType type, String token, String username, String password, String header, String prefix) {
  // A header can contain a credential if it is a name (RFC 9110, section 5.1) that is not a
  // connection header (section 7.6.1), does not frame or route the message, and is not a header of
  // this server.
  private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}");
  private static final Set<String> RESERVED_HEADERS =
      WordListParser.set(
          """
          connection date expect forwarded host http2-settings keep-alive max-forwards range te
          trailer transfer-encoding upgrade via""");
  private static final Set<String> RESERVED_PREFIXES =
      Set.of("content-", "proxy-", "x-forwarded-", "x-svc-", "if-");

  /** The maximum length of a part of a credential. */
  static final int LONGEST = 8_192;

  static final int LONGEST_NAME = 100;

  private static final String AUTHORIZATION = "Authorization";

  private static final Pattern PRINTABLE = Pattern.compile("[\\x20-\\x7E]*+");
  private static final Pattern PARAMETER = Pattern.compile("[A-Za-z0-9._~$\\[\\]-]{1,100}");

  /**
   * A problem of a credential.
   *
   * @param field the invalid part
   * @param message a sentence without secrets
   */
  record Problem(String field, String message) {}

  /** Returns the first problem; empty for a valid credential. */
  Optional<Problem> problem() {
    return switch (type) {
      case BEARER -> tokenInHeader();
      case BASIC -> pair();
      case HEADER -> headerName().or(this::prefixInHeader).or(this::tokenInHeader);
      case QUERY -> parameter();
    };
  }

  private Optional<Problem> tokenInHeader() {
    return token.isEmpty()
        ? missing("token")
        : wrong(
            !PRINTABLE.matcher(token).matches() || !token.strip().equals(token),
            "token",
            "expected printable ASCII characters without spaces around them");
  }

  private Optional<Problem> prefixInHeader() {
    return wrong(
        prefix.length() > LONGEST_NAME
            || !PRINTABLE.matcher(prefix).matches()
            || prefix.startsWith(" "),
        "prefix",
        "expected at most 100 printable ASCII characters without a leading space");
  }

  private Optional<Problem> headerName() {
    if (header.isEmpty()) {
      return missing("header");
    }
    return wrong(!isName(header), "header", "expected a header name")
        .or(
            () ->
                wrong(
                    isReservedHeader(header),
                    "header",
                    "the header is reserved for the connection, the body or this server"));
  }

  private Optional<Problem> pair() {
    if (username.isEmpty()) {
      return missing("username");
    }
    // A colon ends the username (RFC 7617, section 2).
    return wrong(
            username.indexOf(':') >= 0 || hasControls(username),
            "username",
            "expected a text without colons and control characters")
        .or(
            () ->
                wrong(
                    hasControls(password),
                    "password",
                    "expected a text without control characters"));
  }

  private Optional<Problem> parameter() {
    if (header.isEmpty()) {
      return missing("header");
    }
    if (token.isEmpty()) {
      return missing("token");
    }
    return wrong(
            !PARAMETER.matcher(header).matches(),
            "header",
            "expected a parameter name: letters, digits and . _ ~ $ [ ] -")
        .or(() -> wrong(hasControls(token), "token", "expected a text without control characters"));
  }

  private static boolean hasControls(String text) {
    return text.codePoints()
        .anyMatch(c -> Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE);
  }

  private static Optional<Problem> missing(String field) {
    return Optional.of(new Problem(field, "\"" + field + "\" is missing."));
  }

  /** Values are secrets, and messages do not contain them. */
  private static Optional<Problem> wrong(boolean isWrong, String field, String expected) {
    return isWrong
        ? Optional.of(
            new Problem(
                field, "\"" + field + "\" has a value that is not shown; " + expected + "."))
        : Optional.empty();
  }

  /** Returns whether the secret parts are equal; their places in the request are ignored. */
  boolean hasSameSecret(Credential other) {
    return token.equals(other.token)
        && username.equals(other.username)
        && password.equals(other.password);
  }

  /** Returns the headers to add to a request. */
  Map<String, String> headers() {
    return switch (type) {
      case BEARER -> Map.of(AUTHORIZATION, "Bearer " + token);
      case BASIC ->
          Map.of(
              AUTHORIZATION,
              "Basic "
                  + Base64.getEncoder()
                      .encodeToString(
                          (username + ":" + password).getBytes(StandardCharsets.UTF_8)));
      case HEADER -> Map.of(header, prefix + token);
      case QUERY -> Map.of();
    };
  }

  /** Returns the query parameters to add to a request. */
  Map<String, String> query() {
    return type == AuthType.QUERY ? Map.of(header, token) : Map.of();
  }

  /** Returns the type, and no value. */
  @Override
  public String toString() {
    return "Credential[" + type + "]";
  }

  static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  /** Returns whether a credential must not set this header. */
  static boolean isReservedHeader(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return RESERVED_HEADERS.contains(lower)
        || RESERVED_PREFIXES.stream().anyMatch(lower::startsWith);
  }
}
