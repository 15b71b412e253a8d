package io.svc.server.lifecycle;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.svc.server.agents.Lifecycle;
import io.svc.server.http.Role;
import java.time.Instant;
import java.util.List;

/**
 * A promotion that waits until others approve it.
 *
 * @param requestedPerson who is behind the one who asked, when that is a key
 * @param agentVersion the version of the agent that it was asked for
 * @param approvalsNeeded by the rules of today
 */
record Promotion(
    @JsonIgnore String agentId,
    @JsonIgnore long agentVersion,
    Lifecycle fromState,
    Lifecycle toState,
    String requestedBy,
    @JsonIgnore String requestedPerson,
    Instant requestedAt,
    String reason,
    List<Approval> approvals,
    int approvalsNeeded,
    Role approverRole) {

  /** Somebody else who says yes. */
  record Approval(String approvedBy, Instant approvedAt, String reason) {
    Approval {
      requireNonNull(approvedBy, "approvedBy is null");
      requireNonNull(approvedAt, "approvedAt is null");
      requireNonNull(reason, "reason is null");
    }
  }

  Promotion {
    requireNonNull(agentId, "agentId is null");
    requireNonNull(fromState, "fromState is null");
    requireNonNull(toState, "toState is null");
    requireNonNull(requestedBy, "requestedBy is null");
    requireNonNull(requestedPerson, "requestedPerson is null");
    requireNonNull(requestedAt, "requestedAt is null");
    requireNonNull(reason, "reason is null");
    approvals = List.copyOf(approvals);
    requireNonNull(approverRole, "approverRole is null");
  }

  boolean isApproved() {
    return approvals.size() >= approvalsNeeded;
  }
}
