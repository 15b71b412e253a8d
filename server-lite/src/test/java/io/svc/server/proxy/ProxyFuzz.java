package io.svc.server.proxy;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.svc.server.egress.OutgoingCall;
import io.svc.server.http.ApiException;
import io.svc.server.http.RawExchange;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The addresses that the proxy is asked for. */
public final class ProxyFuzz {
  private static final Set<String> NEVER =
      Set.of(
          "authorization",
          "connection",
          "content-length",
          "cookie",
          "host",
          "proxy-authorization",
          "transfer-encoding",
          "upgrade",
          "x-api-key",
          "x-own");

  private ProxyFuzz() {}

  /** What is taken means one host, to us as to everybody who reads the address. */
  public static void target(String text) {
    try {
      check(Target.ofUrl(text));
    } catch (ApiException e) {
      // Refused with a reason.
    }
    int question = text.indexOf('?');
    try {
      check(
          Target.of(
              question < 0 ? text : text.substring(0, question),
              question < 0 ? Optional.empty() : Optional.of(text.substring(question + 1)),
              Optional.empty()));
    } catch (ApiException e) {
      // Refused with a reason.
    }
    PathTemplate.of(text);
  }

  private static void check(Target target) {
    String request = target.requestTarget(target.query());
    if (!request.startsWith("/") || !request.chars().allMatch(c -> c > ' ' && c < 127)) {
      throw new AssertionError("no target of a request: " + request);
    }
    URI origin = URI.create(target.origin());
    String host = target.host().indexOf(':') < 0 ? target.host() : "[" + target.host() + "]";
    // With an underscore it is no host to the class, but its authority is what it is.
    String authority = origin.getRawAuthority();
    if (!authority.equals(host) && !authority.equals(host + ":" + target.port())) {
      throw new AssertionError("another host: " + authority + ", not " + host);
    }
    Target again = Target.ofUrl(target.origin() + request);
    if (!again.equals(target)) {
      throw new AssertionError("read again it is another: " + again);
    }
  }

  /** A form is read as what it is written as. */
  public static void form(byte[] bytes) {
    Optional<Map<String, Object>> read = FormBody.read(bytes);
    if (read.isPresent()) {
      byte[] written = FormBody.write(read.get());
      require(
          FormBody.read(written).filter(read.get()::equals).isPresent(),
          "a form is written as another: " + new String(written, UTF_8));
    }
  }

  /** Lines of headers; none of a connection or with a credential is passed on. */
  public static void headers(String text) {
    List<RawExchange.Header> sent = new ArrayList<>();
    for (String line : text.split("\n", -1)) {
      int colon = line.indexOf(':');
      if (colon > 0) {
        sent.add(new RawExchange.Header(line.substring(0, colon), line.substring(colon + 1)));
      }
    }
    List<OutgoingCall.Header> passed = PassedHeaders.on(sent, List.of("x-own"));
    for (OutgoingCall.Header header : passed) {
      String name = header.name().toLowerCase(Locale.ROOT);
      require(!NEVER.contains(name) && !name.startsWith("x-svc-"), "passed on: " + name);
      require(
          header.value().chars().noneMatch(c -> c == '\r' || c == '\n' || c == 0),
          "a header leaves its line: " + name);
    }
    new OutgoingCall("GET", true, "x.example", 443, "/", passed, Optional.empty());
    PassedHeaders.back(passed, false)
        .forEach(header -> require(!header.name().equalsIgnoreCase("set-cookie"), "a cookie"));
    PassedHeaders.contentLength(passed);
  }

  private static void require(boolean passes, String otherwise) {
    if (!passes) {
      throw new AssertionError(otherwise);
    }
  }
}
