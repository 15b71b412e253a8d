package io.svc.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.svc.server.config.Cidr;
import io.svc.server.config.RateLimitProfile;
import io.svc.server.data.MasterKey;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.secrets.Keyring;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.LocalConnector;

/**
 * What comes over a connection, to the byte: the head of requests, with cookies, keys, versions and
 * queries. It goes the whole way through the server but for the network.
 */
public final class RequestFuzz {
  /** What the server is asked with by those who are let in. */
  static final String SESSION = "a-session";

  static final String KEY = "a-key";

  private static final Pattern ANSWER =
      Pattern.compile("HTTP/1\\.1 (\\d{3}) [A-Za-z -]*\r\n((?:[^\r\n]+\r\n)*)\r\n");

  /** All that an answer can have; what else is there came in with the request. */
  private static final Set<String> HEADERS =
      Set.of(
          "allow",
          "cache-control",
          "connection",
          "content-length",
          "content-security-policy",
          "content-type",
          "cross-origin-opener-policy",
          "cross-origin-resource-policy",
          "date",
          "etag",
          "permissions-policy",
          "referrer-policy",
          "retry-after",
          "set-cookie",
          "strict-transport-security",
          "transfer-encoding",
          "vary",
          "www-authenticate",
          "x-content-type-options",
          "x-frame-options",
          "x-request-id",
          "x-svc-error");

  private RequestFuzz() {}

  /** Bytes of a connection, which ends behind them. */
  public static void requests(byte[] sent) throws Exception {
    Running running = Running.SERVER;
    LocalConnector.LocalEndPoint connection = running.connector.connect();
    connection.addInput(ByteBuffer.wrap(sent));
    connection.addInputEOF();
    connection.waitUntilClosedOrIdleFor(200, TimeUnit.MILLISECONDS);
    String answers = ISO_8859_1.decode(connection.takeOutput()).toString();
    // Who waits for the rest of a body holds a thread.
    connection.close();
    AssertionError failure = running.failure.getAndSet(null);
    if (failure != null) {
      throw failure;
    }
    Matcher answer = ANSWER.matcher(answers);
    while (answer.find()) {
      check(answer.group(1), answer.group(2));
    }
  }

  private static void check(String status, String head) {
    if (status.startsWith("5")) {
      throw new AssertionError("the server failed with " + status + ": " + head);
    }
    boolean isInformation = status.startsWith("1");
    if (!isInformation && !head.contains("X-Content-Type-Options: nosniff")) {
      throw new AssertionError(status + " without the headers of every answer: " + head);
    }
    for (String line : head.split("\r\n", -1)) {
      String name = line.split(":", 2)[0].toLowerCase(Locale.ROOT);
      if (!name.isEmpty() && !HEADERS.contains(name)) {
        throw new AssertionError("an answer has the header " + line);
      }
    }
  }

  private static final class Running implements Credentials {
    private static final Running SERVER = new Running();

    private final LocalConnector connector;
    private final AtomicReference<AssertionError> failure = new AtomicReference<>();

    private Running() {
      HttpServer http =
          new HttpServer(
              new HttpServer.Settings(
                  "127.0.0.1",
                  0,
                  Optional.of(URI.create("https://svc.example")),
                  List.of(Cidr.parse("0.0.0.0/0").orElseThrow()),
                  Duration.ZERO),
              api().routes(),
              this,
              new RateLimits(RateLimitProfile.OFF),
              new CsrfTokens(new Keyring(key())),
              new Identifiers(Clock.systemUTC()),
              new Unobserved(),
              Pages.NONE);
      http.start();
      HttpConnectionFactory factory =
          http.jetty().getConnectors()[0].getConnectionFactory(HttpConnectionFactory.class);
      this.connector = new LocalConnector(http.jetty(), null, null, null, 1, factory);
      http.jetty().addConnector(connector);
      try {
        connector.start();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }

    private static MasterKey key() {
      try {
        Path file = Files.createTempFile("fuzz", ".key");
        file.toFile().deleteOnExit();
        return MasterKey.read(Files.write(file, new byte[MasterKey.LENGTH]));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private Api api() {
      RouteAccess known =
          RouteAccess.sessionOrKey(Permission.AUDIT_READ, Scope.DASHBOARD, RateLimitBucket.NONE);
      Api api = new Api();
      api.get("/things", known, call -> call.version(7).ok(read(call)));
      api.put("/things/{thingId}", known, this::change);
      api.get("/open", RouteAccess.open(RateLimitBucket.NONE), call -> call.ok(read(call)));
      api.any(RawTargets.ROUTE, known.passingOn(), this::passOn);
      return api;
    }

    private Map<String, Object> read(Call call) {
      Query query = call.query();
      call.cookies().signOn().ifPresent(value -> requireText("a cookie", value));
      requireText("an address", call.caller().origin().ip());
      requireText("a browser", call.caller().origin().userAgent());
      return Map.of(
          "q",
          query.text("q").orElse(""),
          "limit",
          query.number("limit", 1, 500, 100),
          "since",
          query.time("since").map(Object::toString).orElse(""),
          "cursor",
          query.text("cursor").map(c -> Cursor.number("cursor", c, "", "one was expected")));
    }

    private void change(Call call) {
      call.expectVersion(7);
      call.header("If-Match").map(String::strip).ifPresent(this::requireSeven);
      String id = call.id("thingId", "thing");
      Fields body = call.body();
      String name = body.text("name", 1, 10);
      body.check();
      call.cookies().setSession(SESSION, Duration.ofHours(1));
      call.version(8).ok(Map.of("id", id, "name", name));
    }

    /** Who says which version he changes is let through with that version alone. */
    private void requireSeven(String expected) {
      require(
          expected.equals("*") || expected.equals("\"7\"") || expected.startsWith("\"7-"),
          "a change of another version than 7 went through: " + expected);
    }

    private void passOn(Call call) {
      for (RawExchange.Header header : call.raw().headers()) {
        requireText("a header", header.value());
      }
      call.ok(Map.of());
    }

    @Override
    public Optional<Caller> session(String token, Caller.Origin origin, boolean isBackground) {
      requireText("a session", token);
      require(
          !token.isEmpty() && token.indexOf(';') < 0,
          "a session is looked for that is no value of a cookie: " + token);
      return Optional.of(token)
          .filter(SESSION::equals)
          .map(knownName -> caller(Caller.Kind.USER, Set.of(), origin));
    }

    @Override
    public Optional<Caller> key(String key, Caller.Origin origin) {
      requireText("a key", key);
      require(key.equals(key.strip()), "a key is looked for with blanks round it: " + key);
      return Optional.of(key)
          .filter(KEY::equals)
          .map(knownName -> caller(Caller.Kind.API_KEY, Set.of(Scope.DASHBOARD), origin));
    }

    private static Caller caller(Caller.Kind kind, Set<Scope> scopes, Caller.Origin origin) {
      return new Caller(
          kind,
          "usr_1",
          "dana",
          Optional.of(new OrgId("org")),
          Optional.of(Role.ADMIN),
          scopes,
          "hash",
          origin);
    }

    private void requireText(String description, String text) {
      require(
          text.chars().noneMatch(c -> c != '\t' && (c < ' ' || c == 127)),
          description + " has a control character");
    }

    /** What fails is noted as well, since the server answers whatever is thrown here. */
    private void require(boolean passes, String otherwise) {
      if (!passes) {
        AssertionError error = new AssertionError(otherwise);
        failure.set(error);
        throw error;
      }
    }
  }
}
