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
import io.svc.server.runtime.TraceDraft;
import io.svc.server.sessions.AgentSession;
import io.svc.server.sessions.Evidence;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Converts a span of an agent to items to be stored. */
final class SpanItems {
  private static final String EXCEPTION = "exception";
  private static final int MOST_EXCEPTIONS = 8;

  private final TelemetrySanitizer cleaning;

  SpanItems(TelemetrySanitizer cleaning) {
    this.cleaning = cleaning;
  }

  TelemetryItem item(
      SpanReader.Sent sent,
      GenAi.Operation operation,
      TelemetryActor actor,
      Optional<SessionReference> run,
      boolean withContent) {
    TelemetryItem.Builder item =
        TelemetryItem.at(sent.begun())
            .key(DeduplicationKeys.of("span", sent.traceId(), sent.spanId()))
            .actor(Optional.of(actor));
    if (operation == GenAi.Operation.AGENT) {
      return item.build();
    }
    item.run(run);
    ObservedContent clean = cleaning.clean(raw(sent, operation, withContent));
    ObjectNode data = (ObjectNode) TelemetrySanitizer.bounded(clean.content());
    data.put("traceId", sent.traceId());
    data.put("spanId", sent.spanId());
    data.put("durationMs", Duration.between(sent.begun(), sent.ended()).toMillis());
    switch (operation) {
      case MODEL -> {
        count(data, "inputTokens", sent, GenAi.INPUT_TOKENS);
        count(data, "outputTokens", sent, GenAi.OUTPUT_TOKENS);
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
      SpanReader.Sent sent, GenAi.Operation operation, boolean withContent) {
    Attributes own = sent.own();
    ObjectNode raw = JsonNodeFactory.instance.objectNode();
    raw.put("name", sent.span().getName());
    if (operation == GenAi.Operation.TOOL) {
      put(raw, "tool", own.text(GenAi.TOOL).or(() -> own.text("mcp.tool.name")));
      put(raw, "server", own.text("mcp.server.name"));
      put(raw, "destination", own.text("server.address"));
      put(raw, "callId", own.text(GenAi.TOOL_CALL));
    }
    if (operation == GenAi.Operation.MODEL) {
      put(raw, "model", own.text(GenAi.MODEL));
      put(raw, "provider", own.text(GenAi.PROVIDER));
      put(raw, "destination", own.text("server.address"));
    }
    if (isFailed(sent.span())) {
      put(raw, "errorMessage", Optional.of(sent.span().getStatus().getMessage()));
      put(raw, "errorType", own.text("error.type"));
    }
    int exceptions = 0;
    for (Span.Event event : sent.span().getEventsList()) {
      if (event.getName().equals(EXCEPTION) && exceptions++ < MOST_EXCEPTIONS) {
        Attributes told = Attributes.of(event.getAttributesList());
        put(raw, "errorType", told.text("exception.type"));
        put(raw, "errorMessage", told.text("exception.message"));
      }
    }
    raw.set("attributes", own.json(withContent));
    return raw;
  }

  private static void put(ObjectNode raw, String name, Optional<String> value) {
    value.filter(text -> !text.isBlank()).ifPresent(text -> raw.put(name, text));
  }

  private static boolean isFailed(Span span) {
    return span.getStatus().getCode() == Status.StatusCode.STATUS_CODE_ERROR;
  }

  private static void count(ObjectNode data, String name, SpanReader.Sent sent, String[] names) {
    sent.own().count(names).ifPresent(count -> data.put(name, count));
  }

  private static void tool(
      TelemetryItem.Builder item, SpanReader.Sent sent, ObjectNode data, ObservedContent clean) {
    data.put("status", isFailed(sent.span()) ? "failed" : "succeeded");
    String tool = text(data, "tool", "name");
    String server = data.path("server").asText();
    item.entry(
        entry(Evidence.Type.TOOL_CALL, sent, server.isEmpty() ? tool : server + "." + tool, data));
    ObjectNode told = JsonNodeFactory.instance.objectNode();
    told.put("tool", tool);
    for (String name : new String[] {"server", "destination", "status", "durationMs"}) {
      if (data.has(name)) {
        told.set(name.equals("durationMs") ? "duration_ms" : name, data.get(name));
      }
    }
    told.put("timestamp", Json.time(sent.begun()));
    told.put("trace_id", sent.traceId());
    told.put("span_id", sent.spanId());
    item.told(EventType.TOOL_CALL, told);
    item.seen(
        new TelemetryItem.Seen(
            "tool_call", server, tool, "", "", data.path("destination").asText(), content(clean)));
  }

  /**
   * Selects the messages and tool arguments from the attributes. This service defines the others.
   */
  private static ObservedContent content(ObservedContent clean) {
    ObjectNode content = JsonNodeFactory.instance.objectNode();
    clean.content().path("attributes").properties().stream()
        .filter(one -> GenAi.isContent(one.getKey()))
        .forEach(one -> content.set(one.getKey(), one.getValue()));
    return new ObservedContent(content, clean.hidden());
  }

  private static void run(TelemetryItem.Builder item, SpanReader.Sent sent, ObjectNode data) {
    boolean isFailed = isFailed(sent.span());
    Map<String, Object> known = new LinkedHashMap<>();
    data.properties().forEach(one -> known.put(one.getKey(), one.getValue()));
    item.ending(
        new TelemetryItem.Ending(
            isFailed ? AgentSession.Outcome.FAILED : AgentSession.Outcome.COMPLETED,
            sent.ended(),
            known));
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

  private static Optional<Evidence.Draft> error(SpanReader.Sent sent, ObjectNode data) {
    if (!isFailed(sent.span()) && !data.has("errorType") && !data.has("errorMessage")) {
      return Optional.empty();
    }
    ObjectNode known = JsonNodeFactory.instance.objectNode();
    for (String name : new String[] {"name", "errorType", "errorMessage", "traceId", "spanId"}) {
      if (data.has(name)) {
        known.set(name, data.get(name));
      }
    }
    String what = text(data, "errorType", "errorMessage");
    String where = text(data, "tool", "name");
    return Optional.of(
        new Evidence.Draft(
            Evidence.Type.ERROR,
            sent.ended(),
            Severity.MEDIUM,
            TelemetrySanitizer.cut(
                where + " failed" + (what.isEmpty() ? "" : ": " + what),
                TelemetrySanitizer.LONGEST_NAME),
            known,
            Optional.empty()));
  }

  private static Evidence.Draft entry(
      Evidence.Type type, SpanReader.Sent sent, String summary, ObjectNode data) {
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
