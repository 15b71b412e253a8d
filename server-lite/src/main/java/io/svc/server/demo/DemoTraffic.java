package io.svc.server.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.server.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The daily activity of agents: random sessions of the routines in a resource. The random seed is
 * fixed.
 */
final class DemoTraffic {
  private static final int SEED = 20_260;
  private static final int DAYS = 7;
  private static final int MINUTES_OF_WORK = 600;
  private static final String RUNTIME = "runtime";

  private final Instant end;
  private final Random random = new Random(SEED);
  private final List<DemoCall> calls = new ArrayList<>();

  /**
   * Creates the traffic of a demo.
   *
   * @param end the end of the script
   */
  DemoTraffic(Instant end) {
    this.end = end;
  }

  List<DemoCall> calls() {
    for (JsonNode routine : DemoScript.load("traffic")) {
      Duration offset =
          routine.has("until") ? DemoDuration.parse(routine.path("until").asText()) : Duration.ZERO;
      for (int day = DAYS; day >= 0; day--) {
        // The last day is not complete.
        Duration start = day == 0 ? Duration.ofHours(10) : Duration.ofDays(day).plusHours(2);
        for (int i = 0; i < routine.path("perDay").asInt(); i++) {
          Duration before = start.minusMinutes(random.nextInt(MINUTES_OF_WORK - 40));
          if (before.compareTo(offset) > 0) {
            session(routine, day + "-" + i, before);
          }
        }
      }
    }
    return calls;
  }

  private void session(JsonNode routine, String number, Duration before) {
    boolean isWorkflow = routine.has("workflow");
    String agent = routine.path(isWorkflow ? "workflow" : "agent").asText();
    String kind = routine.path("name").asText();
    String name = agent + "-" + (isWorkflow || kind.isEmpty() ? "" : kind + "-") + number;
    Duration at = before;
    boolean isFirst = true;
    List<JsonNode> sent = new ArrayList<>();
    for (JsonNode call : routine.path("calls")) {
      if (!isFirst && random.nextInt(5) == 0) {
        continue;
      }
      ObjectNode body = actorFields(routine, agent, name);
      if (isFirst) {
        body.set("trigger", routine.path("trigger"));
      }
      JsonNode action = varied(call);
      body.set("action", action);
      if (routine.has("classification")) {
        body.putObject("data").set("classification", routine.path("classification"));
      }
      if (routine.has("modes")) {
        body.putObject("execution").set("available_modes", routine.path("modes"));
      }
      calls.add(DemoCall.post(at, RUNTIME, "/v1/eval", body));
      sent.add(action);
      at = at.minusSeconds(8 + random.nextInt(50));
      isFirst = false;
    }
    boolean isFailed = random.nextInt(14) == 0;
    if (isWorkflow) {
      calls.add(
          DemoCall.post(at, RUNTIME, "/v1/telemetry/events", run(routine, name, sent, isFailed)));
    } else {
      DemoTrace trace = new DemoTrace(random, agent, name, end.minus(before), end.minus(at));
      trace.models(routine.path("model").asText(), sent.size());
      calls.add(DemoCall.post(at, RUNTIME, "/v1/traces", trace.ended(isFailed)));
    }
  }

  private static ObjectNode actorFields(JsonNode routine, String agent, String name) {
    ObjectNode body = Demo.object();
    if (routine.has("workflow")) {
      body.put("workflow_id", agent).put("platform", "n8n").put("run_id", name);
    } else {
      body.put("agent_id", agent).put("session_id", name);
    }
    return body;
  }

  private JsonNode varied(JsonNode call) {
    String number = Integer.toString(1_000 + random.nextInt(9_000));
    String amount = Integer.toString(12 + random.nextInt(400));
    return Json.readStored(Json.text(call).replace("{n}", number).replace("\"{small}\"", amount));
  }

  private static ObjectNode run(
      JsonNode routine, String name, List<JsonNode> sent, boolean isFailed) {
    ObjectNode event = Demo.object().put("event_type", "WorkflowRunEvent");
    event.put("timestamp", "${ago:0s}");
    ObjectNode payload = event.putObject("payload");
    payload.put("platform", "n8n").set("workflow_id", routine.path("workflow"));
    payload.set("workflow_name", routine.path("name"));
    payload.put("run_id", name).put("status", isFailed ? "failed" : "succeeded");
    for (JsonNode action : sent) {
      String server = action.path("server").asText();
      payload
          .withArray("steps")
          .addObject()
          .put("type", server + "." + action.path("operation").asText())
          .put("connector", server)
          .put("status", "succeeded");
    }
    if (isFailed) {
      payload.putObject("error").put("message", "The platform answered 503");
    }
    ObjectNode events = Demo.object();
    events.putArray("events").add(event);
    return events;
  }
}
