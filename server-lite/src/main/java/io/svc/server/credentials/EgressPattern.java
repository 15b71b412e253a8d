package io.svc.server.credentials;

import static java.util.Objects.requireNonNull;

import io.svc.server.config.CanonicalHost;
import io.svc.server.config.Cidr;
import io.svc.server.outgoing.PublicSuffixes;
import io.svc.server.policies.dsl.HostText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which requests a credential is for: {@code host}, {@code *.host} for all below it but not itself,
 * each with or without a port, a path or a path and all below it. Without a port it means 443, so
 * that no credential travels in the open because a caller asked for {@code http}.
 *
 * @param host in its one spelling; an IPv6 address without brackets
 * @param path empty for any; one that ends in {@code /*} means all below it
 */
record EgressPattern(String host, boolean isBelow, int port, String path) {
  /** The longest pattern. */
  static final int LONGEST = 500;

  /** The longest host. */
  static final int LONGEST_HOST = 253;

  /** What goes before, where several patterns mean a request: any two differ in one of these. */
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
   * Reads a pattern that somebody typed in.
   *
   * @throws IllegalArgumentException with a sentence for whoever did
   */
  static EgressPattern parse(String text) {
    EgressPattern pattern = of(text);
    requireCanonicalHost(text);
    if (pattern.isBelow() && PublicSuffixes.contains(pattern.host())) {
      throw wrong(
          text, "a domain of one owner behind *.; anybody can have a name below " + pattern.host());
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

  /** A pattern that was typed in once, whoever may have names below its domain by now. */
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
    // What is escaped is spelt otherwise; nobody writes a pattern so who means well.
    String host = written.indexOf('%') < 0 ? HostText.normalise(written) : "";
    boolean isAddress = Cidr.literal(host).isPresent();
    if (!isAddress && (host.length() > LONGEST_HOST || !NAME.matcher(host).matches())) {
      throw wrong(text, EXPECTED);
    }
    if (isBelow && isAddress) {
      throw wrong(text, "a domain behind *., not an address");
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
      throw wrong(text, "a path such as /v1, or /v1/* for all below it, behind the host");
    }
    return written;
  }

  private static IllegalArgumentException wrong(String text, String expected) {
    String shown = text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
    return new IllegalArgumentException(
        "\"" + shown + "\" is no pattern; expected " + expected + ".");
  }

  private static boolean hasDots(String path) {
    return (path + "/").contains("/./") || (path + "/").contains("/../");
  }

  /** What to look for in a store that has patterns by {@link #key}: most specific first. */
  static List<String> keys(String host) {
    List<String> keys = new ArrayList<>(List.of(host));
    if (Cidr.literal(host).isEmpty()) {
      for (int dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1)) {
        keys.add(BELOW + host.substring(dot + 1));
      }
    }
    return keys;
  }

  /** Host, and whether what is below it is meant, as one text. */
  String key() {
    return isBelow ? BELOW + host : host;
  }

  /**
   * Whether it means a request to one of the hosts of its {@link #key}.
   *
   * @param plainPath as {@link #plain} tells it
   */
  boolean matches(int requested, Optional<String> plainPath) {
    return port == requested
        && (path.isEmpty()
            || plainPath
                .filter(
                    asked ->
                        isOfTree()
                            ? asked.startsWith(path.substring(0, path.length() - 1))
                            : asked.equals(path))
                .isPresent());
  }

  /**
   * The path of a request as the other server will understand it; empty where servers differ in
   * what they make of it, so that {@code /v1/..%2fadmin} is not taken for something below {@code
   * /v1/}.
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

  /** Whether a secret for the other one would go nowhere else with this one. */
  boolean hasSameHosts(EgressPattern other) {
    return key().equals(other.key()) && port == other.port;
  }

  private boolean isOfTree() {
    return path.isEmpty() || path.endsWith(TREE);
  }

  /** The pattern in its one spelling. */
  @Override
  public String toString() {
    String name = host.indexOf(':') < 0 ? host : "[" + host + "]";
    return (isBelow ? BELOW : "") + name + (port == USUAL_PORT ? "" : ":" + port) + path;
  }
}
