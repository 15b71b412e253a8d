package io.svc.server.telemetry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import io.svc.rules.Severity;
import io.svc.server.detection.ObservedContent;
import io.svc.server.events.EventType;
import io.svc.server.json.Json;
import io.svc.server.sessionlogs.TraceDraft;
import io.svc.server.sessions.AgentSession;
import io.svc.server.sessions.Evidence;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Converts a span of an agent to items to be stored. */
final class SpanConverter {
  private static final String EXCEPTION = "exception";
  private static final int MAX_EXCEPTIONS = 8;

  private final TelemetrySanitizer sanitizer;

  SpanConverter(TelemetrySanitizer sanitizer) {
    this.sanitizer = sanitizer;
  }

  TelemetryItem item(
      SpanReader.ReceivedSpan sent,
      GenAiConventions.Operation operation,
      TelemetryActor actor,
      Optional<SessionReference> run,
      boolean withContent) {
    TelemetryItem.Builder item =
        TelemetryItem.at(sent.begun())
            .key(DeduplicationKeys.of("span", sent.traceId(), sent.spanId()))
            .actor(Optional.of(actor));
    if (operation == GenAiConventions.Operation.AGENT) {
      return item.build();
    }
    item.run(run);
    ObservedContent clean = sanitizer.clean(raw(sent, operation, withContent));
    ObjectNode data = (ObjectNode) TelemetrySanitizer.bounded(clean.content());
    data.put("traceId", sent.traceId());
    data.put("spanId", sent.spanId());
    data.put("durationMs", Duration.between(sent.begun(), sent.ended()).toMillis());
    switch (operation) {
      case MODEL -> {
        count(data, "inputTokens", sent, GenAiConventions.INPUT_TOKENS);
        count(data, "outputTokens", sent, GenAiConventions.OUTPUT_TOKENS);
        item.entry(entry(Evidence.Type.LLM_CALL, sent, text(data, "model", "name"), data));
      }
      case TOOL -> tool(item, sent, data, clean);
      default -> run(item, sent, data);
    }
    error(sent, data).ifPresent(item::entry);
    return item.build();
  }

  /** All free-form content, before it is sanitized. */
  private static JsonNode raw(
      SpanReader.ReceivedSpan sent, GenAiConventions.Operation operation, boolean withContent) {
    Attributes attributes = sent.own();
    ObjectNode raw = JsonNodeFactory.instance.objectNode();
    raw.put("name", sent.span().getName());
    if (operation == GenAiConventions.Operation.TOOL) {
      put(
          raw,
          "tool",
          attributes.text(GenAiConventions.TOOL).or(() -> attributes.text("mcp.tool.name")));
      put(raw, "server", attributes.text("mcp.server.name"));
      put(raw, "destination", attributes.text("server.address"));
      put(raw, "callId", attributes.text(GenAiConventions.TOOL_CALL));
    }
    if (operation == GenAiConventions.Operation.MODEL) {
      put(raw, "model", attributes.text(GenAiConventions.MODEL));
      put(raw, "provider", attributes.text(GenAiConventions.PROVIDER));
      put(raw, "destination", attributes.text("server.address"));
    }
    if (isFailed(sent.span())) {
      put(raw, "errorMessage", Optional.of(sent.span().getStatus().getMessage()));
      put(raw, "errorType", attributes.text("error.type"));
    }
    int exceptions = 0;
    for (Span.Event event : sent.span().getEventsList()) {
      if (event.getName().equals(EXCEPTION) && exceptions++ < MAX_EXCEPTIONS) {
        Attributes eventAttributes = Attributes.of(event.getAttributesList());
        put(raw, "errorType", eventAttributes.text("exception.type"));
        put(raw, "errorMessage", eventAttributes.text("exception.message"));
      }
    }
    raw.set("attributes", attributes.json(withContent));
    return raw;
  }

  private static void put(ObjectNode raw, String name, Optional<String> value) {
    value.filter(text -> !text.isBlank()).ifPresent(text -> raw.put(name, text));
  }

  private static boolean isFailed(Span span) {
    return span.getStatus().getCode() == Status.StatusCode.STATUS_CODE_ERROR;
  }

  private static void count(
      ObjectNode data, String name, SpanReader.ReceivedSpan sent, String[] names) {
    sent.own().count(names).ifPresent(count -> data.put(name, count));
  }

