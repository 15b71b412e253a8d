package io.svc.server.channels;

import static java.util.Objects.requireNonNull;

import io.svc.rules.Severity;
import io.svc.server.alerts.Alert;
import io.svc.server.alerts.AlertMessage;
import io.svc.server.alerts.MessageKind;
import io.svc.server.db.NonEmpty;
import io.svc.server.egress.OutgoingRequest;
import io.svc.server.integrations.IntegrationType;
import io.svc.server.integrations.WebhookSignature;
import io.svc.server.json.Json;
import java.net.URI;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The requests for each type of channel. */
final class ChannelRequests {
  /** PagerDuty truncates longer texts (Events API v2, {@code payload.summary}). */
  private static final int LONGEST_SUMMARY = 1024;

  private ChannelRequests() {}

  /**
   * Returns the request.
   *
   * @param settings of the integration, with secrets
   * @param former the previous secret, while it is valid
   * @throws IllegalArgumentException for a type without HTTP
   */
  static OutgoingRequest of(
      IntegrationType type,
      Map<String, String> settings,
      Optional<String> former,
      AlertMessage message,
      RenderedAlert text,
      Instant now) {
    return switch (type) {
      case SLACK -> post(requireNonNull(settings.get("webhookUrl")), slack(text), Map.of());
      case WEBHOOK -> webhook(settings, former, message, text, now);
      case SIEM_WEBHOOK ->
          post(
              requireNonNull(settings.get("url")),
              OcsfFinding.finding(message, text),
              authorization(settings));
      case PAGERDUTY ->
          post(
              requireNonNull(settings.get("baseUrl")).replaceAll("/+$", "") + "/v2/enqueue",
              page(requireNonNull(settings.get("routingKey")), message, text),
              Map.of());
      default -> throw new IllegalArgumentException(type + " is no channel for requests");
    };
  }

  private static OutgoingRequest post(String url, Object body, Map<String, String> more) {
    return post(url, Json.bytes(body), more);
  }

  private static OutgoingRequest post(String url, byte[] body, Map<String, String> more) {
    Map<String, String> headers = new LinkedHashMap<>(more);
    headers.put("Content-Type", "application/json");
    return new OutgoingRequest("POST", URI.create(url), headers, body);
  }

  private static Map<String, String> authorization(Map<String, String> settings) {
    return Optional.ofNullable(settings.get("authorization"))
        .map(value -> Map.of("Authorization", value))
        .orElse(Map.of());
  }

  private static Map<String, Object> slack(RenderedAlert text) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("text", text.slack());
    body.put("unfurl_links", false);
    return body;
  }

  /** Returns a webhook with type, timestamp and data as Standard Webhooks 1.0.0 recommends. */
  private static OutgoingRequest webhook(
      Map<String, String> settings,
      Optional<String> former,
      AlertMessage message,
      RenderedAlert text,
      Instant now) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("type", "alert." + message.kind());
    body.put("timestamp", now);
    body.put("data", data(message, text));
    byte[] bytes = Json.bytes(body);
    Map<String, String> headers = new LinkedHashMap<>(authorization(settings));
    String secret = settings.get("secret");
    if (secret == null) {
      headers.put("webhook-id", message.messageId());
      headers.put("webhook-timestamp", Long.toString(now.getEpochSecond()));
    } else {
      headers.putAll(WebhookSignature.headers(secret, former, message.messageId(), now, bytes));
    }
    return post(requireNonNull(settings.get("url")), bytes, headers);
  }

  private static Map<String, Object> data(AlertMessage message, RenderedAlert text) {
    Alert alert = message.alert();
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("alert_id", alert.alertId());
    data.put("org_id", message.org());
    data.put("title", alert.title());
    data.put("severity", alert.severity().label());
    data.put("threat_type", alert.threatType());
    data.put("triage_status", alert.triageStatus());
    data.put("agent_id", NonEmpty.of(alert.agentId()));
    data.put("agent_name", NonEmpty.of(alert.agentName()));
    data.put("session_id", NonEmpty.of(alert.sessionId()));
    data.put("environment", NonEmpty.of(alert.environment()));
    data.put("source", alert.source());
    data.put("fingerprint", alert.fingerprint());
    data.put("occurrences", alert.occurrences());
    data.put("first_seen_at", alert.firstSeenAt());
    data.put("last_seen_at", alert.lastSeenAt());
    data.put("text", text.body());
    data.put("url", text.url());
    return data;
  }

  /** Returns an event of PagerDuty's Events API v2, which opens or closes an incident. */
  private static Map<String, Object> page(
      String routingKey, AlertMessage message, RenderedAlert text) {
    Alert alert = message.alert();
    Map<String, Object> event = new LinkedHashMap<>();
    event.put("routing_key", routingKey);
    event.put("event_action", message.kind() == MessageKind.RESOLVED ? "resolve" : "trigger");
    event.put("dedup_key", alert.fingerprint());
    if (message.kind() == MessageKind.RAISED) {
      Map<String, Object> payload = new LinkedHashMap<>();
      payload.put("summary", cut(text.subject()));
      payload.put("source", alert.agentName().isEmpty() ? "svc-preflight" : alert.agentName());
      payload.put("severity", urgency(alert.severity()));
      payload.put("timestamp", alert.lastSeenAt());
      payload.put("class", alert.threatType());
      payload.put("custom_details", details(alert, text));
      event.put("payload", payload);
      event.put("links", List.of(Map.of("href", text.url(), "text", "Alert")));
    }
    return event;
  }

  private static Map<String, Object> details(Alert alert, RenderedAlert text) {
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("alert_id", alert.alertId());
    details.put("occurrences", alert.occurrences());
    details.put("environment", alert.environment());
    details.put("text", text.body());
    return details;
  }

  private static String cut(String summary) {
    return summary.length() <= LONGEST_SUMMARY
        ? summary
        : summary.substring(0, LONGEST_SUMMARY - 1) + "…";
  }

  private static String urgency(Severity severity) {
    return switch (severity) {
      case CRITICAL -> "critical";
      case HIGH -> "error";
      case MEDIUM -> "warning";
      case LOW, INFO -> "info";
    };
  }
}
