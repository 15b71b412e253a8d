package io.svc.server.approvals;

import io.svc.server.db.NonEmpty;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.json.Json;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Response bodies for approvals: in camelCase for the dashboard, in snake_case for programs. */
final class ApprovalView {
  /** The recommended polling interval in seconds. */
  static final int POLL_SECONDS = 5;

  private static final int MOST_EVENTS = 200;

  private final Tx tx;
  private final OrgId org;
  private final ApprovalDeadlines deadlines;
  private final ApproverPolicy voters;
  private final boolean isForPrograms;

  ApprovalView(
      Tx tx, OrgId org, ApprovalDeadlines deadlines, ApproverPolicy voters, boolean isForPrograms) {
    this.tx = tx;
    this.org = org;
    this.deadlines = deadlines;
    this.voters = voters;
    this.isForPrograms = isForPrograms;
  }

  /** Returns the types of the channels that were notified. */
  static List<String> channels(Approval approval) {
    return approval.channels().isEmpty() ? List.of() : List.of(approval.channels().split(",", -1));
  }

  /** Returns the current status. */
  ApprovalStatus status(Approval approval) {
    return deadlines.of(tx, org, approval).isOver() ? ApprovalStatus.EXPIRED : approval.status();
  }

  /** Returns the summary for lists. */
  Map<String, Object> line(Approval approval) {
    ApprovalDeadlines.Deadline deadline = deadlines.of(tx, org, approval);
    ApprovalStatus status = deadline.isOver() ? ApprovalStatus.EXPIRED : approval.status();
    Map<String, Object> told = new LinkedHashMap<>();
    put(told, isForPrograms ? "approvalId" : "id", approval.approvalId());
    put(told, "status", status);
    put(told, "title", approval.title());
    put(told, "actionDigest", approval.actionDigest());
    put(told, "policyId", NonEmpty.of(approval.policyId()));
    put(told, "policyVersion", approval.policyVersion());
    put(told, "ruleId", NonEmpty.of(approval.ruleId()));
    put(told, "severity", approval.severity().label());
    put(told, "reason", approval.reason());
    put(told, "agentId", approval.agentId());
    put(told, "agentName", approval.agentName());
    put(told, "sessionId", approval.sessionId());
    put(told, "decisionId", approval.decisionId());
    put(told, "requestedAt", approval.requestedAt());
    put(told, "expiresAt", deadline.expiresAt());
    put(
        told,
        "remainingSeconds",
        status.hasDeadline() ? deadline.remaining(tx.now()).toSeconds() : 0);
    put(told, "paused", deadline.pause().isPresent());
    put(told, "pauseReason", deadline.pause());
    put(told, "group", NonEmpty.of(approval.approverGroup()));
    put(told, "approvalsRequired", approval.approvalsRequired());
    put(told, "channels", channels(approval));
    put(told, "action", action(approval));
    put(told, "justification", approval.justification());
    put(told, "held", approval.isHeld());
    put(told, "note", NonEmpty.of(approval.note()));
    put(told, "closedAt", approval.closedAt());
    return told;
  }

  private Map<String, Object> action(Approval approval) {
    Map<String, Object> action = new LinkedHashMap<>();
    put(action, "type", approval.action());
    put(action, "server", NonEmpty.of(approval.server()));
    put(action, "tool", NonEmpty.of(approval.tool()));
    put(action, "operation", NonEmpty.of(approval.operation()));
    put(action, "method", NonEmpty.of(approval.method()));
    put(action, "host", NonEmpty.of(approval.host()));
    put(action, "path", NonEmpty.of(approval.path()));
    put(action, "argumentsPreview", Json.own(approval.arguments()));
    return action;
  }

  /**
   * Returns all details.
   *
   * @param answer the response to the held call, if it is still stored
   */
  Map<String, Object> whole(Approval approval, Optional<Executed> answer) {
    Map<String, Object> told = line(approval);
    RecordStore records = tx.on(RecordStore.class);
    List<Map<String, Object>> decisions = new ArrayList<>();
    for (RecordStore.Vote vote : records.votes(org, approval.approvalId())) {
      Map<String, Object> one = new LinkedHashMap<>();
      put(one, "approver", vote.userId());
      if (!isForPrograms) {
        put(one, "approverName", vote.userName());
      }
      put(one, "decision", vote.decision());
      put(one, "comment", vote.comment());
      put(one, "decidedAt", vote.decidedAt());
      put(one, "assurance", "session");
      if (!isForPrograms && approval.status() == ApprovalStatus.PENDING) {
        put(one, "counted", voters.isCounted(tx, org, approval, vote));
      }
      decisions.add(one);
    }
    put(told, "decisions", decisions);
    put(told, "result", result(approval, answer));
    List<Map<String, Object>> events = new ArrayList<>();
    for (RecordStore.Entry entry : records.events(org, approval.approvalId(), MOST_EVENTS)) {
      Map<String, Object> one = new LinkedHashMap<>();
      put(one, "at", entry.at());
      put(one, "type", entry.type());
      put(one, "actor", NonEmpty.of(entry.actor()));
      put(one, "detail", NonEmpty.of(entry.detail()));
      events.add(one);
    }
    put(told, "events", events);
    return told;
  }

  private Optional<Map<String, Object>> result(Approval approval, Optional<Executed> answer) {
    if (!approval.isHeld() || approval.executedAt().isEmpty()) {
      return Optional.empty();
    }
    Map<String, Object> result = new LinkedHashMap<>();
    put(result, "statusCode", approval.resultStatus());
    put(result, "truncated", approval.resultTruncated());
    put(result, "executedAt", approval.executedAt());
    put(result, "replayedAt", approval.replayedAt());
    if (isForPrograms) {
      put(result, "headers", answer.map(ReplayedHeaders::shown));
      put(
          result,
          "bodyBase64",
          answer.map(executed -> Base64.getEncoder().encodeToString(executed.body())));
    }
    return Optional.of(result);
  }

  /** Returns the response to a caller whose approval is pending. */
  Map<String, Object> pending(Approval approval) {
    ApprovalDeadlines.Deadline deadline = deadlines.of(tx, org, approval);
    Map<String, Object> told = new LinkedHashMap<>();
    put(told, "code", "approval_required");
    put(told, "approvalId", approval.approvalId());
    put(told, "status", approval.status());
    put(told, "statusUrl", "/v1/approvals/" + approval.approvalId());
    put(told, "decisionId", approval.decisionId());
    put(told, "reason", approval.reason());
    put(told, "group", NonEmpty.of(approval.approverGroup()));
    put(told, "channels", channels(approval));
    put(told, "expiresAt", deadline.expiresAt());
    put(told, "remainingSeconds", deadline.remaining(tx.now()).toSeconds());
    put(told, "pollAfterSeconds", POLL_SECONDS);
    return told;
  }

  private void put(Map<String, Object> told, String name, Object value) {
    told.put(isForPrograms ? snake(name) : name, value);
  }

  private static String snake(String name) {
    return name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
  }
}