  private static void tool(
      TelemetryItem.Builder item,
      SpanReader.ReceivedSpan sent,
      ObjectNode data,
      ObservedContent clean) {
    data.put("status", isFailed(sent.span()) ? "failed" : "succeeded");
    String tool = text(data, "tool", "name");
    String server = data.path("server").asText();
    item.entry(
        entry(Evidence.Type.TOOL_CALL, sent, server.isEmpty() ? tool : server + "." + tool, data));
    ObjectNode payload = JsonNodeFactory.instance.objectNode();
    payload.put("tool", tool);
    for (String name : new String[] {"server", "destination", "status", "durationMs"}) {
      if (data.has(name)) {
        payload.set(name.equals("durationMs") ? "duration_ms" : name, data.get(name));
      }
    }
    payload.put("timestamp", Json.time(sent.begun()));
    payload.put("trace_id", sent.traceId());
    payload.put("span_id", sent.spanId());
    item.event(EventType.TOOL_CALL, payload);
    item.seen(
        new TelemetryItem.DetectionObservation(
            "tool_call", server, tool, "", "", data.path("destination").asText(), content(clean)));
  }

  /**
   * Selects the messages and tool arguments from the attributes. This service defines the others.
   */
  private static ObservedContent content(ObservedContent clean) {
    ObjectNode content = JsonNodeFactory.instance.objectNode();
    clean.content().path("attributes").properties().stream()
        .filter(attribute -> GenAiConventions.isContent(attribute.getKey()))
        .forEach(attribute -> content.set(attribute.getKey(), attribute.getValue()));
    return new ObservedContent(content, clean.hidden());
  }

  private static void run(
      TelemetryItem.Builder item, SpanReader.ReceivedSpan sent, ObjectNode data) {
    boolean isFailed = isFailed(sent.span());
    Map<String, Object> attributes = new LinkedHashMap<>();
    data.properties()
        .forEach(attribute -> attributes.put(attribute.getKey(), attribute.getValue()));
    item.ending(
        new TelemetryItem.SessionEnd(
            isFailed ? AgentSession.Outcome.FAILED : AgentSession.Outcome.COMPLETED,
            sent.ended(),
            attributes));
    item.trace(
        new TraceDraft(
            sent.traceId(),
            "",
            data.path("name").asText(),
            TraceDraft.TraceSystem.OTLP,
            sent.begun(),
            Optional.of(Duration.between(sent.begun(), sent.ended())),
            status(sent.span())));
  }

  private static TraceDraft.Status status(Span span) {
    return switch (span.getStatus().getCode()) {
      case STATUS_CODE_OK -> TraceDraft.Status.OK;
      case STATUS_CODE_ERROR -> TraceDraft.Status.ERROR;
      case STATUS_CODE_UNSET, UNRECOGNIZED -> TraceDraft.Status.UNSET;
    };
  }

  private static Optional<Evidence.Draft> error(SpanReader.ReceivedSpan sent, ObjectNode data) {
    if (!isFailed(sent.span()) && !data.has("errorType") && !data.has("errorMessage")) {
      return Optional.empty();
    }
    ObjectNode errorFields = JsonNodeFactory.instance.objectNode();
    for (String name : new String[] {"name", "errorType", "errorMessage", "traceId", "spanId"}) {
      if (data.has(name)) {
        errorFields.set(name, data.get(name));
      }
    }
    String errorText = text(data, "errorType", "errorMessage");
    String location = text(data, "tool", "name");
    return Optional.of(
        new Evidence.Draft(
            Evidence.Type.ERROR,
            sent.ended(),
            Severity.MEDIUM,
            TelemetrySanitizer.cut(
                location + " failed" + (errorText.isEmpty() ? "" : ": " + errorText),
                TelemetrySanitizer.LONGEST_NAME),
            errorFields,
            Optional.empty()));
  }

  private static Evidence.Draft entry(
      Evidence.Type type, SpanReader.ReceivedSpan sent, String summary, ObjectNode data) {
    return new Evidence.Draft(
        type,
        sent.begun(),
        Severity.INFO,
        TelemetrySanitizer.cut(summary, TelemetrySanitizer.LONGEST_NAME),
        data,
        Optional.empty());
  }

  /** Returns the first of two texts that exists. */
  private static String text(JsonNode data, String name, String other) {
    return data.path(name).asText(data.path(other).asText());
  }
}
