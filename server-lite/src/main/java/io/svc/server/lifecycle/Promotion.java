package io.svc.server.lifecycle;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.svc.server.agents.Lifecycle;
import io.svc.server.http.Role;
import java.time.Instant;
import java.util.List;

/**
 * A promotion that waits for approval.
 *
 * @param requestedPerson the person responsible for the requesting key
 * @param agentVersion version of the agent at the request
 * @param approvalsNeeded according to the current rules
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

  /** An approval. */
  record Approval(String approvedBy, Instant approvedAt, String reason) {}

  Promotion {
    approvals = List.copyOf(approvals);
  }

  boolean isApproved() {
    return approvals.size() >= approvalsNeeded;
  }
}
