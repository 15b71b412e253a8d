package io.svc.server.credentials;

import static java.util.Objects.requireNonNull;

import io.svc.server.config.CanonicalHost;
import io.svc.server.config.Cidr;
import io.svc.server.egress.PublicSuffixes;
import io.svc.server.policies.dsl.HostText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The requests that a credential applies to: {@code host}, or {@code *.host} for all subdomains
 * without the host itself, each with an optional port, and an optional path or path prefix. The
 * default port is 443, so that a caller cannot cause a credential to be sent unencrypted by
 * requesting {@code http}.
 *
 * @param host normalized; an IPv6 address without brackets
 * @param path empty for any; a path that ends in {@code /*} includes everything below it
 */
record EgressPattern(String host, boolean isBelow, int port, String path) {
  /** The maximum length of a pattern. */
  static final int LONGEST = 500;

  /** The maximum length of a host. */
  static final int LONGEST_HOST = 253;

  /** The precedence of several matching patterns: any two differ in one of these. */
  static final Comparator<EgressPattern> MOST_SPECIFIC_FIRST =
      Comparator.comparing(EgressPattern::isBelow)
          .thenComparing(pattern -> -pattern.host().length())
          .thenComparing(EgressPattern::isOfTree)
          .thenComparing(pattern -> -pattern.path().length());

  private static final int USUAL_PORT = 443;
  private static final int LAST_PORT = 65_535;
  private static final String BELOW = "*.";
  private static final String TREE = "/*";
  private static final Pattern PARTS =
      Pattern.compile("(\\[[^\\]/]*]|[^:/\\[\\]]+)(?::(\\d{1,5}))?(/.*)?");
  private static final Pattern NAME = Pattern.compile("[a-z0-9_-]++(?:\\.[a-z0-9_-]++)*+");
  private static final Pattern PATH = Pattern.compile("(?:/[A-Za-z0-9._~!$&'()+,=:@-]++)*+/?");
  private static final String EXPECTED =
      "a host such as api.example.com, *.example.com, api.example.com:8443 or"
          + " api.example.com/v1/*";

  /**
   * Parses a pattern from a request.
   *
   * @throws IllegalArgumentException with a sentence for its author
   */
  static EgressPattern parse(String text) {
    EgressPattern pattern = of(text);
    requireCanonicalHost(text);
    if (pattern.isBelow() && PublicSuffixes.contains(pattern.host())) {
      throw wrong(
          text,
          "a domain with a single owner after *.; anyone can register a name"
              + " below "
              + pattern.host());
    }
    return pattern;
  }

  private static void requireCanonicalHost(String text) {
    Matcher parts = PARTS.matcher(text);
    String written = parts.matches() ? parts.group(1) : text;
    try {
      CanonicalHost.parse(written.startsWith(BELOW) ? written.substring(BELOW.length()) : written);
    } catch (IllegalArgumentException e) {
      throw wrong(text, requireNonNull(e.getMessage()).substring("expected ".length()));
    }
  }

  /** Parses a stored pattern, without checking its domain again. */
  static EgressPattern of(String text) {
    Matcher parts = PARTS.matcher(text);
    if (text.length() > LONGEST || text.contains("://") || !parts.matches()) {
      throw wrong(text, EXPECTED);
    }
    boolean isBelow = text.startsWith(BELOW);
    String host = host(text, parts.group(1).substring(isBelow ? BELOW.length() : 0), isBelow);
    int port = parts.group(2) == null ? USUAL_PORT : Integer.parseInt(parts.group(2));
    if (port < 1 || port > LAST_PORT) {
      throw wrong(text, "a port from 1 to " + LAST_PORT);
    }
    return new EgressPattern(
        host, isBelow, port, path(text, Optional.ofNullable(parts.group(3)).orElse("")));
  }

  private static String host(String text, String written, boolean isBelow) {
    // Escapes would be an alternative spelling, and legitimate patterns have none.
    String host = written.indexOf('%') < 0 ? HostText.normalise(written) : "";
    boolean isAddress = Cidr.literal(host).isPresent();
    if (!isAddress && (host.length() > LONGEST_HOST || !NAME.matcher(host).matches())) {
      throw wrong(text, EXPECTED);
    }
    if (isBelow && isAddress) {
      throw wrong(text, "a domain after *., not an address");
    }
    return host;
  }

  private static String path(String text, String written) {
    if (written.equals(TREE)) {
      return "";
    }
    String path = written.endsWith(TREE) ? written.substring(0, written.length() - 2) : written;
    boolean isTree = path.length() < written.length();
    if (!PATH.matcher(path).matches() || (isTree && path.endsWith("/")) || hasDots(path)) {
      throw wrong(text, "a path after the host, such as /v1, or /v1/* for all paths below it");
    }
    return written;
  }

  private static IllegalArgumentException wrong(String text, String expected) {
    String shown = text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
    return new IllegalArgumentException(
        "\"" + shown + "\" is not a valid pattern; expected " + expected + ".");
  }

  private static boolean hasDots(String path) {
    return (path + "/").contains("/./") || (path + "/").contains("/../");
  }

  /** Returns the keys to look up in a store of patterns by {@link #key}: most specific first. */
  static List<String> keys(String host) {
    List<String> keys = new ArrayList<>(List.of(host));
    if (Cidr.literal(host).isEmpty()) {
      for (int dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1)) {
        keys.add(BELOW + host.substring(dot + 1));
      }
    }
    return keys;
  }

  /** Returns the host, and whether subdomains are included, as one text. */
  String key() {
    return isBelow ? BELOW + host : host;
  }

  /**
   * Returns whether the pattern applies to a request to a host of its {@link #key}.
   *
   * @param plainPath the result of {@link #plain}
   */
  boolean matches(int requested, Optional<String> plainPath) {
    return port == requested
        && (path.isEmpty()
            || plainPath
                .filter(
                    requestedPort ->
                        isOfTree()
                            ? requestedPort.startsWith(path.substring(0, path.length() - 1))
                            : requestedPort.equals(path))
                .isPresent());
  }

  /**
   * Returns the path as the other server will interpret it; empty if servers interpret it
   * differently, so that {@code /v1/..%2fadmin} does not count as a path below {@code /v1/}.
   */
  static Optional<String> plain(String path) {
    String lower = path.toLowerCase(Locale.ROOT);
    if (lower.contains("%2f") || lower.contains("%5c")) {
      return Optional.empty();
    }
    String plain = HostText.decoded(path.isEmpty() ? "/" : path);
    boolean isPlain =
        plain.startsWith("/")
            && !plain.contains("//")
            && !hasDots(plain)
            && plain
                .chars()
                .noneMatch(c -> c == '%' || c == '\\' || c == ';' || c <= ' ' || c == 127);
    return isPlain ? Optional.of(plain) : Optional.empty();
  }

  /** Returns whether a secret of the other pattern would be sent to no other host with this one. */
  boolean hasSameHosts(EgressPattern other) {
    return key().equals(other.key()) && port == other.port;
  }

  private boolean isOfTree() {
    return path.isEmpty() || path.endsWith(TREE);
  }

  /** Returns the normalized pattern. */
  @Override
  public String toString() {
    String name = host.indexOf(':') < 0 ? host : "[" + host + "]";
    return (isBelow ? BELOW : "") + name + (port == USUAL_PORT ? "" : ":" + port) + path;
  }
}
