package io.svc.server.proxy;

import io.svc.server.decisions.EvalRequest;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.ErrorCode;
import io.svc.server.http.RawExchange;
import java.util.List;
import java.util.Optional;

/**
 * The caller, from the headers of a request. A client that can only set the header with its key is
 * identified by the name of the key: it is an agent like others, and remains the same agent when
 * the key is replaced by one with the same name. A key that is bound to an agent acts for that
 * agent.
 *
 * @param agentId identifier of the agent, or the caller's external identifier for it
 */
record ProxyCaller(
    Optional<String> agentId,
    Optional<String> workflowId,
    Optional<String> platform,
    Optional<String> sessionId,
    Optional<String> traceId,
    String justification) {
  /** The platform of agents that are only known by their key. */
  static final String PLATFORM = "proxy";

  private static final int LONGEST = 200;
  private static final int LONGEST_TEXT = 2_000;

  static ProxyCaller of(List<RawExchange.Header> headers, Caller caller) {
    Optional<String> agent = find(headers, "X-Svc-Agent-Id", LONGEST);
    Optional<String> workflow = find(headers, "X-Svc-Workflow-Id", LONGEST);
    Optional<String> platform = find(headers, "X-Svc-Platform", LONGEST);
    boolean isNamed = agent.isPresent() || workflow.isPresent();
    if (!isNamed && caller.agentId().isPresent()) {
      return of(headers, caller.agentId(), workflow, platform);
    }
    String key = caller.name().isBlank() ? caller.id() : caller.name();
    return of(
        headers,
        isNamed ? agent : Optional.of(key),
        workflow,
        isNamed ? platform : platform.or(() -> Optional.of(PLATFORM)));
  }

  private static ProxyCaller of(
      List<RawExchange.Header> headers,
      Optional<String> agent,
      Optional<String> workflow,
      Optional<String> platform) {
    return new ProxyCaller(
        agent,
        workflow,
        platform,
        find(headers, "X-Svc-Session-Id", LONGEST),
        PassedHeaders.find(headers, "traceparent").flatMap(EvalRequest::traceId),
        find(headers, "X-Svc-Justification", LONGEST_TEXT).orElse(""));
  }

  private static Optional<String> find(List<RawExchange.Header> headers, String name, int longest) {
    Optional<String> value =
        PassedHeaders.find(headers, name).map(String::strip).filter(text -> !text.isEmpty());
    if (value.filter(text -> text.length() > longest).isPresent()) {
      throw new ApiException(
          ErrorCode.INVALID_PARAMETER, name + " is longer than " + longest + " characters.");
    }
    return value;
  }
}
