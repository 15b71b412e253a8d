package io.svc.server.telemetry;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.http.Api;
import io.svc.server.http.ApiException;
import io.svc.server.http.Call;
import io.svc.server.http.ErrorCode;
import io.svc.server.http.Fields;
import io.svc.server.http.Idempotency;
import io.svc.server.http.RateLimitBucket;
import io.svc.server.http.RouteAccess;
import io.svc.server.http.Scope;
import io.svc.server.json.BadJsonException;
import io.svc.server.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The telemetry endpoints: events, OpenTelemetry, webhooks of platforms. */
public final class TelemetryRoutes {
  private static final String LINES = "application/x-ndjson";
  private static final int MAX_EVENTS = 1_000;
  private static final int LARGEST_BODY = 8 << 20;

  private final IngestLimiter loads = new IngestLimiter();
  private final EventIntake intake;
  private final OtlpRoutes otlp;
  private final WebhookRoutes webhooks;

  public TelemetryRoutes(Telemetry telemetry) {
    this.intake = new EventIntake(telemetry);
    this.otlp = new OtlpRoutes(telemetry, loads);
    this.webhooks = new WebhookRoutes(telemetry, loads, intake);
  }

  public void register(Api api) {
    api.post(
        "/v1/telemetry/events",
        RouteAccess.key(Scope.TELEMETRY_WRITE, RateLimitBucket.TELEMETRY)
            .withBodyUpTo(LARGEST_BODY)
            .orType(LINES)
            .forAgents(),
        this::events);
    otlp.register(api);
    webhooks.register(api);
  }

  private void events(Call call) {
    EventIntake.Batch batch =
        loads.with(
            call,
            true,
            body -> {
              List<EventIntake.ReceivedEvent> events =
                  call.mediaType().equals(LINES) ? lines(body) : events(call, Call.json(body));
              if (events.size() > MAX_EVENTS) {
                throw new ApiException(
                    ErrorCode.VALIDATION_FAILED,
                    "There are "
                        + events.size()
                        + " events; at most "
                        + MAX_EVENTS
                        + " are accepted in one request.");
              }
              Optional<String> key =
                  Idempotency.key(call, body)
                      .map(
                          idempotencyKey ->
                              idempotencyKey.value() + " " + idempotencyKey.bodyHash());
              return intake.read(
                  call.caller(),
                  events,
                  EventEnvelope.Origin.PROGRAM,
                  i ->
                      key.map(
                              idempotencyKey ->
                                  DeduplicationKeys.of("request", idempotencyKey, "" + i))
                          .orElse(""));
            });
    call.reply(
        202, intake.store(call.org(), call.caller().agentId(), Telemetry.Signal.EVENTS, batch));
  }

  private static List<EventIntake.ReceivedEvent> events(Call call, JsonNode body) {
    JsonNode list = body;
    if (body.isObject()) {
      Fields fields = Fields.ofPart(body);
      call.caller().requireOwnOrg(fields);
      list = fields.value("events");
      fields.check();
    }
    if (!list.isArray()) {
      throw new ApiException(
          ErrorCode.VALIDATION_FAILED,
          "The body is not a list of events; expected a list, or an object with \"events\".");
    }
    List<EventIntake.ReceivedEvent> events = new ArrayList<>();
    list.forEach(event -> events.add(EventIntake.ReceivedEvent.of(event)));
    return events;
  }

  private static List<EventIntake.ReceivedEvent> lines(byte[] body) {
    List<EventIntake.ReceivedEvent> events = new ArrayList<>();
    for (String line : new String(body, UTF_8).split("\n", -1)) {
      if (!line.isBlank()) {
        try {
          events.add(EventIntake.ReceivedEvent.of(Json.read(line.getBytes(UTF_8))));
        } catch (BadJsonException e) {
          events.add(
              new EventIntake.ReceivedEvent(
                  Optional.empty(), "The line is " + e.getMessage() + "."));
        }
      }
    }
    return events;
  }
}
