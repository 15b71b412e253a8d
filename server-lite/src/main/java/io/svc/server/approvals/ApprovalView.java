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

  private static final int MAX_EVENTS = 200;

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
    Map<String, Object> fields = new LinkedHashMap<>();
    put(fields, isForPrograms ? "approvalId" : "id", approval.approvalId());
    put(fields, "status", status);
    put(fields, "title", approval.title());
    put(fields, "actionDigest", approval.actionDigest());
    put(fields, "policyId", NonEmpty.of(approval.policyId()));
    put(fields, "policyVersion", approval.policyVersion());
    put(fields, "ruleId", NonEmpty.of(approval.ruleId()));
    put(fields, "severity", approval.severity().label());
    put(fields, "reason", approval.reason());
    put(fields, "agentId", approval.agentId());
    put(fields, "agentName", approval.agentName());
    put(fields, "sessionId", approval.sessionId());
    put(fields, "decisionId", approval.decisionId());
    put(fields, "requestedAt", approval.requestedAt());
    put(fields, "expiresAt", deadline.expiresAt());
    put(
        fields,
        "remainingSeconds",
        status.hasDeadline() ? deadline.remaining(tx.now()).toSeconds() : 0);
    put(fields, "paused", deadline.pause().isPresent());
    put(fields, "pauseReason", deadline.pause());
    put(fields, "group", NonEmpty.of(approval.approverGroup()));
    put(fields, "approvalsRequired", approval.approvalsRequired());
    put(fields, "channels", channels(approval));
    put(fields, "action", action(approval));
    put(fields, "justification", approval.justification());
    put(fields, "held", approval.isHeld());
    put(fields, "note", NonEmpty.of(approval.note()));
    put(fields, "closedAt", approval.closedAt());
    return fields;
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
    put(action, "argumentsPreview", Json.readStored(approval.arguments()));
    return action;
  }

  /**
   * Returns all details.
   *
   * @param answer the response to the held call, if it is still stored
   */
  Map<String, Object> details(Approval approval, Optional<HeldCallResponse> answer) {
    Map<String, Object> fields = line(approval);
    RecordStore records = tx.on(RecordStore.class);
    List<Map<String, Object>> decisions = new ArrayList<>();
    for (RecordStore.Vote vote : records.votes(org, approval.approvalId())) {
      Map<String, Object> item = new LinkedHashMap<>();
      put(item, "approver", vote.userId());
      if (!isForPrograms) {
        put(item, "approverName", vote.userName());
      }
      put(item, "decision", vote.decision());
      put(item, "comment", vote.comment());
      put(item, "decidedAt", vote.decidedAt());
      put(item, "assurance", "session");
      if (!isForPrograms && approval.status() == ApprovalStatus.PENDING) {
        put(item, "counted", voters.isCounted(tx, org, approval, vote));
      }
      decisions.add(item);
    }
    put(fields, "decisions", decisions);
    put(fields, "result", result(approval, answer));
    List<Map<String, Object>> events = new ArrayList<>();
    for (RecordStore.HistoryEntry entry : records.events(org, approval.approvalId(), MAX_EVENTS)) {
      Map<String, Object> item = new LinkedHashMap<>();
      put(item, "at", entry.at());
      put(item, "type", entry.type());
      put(item, "actor", NonEmpty.of(entry.actor()));
      put(item, "detail", NonEmpty.of(entry.detail()));
      events.add(item);
    }
    put(fields, "events", events);
    return fields;
  }

  private Optional<Map<String, Object>> result(
      Approval approval, Optional<HeldCallResponse> answer) {
    if (!approval.isHeld() || approval.executedAt().isEmpty()) {
      return Optional.empty();
    }
    Map<String, Object> result = new LinkedHashMap<>();
    put(result, "statusCode", approval.resultStatus());
    put(result, "truncated", approval.resultTruncated());
    put(result, "executedAt", approval.executedAt());
    put(result, "replayedAt", approval.replayedAt());
    if (isForPrograms) {
      put(result, "headers", answer.map(HeldResponseHeaders::shown));
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
    Map<String, Object> fields = new LinkedHashMap<>();
    put(fields, "code", "approval_required");
    put(fields, "approvalId", approval.approvalId());
    put(fields, "status", approval.status());
    put(fields, "statusUrl", "/v1/approvals/" + approval.approvalId());
    put(fields, "decisionId", approval.decisionId());
    put(fields, "reason", approval.reason());
    put(fields, "group", NonEmpty.of(approval.approverGroup()));
    put(fields, "channels", channels(approval));
    put(fields, "expiresAt", deadline.expiresAt());
    put(fields, "remainingSeconds", deadline.remaining(tx.now()).toSeconds());
    put(fields, "pollAfterSeconds", POLL_SECONDS);
    return fields;
  }

  private void put(Map<String, Object> fields, String name, Object value) {
    fields.put(isForPrograms ? snake(name) : name, value);
  }

  private static String snake(String name) {
    return name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
  }
}
