package io.svc.server.decisions;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Seals a call that turned out to have to wait for people. Does nothing else, and does it fast. */
@FunctionalInterface
public interface CallSealer {
  /**
   * Seals it.
   *
   * @param decisionId of the decision that makes it wait
   * @param agentId whose call it is
   * @param redactions what was taken out of it
   * @param arguments to send in place of those that came; empty when nothing was taken out of them
   * @return empty when such a call cannot wait; then it is denied, and nobody is asked
   */
  Optional<HeldCall> seal(
      String decisionId,
      String agentId,
      List<RedactedField> redactions,
      Optional<Map<String, Object>> arguments);
}
