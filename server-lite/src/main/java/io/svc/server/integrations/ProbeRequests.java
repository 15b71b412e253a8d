package io.svc.server.integrations;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.svc.server.egress.OutgoingRequest;
import io.svc.server.json.Json;
import java.net.URI;
import java.net.URLEncoder;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The test requests of integrations: for channels a test message, for others the cheapest request
 * that verifies the credentials.
 */
final class ProbeRequests {
  private static final String TEXT =
      "[Test] This is a test message of Svc Preflight. Nothing happened.";
  private static final String JSON = "application/json";
  private static final String AUTHORIZATION = "Authorization";

  private final String id;
  private final Map<String, String> values;
  private final Instant now;

  private ProbeRequests(String id, Map<String, String> values, Instant now) {
    this.id = id;
    this.values = values;
    this.now = now;
  }

  /** Returns the requests, which must all succeed; empty for integrations without HTTP. */
  static List<OutgoingRequest> of(String id, IntegrationSettings settings, Instant now) {
    ProbeRequests requests = new ProbeRequests(id, settings.values(), now);
    return switch (settings.type()) {
      case EMAIL -> List.of();
      case SLACK -> List.of(post(requests.value("webhookUrl"), Map.of("text", TEXT), Map.of()));
      case WEBHOOK, SIEM_WEBHOOK -> List.of(requests.webhook());
      case PAGERDUTY -> List.of(requests.page("trigger"), requests.page("resolve"));
      case N8N ->
          List.of(
              requests.get(
                  "baseUrl",
                  "/api/v1/workflows?limit=1",
                  "X-N8N-API-KEY",
                  requireNonNull(value(settings, "apiKey"))));
      case ZAPIER ->
          List.of(
              requests.get(
                  "baseUrl",
                  "/v2/zaps?limit=1",
                  AUTHORIZATION,
                  "Bearer " + value(settings, "accessToken")));
      case MAKE ->
          List.of(
              requests.get(
                  "baseUrl",
                  "/api/v2/users/me",
                  AUTHORIZATION,
                  "Token " + value(settings, "apiToken")));
      case GITHUB ->
          // Does not count against the rate limit, and is rejected for an invalid token.
          List.of(
              requests.get(
                  "baseUrl", "/rate_limit", AUTHORIZATION, "Bearer " + value(settings, "token")));
      case POWER_AUTOMATE -> List.of(requests.microsoftToken());
      case OTLP -> List.of(requests.emptyTraces());
      case OIDC -> List.of(discovery(requests.base("issuer")));
      case VAULT -> List.of(requests.vaultToken());
    };
  }

  private static @Nullable String value(IntegrationSettings settings, String name) {
    return settings.values().get(name);
  }

  private String value(String name) {
    return requireNonNull(values.get(name));
  }

  /** Returns a base URL. */
  private String base(String name) {
    return value(name).replaceAll("/+$", "");
  }

  private OutgoingRequest get(String base, String path, String header, String credential) {
    return OutgoingRequest.get(
        URI.create(base(base) + path), Map.of("Accept", JSON, header, credential));
  }

  private static OutgoingRequest post(String url, Object body, Map<String, String> more) {
    Map<String, String> headers = new LinkedHashMap<>(more);
    headers.put("Content-Type", JSON);
    return new OutgoingRequest("POST", URI.create(url), headers, Json.bytes(body));
  }

  private OutgoingRequest webhook() {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("type", "test");
    body.put("test", true);
    body.put("integration_id", id);
    body.put("message", TEXT);
    body.put("sent_at", now);
    byte[] bytes = Json.bytes(body);
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Content-Type", JSON);
    authorization().ifPresent(value -> headers.put(AUTHORIZATION, value));
    Optional.ofNullable(values.get("secret"))
        .ifPresent(
            secret ->
                headers.putAll(
                    WebhookSignature.headers(
                        secret, "test_" + id + "_" + now.toEpochMilli(), now, bytes)));
    return new OutgoingRequest("POST", URI.create(value("url")), headers, bytes);
  }

  private Optional<String> authorization() {
    return Optional.ofNullable(values.get("authorization"));
  }

  /** An event that opens an incident of the lowest severity, or closes it (Events v2). */
  private OutgoingRequest page(String action) {
    Map<String, Object> payload = new LinkedHashMap<>();
    payload.put("summary", TEXT);
    payload.put("source", "svc-preflight");
    payload.put("severity", "info");
    Map<String, Object> event = new LinkedHashMap<>();
    event.put("routing_key", value("routingKey"));
    event.put("event_action", action);
    event.put("dedup_key", "svc-test-" + id);
    event.put("payload", payload);
    return post(base("baseUrl") + "/v2/enqueue", event, Map.of());
  }

  /** RFC 6749, section 4.4: requests a token without using it. */
  private OutgoingRequest microsoftToken() {
    String form =
        "grant_type=client_credentials&client_id="
            + encoded("clientId")
            + "&client_secret="
            + encoded("clientSecret")
            + "&scope="
            + URLEncoder.encode("https://service.flow.microsoft.com/.default", UTF_8);
    return new OutgoingRequest(
        "POST",
        URI.create(base("loginUrl") + "/" + encoded("tenantId") + "/oauth2/v2.0/token"),
        Map.of("Content-Type", "application/x-www-form-urlencoded", "Accept", JSON),
        form.getBytes(UTF_8));
  }

  private String encoded(String name) {
    return URLEncoder.encode(value(name), UTF_8).replace("+", "%20");
  }

  private OutgoingRequest emptyTraces() {
    Map<String, String> headers = new LinkedHashMap<>();
    authorization().ifPresent(value -> headers.put(AUTHORIZATION, value));
    return post(base("endpoint") + "/v1/traces", Map.of("resourceSpans", List.of()), headers);
  }

  /** OpenID Connect Discovery 1.0, section 4. */
  private static OutgoingRequest discovery(String issuer) {
    return OutgoingRequest.get(
        URI.create(issuer + "/.well-known/openid-configuration"), Map.of("Accept", JSON));
  }

  private OutgoingRequest vaultToken() {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("X-Vault-Token", value("token"));
    Optional.ofNullable(values.get("namespace"))
        .ifPresent(namespace -> headers.put("X-Vault-Namespace", namespace));
    return OutgoingRequest.get(URI.create(base("address") + "/v1/auth/token/lookup-self"), headers);
  }
}
