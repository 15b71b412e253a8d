package io.svc.server.telemetry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.server.integrations.IntegrationType;
import io.svc.server.json.Json;
import java.time.Instant;
import java.util.Optional;

/**
 * Converts messages of platforms to events. n8n sends messages from its log streaming and its error
 * trigger. For Zapier, Make and Power Automate, a workflow step sends them under the platform's
 * name. An unknown message becomes a free-form event.
 */
final class PlatformMessageConverter {
  private static final String UNKNOWN = "webhook";

  private PlatformMessageConverter() {}

  /** Converts a message to an event; empty for one without information of its own. */
  static Optional<JsonNode> event(IntegrationType type, JsonNode sent, Instant now) {
    if (!sent.isObject()) {
      return Optional.of(free(type, UNKNOWN, JsonNodeFactory.instance.objectNode(), sent, now));
    }
    if (sent.has("event_type") && sent.has("payload")) {
      ObjectNode envelope = sent.deepCopy();
      if (!envelope.has("timestamp")) {
        envelope.put("timestamp", Json.time(now));
      }
      return Optional.of(envelope);
    }
    if (type == IntegrationType.N8N && sent.path("eventName").isTextual()) {
      return N8nMessage.event(sent, now);
    }
    return Optional.of(
        N8nMessage.failed(type, sent, now)
            .or(() -> run(type, sent, now))
            .orElseGet(() -> free(type, UNKNOWN, sent, sent, now)));
  }

  /** Converts a run, under the platforms' names for its fields. */
  private static Optional<ObjectNode> run(IntegrationType type, JsonNode sent, Instant now) {
    JsonNode cloud = sent.path("workflow").isObject() ? sent.path("workflow") : sent;
    Optional<String> workflow =
        text(sent, "workflow_id", "zap_id", "zapId", "scenarioId", "scenario_id", "workflowId")
            .or(() -> text(cloud.path("tags"), "logicAppName"))
            .or(() -> text(cloud, "name").filter(any -> cloud.path("run").isObject()));
    Optional<String> run =
        text(sent, "run_id", "runId", "executionId", "execution_id", "zap_run_id")
            .or(() -> text(cloud.path("run"), "name"));
    Optional<String> status = text(sent, "status").flatMap(PlatformMessageConverter::status);
    if (workflow.isEmpty() || run.isEmpty() || status.isEmpty()) {
      return Optional.empty();
    }
    ObjectNode payload = sent.deepCopy();
    payload.put("platform", type.toString());
    payload.put("workflow_id", workflow.get());
    payload.put("run_id", run.get());
    payload.put("status", status.get());
    text(sent, "workflow_name", "zap_title", "zapTitle", "scenarioName", "scenario_name")
        .or(() -> text(cloud.path("tags"), "flowDisplayName"))
        .ifPresent(name -> payload.put("workflow_name", name));
    return Optional.of(envelope("WorkflowRunEvent", sent, payload, now));
  }

  private static Optional<String> status(String text) {
    return Optional.ofNullable(
        switch (text.toLowerCase(java.util.Locale.ROOT)) {
          case "started", "running", "in_progress" -> "started";
          case "success", "succeeded", "completed", "finished", "1" -> "succeeded";
          case "failed", "failure", "error", "errored", "halted", "timedout", "3" -> "failed";
          case "waiting", "delayed", "held", "throttled" -> "waiting";
          case "cancelled", "canceled", "stopped", "skipped", "filtered" -> "cancelled";
          default -> null;
        });
  }

  /** Converts any other message unchanged. */
  static ObjectNode free(
      IntegrationType type, String name, JsonNode sent, JsonNode payload, Instant now) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    if (payload.isObject()) {
      body = payload.deepCopy();
    } else {
      body.set("body", payload);
    }
    return envelope(type + "." + name, sent, body, now);
  }

  static ObjectNode envelope(String type, JsonNode sent, ObjectNode payload, Instant now) {
    ObjectNode envelope = JsonNodeFactory.instance.objectNode();
    envelope.put("event_type", type);
    text(sent, "event_id", "id").ifPresent(id -> envelope.put("event_id", id));
    // An unreadable time is no reason to drop the event.
    envelope.put("timestamp", Json.time(time(sent, now)));
    envelope.set("payload", payload);
    return envelope;
  }

  private static Instant time(JsonNode sent, Instant now) {
    Optional<String> text = text(sent, "timestamp", "ts", "finished_at", "finishedAt");
    try {
      return text.map(Instant::parse).filter(at -> EventTimeRange.isAccepted(at, now)).orElse(now);
    } catch (java.time.DateTimeException e) {
      return now;
    }
  }

  static Optional<String> text(JsonNode node, String... names) {
    for (String name : names) {
      JsonNode value = node.path(name);
      if ((value.isTextual() || value.isIntegralNumber()) && !value.asText().isBlank()) {
        return Optional.of(value.asText());
      }
    }
    return Optional.empty();
  }
}
