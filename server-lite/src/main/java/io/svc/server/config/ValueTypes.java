package io.svc.server.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The types of the settings. */
final class ValueTypes {
  /** The roles of members and keys, as in the server's specification. */
  private static final Set<String> ROLES =
      Set.of("role_admin", "role_operator", "role_approver", "role_auditor", "role_viewer");

  private static final Pattern MAILBOX =
      Pattern.compile("[^\\s@<>,;\"\\p{Cntrl}]{1,64}@[A-Za-z0-9.-]{1,253}");
  private static final Pattern SCOPE = Pattern.compile("[\\x21\\x23-\\x5B\\x5D-\\x7E]+");
  private static final Pattern DIGITS = Pattern.compile("\\d{1,9}");

  /**
   * A segment of a path in a Vault: not empty, not only dots, without characters that need
   * escaping.
   */
  private static final String SEGMENT = "[A-Za-z0-9_-][A-Za-z0-9._-]*+";

  private static final String SEGMENTS = SEGMENT + "(?:/" + SEGMENT + ")*+";
  private static final Pattern VAULT_MOUNT = Pattern.compile(SEGMENTS);
  private static final Pattern VAULT_NAMESPACE = Pattern.compile(SEGMENTS + "/?");
  private static final Pattern VAULT_PATH =
      Pattern.compile(
          "(?:SEGMENT/)*+\\{org_id\\}/(?:SEGMENT/)*+\\{domain\\}(?:/SEGMENT)*+"
              .replace("SEGMENT", SEGMENT));
  private static final Pattern HEADER_VALUE = Pattern.compile("[\\x21-\\x7E]+");
  private static final String COMMAS = ",";
  private static final String COMMAS_OR_BLANKS = "[,\\s]+";

  private ValueTypes() {}

  static ValueType<String> text() {
    return ValueType.of("a text on one line", (text, directory) -> singleLine(text));
  }

  static ValueType<Secret> secret() {
    return ValueType.of(
        "a text on one line", (text, directory) -> singleLine(text).map(Secret::new));
  }

  /** A secret that is sent in a header, where only ASCII is safe. */
  static ValueType<Secret> headerSecret() {
    return ValueType.of(
        "ASCII characters without spaces",
        (text, directory) ->
            Optional.of(text).filter(t -> HEADER_VALUE.matcher(t).matches()).map(Secret::new));
  }

  static ValueType<String> vaultNamespace() {
    return matching("a namespace such as admin/team", VAULT_NAMESPACE);
  }

  static ValueType<String> vaultMount() {
    return matching("the path of a mount such as secret", VAULT_MOUNT);
  }

  /** The shared prefix of tenants must end before the tenant's own part. */
  static ValueType<String> vaultPath() {
    return matching(
        "a path such as svc/{org_id}/{domain}, with both placeholders in this order", VAULT_PATH);
  }

  private static ValueType<String> matching(String expected, Pattern pattern) {
    return ValueType.of(
        expected, (text, directory) -> Optional.of(text).filter(t -> pattern.matcher(t).matches()));
  }

  /** A secret with known prefixes, which messages may contain. */
  static ValueType<Secret> secretWith(String... beginnings) {
    List<String> starts = List.of(beginnings);
    return ValueType.of(
        "a text that begins with " + String.join(" or ", starts),
        (text, directory) ->
            singleLine(text)
                .filter(line -> starts.stream().anyMatch(s -> isLongerThan(line, s)))
                .map(Secret::new));
  }

  private static boolean isLongerThan(String line, String start) {
    return line.length() > start.length() && line.startsWith(start);
  }

  static ValueType<Integer> number(int least, int max) {
    return ValueType.of(
        "a whole number from " + least + " to " + max,
        (text, directory) ->
            Optional.of(text)
                .filter(digits -> DIGITS.matcher(digits).matches())
                .map(Integer::valueOf)
                .filter(number -> number >= least && number <= max));
  }

  static <E extends Enum<E>> ValueType<E> choice(Class<E> type) {
    List<E> all = List.of(type.getEnumConstants());
    String labels =
        all.stream().map(e -> e.name().toLowerCase(Locale.ROOT)).collect(Collectors.joining(", "));
    return ValueType.of(
        "one of " + labels,
        (text, directory) ->
            all.stream().filter(value -> value.name().equalsIgnoreCase(text)).findFirst());
  }

