package io.svc.server.config;

import io.svc.server.logging.LogFormat;
import io.svc.server.logging.LogLevel;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The validated settings of a server. Secrets are printed as {@code ***}. {@link
 * ServerConfigReader} creates it; {@link ConfigKeys} describes each setting.
 *
 * @param dataDirectory absolute
 * @param masterKeyFile absolute; if empty, the key is in the data directory
 * @param baseUrl the address that browsers use for the server, without a path
 * @param egressAllowPrivate private blocks that the outbound proxy may call
 * @param proxy the outbound proxy
 * @param trustedProxies proxies that are trusted for {@code X-Forwarded-For} and {@code
 *     X-Forwarded-Proto}
 * @param mail {@code smtp://} or {@code smtps://} URL of the mail server; {@code MailSettings}
 *     parses it
 * @param metricsToken the required token for {@code /metrics}; if empty, none
 */
public record ServerConfig(
    Listen listen,
    Path dataDirectory,
    Optional<Path> masterKeyFile,
    Database database,
    Optional<URI> baseUrl,
    RegistrationPolicy registration,
    RateLimitProfile rateLimits,
    List<Cidr> egressAllowPrivate,
    Proxy proxy,
    List<Cidr> trustedProxies,
    Optional<SingleSignOn> singleSignOn,
    Optional<Secret> mail,
    Optional<Vault> vault,
    Optional<Secret> metricsToken,
    SessionLimits sessions,
    Log log,
    Optional<BootstrapAdmin> bootstrapAdmin) {

  public ServerConfig {
    egressAllowPrivate = List.copyOf(egressAllowPrivate);
    trustedProxies = List.copyOf(trustedProxies);
  }

  /**
   * The listener.
   *
   * @param host a name or an address, an IPv6 address without brackets
   * @param port 0 for any free port
   * @param drain how long to continue serving after termination was requested, so that proxies
   *     notice
   * @param slowLimit how long the server waits for a client that is idle or slow
   */
  public record Listen(String host, int port, Duration drain, Duration slowLimit) {
    /** A listener without a drain time. */
    public Listen(String host, int port) {
      this(host, port, Duration.ZERO, Duration.ofSeconds(25));
    }

    /** Returns the address of the server with its actual port. */
    public URI url(int boundPort) {
      return URI.create(
          "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + boundPort);
    }
  }

  /**
   * The store.
   *
   * @param url JDBC URL of a PostgreSQL database, which may contain a password; if empty, the store
   *     is an SQLite file in the data directory
   * @param poolSize the maximum number of connections to PostgreSQL
   */
  public record Database(Optional<Secret> url, int poolSize) {}

  /**
   * The identity provider for sign-in.
   *
   * @param clientSecret empty for a public client
   * @param roleClaim the claim of the ID token that lists groups
   * @param roles role by group, in configured order; the first matching entry applies
   * @param audiences audiences that an ID token may contain in addition to the client
   */
  public record SingleSignOn(
      URI issuer,
      String clientId,
      Optional<Secret> clientSecret,
      List<String> scopes,
      String roleClaim,
      Map<String, String> roles,
      List<String> audiences) {
    public SingleSignOn {
      scopes = List.copyOf(scopes);
      roles = Collections.unmodifiableMap(new LinkedHashMap<>(roles));
      audiences = List.copyOf(audiences);
    }
  }

  /**
   * The limits of the outbound proxy.
   *
   * @param largestBody the maximum size of a request body in bytes; responses are not limited
   * @param patience the idle timeout of other servers
   */
  public record Proxy(long largestBody, Duration patience) {}

  /**
   * A HashiCorp Vault or OpenBao with credentials.
   *
   * @param mount the mount of its KV secrets engine of version 2
   * @param path the path of the credential for a domain, with <code>{org_id}</code> followed by
   *     <code>{domain}</code> as separate segments
   */
  public record Vault(
      URI address, Secret token, Optional<String> namespace, String mount, String path) {}

  /**
   * The limits of browser sessions.
   *
   * @param idle after the last request of the user
   * @param absolute after sign-in
   */
  public record SessionLimits(Duration idle, Duration absolute) {}

  /** The level and format of the log. */
  public record Log(LogLevel level, LogFormat format) {}

  /** The first administrator of a server that is set up automatically. */
  public record BootstrapAdmin(String email, Secret password) {}
}
