package io.svc.server.decisions;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.util.Optional;

/**
 * Requests approvals and consumes granted ones. Called inside the transaction that records the
 * decision, so that neither is stored without the other. The caller of the decision waits for it.
 */
public interface ApprovalGateway {
  /** Creates no approvals, so that actions that require one are never allowed. */
  ApprovalGateway NONE =
      new ApprovalGateway() {
        @Override
        public void clear(Tx tx, OrgId org, ApprovalRequest ask) {}

        @Override
        public Optional<PendingApproval> open(Tx tx, OrgId org, ApprovalRequest ask) {
          return Optional.empty();
        }

        @Override
        public Redemption redeem(Tx tx, OrgId org, String approvalId, ApprovalRequest ask) {
          return new Redemption(Result.INVALID, Optional.empty());
        }
      };

  /**
   * Ends expired approvals of the identical action. Called before the session of the decision is
   * determined, because it adds entries to other sessions.
   */
  void clear(Tx tx, OrgId org, ApprovalRequest request);

  /** Requests an approval, unless one for the identical action is open. */
  Optional<PendingApproval> open(Tx tx, OrgId org, ApprovalRequest request);

  /**
   * Consumes the approval that the caller names; an approval can be consumed once. Also called
   * before the session of the decision is determined.
   */
  Redemption redeem(Tx tx, OrgId org, String approvalId, ApprovalRequest request);

  /** The result of consuming an approval. */
  enum Result {
    /** It was granted and is now consumed. */
    GRANTED,
    /** It is still pending. */
    WAITING,
    DENIED,
    EXPIRED,
    /** The policies that required it have changed. */
    STALE,
    /** There is no such approval for this action, or it was consumed before. */
    INVALID
  }

  /**
   * The outcome of consuming an approval.
   *
   * @param approval empty when there is none for this action
   */
  record Redemption(Result result, Optional<PendingApproval> approval) {}
}
