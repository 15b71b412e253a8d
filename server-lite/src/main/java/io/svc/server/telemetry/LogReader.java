package io.svc.server.telemetry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.logs.v1.LogRecord;
import io.opentelemetry.proto.logs.v1.ResourceLogs;
import io.opentelemetry.proto.logs.v1.ScopeLogs;
import io.svc.server.json.Json;
import io.svc.server.sessionlogs.LogDraft;
import io.svc.server.sessionlogs.LogSeverity;
import io.svc.server.sessionlogs.LogSource;
import io.svc.server.sessionlogs.SessionLogs;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads log records. A record belongs to the session of its conversation or its trace. A record
 * without generative AI registers no agent, because one trace can contain logs of many services.
 */
final class LogReader {
  static final int MAX = 10_000;

  private static final int TRACE_BYTES = 16;
  private static final int SPAN_BYTES = 8;
  private static final String EVENT = "event.name";

  private final TelemetrySanitizer sanitizer;
  private final SessionLogs logs;

  LogReader(TelemetrySanitizer sanitizer, SessionLogs logs) {
    this.sanitizer = sanitizer;
    this.logs = logs;
  }

  /** The common properties of records that are stored together. */
  private record Group(TelemetryActor actor, SessionReference run, boolean introduces) {}

  private static final class LineCollector {
    private final List<LogDraft> drafts = new ArrayList<>();
    private Instant first = Instant.MAX;
  }

  /**
   * Returns the items about agents in a request.
   *
   * @param request identifies the same request when it is retried, because log records have no
   *     identifiers
   */
  MappingResult read(
      ExportLogsServiceRequest sent, String request, Instant now, boolean withContent) {
    MappingResult mapped = new MappingResult();
    Map<Group, LineCollector> groups = new LinkedHashMap<>();
    int count = 0;
    for (ResourceLogs resource : sent.getResourceLogsList()) {
      Attributes attributes = Attributes.of(resource.getResource().getAttributesList());
      for (ScopeLogs scope : resource.getScopeLogsList()) {
        for (LogRecord line : scope.getLogRecordsList()) {
          if (count++ >= MAX) {
            mapped.reject("More than " + MAX + " lines are in one request.");
          } else {
            readRecord(line, attributes, now, withContent, groups, mapped);
          }
        }
      }
    }
    groups.forEach(
        (group, lines) -> {
          TelemetryItem.Builder item =
              TelemetryItem.at(lines.first)
                  .key(
                      DeduplicationKeys.of(
                          "logs", request, group.actor().externalId(), group.run().name()))
                  .actor(Optional.of(group.actor()))
                  .run(Optional.of(group.run()))
                  .logs(logs.prepare(lines.drafts));
          mapped.add((group.introduces() ? item : item.forKnownAgentsOnly()).build());
        });
    return mapped;
  }

  private void readRecord(
      LogRecord line,
      Attributes resource,
      Instant now,
      boolean withContent,
      Map<Group, LineCollector> groups,
      MappingResult mapped) {
    long nanos =
        line.getTimeUnixNano() != 0 ? line.getTimeUnixNano() : line.getObservedTimeUnixNano();
    Instant at = nanos == 0 ? now : EventTimeRange.ofNanos(nanos);
    if (!EventTimeRange.isAccepted(at, now)) {
      mapped.reject("The time of a line is not within the last 7 days.");
      return;
    }
    Attributes attributes = Attributes.of(line.getAttributesList());
    String traceId =
        SpanReader.isId(line.getTraceId(), TRACE_BYTES) ? SpanReader.hex(line.getTraceId()) : "";
    Optional<TelemetryActor> actor = GenAiConventions.actor(attributes, resource, sanitizer);
    Optional<SessionReference> run =
        GenAiConventions.run(
            attributes.text(GenAiConventions.CONVERSATION), traceId, "", sanitizer);
    if (actor.isEmpty() || run.isEmpty()) {
      mapped.ignore(1);
      return;
    }
    boolean registersAgent =
        !actor.get().isImplied()
            || attributes.hasAny("gen_ai.")
            || event(line, attributes).startsWith("gen_ai.");
    LineCollector lines =
        groups.computeIfAbsent(
            new Group(actor.get(), run.get(), registersAgent), any -> new LineCollector());
    lines.first = at.isBefore(lines.first) ? at : lines.first;
    lines.drafts.add(draft(line, attributes, at, traceId, withContent));
  }

  private static String event(LogRecord line, Attributes attributes) {
    return line.getEventName().isEmpty() ? attributes.text(EVENT).orElse("") : line.getEventName();
  }

  private LogDraft draft(
      LogRecord line, Attributes attributes, Instant at, String traceId, boolean withContent) {
    String event = event(line, attributes);
    // The body of a model's event contains the messages.
    boolean hasContent = event.startsWith("gen_ai.") && !withContent;
    ObjectNode raw = JsonNodeFactory.instance.objectNode();
    raw.put("message", hasContent ? event : message(line.getBody(), event));
    raw.set("attributes", attributes.json(withContent));
    JsonNode clean = TelemetrySanitizer.bounded(sanitizer.clean(raw).content());
    return new LogDraft(
        at,
        severity(line),
        LogSource.OTLP,
        clean.path("message").asText(),
        traceId,
        SpanReader.isId(line.getSpanId(), SPAN_BYTES) ? SpanReader.hex(line.getSpanId()) : "",
        clean.path("attributes").isObject()
            ? clean.path("attributes")
            : JsonNodeFactory.instance.objectNode());
  }

  private static String message(AnyValue body, String event) {
    JsonNode json = Attributes.json(body);
    if (json.isNull()) {
      return event;
    }
    return json.isValueNode() ? json.asText() : Json.text(json);
  }

  /** By the ranges of the log data model, "Displaying Severity". */
  private static LogSeverity severity(LogRecord line) {
    int number = line.getSeverityNumberValue();
    if (number >= 21) {
      return LogSeverity.CRITICAL;
    }
    if (number >= 17) {
      return LogSeverity.ERROR;
    }
    if (number >= 13) {
      return LogSeverity.WARNING;
    }
    return number >= 9 || number == 0 ? LogSeverity.INFO : LogSeverity.DEBUG;
  }
}