  static ValueType<Path> path() {
    return ValueType.of(
        "a path",
        (text, directory) -> {
          try {
            return Optional.of(directory.resolve(text).toAbsolutePath().normalize());
          } catch (InvalidPathException e) {
            return Optional.empty();
          }
        });
  }

  static ValueType<String> host() {
    return ValueType.of(
        "a host name or an IP address",
        (text, directory) -> canonicalHost(text).map(CanonicalHost::text));
  }

  private static Optional<CanonicalHost> canonicalHost(String text) {
    try {
      return Optional.of(CanonicalHost.parse(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  static ValueType<String> mailbox() {
    return ValueType.of(
        "a mail address such as dana@example.com",
        (text, directory) -> Optional.of(text).filter(m -> MAILBOX.matcher(m).matches()));
  }

  static ValueType<URI> url() {
    return ValueType.of("an http:// or https:// URL", (text, directory) -> web(text));
  }

  /** The origin of a server: cookies with the prefix __Host- allow no path. */
  static ValueType<URI> origin() {
    return ValueType.of(
        "an http:// or https:// URL without a path, such as https://svc.example.com",
        (text, directory) ->
            web(text)
                .filter(url -> url.getRawPath().isEmpty() || url.getRawPath().equals("/"))
                .map(url -> URI.create(url.getScheme() + "://" + url.getRawAuthority())));
  }

  static ValueType<URI> issuer() {
    return ValueType.of(
        "an https:// URL, or http:// on this machine",
        (text, directory) ->
            web(text).filter(url -> url.getScheme().equals("https") || isLoopback(url)));
  }

  private static boolean isLoopback(URI url) {
    String host = url.getHost().replaceAll("[\\[\\]]", "");
    return host.equals("localhost")
        || Cidr.literal(host).filter(address -> address.isLoopbackAddress()).isPresent();
  }

  private static Optional<URI> web(String text) {
    try {
      URI url = new URI(text);
      boolean isWeb = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
      boolean isPlain =
          url.getRawUserInfo() == null
              && url.getRawQuery() == null
              && url.getRawFragment() == null
              && url.getPort() <= 65_535;
      boolean hasHost = url.getHost() != null && canonicalHost(url.getHost()).isPresent();
      return isWeb && isPlain && hasHost ? Optional.of(url) : Optional.empty();
    } catch (URISyntaxException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  static ValueType<List<Cidr>> blocks() {
    return ValueType.list(
        "blocks of addresses such as 10.0.0.0/8 or fd00::/8, with no bits set after the prefix",
        COMMAS_OR_BLANKS,
        (text, directory) -> Cidr.parse(text));
  }

  static ValueType<List<String>> scopes() {
    return ValueType.list(
        "scopes such as openid,email",
        COMMAS_OR_BLANKS,
        (text, directory) -> Optional.of(text).filter(s -> SCOPE.matcher(s).matches()));
  }

  static ValueType<List<String>> audiences() {
    return ValueType.list(
        "audiences such as 284417@project", COMMAS, (text, directory) -> singleLine(text));
  }

  static ValueType<List<Map.Entry<String, String>>> roles() {
    String labels = ROLES.stream().sorted().collect(Collectors.joining(", "));
    return ValueType.list(
        "pairs such as security-team=role_admin, each with one of " + labels,
        COMMAS,
        (text, directory) -> {
          // Groups may be distinguished names, which contain equals signs.
          int equals = text.lastIndexOf('=');
          String role = text.substring(equals + 1).strip();
          String group = text.substring(0, Math.max(0, equals)).strip();
          return !group.isEmpty() && ROLES.contains(role)
              ? Optional.of(Map.entry(group, role))
              : Optional.empty();
        });
  }

  private static Optional<String> singleLine(String text) {
    boolean isClean = !text.isBlank() && text.chars().noneMatch(Character::isISOControl);
    return isClean ? Optional.of(text) : Optional.empty();
  }

  /** Returns a text that parses to the value. */
  static List<String> texts(Object value) {
    if (value instanceof List<?> list) {
      return list.stream().map(ValueTypes::text).toList();
    }
    return Arrays.asList(text(value));
  }

  private static String text(Object value) {
    return value instanceof Enum<?> choice
        ? choice.name().toLowerCase(Locale.ROOT)
        : value.toString();
  }
}
