package io.svc.server.proxy;

import io.svc.server.db.OrgId;
import java.time.Duration;

/** Knows how it stands with calls that wait for people. */
@FunctionalInterface
public interface ApprovalGate {
  /** How it stands; waits for a decision, but no longer than this. */
  HeldCallStatus await(OrgId org, String approvalId, Duration patience);
}
