package io.svc.cli.upload;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The proxy settings of the environment, as curl and most tools read them: {@code HTTPS_PROXY},
 * {@code http_proxy}, {@code ALL_PROXY} and {@code NO_PROXY}. {@code HTTP_PROXY} in capitals is
 * ignored: a web server may have set it from a request header (httpoxy, CVE-2016-5385).
 */
final class ProxyRules extends ProxySelector {
  private static final int DEFAULT_PORT = 1080;
  private static final Optional<URI> NONE = Optional.empty();

  private final Optional<URI> forHttps;
  private final Optional<URI> forHttp;
  private final List<String> exceptions;

  private ProxyRules(Optional<URI> forHttps, Optional<URI> forHttp, List<String> exceptions) {
    this.forHttps = forHttps;
    this.forHttp = forHttp;
    this.exceptions = exceptions;
  }

  /**
   * Returns the rules of an environment.
   *
   * @throws UploadException if a variable is not a usable proxy
   */
  static ProxyRules of(Map<String, String> environment) {
    return new ProxyRules(
        first(environment, "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"),
        first(environment, "http_proxy", "all_proxy", "ALL_PROXY"),
        List.of(
            environment
                .getOrDefault("no_proxy", environment.getOrDefault("NO_PROXY", ""))
                .toLowerCase(Locale.ROOT)
                .split("[,\\s]+")));
  }

  private static Optional<URI> first(Map<String, String> environment, String... names) {
    for (String name : names) {
      String value = environment.getOrDefault(name, "").strip();
      if (!value.isEmpty()) {
        return Optional.of(proxy(name, value));
      }
    }
    return NONE;
  }

  private static URI proxy(String name, String value) {
    String text = value.contains("://") ? value : "http://" + value;
    try {
      URI uri = URI.create(text);
      if ("http".equalsIgnoreCase(uri.getScheme())
          && uri.getHost() != null
          && uri.getPort() <= ServiceAddress.LAST_PORT) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      // Reported below without the value, which may contain a password.
    }
    throw new UploadException(name + " names no proxy of the form http://HOST:PORT");
  }

  /** Returns the proxy for an address; empty for a direct connection. */
  Optional<URI> proxyOf(URI address) {
    if (isException(address)) {
      return NONE;
    }
    return "https".equalsIgnoreCase(address.getScheme()) ? forHttps : forHttp;
  }

  /** Returns the credentials for the proxy of an address; empty if the proxy's address has none. */
  Optional<String> authorization(URI address) {
    Optional<URI> proxy = proxyOf(address);
    if (proxy.isEmpty() || proxy.get().getUserInfo() == null) {
      return Optional.empty();
    }
    byte[] user = proxy.get().getUserInfo().getBytes(StandardCharsets.UTF_8);
    return Optional.of("Basic " + Base64.getEncoder().encodeToString(user));
  }

  @Override
  public List<Proxy> select(URI address) {
    Optional<URI> proxy = proxyOf(address);
    if (proxy.isEmpty()) {
      return List.of(Proxy.NO_PROXY);
    }
    int port = proxy.get().getPort() < 0 ? DEFAULT_PORT : proxy.get().getPort();
    return List.of(
        new Proxy(
            Proxy.Type.HTTP, InetSocketAddress.createUnresolved(proxy.get().getHost(), port)));
  }

  @Override
  public void connectFailed(URI address, SocketAddress proxy, IOException failure) {
    // The request itself fails and reports the error.
  }

  private boolean isException(URI address) {
    String host = address.getHost().toLowerCase(Locale.ROOT);
    String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    int port = address.getPort() >= 0 ? address.getPort() : defaultPort(address);
    for (String exception : exceptions) {
      String name = exception;
      if (name.endsWith(":" + port) && name.indexOf(':') == name.lastIndexOf(':')) {
        name = name.substring(0, name.lastIndexOf(':'));
      }
      String domain = name.startsWith("*.") ? name.substring(1) : name;
      String suffix = domain.startsWith(".") ? domain : "." + domain;
      if (name.equals("*")
          || (!name.isEmpty() && (bare.equals(suffix.substring(1)) || bare.endsWith(suffix)))) {
        return true;
      }
    }
    return false;
  }

  private static int defaultPort(URI address) {
    return "https".equalsIgnoreCase(address.getScheme()) ? 443 : 80;
  }
}
