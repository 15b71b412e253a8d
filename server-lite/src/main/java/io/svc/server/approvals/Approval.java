package io.svc.server.approvals;

import static java.util.Objects.requireNonNull;

import io.svc.rules.Severity;
import java.time.Instant;
import java.util.Optional;

/**
 * Something that people are asked to agree to. What is not known is an empty text.
 *
 * @param approvalId {@code apr_} and a ULID
 * @param status as it is stored; its time may be over since, see {@link ApprovalDeadlines}
 * @param actionDigest of all that people agree to
 * @param policies names the policies, with versions and stages, that it was asked for by
 * @param approverGroup who has to agree; empty for everybody who may
 * @param channels where people were told of it, separated by commas
 * @param path of the destination, without its query
 * @param arguments as JSON, masked
 * @param isOutwards whether the action has a destination
 * @param isHeld whether the server holds the call and sends it
 * @param requestedBy of the member or the key that wants it
 * @param requestedPerson who is behind that
 * @param pausedAt since when its time stands still
 * @param leaseOwner the server that sends the call
 * @param resultStatus of the answer to the call; 0 before there is one
 * @param replayedAt when the answer was handed out
 * @param note why it ended as it did
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

  /** What it is about, in a line. */
  String title() {
    String what = tool.isEmpty() ? action : tool;
    return host.isEmpty()
        ? (server.isEmpty() ? what : server + "." + what)
        : (method.isEmpty() ? what : method) + " " + host + path;
  }
}
