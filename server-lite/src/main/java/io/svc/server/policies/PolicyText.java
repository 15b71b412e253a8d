package io.svc.server.policies;

import io.svc.server.policies.dsl.PolicyProblem;
import java.util.List;

/**
 * A document that is known to compile, or the empty one of a draft that nobody has written yet.
 *
 * @param contentHash of what it means; empty with an empty document
 * @param warnings of what is surely not meant
 */
record PolicyText(String dsl, String contentHash, long ruleCount, List<PolicyProblem> warnings) {
  /** Nothing was written yet. */
  static final PolicyText NONE = new PolicyText("", "", 0, List.of());

  PolicyText {
    warnings = List.copyOf(warnings);
  }

  boolean isEmpty() {
    return dsl.isEmpty();
  }
}
