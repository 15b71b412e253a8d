package io.svc.server.alerts;

import io.svc.rules.Severity;
import java.util.Optional;

/** Which alerts are asked for. What is empty is not asked for. */
record AlertFilter(
    Optional<Severity> severity,
    Optional<String> threatType,
    Optional<AlertStatus> status,
    Optional<TriageStatus> triageStatus,
    Optional<String> agentId) {}
