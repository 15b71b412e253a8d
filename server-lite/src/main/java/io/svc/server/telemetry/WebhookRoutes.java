package io.svc.server.telemetry;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.db.Identifiers;
import io.svc.server.http.Api;
import io.svc.server.http.ApiException;
import io.svc.server.http.Call;
import io.svc.server.http.Caller;
import io.svc.server.http.ErrorCode;
import io.svc.server.http.RateLimitBucket;
import io.svc.server.http.RouteAccess;
import io.svc.server.integrations.Integrations;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Webhooks of platforms. They send no API key: the integration identifies the tenant, and its
 * secret authenticates the sender.
 */
final class WebhookRoutes {
  private static final int LARGEST_BODY = 1 << 20;
  private static final int MAX_MESSAGES = 1_000;

  private final Telemetry telemetry;
  private final IngestLimiter loads;
  private final EventIntake intake;

  WebhookRoutes(Telemetry telemetry, IngestLimiter loads, EventIntake intake) {
    this.telemetry = telemetry;
    this.loads = loads;
    this.intake = intake;
  }

  void register(Api api) {
    api.post(
        "/v1/telemetry/webhooks/{integrationId}",
        RouteAccess.open(RateLimitBucket.WEBHOOK).withBodyUpTo(LARGEST_BODY),
        this::receive);
  }

  /** Parsed events, and their sender. */
  private record ParsedWebhook(Integrations.WebhookSender sender, EventIntake.Batch batch) {}

  private void receive(Call call) {
    ParsedWebhook read = loads.with(call, false, body -> read(call, body));
    call.reply(
        202,
        intake.store(
            read.sender().org(), Optional.empty(), Telemetry.Signal.WEBHOOKS, read.batch()));
  }

  private ParsedWebhook read(Call call, byte[] body) {
    Instant now = telemetry.now();
    String id = call.path("integrationId");
    Optional<Integrations.WebhookSender> sender =
        Identifiers.isWellFormed(id) ? telemetry.sender(id) : Optional.empty();
    SenderVerification proof =
        new SenderVerification(
            call.header(SenderVerification.SIGNATURE), call.header(SenderVerification.SECRET));
    boolean isProved =
        proof.isOf(sender.map(Integrations.WebhookSender::secrets).orElse(List.of()), body, now);
    if (sender.isEmpty() || !isProved) {
      throw new ApiException(
          ErrorCode.UNAUTHENTICATED,
          "There is no such integration, or the signature is not valid. Sign the body with its"
              + " webhookSecret in "
              + SenderVerification.SIGNATURE
              + ".");
    }
    return new ParsedWebhook(sender.get(), read(sender.get(), Call.json(body), now));
  }

  private EventIntake.Batch read(Integrations.WebhookSender sender, JsonNode body, Instant now) {
    List<JsonNode> messages = new ArrayList<>();
    if (body.isArray()) {
      body.forEach(messages::add);
    } else {
      messages.add(body);
    }
    if (messages.size() > MAX_MESSAGES) {
      throw new ApiException(
          ErrorCode.VALIDATION_FAILED,
          "There are "
              + messages.size()
              + " messages; at most "
              + MAX_MESSAGES
              + " are accepted in one request.");
    }
    List<EventIntake.ReceivedEvent> events = new ArrayList<>();
    for (JsonNode message : messages) {
      Optional<JsonNode> event = PlatformMessageConverter.event(sender.type(), message, now);
      event.map(EventIntake.ReceivedEvent::of).ifPresent(events::add);
      telemetry.count(Telemetry.Signal.WEBHOOKS, "ignored", event.isEmpty() ? 1 : 0);
    }
    return intake.read(
        Caller.system("webhook " + sender.id(), sender.org()),
        events,
        new EventEnvelope.Origin(
            "webhook " + sender.id(), sender.type().toString(), Optional.of(sender.id())),
        any -> "");
  }
}
