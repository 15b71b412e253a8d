package io.svc.server.proxy;

import io.svc.server.credentials.CredentialInjection;
import io.svc.server.credentials.CredentialUnavailableException;
import io.svc.server.credentials.EgressCredentials;
import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.egress.OutgoingCall;
import io.svc.server.egress.OutgoingClient;
import io.svc.server.egress.OutgoingException;
import io.svc.server.egress.PlainHttpPolicy;
import io.svc.server.egress.StreamedResponse;
import io.svc.server.http.ApiException;
import io.svc.server.http.ErrorCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Sends allowed calls: adds credentials, records their use before sending, and connects where the
 * network rules allow it. Does not follow redirects and does not retry. Thread-safe.
 */
final class ProxyForwarder {
  private final Database database;
  private final EgressCredentials credentials;
  private final OutgoingClient client;

  /** A request to send, without the headers that are removed. */
  record ForwardedRequest(
      String method,
      Target target,
      List<OutgoingCall.Header> headers,
      Optional<OutgoingCall.Content> content) {
    ForwardedRequest {
      headers = List.copyOf(headers);
    }
  }

  ProxyForwarder(Database database, EgressCredentials credentials, OutgoingClient client) {
    this.database = database;
    this.credentials = credentials;
    this.client = client;
  }

  /**
   * Sends a request and returns when the response begins.
   *
   * @throws ApiException if there is no response, or the request was not sent
   */
  StreamedResponse send(ForwardedRequest forwardedCall, ProxyExchange exchange) {
    OrgId org = exchange.plan().org();
    Optional<CredentialInjection> injection = find(org, forwardedCall.target());
    OutgoingCall call = call(forwardedCall, injection, exchange);
    injection.ifPresent(
        injectedHeaders -> {
          exchange.setCredential(injectedHeaders.ref());
          // Recorded before sending, so that no use of a credential goes unrecorded.
          database.change(tx -> credentials.used(tx, org, injectedHeaders, exchange.use()));
        });
    try {
      // Unencrypted connections were checked before.
      StreamedResponse answer = client.open(call, PlainHttpPolicy.ANYWHERE);
      if (answer.status() < 200) {
        answer.close();
        throw new ApiException(
            ErrorCode.UPSTREAM_ERROR,
            "\"" + call.host() + "\" requested a protocol other than HTTP.");
      }
      exchange.answered(answer.status());
      return answer;
    } catch (OutgoingException e) {
      throw failure(exchange, e);
    }
  }

  private Optional<CredentialInjection> find(OrgId org, Target target) {
    try {
      return credentials.find(org, target.host(), target.port(), target.path());
    } catch (CredentialUnavailableException e) {
      throw new ApiException(ErrorCode.CREDENTIAL_UNAVAILABLE, e.getMessage());
    }
  }

  private static OutgoingCall call(
      ForwardedRequest forwardedCall,
      Optional<CredentialInjection> injection,
      ProxyExchange exchange) {
    Map<String, String> injected = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    injection.ifPresent(injectedCredential -> injected.putAll(injectedCredential.headers()));
    List<OutgoingCall.Header> headers = new ArrayList<>();
    for (OutgoingCall.Header header : forwardedCall.headers()) {
      if (!injected.containsKey(header.name())) {
        headers.add(header);
      }
    }
    Target target = forwardedCall.target();
    Optional<String> query =
        injection
            .filter(injectedCredential -> !injectedCredential.query().isEmpty())
            .map(injectedCredential -> query(target.query(), injectedCredential.query()))
            .or(target::query);
    try {
      injected.forEach((name, value) -> headers.add(new OutgoingCall.Header(name, value)));
      return new OutgoingCall(
          forwardedCall.method(),
          target.isSecure(),
          target.host(),
          target.port(),
          target.requestTarget(query),
          headers,
          forwardedCall.content().map(exchange::counted));
    } catch (IllegalArgumentException e) {
      throw new ApiException(
          ErrorCode.CREDENTIAL_UNAVAILABLE,
          "The credential for \"" + target.host() + "\" cannot be put into a request.");
    }
  }

  /** Returns the caller's query without parameters of these names, followed by these. */
  private static String query(Optional<String> sent, Map<String, String> headers) {
    List<String> pairs = new ArrayList<>();
    Set<String> names = headers.keySet();
    for (String pair : sent.orElse("").split("&", -1)) {
      if (pair.isEmpty()) {
        continue;
      }
      int equals = pair.indexOf('=');
      String name =
          URLDecoder.decode(equals < 0 ? pair : pair.substring(0, equals), StandardCharsets.UTF_8);
      if (names.stream().noneMatch(name.strip()::equalsIgnoreCase)) {
        pairs.add(pair);
      }
    }
    new TreeMap<>(headers)
        .forEach((name, value) -> pairs.add(encoded(name) + "=" + encoded(value)));
    return String.join("&", pairs);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static ApiException failure(ProxyExchange exchange, OutgoingException e) {
    Optional<IOException> broken = exchange.bodyFailure();
    if (broken.isPresent()) {
      if (broken.get() instanceof RequestBody.TooLargeException) {
        throw new ApiException(ErrorCode.PAYLOAD_TOO_LARGE, "The body exceeds the size limit.");
      }
      // The caller aborted the request.
      throw new UncheckedIOException(broken.get());
    }
    return switch (e.reason()) {
      case BLOCKED_ADDRESS -> new ApiException(ErrorCode.EGRESS_DENIED, e.getMessage());
      case TIMEOUT -> new ApiException(ErrorCode.UPSTREAM_TIMEOUT, e.getMessage());
      case BAD_URL -> new ApiException(ErrorCode.INVALID_PARAMETER, e.getMessage());
      case UNKNOWN_HOST, CONNECT_FAILED, TLS, TOO_LARGE ->
          new ApiException(ErrorCode.UPSTREAM_ERROR, e.getMessage());
    };
  }

  /** Returns the error for a response that was aborted before any of it was returned. */
  static ApiException abortedResponse(Target target, IOException e) {
    return e instanceof java.net.SocketTimeoutException
        ? new ApiException(
            ErrorCode.UPSTREAM_TIMEOUT, "\"" + target.host() + "\" did not respond in time.")
        : new ApiException(
            ErrorCode.UPSTREAM_ERROR, "\"" + target.host() + "\" interrupted its response.");
  }
}
