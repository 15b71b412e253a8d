package io.svc.server.approvals;

import io.svc.server.db.OrgId;

/** Sends calls that were held until people agreed to them. Safe for many threads. */
@FunctionalInterface
public interface CallExecutor {
  /**
   * Sends a call, once, and waits for its answer; outside of transactions.
   *
   * @param sealed the call, as whoever decides on it sealed it
   * @throws RuntimeException when it was not answered, or cannot be known to have been
   */
  Executed execute(OrgId org, String approvalId, byte[] sealed);
}
