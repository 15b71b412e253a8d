package io.svc.server.decisions;

import static java.util.Objects.requireNonNull;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

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
    public Action {
      requireNonNull(type, "type is null");
      requireNonNull(arguments, "arguments is null");
    }
  }

  /** What the action carries, as the caller classified it. */
  public record Data(List<String> classification, Optional<String> text) {
    public Data {
      classification = List.copyOf(classification);
      requireNonNull(text, "text is null");
    }
  }

  /** On whose behalf, where and why. */
  public record Context(String user, String environment, String step, String justification) {
    public Context {
      requireNonNull(user, "user is null");
      requireNonNull(environment, "environment is null");
    }
  }

  public EvalRequest {
    requireNonNull(agentId, "agentId is null");
    requireNonNull(workflowId, "workflowId is null");
    requireNonNull(platform, "platform is null");
    requireNonNull(sessionId, "sessionId is null");
    requireNonNull(runId, "runId is null");
    requireNonNull(traceId, "traceId is null");
    requireNonNull(trigger, "trigger is null");
    requireNonNull(action, "action is null");
    requireNonNull(data, "data is null");
    requireNonNull(context, "context is null");
    available = Set.copyOf(available.isEmpty() ? EnumSet.of(RoutingMode.INLINE) : available);
    requireNonNull(held, "held is null");
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
