package io.svc.server.telemetry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.server.events.EventType;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.ErrorCode;
import io.svc.server.http.Fields;
import io.svc.server.json.Json;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads events one by one: a problem of one does not affect the others. */
final class EventReader {
  private static final Pattern TYPE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:/-]{0,99}");
  private static final Set<String> SERVICE_TYPES =
      Set.of("WorkflowRunEvent", "ToolCallEvent", "ControlPlaneChangeEvent");
  private static final int LONGEST_ID = 200;
  private static final int LARGEST = 262_144;

  private final TelemetrySanitizer sanitizer;
  private final RunEventReader runs;

  EventReader(TelemetrySanitizer sanitizer) {
    this.sanitizer = sanitizer;
    this.runs = new RunEventReader(sanitizer);
  }

  /**
   * Reads an event.
   *
   * @param otherwise the key of an event without an identifier; empty for none
   * @throws ApiException when the event is invalid
   */
  TelemetryItem read(
      Caller caller,
      JsonNode sent,
      EventEnvelope.Origin origin,
      String otherwise,
      Instant now,
      boolean withContent) {
    if (!sent.isObject()) {
      throw new ApiException(
          ErrorCode.VALIDATION_FAILED, "The event is not an object; expected an EventEnvelope.");
    }
    if (Json.bytes(sent).length > LARGEST) {
      throw new ApiException(
          ErrorCode.PAYLOAD_TOO_LARGE, "The event is larger than " + LARGEST + " bytes.");
    }
    Fields fields = origin.integrationId().isPresent() ? Fields.lenient(sent) : Fields.ofPart(sent);
    caller.requireOwnOrg(fields);
    String type = fields.text("event_type", 1, 100);
    if (!type.isEmpty() && !TYPE.matcher(type).matches()) {
      fields.problem(
          "invalid",
          "event_type",
          "\"event_type\" can contain only letters, digits and \"._:/-\".");
    }
    Optional<Instant> at = fields.time("timestamp");
    if (at.isEmpty()) {
      fields.missing("timestamp");
    } else if (!EventTimeRange.isAccepted(at.get(), now)) {
      fields.problem("out_of_range", "timestamp", "\"timestamp\" is not within the last 7 days.");
    }
    Fields payload = fields.object("payload");
    payload.open();
    if (!fields.has("payload")) {
      fields.problem("required", "payload", "\"payload\" is missing.");
    }
    if (SERVICE_TYPES.contains(type) && origin.equals(EventEnvelope.Origin.PROGRAM)) {
      // In other payloads, the sender may use the field for something else.
      caller.requireOwnOrg(payload);
    }
    Optional<String> id = fields.optionalText("event_id", LONGEST_ID);
    fields.allow("org_id", "agent_id", "session_id", "platform");
    fields.check();
    String key = id.map(eventId -> DeduplicationKeys.of(origin.space(), eventId)).orElse(otherwise);
    EventEnvelope envelope = new EventEnvelope(key, origin, at.orElseThrow(), fields, payload);
    return switch (type) {
      case "WorkflowRunEvent" -> runs.workflowRun(envelope);
      case "ToolCallEvent" -> runs.toolCall(envelope, withContent);
      case "ControlPlaneChangeEvent" -> change(envelope);
      default -> free(type, envelope);
    };
  }

  private TelemetryItem change(EventEnvelope envelope) {
    Fields payload = envelope.payload();
    String platform = envelope.platform();
    if (platform.isEmpty()) {
      payload.problem("required", "platform", "\"payload.platform\" is missing.");
    }
    Optional<PlatformChange.Kind> kind =
        payload.neededOption("change_type", PlatformChange.Kind.class);
    String resource = payload.text("resource_id", 1, TelemetrySanitizer.LONGEST_NAME);
    payload.check();
    ObjectNode eventPayload =
        sanitizer.eventPayload(envelope.raw(), sanitizer.clean(envelope.raw()), envelope.at());
    eventPayload.put("platform", sanitizer.name(platform));
    eventPayload.put("change_type", kind.orElseThrow().toString());
    return TelemetryItem.at(envelope.at())
        .key(envelope.key())
        .event(EventType.CONTROL_PLANE_CHANGE, eventPayload)
        .change(
            new PlatformChange(
                platform,
                envelope.origin().integrationId(),
                kind.orElseThrow(),
                resource,
                eventPayload))
        .build();
  }

  private TelemetryItem free(String type, EventEnvelope envelope) {
    Optional<TelemetryActor> actor = runs.actor(envelope);
    envelope.fields().check();
    ObjectNode payload = JsonNodeFactory.instance.objectNode();
    payload.put("event_type", sanitizer.name(type));
    payload.put("timestamp", Json.time(envelope.at()));
    envelope.origin().integrationId().ifPresent(id -> payload.put("integration_id", id));
    payload.set("payload", TelemetrySanitizer.bounded(sanitizer.clean(envelope.raw()).content()));
    return TelemetryItem.at(envelope.at())
        .key(envelope.key())
        .actor(actor)
        .event(EventType.TELEMETRY, payload)
        .build();
  }
}
