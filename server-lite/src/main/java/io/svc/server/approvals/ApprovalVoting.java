package io.svc.server.approvals;

import io.svc.server.audit.AuditLog;
import io.svc.server.db.Database;
import io.svc.server.db.Tx;
import io.svc.server.decisions.ApprovalBasis;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.ErrorCode;
import io.svc.server.redaction.Masking;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Votes on approvals. Each member has one vote. One denial is final; granting takes the number of
 * votes that the policy requires. Members cannot approve their own requests.
 */
final class ApprovalVoting {
  private final Database database;
  private final ApprovalTransitions transitions;
  private final ApprovalDeadlines deadlines;
  private final ApproverPolicy voters;
  private final Executions executions;
  private final AuditLog audit;
  private final Masking masking = new Masking();

  ApprovalVoting(
      Database database,
      ApprovalTransitions transitions,
      ApprovalDeadlines deadlines,
      ApproverPolicy voters,
      Executions executions,
      AuditLog audit) {
    this.database = database;
    this.transitions = transitions;
    this.deadlines = deadlines;
    this.voters = voters;
    this.executions = executions;
    this.audit = audit;
  }

  /** Returns the reason why a caller may not vote on an approval; empty when they may. */
  Optional<ApiException> objection(Tx tx, Caller caller, Approval approval, Choice choice) {
    Optional<ApiException> objection = voters.objection(tx, caller, approval);
    if (objection.isPresent() || choice == Choice.DENY || !isRequester(caller, approval)) {
      return objection;
    }
    return Optional.of(new ApiException(ErrorCode.FORBIDDEN, "You cannot approve your own call."));
  }

  private static boolean isRequester(Caller caller, Approval approval) {
    return caller.id().equals(approval.requestedPerson());
  }

  /**
   * Casts a vote.
   *
   * @throws ApiException if the caller may not vote, or the approval is no longer pending
   */
  void decide(Caller caller, String id, Choice choice, String comment) {
    String maskedComment = masking.text(comment);
    // The error is thrown after the transaction, so that its records are stored.
    database
        .<Optional<ApiException>>write(tx -> decide(tx, caller, id, choice, maskedComment))
        .ifPresent(
            rejection -> {
              throw rejection;
            });
  }

  private Optional<ApiException> decide(
      Tx tx, Caller caller, String id, Choice choice, String comment) {
    Approval approval = ApprovalTransitions.lock(tx, caller.tenant(), id);
    Optional<ApiException> objection = objection(tx, caller, approval, choice);
    if (objection.isPresent()) {
      throw objection.get();
    }
    if (isRepetition(tx, caller, approval, choice)) {
      return Optional.empty();
    }
    ApprovalTransition move =
        choice == Choice.APPROVE ? ApprovalTransition.APPROVE : ApprovalTransition.DENY;
    ApprovalDeadlines.Deadline deadline = deadlines.of(tx, caller.tenant(), approval);
    if (deadline.isOver() || !move.isPossible(approval.status())) {
      throw move.invalidTransition(deadline.isOver() ? ApprovalStatus.EXPIRED : approval.status());
    }
    return choice == Choice.DENY
        ? deny(tx, caller, approval, comment)
        : agree(tx, caller, approval, deadline, comment);
  }

  /** Returns true for a repeated vote that is already effective. */
  private static boolean isRepetition(Tx tx, Caller caller, Approval approval, Choice choice) {
    boolean isSameVote =
        tx.on(RecordStore.class).votes(caller.tenant(), approval.approvalId()).stream()
            .anyMatch(vote -> vote.userId().equals(caller.id()) && vote.decision() == choice);
    return isSameVote
        && switch (approval.status()) {
          case PENDING, APPROVED, EXECUTING, EXECUTED -> choice == Choice.APPROVE;
          case DENIED -> choice == Choice.DENY;
          case EXPIRED, CANCELLED, STALE, EXECUTION_FAILED -> false;
        };
  }

  private Optional<ApiException> deny(Tx tx, Caller caller, Approval approval, String comment) {
    vote(tx, caller, approval, Choice.DENY, comment);
    transitions.move(tx, caller, approval, ApprovalTransition.DENY, comment);
    return Optional.empty();
  }

  private Optional<ApiException> agree(
      Tx tx,
      Caller caller,
      Approval approval,
      ApprovalDeadlines.Deadline deadline,
      String comment) {
    if (deadline.pause().isPresent()) {
      throw new ApiException(
          ErrorCode.CONFLICT,
          "Approvals are paused. " + deadline.pause().get() + " The time limit is paused, too.");
    }
    ApprovalBasis basis = deadlines.basis(tx, caller.tenant(), approval);
    if (!basis.policies().equals(approval.policies()) || basis.end().isPresent()) {
      String reason = basis.end().orElse(Approvals.POLICY_CHANGED);
      transitions.move(
          tx,
          Caller.system("approvals", caller.tenant()),
          approval,
          ApprovalTransition.OUTDATE,
          reason);
      return Optional.of(new ApiException(ErrorCode.APPROVAL_STALE, reason));
    }
    vote(tx, caller, approval, Choice.APPROVE, comment);
    List<RecordStore.Vote> votes =
        tx.on(RecordStore.class).votes(caller.tenant(), approval.approvalId());
    long agreed =
        votes.stream()
            .filter(vote -> vote.decision() == Choice.APPROVE)
            .filter(vote -> voters.isCounted(tx, caller.tenant(), approval, vote))
            .count();
    audit.record(
        tx,
        caller,
        ApprovalTransitions.audited("approval.vote", approval)
            .with("approvals", agreed)
            .with("required", approval.approvalsRequired()));
    if (agreed >= approval.approvalsRequired()) {
      transitions.move(tx, caller, approval, ApprovalTransition.APPROVE, comment);
      if (approval.isHeld()) {
        tx.afterCommit(() -> executions.submit(caller.tenant(), approval.approvalId()));
      }
    }
    return Optional.empty();
  }

  private void vote(Tx tx, Caller caller, Approval approval, Choice choice, String comment) {
    tx.on(RecordStore.class)
        .vote(
            caller.tenant(),
            approval.approvalId(),
            caller.id(),
            caller.name(),
            choice,
            comment,
            tx.now());
    transitions.note(
        tx, caller.tenant(), approval.approvalId(), "voted_" + choice, caller.id(), comment);
  }

  /**
   * Cancels an approval on behalf of an approver or the requester.
   *
   * @throws ApiException if the caller may not cancel it, or it is no longer open
   */
  void cancel(Caller caller, String id, String comment) {
    String maskedComment = masking.text(comment);
    database.change(
        tx -> {
          Approval approval = ApprovalTransitions.lock(tx, caller.tenant(), id);
          Optional<ApiException> objection = voters.objection(tx, caller, approval);
          if (objection.isPresent() && !isRequester(caller, approval)) {
            throw objection.get();
          }
          if (deadlines.of(tx, caller.tenant(), approval).isOver()) {
            throw ApprovalTransition.CANCEL.invalidTransition(ApprovalStatus.EXPIRED);
          }
          transitions.move(tx, caller, approval, ApprovalTransition.CANCEL, maskedComment);
        });
  }

  /** A vote on an approval. */
  enum Choice {
    APPROVE,
    DENY;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
