package io.svc.server.rollout;

import java.time.Instant;
import java.util.Optional;

/** A transition in the history of a policy. */
record Transition(
    String id,
    String action,
    String fromStage,
    String toStage,
    String effectiveMode,
    long policyVersion,
    String transitionedBy,
    Instant transitionedAt,
    Optional<String> replayJobId,
    Optional<Boolean> calibrationPass,
    String reason) {}
