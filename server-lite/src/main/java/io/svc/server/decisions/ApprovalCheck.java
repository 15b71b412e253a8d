package io.svc.server.decisions;

import io.svc.server.db.Tx;
import io.svc.server.http.Texts;
import io.svc.server.policies.dsl.Effect;

/**
 * Handles decisions that require approval, inside the transaction that records them: requests an
 * approval, or consumes a named approval.
 */
final class ApprovalCheck {
  private volatile ApprovalGateway desk = ApprovalGateway.NONE;

  /** Sets the approval gateway; there is none before. */
  void askAt(ApprovalGateway other) {
    this.desk = other;
  }

  /** Consumes the approval that the caller names, before the session is determined. */
  PendingDecision redeemed(Tx tx, PendingDecision made) {
    if (made.verdict().effect() != Effect.REQUIRE_APPROVAL) {
      return made;
    }
    ApprovalRequest ask = ApprovalRequest.of(made, "");
    if (made.approvalId().isEmpty()) {
      desk.clear(tx, made.org(), ask);
      return made;
    }
    String id = made.approvalId().get();
    ApprovalGateway.Redemption redemption = desk.redeem(tx, made.org(), id, ask);
    return made.with(verdict(made.verdict(), redemption.result(), id), redemption.approval());
  }

  /** Requests approval if it is required, after the session is determined. */
  PendingDecision asked(Tx tx, PendingDecision made, String sessionId) {
    return made.verdict().effect() == Effect.REQUIRE_APPROVAL && made.approvalId().isEmpty()
        ? made.with(made.verdict(), desk.open(tx, made.org(), ApprovalRequest.of(made, sessionId)))
        : made;
  }

  private static Verdict verdict(Verdict asked, ApprovalGateway.Result result, String id) {
    String named = "The approval \"" + Texts.shown(id) + "\" ";
    return switch (result) {
      case GRANTED -> asked.granted();
      case WAITING -> asked;
      case DENIED -> asked.disapproved(ReasonCode.APPROVAL_DENIED, named + "was not given.");
      case EXPIRED ->
          asked.disapproved(ReasonCode.APPROVAL_EXPIRED, named + "was not given or used in time.");
      case STALE ->
          asked.disapproved(
              ReasonCode.APPROVAL_STALE,
              named + "was required by policies that have changed. Retry without it.");
      case INVALID ->
          asked.disapproved(
              ReasonCode.APPROVAL_INVALID,
              named + "is none of this very action, or was used up before.");
    };
  }
}
