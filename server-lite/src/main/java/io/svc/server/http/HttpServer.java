package io.svc.server.http;

import static java.util.Objects.requireNonNull;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import io.javalin.http.HttpResponseException;
import io.javalin.security.RouteRole;
import io.svc.server.config.Cidr;
import io.svc.server.db.Identifiers;
import io.svc.server.db.StoreErrors;
import io.svc.server.db.StoreUnavailableException;
import io.svc.server.json.Json;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.server.AbstractConnector;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The configured Javalin server: {@link CallFilter} before every route, and one error format after
 * all of them.
 */
public final class HttpServer implements AutoCloseable {
  /** Enough for requests in the client's send buffer and on the network. */
  public static final Duration LAST_WORD = Duration.ofSeconds(1);

  private static final Logger LOG = LoggerFactory.getLogger(HttpServer.class);

  /** Most threads wait for other servers on behalf of agents. */
  private static final int THREADS = 256;

  private static final String PAGE = "svc.page";
  private static final int LARGEST_HEAD_OF_ANSWER = 64 * 1024;
  private static final long DRAIN_MILLIS = 20_000;
  private static final long IDLE_MILLIS = 30_000;
  private static final long MAX_DRAINED = 16L << 20;
  private static final long DRAINED_AT_ONCE = 64 << 10;

  private final Javalin javalin;
  private final Settings settings;
  private volatile boolean isShuttingDown;

  /**
   * The settings of the HTTP server.
   *
   * @param base the address that users enter; empty if it is the address that the server listens on
   * @param proxies the trusted proxies
   * @param slowLimit how long the server waits for a slow client, see {@link SlowConnections}
   * @param lastWord how long a client may be idle before its connection is closed during shutdown
   */
  public record Settings(
      String host,
      int port,
      Optional<URI> base,
      List<Cidr> proxies,
      Duration slowLimit,
      Duration lastWord) {
    public Settings {
      proxies = List.copyOf(proxies);
    }

    /** Settings with the default limit for slow clients. */
    public Settings(
        String host, int port, Optional<URI> base, List<Cidr> proxies, Duration lastWord) {
      this(host, port, base, proxies, Duration.ofSeconds(25), lastWord);
    }
  }

  /** Receives the outcome of each call. */
  public interface Observer {
    /** Called for each response. The route is its template, or empty when there is none. */
    void answered(String method, String route, int status, double seconds);

    /** Called for each rejected call, with the bucket of its route. */
    void rejected(ErrorCode code, RateLimitBucket limit);

    /** Called when a known caller was denied an operation, for the audit log. */
    void denied(Caller caller, String route, ApiException reason);
  }

  public HttpServer(
      Settings settings,
      List<Api.Route> routes,
      Credentials credentials,
      RateLimits limits,
      CsrfTokens csrf,
      Identifiers identifiers,
      Observer observer,
      Pages pages) {
    this.settings = settings;
    ClientAddress address = new ClientAddress(settings.proxies(), settings.base());
    Cookies cookies = new Cookies(address);
    CallFilter gate =
        new CallFilter(
            credentials, limits, cookies, address, settings.base(), csrf, observer::denied);
    Headers headers = new Headers(address);
    this.javalin =
        Javalin.create(
            config -> {
              configure(config, identifiers);
              config.routes.before(
                  ctx -> {
                    ctx.attribute(Call.REQUEST_ID, identifiers.next("req_"));
                    headers.set(ctx);
                    if (isShuttingDown) {
                      // Clients that reconnect are not disconnected during a request.
                      ctx.header("Connection", "close");
                    }
                  });
              for (Api.Route route : frequentFirst(routes)) {
                Handler handler =
                    ctx -> {
                      gate.pass(ctx, route.access());
                      Call call = new Call(ctx, route.access(), cookies, gate);
                      call.requireOwnOrgInQuery();
                      route.endpoint().answer(call);
                      assert isUnderstood(call);
                      // Jetty closes the connection if the body is not read.
                      consume(ctx);
                      call.complete();
                    };
                config.routes.addHttpHandler(route.method(), route.path(), handler, route.access());
                if (route.method().equals(HandlerType.GET)) {
                  // Without these handlers Javalin responds to HEAD with 200 for every GET route,
                  // without calling it.
                  config.routes.addHttpHandler(
                      HandlerType.HEAD, route.path(), handler, route.access());
                }
              }
              config.routes.exception(
                  ApiException.class,
                  (e, ctx) -> {
                    observer.rejected(e.code(), limit(ctx));
                    answer(ctx, e);
                    drain(ctx);
                  });
              config.routes.exception(
                  HttpResponseException.class, (e, ctx) -> unmatched(ctx, e, pages));
              config.routes.exception(Exception.class, (e, ctx) -> failed(ctx, e));
              config.requestLogger.http(
                  (ctx, millis) ->
                      observer.answered(
                          ctx.method().toString(), route(ctx), ctx.statusCode(), millis / 1_000));
            });
  }

