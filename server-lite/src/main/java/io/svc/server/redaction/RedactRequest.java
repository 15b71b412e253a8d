package io.svc.server.redaction;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;

/**
 * What is asked of {@code POST /v1/redact}.
 *
 * @param input what is to be redacted
 * @param options what is taken out of it, and how
 * @param acting on whose behalf
 * @param returnEntities whether the answer tells of each place
 */
record RedactRequest(Input input, RedactionOptions options, Acting acting, boolean returnEntities) {
  /** What is to be redacted: one of three. */
  sealed interface Input {}

  /** A text. */
  record OneText(String text) implements Input {}

  /** Several texts, in which the same value gets the same placeholder. */
  record Texts(List<String> texts) implements Input {
    Texts {
      texts = List.copyOf(texts);
    }
  }

  /** JSON of any shape. */
  record Data(JsonNode data) implements Input {}

  /**
   * Who acts, and in which run; all of it may be untold.
   *
   * @param agentId of the agent, or the caller's own name for it
   * @param workflowId the platform's name for a workflow
   * @param platform such as {@code n8n}
   * @param sessionId of the session, or the caller's own name for it
   * @param runId the platform's name for the run
   */
  record Acting(
      Optional<String> agentId,
      Optional<String> workflowId,
      Optional<String> platform,
      Optional<String> sessionId,
      Optional<String> runId) {
    /** Whether nobody said who acts. */
    boolean isUntold() {
      return agentId.isEmpty() && workflowId.isEmpty() && sessionId.isEmpty();
    }
  }
}
