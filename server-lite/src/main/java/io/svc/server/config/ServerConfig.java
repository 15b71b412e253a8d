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
 * The settings of a server, checked and typed. Secrets among them print as {@code ***}. {@link
 * ServerConfigReader} makes it; {@link ConfigKeys} says what each setting means.
 *
 * @param dataDirectory absolute
 * @param masterKeyFile absolute; where it is empty the key lies in the data directory
 * @param baseUrl the address by which browsers reach the server, without a path
 * @param egressAllowPrivate private blocks that the outbound proxy may call
 * @param proxy the outbound proxy
 * @param trustedProxies peers whose {@code X-Forwarded-For} and {@code X-Forwarded-Proto} count
 * @param mail {@code smtp://} or {@code smtps://} URL of the mail server; {@code MailSettings}
 *     reads it
 * @param metricsToken what {@code /metrics} asks for; where it is empty, nothing
 */
public record ServerConfig(
    Listen listen,
    Path dataDirectory,
    Optional<Path> masterKeyFile,
    Database database,
    Optional<URI> baseUrl,
    Registration registration,
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
   * Where to listen.
   *
   * @param host a name or an address, an IPv6 address without brackets
   * @param port 0 for a free one
   * @param drain how long to go on serving, once told to end, for proxies to notice
   * @param slowLimit how long the server waits for a client that is idle or slow
   */
  public record Listen(String host, int port, Duration drain, Duration slowLimit) {
    /** One that ends at once. */
    public Listen(String host, int port) {
      this(host, port, Duration.ZERO, Duration.ofSeconds(25));
    }

    /** The address of the server once it has taken a port. */
    public URI url(int taken) {
      return URI.create("http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + taken);
    }
  }

  /**
   * The store.
   *
   * @param url JDBC URL of a PostgreSQL database, which may hold a password; where it is empty, the
   *     store is a SQLite file in the data directory
   * @param poolSize connections to PostgreSQL at most
   */
  public record Database(Optional<Secret> url, int poolSize) {}

  /**
   * The identity provider by which people may sign in.
   *
   * @param clientSecret empty for a public client
   * @param roleClaim claim of the ID token that lists groups
   * @param roles role by group, in configured order; the first entry that matches applies
   * @param audiences audiences that an ID token may name in addition to the client
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
   * What the outbound proxy takes.
   *
   * @param largestBody of a request, in bytes; answers may be of any length
   * @param patience how long another server may say nothing
   */
  public record Proxy(long largestBody, Duration patience) {}

  /**
   * A HashiCorp Vault, or an OpenBao, from which credentials can be taken.
   *
   * @param mount where it has a KV secrets engine of version 2
   * @param path where the credential for a domain lies there, with <code>{org_id}</code> and,
   *     behind it, <code>{domain}</code> as segments of their own
   */
  public record Vault(
      URI address, Secret token, Optional<String> namespace, String mount, String path) {}

  /**
   * How long a session of a browser lasts.
   *
   * @param idle after the last request of a person
   * @param absolute after login
   */
  public record SessionLimits(Duration idle, Duration absolute) {}

  /** What is logged, and how. */
  public record Log(LogLevel level, LogFormat format) {}

  /** The first administrator of a server that is set up without a person. */
  public record BootstrapAdmin(String email, Secret password) {}
}
