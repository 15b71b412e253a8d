package io.svc.server.approvals;

import io.svc.rules.Severity;
import io.svc.server.alerts.AlertDraft;
import io.svc.server.alerts.Alerts;
import io.svc.server.apikeys.KeyOwners;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.SearchText;
import io.svc.server.db.Tx;
import io.svc.server.decisions.ApprovalGateway;
import io.svc.server.decisions.ApprovalRequest;
import io.svc.server.decisions.PendingApproval;
import io.svc.server.http.Caller;
import io.svc.server.json.Json;
import io.svc.server.policies.dsl.ApprovalObligation;
import io.svc.server.tenants.Tenants;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * Creates approvals for actions of agents, and consumes granted ones. Identical requests share one
 * approval: a call that is repeated in the meantime gets the same result.
 */
final class ApprovalIntake implements ApprovalGateway {
  private static final int MAX_ATTEMPTS = 3;

  /** Limits the recorded repetitions of frequent callers. */
  private static final int MAX_NOTED = 100;

  private final Identifiers identifiers;
  private final Tenants tenants;
  private final Alerts alerts;
  private final ApprovalTransitions transitions;
  private final ApprovalDeadlines deadlines;

  ApprovalIntake(
      Identifiers identifiers,
      Tenants tenants,
      Alerts alerts,
      ApprovalTransitions transitions,
      ApprovalDeadlines deadlines) {
    this.identifiers = identifiers;
    this.tenants = tenants;
    this.alerts = alerts;
    this.transitions = transitions;
    this.deadlines = deadlines;
  }

  @Override
  public Optional<PendingApproval> open(Tx tx, OrgId org, ApprovalRequest request) {
    for (int i = 0; i < MAX_ATTEMPTS; i++) {
      Optional<Approval> going = findOpen(tx, org, request);
      if (going.isPresent()) {
        Approval approval = going.get();
        if (tx.on(RecordStore.class).countEvents(org, approval.approvalId()) < MAX_NOTED) {
          transitions.note(tx, org, approval.approvalId(), "asked_again", "", request.decisionId());
        }
        return Optional.of(toPending(tx, org, approval, false));
      }
      String id = identifiers.next("apr_");
      if (insert(tx, org, id, request) > 0) {
        return Optional.of(begun(tx, org, id, request));
      }
      // Another server created or closed the approval in the meantime.
    }
    throw new IllegalStateException("an approval is requested repeatedly");
  }

  private static Optional<Approval> findOpen(Tx tx, OrgId org, ApprovalRequest request) {
    return tx.on(ApprovalStore.class)
        .goingOn(org, request.agentId(), request.digest(), request.policies());
  }

  @Override
  public void clear(Tx tx, OrgId org, ApprovalRequest request) {
    Optional<Approval> going = findOpen(tx, org, request);
    if (going.isEmpty() || !deadlines.of(tx, org, going.get()).isOver()) {
      return;
    }
    Approval locked = ApprovalTransitions.lock(tx, org, going.get().approvalId());
    if (locked.status().hasDeadline()) {
      transitions.move(
          tx,
          Caller.system("approvals", org),
          locked,
          ApprovalTransition.EXPIRE,
          Approvals.TIME_EXPIRED);
    }
  }

  private int insert(Tx tx, OrgId org, String id, ApprovalRequest request) {
    long timeout = timeout(tx, org, request);
    String search =
        new SearchText()
            .with(id)
            .with(
                List.of(request.agentName(), request.reason(), request.ruleId(), request.action()))
            .with(
                List.of(
                    request.server(),
                    request.tool(),
                    request.host(),
                    request.path(),
                    request.justification()))
            .toString();
    return tx.on(ApprovalStore.class)
        .insert(
            org,
            id,
            request,
            request.terms().group().orElse(""),
            timeout,
            Json.text(request.arguments()),
            request.held().isPresent(),
            request.callerId().isEmpty() ? "" : KeyOwners.memberOf(tx, org, request.callerId()),
            tx.now(),
            tx.now().plusSeconds(timeout),
            search);
  }

