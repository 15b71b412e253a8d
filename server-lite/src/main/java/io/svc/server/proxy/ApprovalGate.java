package io.svc.server.proxy;

import io.svc.server.db.OrgId;
import java.time.Duration;

/** Returns the status of calls that wait for approval. */
@FunctionalInterface
public interface ApprovalGate {
  /** Returns the status; waits for a decision up to the given time. */
  HeldCallStatus await(OrgId org, String approvalId, Duration timeout);
}
