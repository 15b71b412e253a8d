package io.svc.server.policies.dsl;

import static java.util.Objects.requireNonNull;

import io.svc.rules.Severity;

/** What a rule is called, what it says, and how much that counts. */
record RuleHead(
    String id,
    int index,
    int priority,
    boolean isDisabled,
    Effect effect,
    Severity severity,
    String reason) {
  RuleHead {
    requireNonNull(id, "id is null");
    requireNonNull(effect, "effect is null");
    requireNonNull(severity, "severity is null");
    requireNonNull(reason, "reason is null");
  }
}
