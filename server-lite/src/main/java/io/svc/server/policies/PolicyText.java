package io.svc.server.policies;

import static java.util.Objects.requireNonNull;

/**
 * A document that is known to compile, or the empty one of a draft that nobody has written yet.
 *
 * @param contentHash of what it means; empty with an empty document
 */
record PolicyText(String dsl, String contentHash, long ruleCount) {
  /** Nothing was written yet. */
  static final PolicyText NONE = new PolicyText("", "", 0);

  PolicyText {
    requireNonNull(dsl, "dsl is null");
    requireNonNull(contentHash, "contentHash is null");
  }

  boolean isEmpty() {
    return dsl.isEmpty();
  }
}
