package io.svc.server.policies.dsl;

import io.svc.rules.Severity;

/** What a rule is called, what it says, and how much that counts. */
record RuleHead(
    String id,
    int index,
    int priority,
    boolean isDisabled,
    Effect effect,
    Severity severity,
    String reason) {}