  /**
   * Returns the routes of decisions, which agents call before each action, and then the others.
   * Javalin applies the regular expression of every earlier route to a request.
   */
  private static List<Api.Route> frequentFirst(List<Api.Route> routes) {
    return routes.stream()
        .sorted(
            Comparator.comparing(
                route ->
                    route.access().limit() != RateLimitBucket.EVAL || route.path().contains("{")))
        .toList();
  }

  /**
   * Returns true or fails: a route has responded without having checked its body. That is a defect
   * of the route, which tests detect. The change is already stored, so a request does not fail
   * without assertions.
   */
  private static boolean isUnderstood(Call call) {
    if (!call.isBodyUnderstood()) {
      throw new IllegalStateException("The body was not checked by " + call.route());
    }
    return true;
  }

  private void configure(JavalinConfig config, Identifiers identifiers) {
    config.startup.showJavalinBanner = false;
    // Prevents an unnamed thread that only waits to report a server that was not started.
    config.startup.startupWatcherEnabled = false;
    config.startup.showOldJavalinVersionWarning = false;
    config.http.prefer405over404 = true;
    config.http.generateEtags = false;
    config.router.javaLangErrorHandler(HttpServer::crashed);
    config.http.defaultContentType = "application/json";
    config.jetty.host = settings.host();
    config.jetty.port = settings.port();
    QueuedThreadPool threads = new QueuedThreadPool(THREADS, 8, 60_000);
    threads.setName("http");
    config.jetty.threadPool = threads;
    config.jetty.modifyHttpConfiguration(
        http -> {
          http.setSendServerVersion(false);
          http.setSendXPoweredBy(false);
          http.setIdleTimeout(IDLE_MILLIS);
          http.setRequestHeaderSize(16 * 1024);
          http.setMaxResponseHeaderSize(LARGEST_HEAD_OF_ANSWER);
          http.setUriCompliance(RawTargets.CONNECTION);
          http.addCustomizer(new MethodOverrides());
          http.addCustomizer(Headers::customize);
        });
    config.jetty.modifyServer(
        server -> {
          // Without this handler, the shutdown does not wait for active requests.
          GracefulHandler graceful = new GracefulHandler();
          SlowConnections connections = new SlowConnections(settings.slowLimit());
          connections.setHandler(new RawTargets());
          graceful.setHandler(connections);
          server.setHandler(graceful);
          server.setStopTimeout(DRAIN_MILLIS);
          server.setErrorHandler(new RawErrors(identifiers));
        });
  }

  private static String route(Context ctx) {
    if (ctx.attribute(PAGE) != null) {
      return "(dashboard)";
    }
    var endpoint = ctx.endpoints().matchedHttpEndpoint();
    return endpoint == null ? "" : endpoint.path;
  }

