package io.svc.server.policies;

import io.svc.server.policies.dsl.PolicyProblem;
import java.util.List;

/**
 * A document that compiles, or the empty document of a new draft.
 *
 * @param contentHash hash of its meaning; empty for an empty document
 * @param warnings likely mistakes
 */
record PolicyText(String dsl, String contentHash, long ruleCount, List<PolicyProblem> warnings) {
  /** The empty document. */
  static final PolicyText NONE = new PolicyText("", "", 0, List.of());

  PolicyText {
    warnings = List.copyOf(warnings);
  }

  boolean isEmpty() {
    return dsl.isEmpty();
  }
}
