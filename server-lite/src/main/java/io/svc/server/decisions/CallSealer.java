package io.svc.server.decisions;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Seals a call that requires approval. Implementations must be fast. */
@FunctionalInterface
public interface CallSealer {
  /**
   * Seals the call.
   *
   * @param decisionId identifier of the decision that requires approval
   * @param agentId identifier of the calling agent
   * @param redactions the redacted values
   * @param arguments the redacted arguments to send; empty when nothing was redacted
   * @return empty when the call cannot be held; then it is denied without an approval request
   */
  Optional<HeldCall> seal(
      String decisionId,
      String agentId,
      List<RedactedField> redactions,
      Optional<Map<String, Object>> arguments);
}
