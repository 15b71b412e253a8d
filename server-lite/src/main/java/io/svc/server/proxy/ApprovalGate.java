package io.svc.server.proxy;

import io.svc.server.db.OrgId;
import io.svc.server.http.ErrorCode;
import java.time.Duration;

/** Knows how it stands with calls that wait for people. */
@FunctionalInterface
public interface ApprovalGate {
  /** Where nobody can be asked: nothing that needs people's word is ever sent. */
  ApprovalGate NONE =
      (org, approvalId, patience) ->
          new Standing.Refused(
              ErrorCode.EGRESS_DENIED, "People have to agree to this, and nobody can be asked.");

  /** How it stands; waits for a decision, but no longer than this. */
  Standing await(OrgId org, String approvalId, Duration patience);
}
