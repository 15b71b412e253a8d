package io.svc.server.alerts;

import static java.util.Objects.requireNonNull;

import io.svc.rules.Severity;
import java.util.Optional;

/** Which alerts are asked for. What is empty is not asked for. */
record AlertFilter(
    Optional<Severity> severity,
    Optional<String> threatType,
    Optional<AlertStatus> status,
    Optional<TriageStatus> triageStatus,
    Optional<String> agentId) {
  AlertFilter {
    requireNonNull(severity, "severity is null");
    requireNonNull(threatType, "threatType is null");
    requireNonNull(status, "status is null");
    requireNonNull(triageStatus, "triageStatus is null");
    requireNonNull(agentId, "agentId is null");
  }
}
