package io.svc.server.demo;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Random;

/** The spans of one run of an agent, as an OpenTelemetry library sends them. */
final class DemoTrace {
  private static final int ID_BYTES = 8;
  private static final int CLIENT = 3;
  private static final int OK = 1;
  private static final int ERROR = 2;

  private final Random random;
  private final String agent;
  private final String session;
  private final Instant begin;
  private final Instant end;
  private final String id;
  private final String root;
  private final ArrayNode spans = JsonNodeFactory.instance.arrayNode();

  DemoTrace(Random random, String agent, String session, Instant begin, Instant end) {
    this.random = random;
    this.agent = agent;
    this.session = session;
    this.begin = begin;
    this.end = end;
    this.id = hex() + hex();
    this.root = hex();
  }

  String id() {
    return id;
  }

  private String hex() {
    StringBuilder digits = new StringBuilder();
    for (int i = 0; i < ID_BYTES; i++) {
      digits.append(String.format(Locale.ROOT, "%02x", 1 + random.nextInt(255)));
    }
    return digits.toString();
  }

  /** Adds responses of a model, distributed over the run. */
  void models(String model, int count) {
    Duration step = Duration.between(begin, end).dividedBy(count + 1L);
    for (int i = 0; i < count; i++) {
      model(model, begin.plus(step.multipliedBy(i)).plusMillis(300));
    }
  }

  void model(String model, Instant at) {
    ObjectNode span = span("chat " + model, at, at.plusMillis(600 + random.nextInt(3_000)));
    text(span, "gen_ai.operation.name", "chat");
    text(span, "gen_ai.provider.name", "models.demo.example");
    text(span, "gen_ai.request.model", model);
    number(span, "gen_ai.usage.input_tokens", 400 + random.nextInt(6_000));
    number(span, "gen_ai.usage.output_tokens", 30 + random.nextInt(900));
  }

  void tool(String server, String tool, Instant at, String failure) {
    ObjectNode span = span("execute_tool " + tool, at, at.plusMillis(20 + random.nextInt(900)));
    text(span, "gen_ai.operation.name", "execute_tool");
    text(span, "gen_ai.tool.name", tool);
    text(span, "mcp.server.name", server);
    if (!failure.isEmpty()) {
      span.putObject("status").put("code", ERROR).put("message", failure);
      text(span, "error.type", "tool_error");
    }
  }

  private ObjectNode span(String name, Instant from, Instant to) {
    ObjectNode span = spans.addObject();
    span.put("traceId", id).put("spanId", hex()).put("parentSpanId", root);
    return timed(span, name, from, to);
  }

  private static ObjectNode timed(ObjectNode span, String name, Instant from, Instant to) {
    span.put("name", name).put("kind", CLIENT);
    span.put("startTimeUnixNano", nanos(from));
    span.put("endTimeUnixNano", nanos(to));
    span.putArray("attributes");
    return span;
  }

  private static String nanos(Instant time) {
    return time.toEpochMilli() + "000000";
  }

  private static void text(ObjectNode span, String key, String value) {
    span.withArray("attributes")
        .addObject()
        .put("key", key)
        .putObject("value")
        .put("stringValue", value);
  }

  private static void number(ObjectNode span, String key, int value) {
    span.withArray("attributes")
        .addObject()
        .put("key", key)
        .putObject("value")
        .put("intValue", value);
  }

  /** Returns the trace with its closing root span. */
  ObjectNode ended(boolean isFailed) {
    ObjectNode around = spans.insertObject(0).put("traceId", id).put("spanId", root);
    timed(around, "invoke_agent " + agent, begin, end);
    text(around, "gen_ai.operation.name", "invoke_agent");
    around.putObject("status").put("code", isFailed ? ERROR : OK);
    if (isFailed) {
      around.withObject("/status").put("message", "The model gave no usable answer");
    }
    return sent();
  }

  /** Returns the spans so far. */
  ObjectNode sent() {
    ObjectNode request = Demo.object();
    ObjectNode resource = request.putArray("resourceSpans").addObject();
    ArrayNode attributes = resource.putObject("resource").putArray("attributes");
    attributes
        .addObject()
        .put("key", "gen_ai.agent.id")
        .putObject("value")
        .put("stringValue", agent);
    spans.forEach(span -> text((ObjectNode) span, "gen_ai.conversation.id", session));
    resource.putArray("scopeSpans").addObject().set("spans", spans);
    return request;
  }
}
