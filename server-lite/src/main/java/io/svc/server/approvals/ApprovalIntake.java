package io.svc.server.approvals;

import io.svc.rules.Severity;
import io.svc.server.alerts.AlertDraft;
import io.svc.server.alerts.Alerts;
import io.svc.server.apikeys.KeyMakers;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.SearchText;
import io.svc.server.db.Tx;
import io.svc.server.decisions.ApprovalAsk;
import io.svc.server.decisions.ApprovalDesk;
import io.svc.server.decisions.AskedApproval;
import io.svc.server.http.Caller;
import io.svc.server.json.Json;
import io.svc.server.tenants.Tenants;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * Asks people about what agents are about to do, and lets callers use up what was agreed to. People
 * are asked once about the very same: a call that is repeated while they are gets their answer too.
 */
final class ApprovalIntake implements ApprovalDesk {
  private static final int MOST_TRIES = 3;

  /** Who asks all the time is not noted all the time. */
  private static final int MOST_NOTED = 100;

  private final Identifiers identifiers;
  private final Tenants tenants;
  private final Alerts alerts;
  private final Course course;
  private final Deadlines deadlines;

  ApprovalIntake(
      Identifiers identifiers, Tenants tenants, Alerts alerts, Course course, Deadlines deadlines) {
    this.identifiers = identifiers;
    this.tenants = tenants;
    this.alerts = alerts;
    this.course = course;
    this.deadlines = deadlines;
  }

  @Override
  public Optional<AskedApproval> open(Tx tx, OrgId org, ApprovalAsk ask) {
    for (int i = 0; i < MOST_TRIES; i++) {
      Optional<Approval> going = goingOn(tx, org, ask);
      if (going.isPresent()) {
        Approval approval = going.get();
        if (tx.on(RecordStore.class).countEvents(org, approval.approvalId()) < MOST_NOTED) {
          course.note(tx, org, approval.approvalId(), "asked_again", "", ask.decisionId());
        }
        return Optional.of(asked(tx, org, approval, false));
      }
      String id = identifiers.next("apr_");
      if (insert(tx, org, id, ask) > 0) {
        return Optional.of(begun(tx, org, id, ask));
      }
      // Another server asked, or closed what was open, in this moment.
    }
    throw new IllegalStateException("an approval is asked for again and again");
  }

  private static Optional<Approval> goingOn(Tx tx, OrgId org, ApprovalAsk ask) {
    return tx.on(ApprovalStore.class).goingOn(org, ask.agentId(), ask.digest(), ask.policies());
  }

  @Override
  public void clear(Tx tx, OrgId org, ApprovalAsk ask) {
    Optional<Approval> going = goingOn(tx, org, ask);
    if (going.isEmpty() || !deadlines.of(tx, org, going.get()).isOver()) {
      return;
    }
    Approval locked = Course.lock(tx, org, going.get().approvalId());
    if (locked.status().hasDeadline()) {
      course.move(
          tx, Caller.system("approvals", org), locked, ApprovalMove.EXPIRE, Approvals.TIME_IS_OVER);
    }
  }

  private int insert(Tx tx, OrgId org, String id, ApprovalAsk ask) {
    long timeout = timeout(tx, org, ask);
    String search =
        new SearchText()
            .with(id)
            .with(List.of(ask.agentName(), ask.reason(), ask.ruleId(), ask.action()))
            .with(List.of(ask.server(), ask.tool(), ask.host(), ask.path(), ask.justification()))
            .toString();
    return tx.on(ApprovalStore.class)
        .insert(
            org,
            id,
            ask,
            ask.terms().group().orElse(""),
            timeout,
            Json.text(ask.arguments()),
            ask.held().isPresent(),
            ask.callerId().isEmpty() ? "" : KeyMakers.personBehind(tx, org, ask.callerId()),
            tx.now(),
            tx.now().plusSeconds(timeout),
            search);
  }

  /** As the rule says; where it says no more than what is usual, as the tenant does. */
  private long timeout(Tx tx, OrgId org, ApprovalAsk ask) {
    int asked = ask.terms().timeoutSeconds();
    return asked == io.svc.server.policies.dsl.Approval.DEFAULT_TIMEOUT
        ? tenants.get(tx, org).settings().approvalTimeoutSeconds()
        : asked;
  }

  private AskedApproval begun(Tx tx, OrgId org, String id, ApprovalAsk ask) {
    ask.held()
        .ifPresent(
            call ->
                tx.on(RecordStore.class)
                    .keep(
                        org,
                        id,
                        RecordStore.PayloadKind.CALL,
                        Base64.getEncoder().encodeToString(call.sealed()),
                        Optional.empty()));
    Approval approval = Course.lock(tx, org, id);
    Alerts.Asked told = alerts.ask(tx, org, message(approval), ask.terms().channels());
    tx.on(ApprovalStore.class).told(org, id, told.alertId(), String.join(",", told.types()));
    course.note(tx, org, id, "requested", ask.callerId(), ask.decisionId());
    return asked(tx, org, Course.lock(tx, org, id), true);
  }

  /** What people are told: what it is about and why, and none of its arguments. */
  private static AlertDraft message(Approval approval) {
    return AlertDraft.of(
            Alerts.APPROVAL_REQUESTED, Severity.MEDIUM, "Approval needed: " + approval.reason())
        .description(
            approval.agentName()
                + " wants: "
                + approval.title()
                + ". It waits until "
                + Json.time(approval.expiresAt())
                + ".")
        .source("approvals")
        .agent(approval.agentId())
        .session(approval.sessionId())
        .rule(approval.ruleId())
        .destination(approval.approvalId())
        .build();
  }

  private AskedApproval asked(Tx tx, OrgId org, Approval approval, boolean isNew) {
    return new AskedApproval(
        approval.approvalId(),
        approval.status().toString(),
        ApprovalView.channels(approval),
        approval.timeoutSeconds(),
        deadlines.of(tx, org, approval).expiresAt(),
        isNew);
  }

  @Override
  public Redemption redeem(Tx tx, OrgId org, String approvalId, ApprovalAsk ask) {
    Optional<Approval> found = tx.on(ApprovalStore.class).lock(org, approvalId);
    if (found.isEmpty()
        || found.get().isHeld()
        || !found.get().agentId().equals(ask.agentId())
        || !found.get().actionDigest().equals(ask.digest())) {
      return new Redemption(Result.INVALID, Optional.empty());
    }
    Approval approval = found.get();
    Caller caller = Caller.system("approvals", org);
    Deadlines.Deadline deadline = deadlines.of(tx, org, approval);
    if (deadline.isOver()) {
      approval = course.move(tx, caller, approval, ApprovalMove.EXPIRE, Approvals.TIME_IS_OVER);
    } else if (approval.status().hasDeadline() && !approval.policies().equals(ask.policies())) {
      approval = course.move(tx, caller, approval, ApprovalMove.OUTDATE, Approvals.POLICY_CHANGED);
    } else if (approval.status() == ApprovalStatus.APPROVED && deadline.pause().isEmpty()) {
      Approval used =
          course.move(tx, caller, approval, ApprovalMove.CONSUME, "Used by " + ask.decisionId());
      tx.on(ApprovalStore.class).executed(org, approvalId, 0, false, tx.now());
      return new Redemption(Result.GRANTED, Optional.of(asked(tx, org, used, false)));
    }
    return new Redemption(result(approval.status()), Optional.of(asked(tx, org, approval, false)));
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
