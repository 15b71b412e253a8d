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

/** Reads what runs of workflows, and calls of tools, come to. */
final class RunEvents {
  /** What runs an agent that does not say so. */
  private static final String UNTOLD_PLATFORM = "code";

  private static final int MOST_STEPS = 500;
  private static final Set<String> CONTENT =
      Set.of("arguments", "result", "input", "output", "messages");

  private final Cleaning cleaning;

  RunEvents(Cleaning cleaning) {
    this.cleaning = cleaning;
  }

  /** Where a run stands. The labels are part of the interface. */
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

  /** Who did it: named by the envelope, or by the workflow of the payload. */
  Optional<Actor> actor(Envelope envelope) {
    Optional<String> agent =
        envelope
            .fields()
            .optionalText("agent_id", Cleaning.LONGEST_NAME)
            .or(() -> envelope.payload().optionalText("agent_id", Cleaning.LONGEST_NAME));
    Optional<String> workflow =
        envelope.payload().optionalText("workflow_id", Cleaning.LONGEST_NAME);
    String platform = envelope.platform().isEmpty() ? UNTOLD_PLATFORM : envelope.platform();
    return agent
        .or(() -> workflow)
        .map(cleaning::name)
        .map(
            id ->
                new Actor(
                    cleaning.name(platform),
                    id,
                    envelope
                        .payload()
                        .optionalText("workflow_name", Cleaning.LONGEST_NAME)
                        .map(cleaning::name)
                        .orElse(id),
                    false));
  }

  Item workflowRun(Envelope envelope) {
    Fields payload = envelope.payload();
    payload.text("workflow_id", 1, Cleaning.LONGEST_NAME);
    String runId = payload.text("run_id", 1, Cleaning.LONGEST_NAME);
    Optional<Status> status = payload.neededOption("status", Status.class);
    Optional<Instant> started = payload.time("started_at");
    Optional<Instant> finished = payload.time("finished_at");
    Optional<String> trigger = payload.optionalText("trigger", 100);
    payload.objects("steps", MOST_STEPS);
    Optional<Actor> actor = actor(envelope);
    payload.check();
    ObservedContent clean = cleaning.clean(envelope.raw());
    ObjectNode told = cleaning.told(envelope.raw(), clean, envelope.at());
    told.put("status", status.orElseThrow().toString());
    Instant begun = begun(envelope, started, finished);
    Item.Builder item =
        Item.at(begun)
            .key(key(envelope, actor.orElseThrow(), runId, status.orElseThrow()))
            .actor(actor)
            .run(
                Optional.of(
                    new Run(
                        cleaning.name(runId), true, "", trigger.map(cleaning::name).orElse(""))))
            .told(EventType.WORKFLOW_RUN, told);
    if (status.orElseThrow().isEnd()) {
      end(item, told, status.orElseThrow(), begun, later(begun, finished.orElse(envelope.at())));
    }
    return item.build();
  }

  /** A run is in one state once, whoever tells of it. */
  private static String key(Envelope envelope, Actor actor, String runId, Status status) {
    return envelope.key().isEmpty()
        ? TakenKeys.of("run", actor.platform(), actor.externalId(), runId, status.toString())
        : envelope.key();
  }

  /** Times that cannot be are not believed. */
  private static Instant begun(
      Envelope envelope, Optional<Instant> started, Optional<Instant> finished) {
    Instant latest = finished.filter(at -> at.isBefore(envelope.at())).orElse(envelope.at());
    Instant oldest = envelope.at().minus(Times.OLDEST);
    return started.filter(at -> !at.isAfter(latest) && !at.isBefore(oldest)).orElse(envelope.at());
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  private static void end(
      Item.Builder item, JsonNode told, Status status, Instant begun, Instant end) {
    for (JsonNode step : told.path("steps")) {
      item.entry(step(step, begun));
    }
    JsonNode error = told.path("error");
    if (status == Status.FAILED || (!error.isMissingNode() && !error.isNull())) {
      String message = error.isTextual() ? error.asText() : error.path("message").asText();
      ObjectNode data = JsonNodeFactory.instance.objectNode();
      data.set("error", error);
      item.entry(
          new Evidence.Draft(
              Evidence.Type.ERROR,
              end,
              Severity.MEDIUM,
              Cleaning.cut(
                  "Run failed" + (message.isEmpty() ? "" : ": " + message), Cleaning.LONGEST_NAME),
              data,
              Optional.empty()));
    }
    item.ending(
        new Item.Ending(
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
        Cleaning.cut(
            server.isEmpty() || tool.startsWith(server + ".") ? tool : server + "." + tool,
            Cleaning.LONGEST_NAME),
        data,
        Optional.empty());
  }

  Item toolCall(Envelope envelope, boolean withContent) {
    Fields payload = envelope.payload();
    payload.text("tool", 1, Cleaning.LONGEST_NAME);
    payload.optionalText("server", Cleaning.LONGEST_NAME);
    payload.optionalText("operation", Cleaning.LONGEST_NAME);
    payload.optionalText("method", 20);
    payload.optionalText("destination", Cleaning.LONGEST_TEXT);
    Optional<String> run = payload.optionalText("run_id", Cleaning.LONGEST_NAME);
    Optional<String> session = envelope.fields().optionalText("session_id", Cleaning.LONGEST_NAME);
    Optional<Actor> actor = actor(envelope);
    if (actor.isEmpty()) {
      envelope.fields().problem("required", "agent_id", "\"agent_id\" is missing.");
    }
    payload.check();
    ObjectNode raw = envelope.raw().deepCopy();
    if (!withContent) {
      raw.remove(CONTENT);
    }
    ObservedContent clean = cleaning.clean(raw);
    ObjectNode data = cleaning.told(raw, clean, envelope.at());
    String tool = data.path("tool").asText();
    String server = data.path("server").asText();
    String host = Hosts.of(data.path("destination").asText());
    if (!host.isEmpty()) {
      data.put("destination", host);
    }
    Item.Builder item =
        Item.at(envelope.at())
            .key(envelope.key())
            .actor(actor)
            .run(
                Optional.of(
                    new Run(
                        cleaning.name(session.or(() -> run).orElse("")),
                        session.isEmpty() && run.isPresent(),
                        "",
                        "")));
    item.entry(
        new Evidence.Draft(
            Evidence.Type.TOOL_CALL,
            envelope.at(),
            Severity.INFO,
            Cleaning.cut(server.isEmpty() ? tool : server + "." + tool, Cleaning.LONGEST_NAME),
            data,
            Optional.empty()));
    ObjectNode told = data.deepCopy();
    told.remove(CONTENT);
    item.told(EventType.TOOL_CALL, told);
    ObjectNode content = data.deepCopy();
    content.retain(CONTENT);
    return item.seen(
            new Item.Seen(
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