  /** Returns the timeout of the rule, or the tenant's when the rule has the default. */
  private long timeout(Tx tx, OrgId org, ApprovalRequest request) {
    int timeoutSeconds = request.terms().timeoutSeconds();
    return timeoutSeconds == ApprovalObligation.DEFAULT_TIMEOUT
        ? tenants.get(tx, org).settings().approvalTimeoutSeconds()
        : timeoutSeconds;
  }

  private PendingApproval begun(Tx tx, OrgId org, String id, ApprovalRequest request) {
    request
        .held()
        .ifPresent(
            call ->
                tx.on(RecordStore.class)
                    .keep(
                        org,
                        id,
                        RecordStore.PayloadKind.CALL,
                        Base64.getEncoder().encodeToString(call.sealed()),
                        Optional.empty()));
    Approval approval = ApprovalTransitions.lock(tx, org, id);
    Alerts.SentApprovalRequest approvalAlert =
        alerts.requestApproval(tx, org, message(approval), request.terms().channels());
    tx.on(ApprovalStore.class)
        .recordNotification(
            org, id, approvalAlert.alertId(), String.join(",", approvalAlert.types()));
    transitions.note(tx, org, id, "requested", request.callerId(), request.decisionId());
    return toPending(tx, org, ApprovalTransitions.lock(tx, org, id), true);
  }

  /** Returns the message to approvers: the action and the reason, without its arguments. */
  private static AlertDraft message(Approval approval) {
    return AlertDraft.of(
            Alerts.APPROVAL_REQUESTED, Severity.MEDIUM, "Approval needed: " + approval.reason())
        .description(
            approval.agentName()
                + " requests "
                + approval.title()
                + ". The request expires at "
                + Json.time(approval.expiresAt())
                + ".")
        .source("approvals")
        .agent(approval.agentId())
        .session(approval.sessionId())
        .rule(approval.ruleId())
        .destination(approval.approvalId())
        .build();
  }

  private PendingApproval toPending(Tx tx, OrgId org, Approval approval, boolean isNew) {
    return new PendingApproval(
        approval.approvalId(),
        approval.status().toString(),
        ApprovalView.channels(approval),
        approval.timeoutSeconds(),
        deadlines.of(tx, org, approval).expiresAt(),
        isNew);
  }

  @Override
  public Redemption redeem(Tx tx, OrgId org, String approvalId, ApprovalRequest request) {
    Optional<Approval> found = tx.on(ApprovalStore.class).lock(org, approvalId);
    if (found.isEmpty()
        || found.get().isHeld()
        || !found.get().agentId().equals(request.agentId())
        || !found.get().actionDigest().equals(request.digest())) {
      return new Redemption(Result.INVALID, Optional.empty());
    }
    Approval approval = found.get();
    Caller caller = Caller.system("approvals", org);
    ApprovalDeadlines.Deadline deadline = deadlines.of(tx, org, approval);
    if (deadline.isOver()) {
      approval =
          transitions.move(tx, caller, approval, ApprovalTransition.EXPIRE, Approvals.TIME_EXPIRED);
    } else if (approval.status().hasDeadline() && !approval.policies().equals(request.policies())) {
      approval =
          transitions.move(
              tx, caller, approval, ApprovalTransition.OUTDATE, Approvals.POLICY_CHANGED);
    } else if (approval.status() == ApprovalStatus.APPROVED && deadline.pause().isEmpty()) {
      Approval used =
          transitions.move(
              tx, caller, approval, ApprovalTransition.CONSUME, "Used by " + request.decisionId());
      tx.on(ApprovalStore.class).executed(org, approvalId, 0, false, tx.now());
      return new Redemption(Result.GRANTED, Optional.of(toPending(tx, org, used, false)));
    }
    return new Redemption(
        result(approval.status()), Optional.of(toPending(tx, org, approval, false)));
  }

  private static Result result(ApprovalStatus status) {
    return switch (status) {
      case PENDING, APPROVED -> Result.WAITING;
      case DENIED, CANCELLED -> Result.DENIED;
      case EXPIRED -> Result.EXPIRED;
      case STALE -> Result.STALE;
      case EXECUTING, EXECUTED, EXECUTION_FAILED -> Result.INVALID;
    };
  }
}
