package io.svc.server.http;

import static java.util.Objects.requireNonNull;

import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The checks of every call before its route: host, origin, caller, permission and rate limit. It
 * fails closed: a route without declared access is rejected.
 */
final class CallFilter {
  /** The distinctive part of a browser's user agent is at the end. */
  private static final int LONGEST_USER_AGENT = 200;

  private static final Set<HandlerType> SAFE =
      Set.of(HandlerType.GET, HandlerType.HEAD, HandlerType.OPTIONS);

  /** Requested by machines that use an IP address and no host name. */
  private static final Set<String> WITHOUT_HOST = Set.of("/healthz", "/readyz", "/metrics");

  private static final Pattern BLANKS = Pattern.compile("\\s+");
  private static final Pattern PORT = Pattern.compile(":\\d+$");

  private final Credentials credentials;
  private final RateLimits limits;
  private final Cookies cookies;
  private final ClientAddress address;
  private final Optional<URI> base;
  private final CsrfTokens csrf;
  private final DenialListener refusals;

  CallFilter(
      Credentials credentials,
      RateLimits limits,
      Cookies cookies,
      ClientAddress address,
      Optional<URI> base,
      CsrfTokens csrf,
      DenialListener refusals) {
    this.credentials = credentials;
    this.limits = limits;
    this.cookies = cookies;
    this.address = address;
    this.base = base;
    this.csrf = csrf;
    this.refusals = refusals;
  }

  /** Receives denials for the audit log. */
  interface DenialListener {
    void rejected(Caller caller, String route, ApiException reason);
  }

  void pass(Context ctx, RouteAccess access) {
    Caller.Origin origin = origin(ctx);
    ctx.attribute(Call.CALLER, Caller.anonymous(origin));
    checkHost(ctx);
    if (access.limit() != RateLimitBucket.NONE && !limits.tryConsumeGlobal()) {
      throw ApiException.retryAfter(
          ErrorCode.RATE_LIMITED, "The server is overloaded. Try again.", 1);
    }
    if (!access.body().isPassedOn()) {
      checkSite(ctx);
      checkType(ctx, access);
    }
    Caller caller = identify(ctx, access, origin);
    ctx.attribute(Call.CALLER, caller);
    checkToken(ctx, caller);
    try {
      authorize(caller, access);
    } catch (ApiException e) {
      note(ctx, caller, e);
      throw e;
    }
    count(ctx, access.limit(), caller);
  }

  /** Records that a known caller was denied an operation. */
  void note(Context ctx, Caller caller, ApiException reason) {
    refusals.rejected(caller, ctx.method() + " " + ctx.endpoint().path, reason);
  }

  private Caller.Origin origin(Context ctx) {
    String agent = Optional.ofNullable(ctx.userAgent()).orElse("");
    String userAgent = MessageTexts.shown(agent, LONGEST_USER_AGENT);
    return new Caller.Origin(
        address.of(ctx), userAgent, requireNonNull(ctx.attribute(Call.REQUEST_ID)));
  }

  /** Protects against DNS rebinding: a page can point its own host name at this server. */
  private void checkHost(Context ctx) {
    if (base.isEmpty() || WITHOUT_HOST.contains(ctx.path())) {
      return;
    }
    String host = Optional.ofNullable(ctx.header("Host")).orElse("").toLowerCase(Locale.ROOT);
    String name = PORT.matcher(host).replaceFirst("");
    boolean isLoopback =
        name.equals("localhost") || name.equals("127.0.0.1") || name.equals("[::1]");
    if (!isLoopback && !name.equals(base.get().getHost().toLowerCase(Locale.ROOT))) {
      throw new ApiException(
          ErrorCode.MISDIRECTED_REQUEST,
          "The host \""
              + MessageTexts.shown(host)
              + "\" is not served here; "
              + base.get().getHost()
              + " is.");
    }
  }

