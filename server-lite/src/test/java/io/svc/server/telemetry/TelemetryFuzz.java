package io.svc.server.telemetry;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.InvalidProtocolBufferException;
import io.opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.integrations.IntegrationType;
import io.svc.server.integrations.WebhookSignature;
import io.svc.server.redaction.Masking;
import io.svc.server.redaction.TenantRedactions;
import io.svc.server.sessionlogs.SessionLogs;
import io.svc.server.sessions.AgentSessions;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** What is told of what happened, read as far as the store. */
public final class TelemetryFuzz {
  private static final Instant NOW = Instant.parse("2026-11-20T09:28:30Z");
  private static final TelemetrySanitizer CLEANING =
      new TelemetrySanitizer(TenantRedactions.usual().mask());
  private static final SpanReader SPANS = new SpanReader(CLEANING);
  private static final MetricReader METRICS = new MetricReader(CLEANING);
  private static final Identifiers IDENTIFIERS = new Identifiers(Clock.fixed(NOW, ZoneOffset.UTC));
  private static final LogReader LINES =
      new LogReader(
          CLEANING, new SessionLogs(IDENTIFIERS, new AgentSessions(IDENTIFIERS), new Masking()));
  private static final EventReader EVENTS = new EventReader(CLEANING);
  private static final Caller CALLER =
      Caller.system("fuzz", new OrgId("org_01JD5Z8S4T3Q6V9X2B7N1M0KGE"));

  private TelemetryFuzz() {}

  /** A request of each kind in JSON. */
  public static void otlp(JsonNode sent) {
    try {
      SPANS.read(OtlpJson.read(sent, ExportTraceServiceRequest.newBuilder()).build(), NOW, true);
    } catch (ApiException e) {
      // Refused with a reason.
    }
    try {
      logs(OtlpJson.read(sent, ExportLogsServiceRequest.newBuilder()).build());
    } catch (ApiException e) {
      // Refused with a reason.
    }
    try {
      METRICS.read(OtlpJson.read(sent, ExportMetricsServiceRequest.newBuilder()).build(), NOW);
    } catch (ApiException e) {
      // Refused with a reason.
    }
  }

  /** A request of each kind in Protocol Buffers. */
  public static void protobuf(byte[] sent) {
    try {
      SPANS.read(ExportTraceServiceRequest.parseFrom(sent), NOW, true);
    } catch (InvalidProtocolBufferException | ApiException e) {
      // Refused with a reason.
    }
    try {
      logs(ExportLogsServiceRequest.parseFrom(sent));
    } catch (InvalidProtocolBufferException | ApiException e) {
      // Refused with a reason.
    }
    try {
      METRICS.read(ExportMetricsServiceRequest.parseFrom(sent), NOW);
    } catch (InvalidProtocolBufferException | ApiException e) {
      // Refused with a reason.
    }
  }

  private static void logs(ExportLogsServiceRequest sent) {
    LINES.read(sent, "0".repeat(64), NOW, true);
  }

  /** A message of each platform, and an event of anybody. */
  public static void webhook(JsonNode sent) {
    for (IntegrationType type :
        List.of(
            IntegrationType.N8N,
            IntegrationType.MAKE,
            IntegrationType.ZAPIER,
            IntegrationType.POWER_AUTOMATE)) {
      try {
        PlatformMessageConverter.event(type, sent, NOW).ifPresent(TelemetryFuzz::event);
      } catch (ApiException e) {
        // Refused with a reason.
      }
    }
    event(sent);
  }

  private static void event(JsonNode sent) {
    try {
      EVENTS.read(CALLER, sent, EventEnvelope.Origin.PROGRAM, "", NOW, true);
    } catch (ApiException e) {
      // Refused with a reason.
    }
  }

  /**
   * The first line is the header of a signature, the second a secret, all others are the body. What
   * was signed is believed, and nothing else.
   */
  public static void sender(String text) {
    String[] parts = text.split("\n", 3);
    String header = parts[0];
    String secret = parts.length < 2 || parts[1].isEmpty() ? "whsec_c2VjcmV0" : parts[1];
    byte[] body = parts.length < 3 ? new byte[0] : parts[2].getBytes(UTF_8);
    byte[] other = Arrays.copyOf(body, body.length + 1);
    String seconds = Long.toString(NOW.getEpochSecond());
    String plain = hex(WebhookSignature.mac(secret, "", body));
    String timed = hex(WebhookSignature.mac(secret, seconds + ".", body));

    require(!signed(header).isOf(List.of(), body, NOW), "nobody is believed");
    require(
        !signed(header).isOf(List.of(secret), body, NOW)
            || header.length() >= Base64.getEncoder().encodeToString(new byte[32]).length(),
        "a header is believed that has no room for a signature: " + header);
    require(
        signed("sha256=" + plain).isOf(List.of("other", secret), body, NOW),
        "what was signed is not believed");
    require(
        signed("t=" + seconds + ",v1=" + timed).isOf(List.of(secret), body, NOW),
        "what was signed with a time is not believed");
    require(
        !signed("t=" + seconds + ",v1=" + timed).isOf(List.of(secret), body, NOW.plusSeconds(3600)),
        "an old signature is believed");
    require(
        !signed("sha256=" + plain).isOf(List.of(secret), other, NOW), "another body is believed");
    require(!signed("v1=" + timed).isOf(List.of(secret), body, NOW), "a time was left out of it");
  }

  private static SenderVerification signed(String header) {
    return new SenderVerification(Optional.of(header), Optional.empty());
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  private static void require(boolean passes, String otherwise) {
    if (!passes) {
      throw new AssertionError(otherwise);
    }
  }
}
