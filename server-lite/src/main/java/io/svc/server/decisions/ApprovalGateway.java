package io.svc.server.decisions;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.util.Optional;

/**
 * Asks people to agree to actions, and knows what they said. Told inside the transaction that
 * records the decision, so that neither is stored without the other; whoever decides waits for it.
 */
public interface ApprovalGateway {
  /** Nobody is asked, so that nothing that needs an approval ever gets one. */
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
   * Ends what people are asked about the very same and whose time is over. Told before the session
   * of the decision is known, since this adds to the sessions of others.
   */
  void clear(Tx tx, OrgId org, ApprovalRequest ask);

  /** Asks people, unless they are asked about the very same already. */
  Optional<PendingApproval> open(Tx tx, OrgId org, ApprovalRequest ask);

  /**
   * Uses up an approval that somebody says he has; it is used up once. Told before the session of
   * the decision is known, too.
   */
  Redemption redeem(Tx tx, OrgId org, String approvalId, ApprovalRequest ask);

  /** What an approval is good for. */
  enum Result {
    /** It was given, and is used up by this. */
    GRANTED,
    /** People were not through with it. */
    WAITING,
    DENIED,
    EXPIRED,
    /** The policies that it was asked for by are others now. */
    STALE,
    /** There is none of the identifier for this action, or it was used up before. */
    INVALID
  }

  /**
   * What came of it.
   *
   * @param approval empty where there is none for this action
   */
  record Redemption(Result result, Optional<PendingApproval> approval) {}
}