  /**
   * A browser sends the origin of a request in Sec-Fetch-Site (W3C Fetch Metadata), older ones in
   * Origin. Other programs send neither, and send cookies only on purpose.
   */
  private void checkSite(Context ctx) {
    if (SAFE.contains(ctx.method())) {
      return;
    }
    String site = ctx.header("Sec-Fetch-Site");
    if (site != null) {
      if (site.equals("same-origin") || site.equals("none")) {
        return;
      }
      throw crossSite("Sec-Fetch-Site is \"" + MessageTexts.shown(site) + "\"");
    }
    String origin = ctx.header("Origin");
    if (origin != null && !origin.equals(serverOrigin(ctx))) {
      throw crossSite("Origin is \"" + MessageTexts.shown(origin) + "\"");
    }
  }

  private void checkToken(Context ctx, Caller caller) {
    String token = ctx.header("X-CSRF-Token");
    boolean isMember = caller.kind() == Caller.Kind.USER;
    if (token != null && isMember && !SAFE.contains(ctx.method()) && !csrf.isOf(caller, token)) {
      throw new ApiException(
          ErrorCode.CSRF_REJECTED, "X-CSRF-Token is not the token of this session.");
    }
  }

  private static ApiException crossSite(String header) {
    return new ApiException(
        ErrorCode.CSRF_REJECTED,
        header + "; changes are accepted only from this service's pages and from programs.");
  }

  private String serverOrigin(Context ctx) {
    if (base.isPresent()) {
      URI uri = base.get();
      return uri.getScheme() + "://" + uri.getAuthority();
    }
    return (address.isSecure(ctx) ? "https" : "http") + "://" + ctx.header("Host");
  }

  private static void checkType(Context ctx, RouteAccess access) {
    if (SAFE.contains(ctx.method())) {
      return;
    }
    String type = ctx.header("Content-Type");
    boolean isEmpty =
        ctx.req().getContentLengthLong() <= 0 && ctx.header("Transfer-Encoding") == null;
    if (type == null && isEmpty) {
      return;
    }
    String media = type == null ? "" : type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    if (access.body().mayBeYaml() && Call.YAML.contains(media)) {
      return;
    }
    if (!media.equals("application/json")
        && !media.endsWith("+json")
        && !access.body().others().contains(media)) {
      StringBuilder expected = new StringBuilder("application/json");
      access.body().others().stream()
          .sorted()
          .forEach(other -> expected.append(" or ").append(other));
      expected.append(access.body().mayBeYaml() ? " or application/yaml" : "");
      throw new ApiException(
          ErrorCode.UNSUPPORTED_MEDIA_TYPE,
          "The content type is \""
              + MessageTexts.shown(type == null ? "" : type)
              + "\"; expected "
              + expected
              + ".");
    }
  }

  private Caller identify(Context ctx, RouteAccess access, Caller.Origin origin) {
    return switch (access.credential()) {
      case NONE -> Caller.anonymous(origin);
      case KEY ->
          byKey(ctx, bearerHeader(access), origin)
              .orElseThrow(
                  () ->
                      unauthenticated(
                          "Send an API key as \""
                              + bearerHeader(access)
                              + ": Bearer …\" or in X-Api-Key."));
      case SESSION_ONLY ->
          bySession(ctx, origin).orElseThrow(() -> unauthenticated("Sign in first."));
      case SESSION, SESSION_OR_KEY ->
          byKey(ctx, bearerHeader(access), origin)
              .or(() -> bySession(ctx, origin))
              .orElseThrow(() -> unauthenticated("Sign in first, or send an API key."));
    };
  }

  private Optional<Caller> bySession(Context ctx, Caller.Origin origin) {
    boolean isBackground = "1".equals(ctx.header("X-Svc-Background"));
    return cookies
        .of(ctx)
        .session()
        .flatMap(token -> credentials.session(token, origin, isBackground));
  }

  /**
   * The header with the key. In forwarded requests, {@code Authorization} belongs to the other
   * server (RFC 9110).
   */
  private static String bearerHeader(RouteAccess access) {
    return access.body().isPassedOn() ? "Proxy-Authorization" : "Authorization";
  }

