package io.svc.server.approvals;

import io.svc.server.db.OrgId;

/** Sends calls that were held for approval. Thread-safe. */
@FunctionalInterface
public interface CallExecutor {
  /**
   * Sends a call once and waits for its response. Not for use in a transaction.
   *
   * @param sealed the call, sealed by the component that held it
   * @throws RuntimeException if there was no response, or it is unknown whether the call was
   *     received
   */
  HeldCallResponse execute(OrgId org, String approvalId, byte[] sealed);
}
