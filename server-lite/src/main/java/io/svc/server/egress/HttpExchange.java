package io.svc.server.egress;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.DefaultClientConnectionReuseStrategy;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.client5.http.ssl.ClientTlsStrategyBuilder;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.config.CharCodingConfig;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.InputStreamEntity;
import org.apache.hc.core5.http.ssl.TLS;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * Sends one request to one address by HTTP/1.1. It follows no redirects, uses no proxy, stores no
 * cookies, adds no headers other than {@code Host}, {@code Content-Length} and {@code User-Agent},
 * and never retries. Connections are reused for a minute, by address.
 */
final class HttpExchange implements AutoCloseable {
  private static final int LONGEST_LINE = 8192;
  private static final int MAX_HEADERS = 100;
  private static final TimeValue IDLE_LIFETIME = TimeValue.ofMinutes(1);
  private static final TimeValue CHECKED_AFTER = TimeValue.ofSeconds(2);
  private static final String USER_AGENT = "svc-server";

  /**
   * Non-ASCII bytes of headers are forwarded unchanged, because their encoding is up to both ends.
   */
  private static final CharCodingConfig LATIN =
      CharCodingConfig.custom().setCharset(StandardCharsets.ISO_8859_1).build();

  /** The response exceeds the maximum size. */
  static final class TooLargeException extends IOException {
    private static final long serialVersionUID = 1;
    private final int status;

    private TooLargeException(int status) {
      super("too large");
      this.status = status;
    }

    int status() {
      return status;
    }
  }

  /** The exchange exceeds its timeout. */
  static final class TooSlowException extends IOException {
    private static final long serialVersionUID = 1;

    private TooSlowException() {
      super("too slow");
    }
  }

  /** A response without its total duration. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record RawResponse(int status, Map<String, String> headers, byte[] body) {}

  /**
   * The limits of connections.
   *
   * @param inAll the maximum number of active and idle connections
   * @param perAddress the maximum number for one address
   * @param isReused whether a connection serves several requests
   */
  record ConnectionLimits(int inAll, int perAddress, boolean isReused) {}

  private final Supplier<SSLContext> tls;
  private final Duration connectTimeout;
  private final ConnectionLimits connections;
  private final ScheduledThreadPoolExecutor alarms;
  private @Nullable CloseableHttpClient client;