  private Optional<Caller> byKey(Context ctx, String header, Caller.Origin origin) {
    String authorization = ctx.header(header);
    String plain = ctx.header("X-Api-Key");
    if (authorization == null && plain == null) {
      return Optional.empty();
    }
    String bearer = null;
    if (authorization != null) {
      String[] words = BLANKS.split(authorization.strip(), 2);
      if (words.length < 2 || !words[0].equalsIgnoreCase("Bearer")) {
        throw unauthenticated("The " + header + " header must be \"Bearer\" and an API key.");
      }
      bearer = words[1];
    }
    if (bearer != null && plain != null && !bearer.equals(plain.strip())) {
      throw unauthenticated(header + " and X-Api-Key name two different keys.");
    }
    String key = bearer == null ? requireNonNull(plain).strip() : bearer;
    Optional<Caller> caller = credentials.key(key, origin);
    if (caller.isEmpty()) {
      throw unauthenticated("There is no such API key.");
    }
    return caller;
  }

  private static ApiException unauthenticated(String message) {
    return new ApiException(ErrorCode.UNAUTHENTICATED, message);
  }

  private static void authorize(Caller caller, RouteAccess access) {
    if (caller.kind() == Caller.Kind.API_KEY
        && access.scope().isPresent()
        && !caller.scopes().contains(access.scope().get())
        && access.otherScope().filter(caller.scopes()::contains).isEmpty()) {
      throw new ApiException(
          ErrorCode.SCOPE_REQUIRED,
          "The API key lacks the scope \""
              + access.scope().get()
              + access.otherScope().map(other -> "\" or \"" + other).orElse("")
              + "\".");
    }
    if (caller.agentId().isPresent() && !access.takesAgents()) {
      throw new ApiException(
          ErrorCode.FORBIDDEN,
          "The API key is bound to the agent \""
              + caller.agentId().get()
              + "\"; it can act only for that agent.");
    }
    if (access.needsTenant()) {
      caller.tenant();
    }
    access.permission().ifPresent(caller::require);
  }

  /**
   * Counts the size of a call. No headers report it, because they describe the number of calls.
   *
   * @param unit the unit of the weight, for the message
   */
  void countSize(Context ctx, RateLimitBucket limit, Caller caller, long weight, String unit) {
    ctx.attribute(Call.BUCKET, limit);
    Optional<RateLimits.Outcome> weighed =
        limits.tryConsume(limit, key(ctx, limit, caller), weight);
    if (weighed.isPresent() && !weighed.get().allowed()) {
      throw ApiException.retryAfter(
          ErrorCode.RATE_LIMITED,
          "More than "
              + weighed.get().quota()
              + " "
              + unit
              + " a minute. Try again in "
              + weighed.get().seconds()
              + " s.",
          weighed.get().seconds());
    }
  }

  private static String key(Context ctx, RateLimitBucket limit, Caller caller) {
    return switch (limit.key()) {
      case NOBODY -> "";
      case ADDRESS -> caller.origin().ip();
      case CALLER -> caller.credential();
      case AGENT -> caller.credential() + " " + agent(ctx);
      case TENANT -> caller.org().map(Object::toString).orElse(caller.credential());
    };
  }

  /**
   * The agent that the caller claims to be; without a claim, the agent that the key is bound to.
   */
  private static String agent(Context ctx) {
    String agent = ctx.header("X-Svc-Agent-Id");
    String named = agent == null ? ctx.header("X-Svc-Workflow-Id") : agent;
    return named == null ? "" : MessageTexts.shown(named);
  }

  /** Counts a call; the response headers describe the bucket that was counted last. */
  void count(Context ctx, RateLimitBucket limit, Caller caller) {
    ctx.attribute(Call.BUCKET, limit);
    Optional<RateLimits.Outcome> counted = limits.tryConsume(limit, key(ctx, limit, caller));
    if (counted.isEmpty()) {
      return;
    }
    RateLimits.Outcome outcome = counted.get();
    ctx.header("RateLimit-Policy", "\"" + limit + "\";q=" + outcome.quota() + ";w=60");
    ctx.header(
        "RateLimit", "\"" + limit + "\";r=" + outcome.remaining() + ";t=" + outcome.seconds());
    if (!outcome.allowed()) {
      throw ApiException.retryAfter(
          ErrorCode.RATE_LIMITED,
          "More than "
              + outcome.quota()
              + " calls a minute. Try again in "
              + outcome.seconds()
              + " s.",
          outcome.seconds());
    }
  }
}
