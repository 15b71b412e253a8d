package io.svc.server.decisions;

import io.svc.server.db.Tx;
import io.svc.server.http.MessageTexts;
import io.svc.server.policies.dsl.Effect;

/**
 * Handles decisions that require approval, inside the transaction that records them: requests an
 * approval, or consumes a named approval.
 */
final class ApprovalCheck {
  private volatile ApprovalGateway desk = ApprovalGateway.NONE;

  /** Sets the approval gateway; there is none before. */
  void setApprovalGateway(ApprovalGateway other) {
    this.desk = other;
  }

  /** Consumes the approval that the caller names, before the session is determined. */
  PendingDecision redeemed(Tx tx, PendingDecision decision) {
    if (decision.verdict().effect() != Effect.REQUIRE_APPROVAL) {
      return decision;
    }
    ApprovalRequest request = ApprovalRequest.of(decision, "");
    if (decision.approvalId().isEmpty()) {
      desk.clear(tx, decision.org(), request);
      return decision;
    }
    String id = decision.approvalId().get();
    ApprovalGateway.Redemption redemption = desk.redeem(tx, decision.org(), id, request);
    return decision.with(
        verdict(decision.verdict(), redemption.result(), id), redemption.approval());
  }

  /** Requests approval if it is required, after the session is determined. */
  PendingDecision requireApproval(Tx tx, PendingDecision decision, String sessionId) {
    return decision.verdict().effect() == Effect.REQUIRE_APPROVAL && decision.approvalId().isEmpty()
        ? decision.with(
            decision.verdict(),
            desk.open(tx, decision.org(), ApprovalRequest.of(decision, sessionId)))
        : decision;
  }

  private static Verdict verdict(Verdict verdict, ApprovalGateway.Result result, String id) {
    String named = "The approval \"" + MessageTexts.shown(id) + "\" ";
    return switch (result) {
      case GRANTED -> verdict.granted();
      case WAITING -> verdict;
      case DENIED -> verdict.disapproved(ReasonCode.APPROVAL_DENIED, named + "was not granted.");
      case EXPIRED ->
          verdict.disapproved(
              ReasonCode.APPROVAL_EXPIRED, named + "expired before it was granted" + " or used.");
      case STALE ->
          verdict.disapproved(
              ReasonCode.APPROVAL_STALE,
              named + "was required by policies that have changed since. Retry without it.");
      case INVALID ->
          verdict.disapproved(
              ReasonCode.APPROVAL_INVALID,
              named + "does not apply to this action, or was already used.");
    };
  }
}