  /**
   * Sends the rejection of a body that is still being sent, and then reads the remaining body up to
   * a limit. A client that is still sending when the connection closes gets a connection error
   * instead of the response.
   */
  private static void drain(Context ctx) {
    if (!hasBody(ctx)) {
      return;
    }
    try {
      byte[] body = requireNonNull(ctx.resultInputStream()).readAllBytes();
      ctx.result(new byte[0]);
      ctx.res().setContentLength(body.length);
      ctx.res().getOutputStream().write(body);
      ctx.res().flushBuffer();
      consume(ctx);
    } catch (IOException e) {
      LOG.debug("a rejected body could not be read to its end", e);
    }
  }

  private static boolean hasBody(Context ctx) {
    return ctx.req().getContentLengthLong() > 0 || ctx.header("Transfer-Encoding") != null;
  }

  private static void consume(Context ctx) throws IOException {
    if (!hasBody(ctx)) {
      return;
    }
    ServletInputStream in = ctx.req().getInputStream();
    if (in.isFinished() || in.read() < 0) {
      return;
    }
    for (long remaining = MAX_DRAINED - 1; remaining > 0; ) {
      int read = in.readNBytes((int) Math.min(remaining, DRAINED_AT_ONCE)).length;
      if (read == 0) {
        return;
      }
      remaining -= read;
    }
  }

  private static RateLimitBucket limit(Context ctx) {
    RateLimitBucket counted = ctx.attribute(Call.BUCKET);
    return counted == null
        ? access(ctx).map(RouteAccess::limit).orElse(RateLimitBucket.NONE)
        : counted;
  }

  private static Optional<RouteAccess> access(Context ctx) {
    for (RouteRole role : ctx.routeRoles()) {
      if (role instanceof RouteAccess access) {
        return Optional.of(access);
      }
    }
    return Optional.empty();
  }

  private static void answer(Context ctx, ApiException e) {
    if (access(ctx).filter(access -> access.body().isPassedOn()).isPresent()) {
      // Distinguishes this error from a response of the target server.
      ctx.header("X-Svc-Error", e.code().toString());
    }
    e.retryAfterSeconds().ifPresent(s -> ctx.header("Retry-After", Long.toString(s)));
    if (e.code() == ErrorCode.UNAUTHENTICATED) {
      ctx.header("WWW-Authenticate", "Bearer");
    }
    String sent = Call.mediaType(ctx);
    if (sent.equals(RpcStatus.TYPE)
        && access(ctx)
            .filter(routeAccess -> routeAccess.body().others().contains(sent))
            .isPresent()) {
      ctx.status(e.code().status()).result(RpcStatus.bytes(e));
      Call.binary(ctx, sent);
      return;
    }
    boolean acceptsProblem = accepts(ctx, "application/problem+json");
    String id = Optional.<String>ofNullable(ctx.attribute(Call.REQUEST_ID)).orElse("");
    ctx.status(e.code().status())
        .contentType(acceptsProblem ? "application/problem+json" : "application/json")
        .result(Json.bytes(Problem.of(e, id)));
  }

  /** Unmatched requests: a page, or Javalin's own errors in the standard format. */
  private static void unmatched(Context ctx, HttpResponseException e, Pages pages) {
    boolean reads = ctx.method().equals(HandlerType.GET) || ctx.method().equals(HandlerType.HEAD);
    if (e.getStatus() == 404 && reads) {
      boolean acceptsHtml = accepts(ctx, "text/html");
      Optional<Pages.CachedPage> shown = pages.at(ctx.path(), acceptsHtml);
      if (shown.isPresent()) {
        show(ctx, shown.get());
        return;
      }
    }
    String path = "\"" + MessageTexts.shown(ctx.path()) + "\"";
    switch (e.getStatus()) {
      case 404 ->
          answer(ctx, new ApiException(ErrorCode.NOT_FOUND, "There is nothing at " + path + "."));
      case 405 -> {
        String allowed = e.getDetails().getOrDefault("availableMethods", "");
        if (!allowed.isEmpty()) {
          ctx.header("Allow", allowed);
        }
        answer(
            ctx,
            new ApiException(
                ErrorCode.METHOD_NOT_ALLOWED,
                "The method "
                    + ctx.method()
                    + " is not supported at "
                    + path
                    + (allowed.isEmpty() ? "." : "; expected " + allowed + ".")));
      }
      case 413 ->
          answer(ctx, new ApiException(ErrorCode.PAYLOAD_TOO_LARGE, "The body is too large."));
      default ->
          answer(ctx, new ApiException(ErrorCode.BAD_REQUEST, "The request cannot be read."));
    }
  }

