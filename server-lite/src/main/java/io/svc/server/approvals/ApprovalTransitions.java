package io.svc.server.approvals;

import io.svc.rules.Severity;
import io.svc.server.alerts.Alerts;
import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.Category;
import io.svc.server.db.Identifiers;
import io.svc.server.db.NonEmpty;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.events.EventDraft;
import io.svc.server.events.EventType;
import io.svc.server.events.Events;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.json.Json;
import io.svc.server.sessions.AgentSessions;
import io.svc.server.sessions.Evidence;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Moves approvals between states and records each transition in the session, the feed, the audit
 * log and the alert that requested approval; wakes waiting callers. No other code changes the
 * status.
 */
final class ApprovalTransitions {
  /** How long a granted approval stays valid and its response is stored. */
  static final Duration USABLE = Duration.ofMinutes(15);

  private final Identifiers identifiers;
  private final AgentSessions sessions;
  private final Events events;
  private final Alerts alerts;
  private final AuditLog audit;
  private final ApprovalLongPoll waiting;

  ApprovalTransitions(
      Identifiers identifiers,
      AgentSessions sessions,
      Events events,
      Alerts alerts,
      AuditLog audit,
      ApprovalLongPoll waiting) {
    this.identifiers = identifiers;
    this.sessions = sessions;
    this.events = events;
    this.alerts = alerts;
    this.audit = audit;
    this.waiting = waiting;
  }

  /** Locks an approval until the transaction ends. */
  static Approval lock(Tx tx, OrgId org, String id) {
    return tx.on(ApprovalStore.class)
        .lock(org, id)
        .orElseThrow(() -> ApiException.notFound("approval", id));
  }

  /**
   * Moves a locked approval to another state.
   *
   * @param reason the reason as a sentence; may be empty
   * @throws ApiException if the transition is not allowed from the current state
   */
  Approval move(Tx tx, Caller caller, Approval before, ApprovalTransition move, String reason) {
    OrgId org = caller.tenant();
    ApprovalStatus to = move.from(before.status());
    boolean isApproval = to == ApprovalStatus.APPROVED;
    Instant expiresAt = isApproval ? tx.now().plus(USABLE) : before.expiresAt();
    if (tx.on(ApprovalStore.class)
            .move(
                org,
                before.approvalId(),
                before.status(),
                to,
                reason.isEmpty() ? before.note() : reason,
                to.isFinal() ? Optional.of(tx.now()) : Optional.empty(),
                expiresAt,
                isApproval || to.isFinal() ? Optional.empty() : before.pausedAt())
        == 0) {
      throw move.invalidTransition(before.status());
    }
    if (to.isFinal() && to != ApprovalStatus.EXECUTED) {
      tx.on(RecordStore.class).wipe(org, before.approvalId());
    }
    note(tx, org, before.approvalId(), to.toString(), caller.id(), reason);
    if (before.status() == ApprovalStatus.PENDING && !before.alertId().isEmpty()) {
      alerts.settle(tx, org, before.alertId(), "The approval is " + to + ".");
    }
    if (move.isResolving()) {
      publish(tx, caller, before, to, reason);
    }
    audit.record(tx, caller, audited("approval." + move, before).with("status", to.toString()));
    tx.afterCommit(waiting::changed);
    return lock(tx, org, before.approvalId());
  }

  /** Returns the audit event for an approval. */
  static AuditEvent audited(String action, Approval approval) {
    return AuditEvent.of(
            Category.APPROVAL, action, "approval", approval.approvalId(), approval.title())
        .with("agentId", approval.agentId())
        .with("actionDigest", approval.actionDigest());
  }

  /** Records an entry in an approval's history. */
  void note(Tx tx, OrgId org, String id, String type, String actor, String detail) {
    tx.on(RecordStore.class).note(org, id, identifiers.next("ent_"), tx.now(), type, actor, detail);
  }

  private void publish(Tx tx, Caller caller, Approval approval, ApprovalStatus to, String reason) {
    OrgId org = caller.tenant();
    String by = caller.kind() == Caller.Kind.SYSTEM ? "" : caller.id();
    if (sessions.find(tx, org, approval.sessionId()).isPresent()) {
      Map<String, Object> data = new LinkedHashMap<>();
      data.put("approvalId", approval.approvalId());
      data.put("status", to.toString());
      if (!by.isEmpty()) {
        data.put("by", by);
      }
      boolean isGood = to == ApprovalStatus.APPROVED;
      sessions.append(
          tx,
          org,
          approval.sessionId(),
          List.of(
              new Evidence.Draft(
                  Evidence.Type.APPROVAL_RESOLVED,
                  tx.now(),
                  isGood ? Severity.INFO : approval.severity(),
                  "Approval " + to + (reason.isEmpty() ? "" : ": " + reason),
                  Json.tree(data),
                  Optional.of(approval.decisionId()))));
    }
    events.append(
        tx,
        org,
        new EventDraft(
            EventType.APPROVAL_RESOLVED,
            Optional.of(approval.agentId()),
            Optional.of(approval.sessionId()),
            payload(approval, to, by, reason)));
  }

  private static Map<String, Object> payload(
      Approval approval, ApprovalStatus to, String by, String reason) {
    Map<String, Object> payload = new LinkedHashMap<>();
    payload.put("approval_id", approval.approvalId());
    payload.put("decision_id", approval.decisionId());
    payload.put("action_digest", approval.actionDigest());
    payload.put("status", to.toString());
    payload.put("resolved_by", NonEmpty.of(by));
    payload.put("reason", reason);
    return payload;
  }
}