  /**
   * @param tls called when the first connection is opened, because it reads files
   */
  HttpExchange(Supplier<SSLContext> tls, Duration connectTimeout, ConnectionLimits connections) {
    this.tls = tls;
    this.connectTimeout = connectTimeout;
    this.connections = connections;
    this.alarms =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, "outgoing-alarms");
              thread.setDaemon(true);
              return thread;
            });
    alarms.setRemoveOnCancelPolicy(true);
  }

  RawResponse exchange(
      Destination destination,
      InetAddress address,
      OutgoingRequest request,
      int largest,
      Duration timeout)
      throws IOException {
    // A host with an address is not resolved again, and TLS verifies its name.
    HttpHost host =
        new HttpHost(
            destination.isSecure() ? "https" : "http",
            address,
            destination.host().text(),
            destination.port());
    HttpUriRequestBase call = new HttpUriRequestBase(request.method(), destination.uri());
    call.setConfig(config(timeout));
    call.setHeader("User-Agent", USER_AGENT);
    request.headers().forEach(call::setHeader);
    byte[] body = request.body();
    if (body.length > 0) {
      // The headers contain the media type of the body.
      call.setEntity(new ByteArrayEntity(body, null));
    }
    CloseableHttpClient ready = client();
    ScheduledFuture<?> alarm =
        alarms.schedule(call::cancel, Math.max(1, timeout.toMillis()), TimeUnit.MILLISECONDS);
    try {
      return ready.execute(
          host, call, HttpClientContext.create(), response -> read(call, response, largest));
    } catch (TooLargeException e) {
      throw e;
    } catch (IOException | IllegalStateException e) {
      // The library's exception for a connection that was canceled while it was being opened.
      if (call.isCancelled()) {
        throw new TooSlowException();
      }
      throw e instanceof IOException broken ? broken : new ConnectException("closed");
    } finally {
      alarm.cancel(false);
    }
  }

  /**
   * Sends a request, and waits for the start of the response.
   *
   * @param timeout the idle timeout of the request and the response
   */
  StreamedResponse open(
      Destination destination, InetAddress address, OutgoingCall sent, Duration timeout)
      throws IOException {
    HttpHost host =
        new HttpHost(
            destination.isSecure() ? "https" : "http",
            address,
            destination.host().text(),
            destination.port());
    HttpUriRequestBase call = new HttpUriRequestBase(sent.method(), destination.uri());
    // Unchanged, which a URI of the JDK is not.
    call.setPath(sent.target());
    call.setConfig(config(timeout));
    sent.headers().forEach(header -> call.addHeader(header.name(), header.value()));
    CloseableHttpClient ready = client();
    try (IdleTimeout alarm = new IdleTimeout(alarms, timeout, call::cancel)) {
      sent.content()
          .ifPresent(
              content ->
                  call.setEntity(
                      new InputStreamEntity(
                          alarm.monitored(content.bytes()), content.length().orElse(-1), null)));
      return new StreamedResponse(ready.executeOpen(host, call, HttpClientContext.create()));
    } catch (IOException | IllegalStateException e) {
      if (call.isCancelled()) {
        throw new TooSlowException();
      }
      throw e instanceof IOException broken ? broken : new ConnectException("closed");
    }
  }

  private RequestConfig config(Duration timeout) {
    return RequestConfig.custom()
        .setConnectionRequestTimeout(Timeout.of(connectTimeout))
        .setResponseTimeout(Timeout.of(timeout))
        .setRedirectsEnabled(false)
        .setAuthenticationEnabled(false)
        .setExpectContinueEnabled(false)
        .setProtocolUpgradeEnabled(false)
        .build();
  }

  private static RawResponse read(
      HttpUriRequestBase call, ClassicHttpResponse response, int largest) throws IOException {
    Map<String, String> headers = new LinkedHashMap<>();
    for (Header header : response.getHeaders()) {
      String value = header.getValue() == null ? "" : header.getValue();
      headers.merge(
          header.getName().toLowerCase(Locale.ROOT), value, (one, other) -> one + ", " + other);
    }
    HttpEntity entity = response.getEntity();
    if (entity == null) {
      return new RawResponse(response.getCode(), headers, new byte[0]);
    }
    InputStream content = entity.getContent();
    byte[] body = content.readNBytes(largest + 1);
    if (body.length > largest) {
      // Closes the connection; otherwise the remaining response would be read in order to reuse it.
      call.cancel();
      throw new TooLargeException(response.getCode());
    }
    return new RawResponse(response.getCode(), headers, body);
  }

  private synchronized CloseableHttpClient client() {
    if (client == null) {
      client = newClient();
    }
    return client;
  }

  private CloseableHttpClient newClient() {
    Http1Config bounds =
        Http1Config.custom().setMaxLineLength(LONGEST_LINE).setMaxHeaderCount(MAX_HEADERS).build();
    return HttpClients.custom()
        .setConnectionReuseStrategy(
            connections.isReused()
                ? DefaultClientConnectionReuseStrategy.INSTANCE
                : (request, response, context) -> false)
        .setConnectionManager(
            PoolingHttpClientConnectionManagerBuilder.create()
                .setConnectionFactory(
                    ManagedHttpClientConnectionFactory.builder()
                        .http1Config(bounds)
                        .charCodingConfig(LATIN)
                        .build())
                .setTlsSocketStrategy(
                    ClientTlsStrategyBuilder.create()
                        .setSslContext(tls.get())
                        .setTlsVersions(TLS.V_1_3, TLS.V_1_2)
                        .buildClassic())
                .setDnsResolver(new RejectingDnsResolver())
                .setMaxConnTotal(connections.inAll())
                .setMaxConnPerRoute(connections.perAddress())
                .setDefaultConnectionConfig(
                    ConnectionConfig.custom()
                        .setConnectTimeout(Timeout.of(connectTimeout))
                        .setTimeToLive(IDLE_LIFETIME)
                        .setValidateAfterInactivity(CHECKED_AFTER)
                        .build())
                .setDefaultSocketConfig(
                    SocketConfig.custom().setSoTimeout(Timeout.of(connectTimeout)).build())
                .build())
        // Directly to the named host, regardless of the JVM's proxy settings.
        .setRoutePlanner(
            (host, context) ->
                new HttpRoute(host, null, "https".equalsIgnoreCase(host.getSchemeName())))
        .disableAuthCaching()
        .disableAutomaticRetries()
        .disableConnectionState()
        .disableContentCompression()
        .disableCookieManagement()
        .disableDefaultUserAgent()
        .disableRedirectHandling()
        .build();
  }

  /** Names are resolved and checked before; a lookup here would bypass the check. */
  private static final class RejectingDnsResolver implements DnsResolver {
    @Override
    public InetAddress[] resolve(String host) throws UnknownHostException {
      throw new UnknownHostException("names are not looked up here");
    }

    @Override
    public String resolveCanonicalHostname(String host) {
      return host;
    }
  }

  @Override
  public void close() {
    alarms.shutdownNow();
    synchronized (this) {
      if (client != null) {
        client.close(CloseMode.IMMEDIATE);
      }
    }
  }
}
