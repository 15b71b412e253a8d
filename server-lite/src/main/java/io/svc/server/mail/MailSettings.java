package io.svc.server.mail;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.svc.server.config.CanonicalHost;
import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The mail server and the sender, configured by one URL:
 *
 * <pre>
 * smtp://user:password@mail.example.com:587?from=svc@example.com&amp;starttls=required
 * smtps://user:password@mail.example.com:465?from=Svc%20%3Csvc@example.com%3E
 * </pre>
 *
 * <p>User and password are percent-decoded. The default port is 587 for {@code smtp} and 465 for
 * {@code smtps}. Without {@code starttls}, {@code smtp} requires encryption. Without {@code from},
 * the user is the sender, and must be an address.
 *
 * <p>An invalid URL causes an {@link IllegalArgumentException}. Its message omits the parts of the
 * URL that could contain a password with a missing escape.
 *
 * @param host the host of the mail server, IPv6 in brackets
 * @param port the port of the mail server
 * @param encryption the encryption of the connection
 * @param login user and password, if the mail server requires them
 * @param from the sender: an address, or a name with an address in brackets
 */
public record MailSettings(
    String host, int port, Encryption encryption, Optional<Login> login, String from) {

  /** The encryption of the connection. */
  public enum Encryption {
    /** TLS from the first byte on. */
    TLS,
    /** STARTTLS; without it no mail is sent. */
    STARTTLS_REQUIRED,
    /** STARTTLS, if the mail server supports it. */
    STARTTLS_OPTIONAL,
    /** No encryption. */
    NONE
  }

  private static final Pattern AUTHORITY =
      Pattern.compile(
          "(?:(?<user>[^:@]+):(?<password>[^:@]+)@)?"
              + "(?<host>[^:@\\[\\]/?#]+|\\[[^\\]]+])(?::(?<port>[0-9]{1,5}))?");
  private static final int HIGHEST_PORT = 65_535;
  private static final String ESCAPE_HINT =
      " in user and password, write : as %3A, / as %2F, ? as %3F, # as %23, @ as %40, % as %25";

  public MailSettings {
    if (port < 1 || port > HIGHEST_PORT) {
      throw invalid("has the port " + port + "; expected one from 1 to " + HIGHEST_PORT);
    }
    if (!isSender(from)) {
      throw invalid(
          "has a sender, 'from' or the user, that is not an e-mail address;"
              + " expected one such as from=svc@example.com");
    }
  }

  /** Parses the value of {@code SVC_SMTP_URL}. */
  public static MailSettings parse(String url) {
    URI parsed = uriOf(url);
    String scheme = String.valueOf(parsed.getScheme());
    boolean isTls = scheme.equalsIgnoreCase("smtps");
    if (!isTls && !scheme.equalsIgnoreCase("smtp")) {
      throw invalid("must begin with smtp:// or smtps://");
    }
    Matcher authority = AUTHORITY.matcher(Objects.requireNonNullElse(parsed.getRawAuthority(), ""));
    boolean hasPath = parsed.getRawPath() != null && !parsed.getRawPath().matches("/?");
    if (!authority.matches() || hasPath || parsed.getRawFragment() != null) {
      throw invalid(
          "must look like smtp://user:password@host:587?from=svc@example.com;" + ESCAPE_HINT);
    }
    Optional<Login> login =
        Optional.ofNullable(authority.group("user"))
            .map(user -> new Login(decoded(user), decoded(authority.group("password"))));
    Map<String, String> parameters = parameters(parsed);
    String from =
        Optional.ofNullable(parameters.get("from"))
            .or(() -> login.map(Login::user).filter(Mail::isAddress))
            .orElseThrow(() -> invalid("has no sender; add from=svc@example.com"));
    String port = authority.group("port");
    return new MailSettings(
        host(authority.group("host")),
        port == null ? (isTls ? 465 : 587) : Integer.parseInt(port),
        encryption(isTls, Optional.ofNullable(parameters.get("starttls"))),
        login,
        from);
  }

  /** Omits the password. */
  @Override
  public String toString() {
    return (encryption == Encryption.TLS ? "smtps://" : "smtp://") + server();
  }

  /** Returns host and port, for messages. */
  String server() {
    return host + ":" + port;
  }

  private static String host(String written) {
    try {
      return CanonicalHost.parse(written).toString();
    } catch (IllegalArgumentException e) {
      // Without the host, which could contain a part of an unescaped password.
      throw invalid("has a host that is not in its usual spelling; " + e.getMessage());
    }
  }

  private static URI uriOf(String url) {
    try {
      return new URI(url.strip());
    } catch (URISyntaxException | NumberFormatException e) {
      // The exception's message would quote the URL.
      throw invalid("is not a URL;" + ESCAPE_HINT);
    }
  }

  private static Map<String, String> parameters(URI url) {
    Map<String, String> parameters = new LinkedHashMap<>();
    if (url.getRawQuery() != null) {
      for (String parameter : url.getRawQuery().split("&", -1)) {
        String name = parameter.replaceFirst("=.*", "");
        boolean isKnown = name.equals("from") || name.equals("starttls");
        if (!isKnown || name.length() == parameter.length()) {
          throw invalid("may have only the parameters from=… and starttls=… after the ?");
        }
        if (parameters.put(name, decoded(parameter.substring(name.length() + 1))) != null) {
          throw invalid("has the parameter '" + name + "' twice");
        }
      }
    }
    return parameters;
  }

  private static Encryption encryption(boolean isTls, Optional<String> starttls) {
    if (isTls) {
      if (starttls.isPresent()) {
        throw invalid("must not have 'starttls': smtps:// is encrypted from the beginning");
      }
      return Encryption.TLS;
    }
    return switch (starttls.orElse("required")) {
      case "required" -> Encryption.STARTTLS_REQUIRED;
      case "optional" -> Encryption.STARTTLS_OPTIONAL;
      case "off" -> Encryption.NONE;
      default ->
          throw invalid("has an unknown value of 'starttls'; expected required, optional or off");
    };
  }

  private static String decoded(String escaped) {
    // The JDK's decoder is for forms, where a plus is a blank; in an address it is a plus.
    return URLDecoder.decode(escaped.replace("+", "%2B"), UTF_8);
  }

  private static boolean isSender(String from) {
    if (from.chars().anyMatch(Character::isISOControl)) {
      return false;
    }
    try {
      InternetAddress[] senders = InternetAddress.parse(from, true);
      return senders.length == 1 && Mail.isAddress(senders[0].getAddress());
    } catch (AddressException e) {
      return false;
    }
  }

  private static IllegalArgumentException invalid(String reason) {
    return new IllegalArgumentException("SVC_SMTP_URL " + reason);
  }

  /**
   * The login at the mail server.
   *
   * @param user decoded
   * @param password decoded
   */
  public record Login(String user, String password) {
    /** Returns the user only. */
    @Override
    public String toString() {
      return user;
    }
  }
}
