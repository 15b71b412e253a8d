package io.svc.server.decisions;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A request for a decision, as sent to {@code POST /v1/eval}.
 *
 * @param agentId identifier of the agent, or the caller's external identifier for it
 * @param workflowId the platform's identifier of the acting workflow
 * @param platform such as {@code n8n}; empty if not specified
 * @param sessionId identifier of the session, or the caller's external identifier for it
 * @param runId the platform's identifier of the run
 * @param traceId identifier of the trace that the call belongs to
 * @param trigger the trigger of the run, such as {@code schedule}
 * @param available where the caller can run the action
 * @param isDryRun whether the decision is not recorded
 * @param held the call itself, if the server sends it after approval
 */
public record EvalRequest(
    Optional<String> agentId,
    Optional<String> workflowId,
    Optional<String> platform,
    Optional<String> sessionId,
    Optional<String> runId,
    Optional<String> traceId,
    Optional<String> trigger,
    Action action,
    Data data,
    Context context,
    Set<RoutingMode> available,
    boolean isDryRun,
    Optional<HeldCall> held) {

  private static final Pattern TRACEPARENT =
      Pattern.compile("[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}(?:-.*)?");

  private static final String NO_TRACE = "0".repeat(32);

  /**
   * The action.
   *
   * @param type such as {@code tool_call}
   * @param destination a URL or a host
   * @param arguments the arguments as JSON values
   * @param peer the agent that is called
   * @param isOpaque whether it has content that the arguments do not contain; conditions on
   *     arguments can then not be evaluated
   */
  public record Action(
      String type,
      String server,
      String tool,
      String operation,
      String method,
      String destination,
      Map<String, Object> arguments,
      String peer,
      boolean isOpaque) {
    /**
     * Returns the fields of a JSON object as arguments; integers are longs, as conditions compare
     * them.
     */
    public static Map<String, Object> arguments(JsonNode object) {
      Map<String, Object> members = new LinkedHashMap<>();
      object.properties().forEach(member -> members.put(member.getKey(), value(member.getValue())));
      return members;
    }

    private static @Nullable Object value(JsonNode node) {
      return switch (node.getNodeType()) {
        case OBJECT -> arguments(node);
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
  }

  /** The content of the action, as classified by the caller. */
  public record Data(List<String> classification, Optional<String> text) {
    public Data {
      classification = List.copyOf(classification);
    }
  }

  /** The user, environment, step and purpose of the action. */
  public record Context(String user, String environment, String step, String justification) {}

  public EvalRequest {
    available = Set.copyOf(available.isEmpty() ? EnumSet.of(RoutingMode.INLINE) : available);
  }

  /** Returns the trace identifier of a W3C Trace Context header; empty if invalid. */
  public static Optional<String> traceId(String traceparent) {
    Matcher matcher = TRACEPARENT.matcher(traceparent.strip());
    return matcher.matches() && !matcher.group(1).equals(NO_TRACE)
        ? Optional.of(matcher.group(1))
        : Optional.empty();
  }

  /** Returns this request with a call that waits for approval. */
  EvalRequest withHeldCall(HeldCall call) {
    return new EvalRequest(
        agentId,
        workflowId,
        platform,
        sessionId,
        runId,
        traceId,
        trigger,
        action,
        data,
        context,
        available,
        isDryRun,
        Optional.of(call));
  }
}
