package io.svc.server.redaction;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;

/**
 * The body of {@code POST /v1/redact}.
 *
 * @param input the content to redact
 * @param options which types are redacted, and with which operators
 * @param acting the agent and run that the request belongs to
 * @param returnEntities whether the response lists each recognition
 */
record RedactRequest(
    Input input, RedactionOptions options, AgentContext acting, boolean returnEntities) {
  /** The content to redact: one of three. */
  sealed interface Input {}

  /** A single text. */
  record SingleText(String text) implements Input {}

  /** Several texts; the same value gets the same placeholder in all of them. */
  record Texts(List<String> texts) implements Input {
    Texts {
      texts = List.copyOf(texts);
    }
  }

  /** Any JSON value. */
  record Data(JsonNode data) implements Input {}

  /**
   * The agent and its run; every part is optional.
   *
   * @param agentId the agent, or the caller's name for it
   * @param workflowId the platform's name for a workflow
   * @param platform such as {@code n8n}
   * @param sessionId the session, or the caller's name for it
   * @param runId the platform's name for the run
   */
  record AgentContext(
      Optional<String> agentId,
      Optional<String> workflowId,
      Optional<String> platform,
      Optional<String> sessionId,
      Optional<String> runId) {
    /** Returns whether no agent or run is given. */
    boolean isUnspecified() {
      return agentId.isEmpty() && workflowId.isEmpty() && sessionId.isEmpty();
    }
  }
}
