package io.svc.server.decisions;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.Fields;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the body of {@code POST /v1/eval}. */
final class EvalReader {
  private static final int LONGEST_ID = 64;
  private static final int LONGEST_NAME = 200;
  private static final int LONGEST_ADDRESS = 8_192;
  private static final int LONGEST_TEXT = 100_000;
  private static final String TOOL_CALL = "tool_call";
  private static final String HTTP_REQUEST = "http_request";

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
                .or(() -> traceparent.flatMap(EvalRequest::traceId)),
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

  static Decisions.Besides besides(Fields body) {
    return new Decisions.Besides(
        body.optionalText("workflow_name", LONGEST_NAME),
        body.optionalText("approval_id", LONGEST_ID));
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
        sent.isObject() ? type(action) : "",
        name(action, "server"),
        name(action, "tool"),
        name(action, "operation"),
        name(action, "method"),
        action.optionalText("destination", LONGEST_ADDRESS).orElse(""),
        arguments(action),
        name(action, "peer"),
        false);
  }

  /** Who names a tool has said what it is, and so has who names an address alone. */
  private static String type(Fields action) {
    if (!action.has("type") && isTold(action, "tool")) {
      return TOOL_CALL;
    }
    return !action.has("type") && isTold(action, "destination")
        ? HTTP_REQUEST
        : action.text("type", 1, LONGEST_NAME);
  }

  private static boolean isTold(Fields action, String name) {
    return !action.json().path(name).asText().isBlank() && action.json().path(name).isTextual();
  }

  private static String name(Fields fields, String name) {
    return fields.optionalText(name, LONGEST_NAME).orElse("");
  }

  private static Map<String, Object> arguments(Fields action) {
    Fields arguments = action.object("arguments");
    return arguments.json().isObject() ? EvalRequest.Action.arguments(arguments.json()) : Map.of();
  }

  private static Set<RoutingMode> available(Fields execution) {
    Set<RoutingMode> modes = EnumSet.noneOf(RoutingMode.class);
    execution.options("available_modes", RoutingMode.class).ifPresent(modes::addAll);
    modes.remove(RoutingMode.NONE);
    return modes;
  }
}
