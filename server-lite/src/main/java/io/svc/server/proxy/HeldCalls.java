package io.svc.server.proxy;

import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.egress.StreamedResponse;
import io.svc.server.http.ApiException;
import io.svc.server.http.ErrorCode;
import io.svc.server.http.RawExchange;
import io.svc.server.json.Json;
import io.svc.server.secrets.Keyring;
import io.svc.server.tenants.TenantSettings;
import io.svc.server.tenants.Tenants;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Sends approved calls. Thread-safe. Waits for the network, so it is not for use in a transaction.
 */
public final class HeldCalls {
  /** The maximum size of a stored response, in bytes. */
  static final int LARGEST_ANSWER = 1 << 20;

  private final Database database;
  private final Tenants tenants;
  private final Keyring keyring;
  private final ProxyForwarder courier;
  private final CallRecords records;

  HeldCalls(
      Database database,
      Tenants tenants,
      Keyring keyring,
      ProxyForwarder courier,
      CallRecords records) {
    this.database = database;
    this.tenants = tenants;
    this.keyring = keyring;
    this.courier = courier;
    this.records = records;
  }

  /**
   * Sends a held call exactly once. A failed call is not retried, because the other server may have
   * performed the request. Policies are not evaluated again, but the network rules and credentials
   * are. A failure is also returned as a reply, with the header {@code X-Svc-Error}.
   */
  public ProxyReply send(OrgId org, byte[] sealed) {
    Optional<HeldRequest> heldRequest = HeldRequest.open(keyring, org, sealed);
    if (heldRequest.isEmpty()) {
      return failed(new ApiException(ErrorCode.INTERNAL_ERROR, "The stored call cannot be read."));
    }
    return send(org, heldRequest.get());
  }

  private ProxyReply send(OrgId org, HeldRequest heldRequest) {
    TenantSettings settings = database.read(tx -> tenants.get(tx, org).settings());
    ProxyExchange exchange =
        new ProxyExchange(
            new ProxyExchange.CallMetadata(
                org,
                Optional.of(heldRequest.decisionId()),
                Optional.of(heldRequest.agentId()),
                Optional.empty(),
                heldRequest.traceId(),
                "require_approval",
                heldRequest.redactions(),
                heldRequest.method(),
                heldRequest.target()));
    try {
      ProxyRoutes.checkScheme(heldRequest.target(), settings);
      return sent(heldRequest, settings, exchange);
    } catch (ApiException e) {
      exchange.failed(e.code());
      return failed(e);
    } finally {
      records.note(exchange);
    }
  }

  private ProxyReply sent(
      HeldRequest heldRequest, TenantSettings settings, ProxyExchange exchange) {
    ProxyForwarder.ForwardedRequest forwardedCall =
        new ProxyForwarder.ForwardedRequest(
            heldRequest.method(),
            heldRequest.target(),
            heldRequest.headers(),
            heldRequest.content());
    try (StreamedResponse answer = courier.send(forwardedCall, exchange)) {
      byte[] body = answer.body().readNBytes(LARGEST_ANSWER);
      boolean isLonger = body.length == LARGEST_ANSWER && answer.body().read() >= 0;
      exchange.received(body.length);
      return new ProxyReply(
          answer.status(),
          byName(PassedHeaders.back(answer.headers(), settings.proxyAllowSetCookie())),
          body,
          isLonger);
    } catch (IOException e) {
      throw ProxyForwarder.abortedResponse(heldRequest.target(), e);
    }
  }

  private static Map<String, List<String>> byName(List<RawExchange.Header> headers) {
    Map<String, List<String>> byName = new LinkedHashMap<>();
    for (RawExchange.Header header : headers) {
      byName
          .computeIfAbsent(header.name().toLowerCase(Locale.ROOT), any -> new ArrayList<>())
          .add(header.value());
    }
    return byName;
  }

  private static ProxyReply failed(ApiException e) {
    return new ProxyReply(
        e.code().status(),
        Map.of(
            "content-type", List.of("application/json"),
            "x-svc-error", List.of(e.code().toString())),
        Json.bytes(
            Map.of(
                "code", e.code().toString(),
                "message", e.getMessage(),
                "status", e.code().status())),
        false);
  }
}
