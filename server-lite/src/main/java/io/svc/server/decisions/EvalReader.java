package io.svc.server.decisions;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.Fields;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the body of {@code POST /v1/eval}. */
final class EvalReader {
  private static final int LONGEST_NAME = 200;
  private static final int LONGEST_ADDRESS = 8_192;
  private static final int LONGEST_TEXT = 100_000;

  private static final Pattern TRACEPARENT =
      Pattern.compile("[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}(?:-.*)?");

  private static final String NO_TRACE = "0".repeat(32);

  private EvalReader() {}

  /**
   * Reads it.
   *
   * @param traceparent the header of W3C Trace Context, which names the trace where the body does
   *     not
   * @throws ApiException with everything that is wrong
   */
  static EvalRequest read(Fields body, Optional<String> traceparent, Caller caller) {
    caller.requireOwn(body);
    EvalRequest.Action action = action(body);
    Fields data = body.object("data");
    Fields context = body.object("context");
    EvalRequest request =
        new EvalRequest(
            body.identifier("agent_id", LONGEST_NAME),
            body.identifier("workflow_id", LONGEST_NAME),
            body.optionalText("platform", LONGEST_NAME),
            body.identifier("session_id", LONGEST_NAME),
            body.identifier("run_id", LONGEST_NAME),
            body.optionalText("trace_id", LONGEST_NAME)
                .or(() -> traceparent.flatMap(EvalReader::traceId)),
            body.optionalText("trigger", LONGEST_NAME),
            action,
            new EvalRequest.Data(
                data.texts("classification", 50, LONGEST_NAME),
                data.optionalText("text", LONGEST_TEXT)),
            new EvalRequest.Context(
                name(context, "user"),
                name(context, "environment"),
                name(context, "step"),
                context.optionalText("justification", 2_000).orElse("")),
            available(body.object("execution")),
            body.flag("dry_run", false),
            Optional.empty());
    if (request.agentId().isEmpty() && request.workflowId().isEmpty()) {
      body.problem(
          "required", "agent_id", "Neither \"agent_id\" nor \"workflow_id\" says who acts.");
    }
    body.check();
    return request;
  }

  /** How people call the workflow that acts; for one that is taken in by this call. */
  static Optional<String> workflowName(Fields body) {
    return body.optionalText("workflow_name", LONGEST_NAME);
  }

  /** The second field of the header; empty where it is not one that a trace can have. */
  private static Optional<String> traceId(String traceparent) {
    Matcher matcher = TRACEPARENT.matcher(traceparent.strip());
    return matcher.matches() && !matcher.group(1).equals(NO_TRACE)
        ? Optional.of(matcher.group(1))
        : Optional.empty();
  }

  /** An action may be no more than its type. */
  private static EvalRequest.Action action(Fields body) {
    JsonNode sent = body.json().path("action");
    if (sent.isTextual()) {
      return new EvalRequest.Action(
          body.text("action", 1, LONGEST_NAME), "", "", "", "", "", Map.of(), "", false);
    }
    if (!body.has("action")) {
      body.problem("required", "action", "\"action\" is missing.");
    }
    Fields action = body.object("action");
    return new EvalRequest.Action(
        sent.isObject() ? action.text("type", 1, LONGEST_NAME) : "",
        name(action, "server"),
        name(action, "tool"),
        name(action, "operation"),
        name(action, "method"),
        action.optionalText("destination", LONGEST_ADDRESS).orElse(""),
        arguments(action),
        name(action, "peer"),
        false);
  }

  private static String name(Fields fields, String name) {
    return fields.optionalText(name, LONGEST_NAME).orElse("");
  }

  private static Map<String, Object> arguments(Fields action) {
    Fields arguments = action.object("arguments");
    return arguments.json().isObject() ? members(arguments.json()) : Map.of();
  }

  private static Map<String, Object> members(JsonNode object) {
    Map<String, Object> members = new LinkedHashMap<>();
    object.properties().forEach(member -> members.put(member.getKey(), value(member.getValue())));
    return members;
  }

  /** JSON as plain values, null as null; whole numbers are longs, as conditions compare them. */
  private static Object value(JsonNode node) {
    return switch (node.getNodeType()) {
      case OBJECT -> members(node);
      case ARRAY -> {
        List<Object> elements = new ArrayList<>(node.size());
        node.forEach(element -> elements.add(value(element)));
        yield elements;
      }
      case STRING -> node.textValue();
      case NUMBER ->
          node.isIntegralNumber() && node.canConvertToLong()
              ? (Object) node.longValue()
              : (Object) node.doubleValue();
      case BOOLEAN -> node.booleanValue();
      case NULL, MISSING, BINARY, POJO -> null;
    };
  }

  private static Set<RoutingMode> available(Fields execution) {
    Set<RoutingMode> modes = EnumSet.noneOf(RoutingMode.class);
    execution.options("available_modes", RoutingMode.class).ifPresent(modes::addAll);
    modes.remove(RoutingMode.NONE);
    return modes;
  }
}
