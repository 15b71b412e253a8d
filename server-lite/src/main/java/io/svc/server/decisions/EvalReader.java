package io.svc.server.decisions;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.Fields;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
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
   * Reads the request.
   *
   * @param traceparent the header of W3C Trace Context, used when the body names no trace
   * @throws ApiException with all validation errors
   */
  static EvalRequest read(Fields body, Optional<String> traceparent, Caller caller) {
    caller.requireOwnOrg(body);
    EvalRequest.Action action = action(body);
    Fields data = body.object("data");
    Fields context = body.object("context");
    Optional<String> workflowId = body.identifier("workflow_id", LONGEST_NAME);
    EvalRequest request =
        new EvalRequest(
            body.identifier("agent_id", LONGEST_NAME)
                .or(() -> workflowId.isEmpty() ? caller.agentId() : Optional.empty()),
            workflowId,
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
                contextual(body, context, "user"),
                contextual(body, context, "environment"),
                name(context, "step"),
                context.optionalText("justification", 2_000).orElse("")),
            available(body.object("execution")),
            body.flag("dry_run", false),
            Optional.empty());
    if (request.agentId().isEmpty() && request.workflowId().isEmpty()) {
      body.problem("required", "agent_id", "\"agent_id\" or \"workflow_id\" is required.");
    }
    body.metadata();
    body.check();
    return request;
  }

  static Decisions.RequestMetadata references(Fields body) {
    return new Decisions.RequestMetadata(
        body.optionalText("workflow_name", LONGEST_NAME),
        body.optionalText("approval_id", LONGEST_ID));
  }

  /**
   * Reads the action: an object, or its type alone. Its fields are also accepted at the top level,
   * as in tests of policies.
   */
  private static EvalRequest.Action action(Fields body) {
    boolean isObject = body.value("action").isObject();
    Optional<Fields> action = isObject ? Optional.of(body.object("action")) : Optional.empty();
    String tool = part(body, action, "tool");
    String destination =
        locate(body, action, "destination")
            .fields()
            .optionalText("destination", LONGEST_ADDRESS)
            .orElse("");
    return new EvalRequest.Action(
        type(body, action, tool, destination),
        part(body, action, "server"),
        tool,
        part(body, action, "operation"),
        part(body, action, "method"),
        destination,
        arguments(body, action),
        part(body, action, "peer"),
        false);
  }

  /** Returns the type; if absent, it is derived from a tool, or from a destination alone. */
  private static String type(
      Fields body, Optional<Fields> action, String tool, String destination) {
    Fields.FieldLocation location =
        action.map(fields -> fields.at("type")).orElse(body.at("action"));
    if (!location.fields().has(location.name())) {
      if (!tool.isEmpty()) {
        return TOOL_CALL;
      }
      if (!destination.isEmpty()) {
        return HTTP_REQUEST;
      }
    }
    return location.fields().text(location.name(), 1, LONGEST_NAME);
  }

  private static String part(Fields body, Optional<Fields> action, String name) {
    return name(locate(body, action, name).fields(), name);
  }

  private static Fields.FieldLocation locate(
      Fields body, Optional<Fields> action, String... names) {
    List<Fields.FieldLocation> locations = new ArrayList<>();
    for (String name : names) {
      action.ifPresent(fields -> locations.add(fields.at(name)));
    }
    for (String name : names) {
      locations.add(body.at(name));
    }
    return Fields.oneOf(locations);
  }

  private static String name(Fields fields, String name) {
    return fields.optionalText(name, LONGEST_NAME).orElse("");
  }

  private static Map<String, Object> arguments(Fields body, Optional<Fields> action) {
    Fields.FieldLocation location = locate(body, action, "arguments", "args");
    JsonNode arguments = location.fields().object(location.name()).open();
    return arguments.isObject() ? EvalRequest.Action.arguments(arguments) : Map.of();
  }

  /** Returns a field of the context, or of the top level as in tests of policies. */
  private static String contextual(Fields body, Fields context, String name) {
    return name(Fields.oneOf(List.of(context.at(name), body.at(name))).fields(), name);
  }

  private static Set<RoutingMode> available(Fields execution) {
    Set<RoutingMode> modes = EnumSet.noneOf(RoutingMode.class);
    execution.options("available_modes", RoutingMode.class).ifPresent(modes::addAll);
    modes.remove(RoutingMode.NONE);
    return modes;
  }
}