  private static void show(Context ctx, Pages.CachedPage shown) {
    ctx.attribute(PAGE, true);
    shown
        .headers()
        .forEach((name, value) -> ctx.res().setHeader(name, value.isEmpty() ? null : value));
    boolean zipped =
        shown.isCompressible()
            && Optional.ofNullable(ctx.header("Accept-Encoding")).orElse("").contains("gzip");
    if (shown.isCompressible()) {
      ctx.header("Vary", "Accept-Encoding");
    }
    if (zipped) {
      ctx.header("Content-Encoding", "gzip");
    }
    ctx.status(shown.status())
        .contentType(shown.type())
        .result(zipped ? shown.compressed() : shown.plain());
  }

  private static boolean accepts(Context ctx, String type) {
    return Optional.ofNullable(ctx.header("Accept")).orElse("").contains(type);
  }

  private static void failed(Context ctx, Exception e) {
    String id = Optional.<String>ofNullable(ctx.attribute(Call.REQUEST_ID)).orElse("");
    if (e instanceof StoreUnavailableException || StoreErrors.isUnavailable(e)) {
      String reason = StoreErrors.reason(e);
      LOG.error(
          "the store rejected {} {} ({}, request {})", ctx.method(), route(ctx), reason, id, e);
      answer(
          ctx,
          ApiException.retryAfter(
              ErrorCode.STORE_UNAVAILABLE, "The store is unavailable. Try again.", 5));
      return;
    }
    if (isDisconnected(e)) {
      // The client disconnected; there is no recipient for a response.
      ctx.status(400);
      return;
    }
    LOG.error("{} {} failed (request {})", ctx.method(), route(ctx), id, e);
    answer(ctx, internalError());
  }

  private static ApiException internalError() {
    return new ApiException(
        ErrorCode.INTERNAL_ERROR,
        "Internal error. The server log has details under the request id.");
  }

  /** After an {@code Error}, such as a stack overflow, the Javalin context is not available. */
  private static void crashed(HttpServletResponse response, Error e) {
    String id = Optional.ofNullable(response.getHeader("X-Request-Id")).orElse("");
    LOG.error("a request failed (request {})", id, e);
    if (response.isCommitted()) {
      return;
    }
    response.setStatus(ErrorCode.INTERNAL_ERROR.status());
    response.setContentType("application/json");
    try {
      response.getOutputStream().write(Json.bytes(Problem.of(internalError(), id)));
    } catch (IOException disconnect) {
      LOG.debug("the client was disconnected (request {})", id, disconnect);
    }
  }

  private static boolean isDisconnected(Throwable e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof org.eclipse.jetty.io.EofException
          || cause instanceof java.util.concurrent.TimeoutException) {
        return true;
      }
    }
    return false;
  }

  /** Starts the server. */
  public void start() {
    javalin.start();
  }

  /** The address that the server listens on. */
  public URI address() {
    String host = settings.host().contains(":") ? "[" + settings.host() + "]" : settings.host();
    return URI.create("http://" + host + ":" + javalin.port());
  }

  /** The Jetty server, for callers that connect without a network. */
  Server jetty() {
    return javalin.jettyServer().server();
  }

  /** Closes each connection after its next response. */
  public void beginShutdown() {
    isShuttingDown = true;
  }

  /** Returns whether {@link #beginShutdown} was called. */
  public boolean isShuttingDown() {
    return isShuttingDown;
  }

  /** Stops accepting requests and completes the active ones. */
  @Override
  public void close() {
    for (Connector connector : jetty().getConnectors()) {
      if (connector instanceof AbstractConnector listening) {
        listening.setShutdownIdleTimeout(settings.lastWord().toMillis());
      }
    }
    javalin.stop();
  }
}
