package io.svc.server.proxy;

import io.svc.rules.WordListParser;
import io.svc.server.egress.OutgoingCall;
import io.svc.server.http.RawExchange;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Selects the headers to forward. Hop-by-hop headers (RFC 9110, section 7.6.1), including those
 * named by the {@code Connection} header, are removed. Requests also lose headers with credentials,
 * headers about the network path, and headers for this server.
 */
final class PassedHeaders {
  private static final Set<String> OF_CONNECTIONS =
      WordListParser.set(
          """
          connection content-length expect host http2-settings keep-alive proxy-authenticate
          proxy-authentication-info proxy-authorization proxy-connection te trailer
          transfer-encoding upgrade""");

  private static final Set<String> SENSITIVE =
      WordListParser.set(
          """
          authorization cookie cookie2 forwarded via x-amz-security-token x-api-key x-real-ip""");

  private static final Pattern SENSITIVE_KIND =
      Pattern.compile(
          "x-svc-.*|x-vault-.*|x-forwarded-.*"
              + "|x-goog-(?:api-key|iam-.*|authenticated-.*|.*token.*)"
              + "|x-ms-.*(?:token|authorization).*");

  private PassedHeaders() {}

  /**
   * Returns the headers of a request to forward.
   *
   * @param more further names to remove, in lower case, which a tenant configured
   */
  static List<OutgoingCall.Header> on(List<RawExchange.Header> sent, Collection<String> more) {
    Set<String> stopped = new HashSet<>(OF_CONNECTIONS);
    stopped.addAll(SENSITIVE);
    stopped.addAll(more);
    for (RawExchange.Header header : sent) {
      if (header.name().equalsIgnoreCase("connection")) {
        stopped.addAll(named(header.value()));
      }
    }
    List<OutgoingCall.Header> passed = new ArrayList<>();
    for (RawExchange.Header header : sent) {
      String name = header.name().toLowerCase(Locale.ROOT);
      if (!stopped.contains(name)
          && !SENSITIVE_KIND.matcher(name).matches()
          && OutgoingCall.Header.isValid(header.name(), header.value())) {
        passed.add(new OutgoingCall.Header(header.name(), header.value()));
      }
    }
    return passed;
  }

  /**
   * Returns the headers of a response to return.
   *
   * @param cookies whether cookies are allowed
   */
  static List<RawExchange.Header> back(List<OutgoingCall.Header> sent, boolean cookies) {
    Set<String> stopped = new HashSet<>(OF_CONNECTIONS);
    if (!cookies) {
      stopped.addAll(Set.of("set-cookie", "set-cookie2"));
    }
    for (OutgoingCall.Header header : sent) {
      if (header.is("connection")) {
        stopped.addAll(named(header.value()));
      }
    }
    List<RawExchange.Header> passed = new ArrayList<>();
    for (OutgoingCall.Header header : sent) {
      String name = header.name().toLowerCase(Locale.ROOT);
      // Only this server may set these headers.
      if (!stopped.contains(name) && !name.startsWith("x-svc-")) {
        passed.add(new RawExchange.Header(header.name(), header.value()));
      }
    }
    return passed;
  }

  /** Returns the content length of a response to HEAD; empty when unknown. */
  static OptionalLong contentLength(List<OutgoingCall.Header> sent) {
    List<String> lengths =
        sent.stream().filter(h -> h.is("content-length")).map(OutgoingCall.Header::value).toList();
    return lengths.size() == 1 && lengths.get(0).matches("[0-9]{1,18}")
        ? OptionalLong.of(Long.parseLong(lengths.get(0)))
        : OptionalLong.empty();
  }

  private static List<String> named(String connection) {
    List<String> names = new ArrayList<>();
    for (String name : connection.split(",", -1)) {
      names.add(name.strip().toLowerCase(Locale.ROOT));
    }
    return names;
  }

  /** Returns the value of the first header with a name. */
  static Optional<String> find(List<RawExchange.Header> sent, String name) {
    return sent.stream()
        .filter(header -> header.name().equalsIgnoreCase(name))
        .map(RawExchange.Header::value)
        .findFirst();
  }
}
