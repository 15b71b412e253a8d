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
 * What is asked before an agent acts, as by {@code POST /v1/eval}.
 *
 * @param agentId of the agent, or the caller's own name for it
 * @param workflowId the platform's name for a workflow that acts
 * @param platform such as {@code n8n}; empty when it was not told
 * @param sessionId of the session, or the caller's own name for it
 * @param runId the platform's name for the run
 * @param traceId of the trace that the call belongs to
 * @param trigger what started the run, such as {@code schedule}
 * @param available where the caller could run the action
 * @param isDryRun whether the decision is only tried and noted nowhere
 * @param held the call itself, where the server sends it once people agree to it
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
   * What the agent is about to do.
   *
   * @param type such as {@code tool_call}
   * @param destination an address or a host
   * @param arguments JSON values
   * @param peer the agent that is called
   * @param isOpaque whether it carries something that the arguments do not tell; then whatever
   *     depends on arguments cannot be decided
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
     * The members of a JSON object as arguments: whole numbers are longs, as conditions compare.
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

  /** What the action carries, as the caller classified it. */
  public record Data(List<String> classification, Optional<String> text) {
    public Data {
      classification = List.copyOf(classification);
    }
  }

  /** On whose behalf, where and why. */
  public record Context(String user, String environment, String step, String justification) {}

  public EvalRequest {
    available = Set.copyOf(available.isEmpty() ? EnumSet.of(RoutingMode.INLINE) : available);
  }

  /** The trace that a header of W3C Trace Context names; empty where it is not one that can be. */
  public static Optional<String> traceId(String traceparent) {
    Matcher matcher = TRACEPARENT.matcher(traceparent.strip());
    return matcher.matches() && !matcher.group(1).equals(NO_TRACE)
        ? Optional.of(matcher.group(1))
        : Optional.empty();
  }

  /** The same, with the call that waits for people. */
  EvalRequest holding(HeldCall call) {
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
