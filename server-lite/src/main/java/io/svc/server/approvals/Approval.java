package io.svc.server.approvals;

import static java.util.Objects.requireNonNull;

import io.svc.rules.Severity;
import java.time.Instant;
import java.util.Optional;

/**
 * An approval. An unknown text field is empty.
 *
 * @param approvalId {@code apr_} and a ULID
 * @param status the stored status; the deadline may have passed since, see {@link
 *     ApprovalDeadlines}
 * @param actionDigest digest of everything that is approved
 * @param policies the policies that require it, with versions and stages
 * @param approverGroup the group that must approve; empty for all members with the permission
 * @param channels the types of channels that were notified, separated by commas
 * @param path of the destination, without its query
 * @param arguments as JSON, masked
 * @param isOutwards whether the action has a destination
 * @param isHeld whether the server holds the call and sends it after approval
 * @param requestedBy identifier of the requesting member or key
 * @param requestedPerson the person responsible for that member or key
 * @param pausedAt when the deadline was paused
 * @param leaseOwner the server that sends the call
 * @param resultStatus status code of the response; 0 before there is one
 * @param replayedAt when the response was returned to the caller
 * @param note the reason for the final status
 */
record Approval(
    String approvalId,
    ApprovalStatus status,
    String agentId,
    String agentName,
    String sessionId,
    String decisionId,
    String actionDigest,
    String policies,
    String policyId,
    long policyVersion,
    String ruleId,
    Severity severity,
    String reason,
    String approverGroup,
    long approvalsRequired,
    long timeoutSeconds,
    String channels,
    String action,
    String server,
    String tool,
    String operation,
    String method,
    String host,
    String path,
    String arguments,
    String justification,
    boolean isOutwards,
    boolean isHeld,
    String requestedBy,
    String requestedPerson,
    Instant requestedAt,
    Instant expiresAt,
    Optional<Instant> pausedAt,
    Optional<Instant> closedAt,
    String leaseOwner,
    long resultStatus,
    boolean resultTruncated,
    Optional<Instant> executedAt,
    Optional<Instant> replayedAt,
    String note,
    String alertId,
    long version) {
  Approval {
    requireNonNull(approvalId, "approvalId is null");
    requireNonNull(status, "status is null");
    requireNonNull(agentId, "agentId is null");
    requireNonNull(sessionId, "sessionId is null");
    requireNonNull(decisionId, "decisionId is null");
    requireNonNull(actionDigest, "actionDigest is null");
    requireNonNull(policies, "policies is null");
    requireNonNull(severity, "severity is null");
    requireNonNull(reason, "reason is null");
    requireNonNull(approverGroup, "approverGroup is null");
    requireNonNull(channels, "channels is null");
    requireNonNull(requestedPerson, "requestedPerson is null");
    requireNonNull(requestedAt, "requestedAt is null");
    requireNonNull(expiresAt, "expiresAt is null");
    requireNonNull(pausedAt, "pausedAt is null");
    requireNonNull(closedAt, "closedAt is null");
    requireNonNull(leaseOwner, "leaseOwner is null");
    requireNonNull(executedAt, "executedAt is null");
    requireNonNull(replayedAt, "replayedAt is null");
    requireNonNull(note, "note is null");
    requireNonNull(alertId, "alertId is null");
  }

  /** Returns a one-line title. */
  String title() {
    String actionName = tool.isEmpty() ? action : tool;
    return host.isEmpty()
        ? (server.isEmpty() ? actionName : server + "." + actionName)
        : (method.isEmpty() ? actionName : method) + " " + host + path;
  }
}
