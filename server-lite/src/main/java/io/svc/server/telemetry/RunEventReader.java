package io.svc.server.telemetry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.rules.Severity;
import io.svc.server.detection.ObservedContent;
import io.svc.server.events.EventType;
import io.svc.server.http.Fields;
import io.svc.server.sessions.AgentSession;
import io.svc.server.sessions.Evidence;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads events about runs of workflows and tool calls. */
final class RunEventReader {
  /** The default platform of an agent. */
  private static final String UNSPECIFIED_PLATFORM = "code";

  private static final int MAX_STEPS = 500;
  private static final Set<String> CONTENT =
      Set.of("arguments", "result", "input", "output", "messages");

  private final TelemetrySanitizer sanitizer;

  RunEventReader(TelemetrySanitizer sanitizer) {
    this.sanitizer = sanitizer;
  }

  /** The status of a run. The labels are part of the interface. */
  enum Status {
    STARTED,
    SUCCEEDED,
    FAILED,
    WAITING,
    CANCELLED;

    boolean isEnd() {
      return this == SUCCEEDED || this == FAILED || this == CANCELLED;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Returns the actor: from the envelope, or from the workflow of the payload. */
  Optional<TelemetryActor> actor(EventEnvelope envelope) {
    Optional<String> agent =
        envelope
            .fields()
            .optionalText("agent_id", TelemetrySanitizer.LONGEST_NAME)
            .or(() -> envelope.payload().optionalText("agent_id", TelemetrySanitizer.LONGEST_NAME));
    Optional<String> workflow =
        envelope.payload().optionalText("workflow_id", TelemetrySanitizer.LONGEST_NAME);
    String platform = envelope.platform().isEmpty() ? UNSPECIFIED_PLATFORM : envelope.platform();
    return agent
        .or(() -> workflow)
        .map(sanitizer::name)
        .map(
            id ->
                new TelemetryActor(
                    sanitizer.name(platform),
                    id,
                    envelope
                        .payload()
                        .optionalText("workflow_name", TelemetrySanitizer.LONGEST_NAME)
                        .map(sanitizer::name)
                        .orElse(id),
                    false));
  }

  TelemetryItem workflowRun(EventEnvelope envelope) {
    Fields payload = envelope.payload();
    payload.text("workflow_id", 1, TelemetrySanitizer.LONGEST_NAME);
    String runId = payload.text("run_id", 1, TelemetrySanitizer.LONGEST_NAME);
    Optional<Status> status = payload.neededOption("status", Status.class);
    Optional<Instant> started = payload.time("started_at");
    Optional<Instant> finished = payload.time("finished_at");
    Optional<String> trigger = payload.optionalText("trigger", 100);
    payload.objects("steps", MAX_STEPS);
    Optional<TelemetryActor> actor = actor(envelope);
    payload.check();
    ObservedContent clean = sanitizer.clean(envelope.raw());
    ObjectNode content = sanitizer.eventPayload(envelope.raw(), clean, envelope.at());
    content.put("status", status.orElseThrow().toString());
    Instant begun = begun(envelope, started, finished);
    TelemetryItem.Builder item =
        TelemetryItem.at(begun)
            .key(key(envelope, actor.orElseThrow(), runId, status.orElseThrow()))
            .actor(actor)
            .run(
                Optional.of(
                    new SessionReference(
                        sanitizer.name(runId), true, "", trigger.map(sanitizer::name).orElse(""))))
            .event(EventType.WORKFLOW_RUN, content);
    if (status.orElseThrow().isEnd()) {
      end(item, content, status.orElseThrow(), begun, later(begun, finished.orElse(envelope.at())));
    }
    return item.build();
  }

  /** The same status of a run is stored once, regardless of the reporter. */
  private static String key(
      EventEnvelope envelope, TelemetryActor actor, String runId, Status status) {
    return envelope.key().isEmpty()
        ? DeduplicationKeys.of(
            "run", actor.platform(), actor.externalId(), runId, status.toString())
        : envelope.key();
  }

  /** Impossible times are ignored. */
  private static Instant begun(
      EventEnvelope envelope, Optional<Instant> started, Optional<Instant> finished) {
    Instant latest = finished.filter(at -> at.isBefore(envelope.at())).orElse(envelope.at());
    Instant oldest = envelope.at().minus(EventTimeRange.OLDEST);
    return started.filter(at -> !at.isAfter(latest) && !at.isBefore(oldest)).orElse(envelope.at());
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  private static void end(
      TelemetryItem.Builder item, JsonNode payload, Status status, Instant begun, Instant end) {
    for (JsonNode step : payload.path("steps")) {
      item.entry(step(step, begun));
    }
    JsonNode error = payload.path("error");
    if (status == Status.FAILED || (!error.isMissingNode() && !error.isNull())) {
      String message = error.isTextual() ? error.asText() : error.path("message").asText();
      ObjectNode data = JsonNodeFactory.instance.objectNode();
      data.set("error", error);
      item.entry(
          new Evidence.Draft(
              Evidence.Type.ERROR,
              end,
              Severity.MEDIUM,
              TelemetrySanitizer.cut(
                  "Run failed" + (message.isEmpty() ? "" : ": " + message),
                  TelemetrySanitizer.LONGEST_NAME),
              data,
              Optional.empty()));
    }
    item.ending(
        new TelemetryItem.SessionEnd(
            status == Status.FAILED ? AgentSession.Outcome.FAILED : AgentSession.Outcome.COMPLETED,
            end,
            Map.of("status", status.toString())));
  }

  private static Evidence.Draft step(JsonNode step, Instant at) {
    ObjectNode data = step.isObject() ? step.deepCopy() : JsonNodeFactory.instance.objectNode();
    String tool = step.path("type").asText(step.path("id").asText());
    data.put("tool", tool);
    if (step.path("connector").isTextual()) {
      data.put("server", step.path("connector").asText());
    }
    String server = data.path("server").asText();
    return new Evidence.Draft(
        Evidence.Type.TOOL_CALL,
        at,
        Severity.INFO,
        TelemetrySanitizer.cut(
            server.isEmpty() || tool.startsWith(server + ".") ? tool : server + "." + tool,
            TelemetrySanitizer.LONGEST_NAME),
        data,
        Optional.empty());
  }

  TelemetryItem toolCall(EventEnvelope envelope, boolean withContent) {
    Fields payload = envelope.payload();
    payload.text("tool", 1, TelemetrySanitizer.LONGEST_NAME);
    payload.optionalText("server", TelemetrySanitizer.LONGEST_NAME);
    payload.optionalText("operation", TelemetrySanitizer.LONGEST_NAME);
    payload.optionalText("method", 20);
    payload.optionalText("destination", TelemetrySanitizer.LONGEST_TEXT);
    Optional<String> run = payload.optionalText("run_id", TelemetrySanitizer.LONGEST_NAME);
    Optional<String> session =
        envelope.fields().optionalText("session_id", TelemetrySanitizer.LONGEST_NAME);
    Optional<TelemetryActor> actor = actor(envelope);
    if (actor.isEmpty()) {
      envelope.fields().problem("required", "agent_id", "\"agent_id\" is missing.");
    }
    payload.check();
    ObjectNode raw = envelope.raw().deepCopy();
    if (!withContent) {
      raw.remove(CONTENT);
    }
    ObservedContent clean = sanitizer.clean(raw);
    ObjectNode data = sanitizer.eventPayload(raw, clean, envelope.at());
    String tool = data.path("tool").asText();
    String server = data.path("server").asText();
    String host = HostNames.of(data.path("destination").asText());
    if (!host.isEmpty()) {
      data.put("destination", host);
    }
    TelemetryItem.Builder item =
        TelemetryItem.at(envelope.at())
            .key(envelope.key())
            .actor(actor)
            .run(
                Optional.of(
                    new SessionReference(
                        sanitizer.name(session.or(() -> run).orElse("")),
                        session.isEmpty() && run.isPresent(),
                        "",
                        "")));
    item.entry(
        new Evidence.Draft(
            Evidence.Type.TOOL_CALL,
            envelope.at(),
            Severity.INFO,
            TelemetrySanitizer.cut(
                server.isEmpty() ? tool : server + "." + tool, TelemetrySanitizer.LONGEST_NAME),
            data,
            Optional.empty()));
    ObjectNode eventPayload = data.deepCopy();
    eventPayload.remove(CONTENT);
    item.event(EventType.TOOL_CALL, eventPayload);
    ObjectNode content = data.deepCopy();
    content.retain(CONTENT);
    return item.seen(
            new TelemetryItem.DetectionObservation(
                "tool_call",
                server,
                tool,
                data.path("operation").asText(),
                data.path("method").asText(),
                host,
                new ObservedContent(content, clean.hidden())))
        .build();
  }
}
