package io.svc.server.lifecycle;

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
  record Approval(String approvedBy, Instant approvedAt, String reason) {}

  Promotion {
    approvals = List.copyOf(approvals);
  }

  boolean isApproved() {
    return approvals.size() >= approvalsNeeded;
  }
}
