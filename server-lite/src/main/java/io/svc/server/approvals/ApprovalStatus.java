package io.svc.server.approvals;

import java.util.Locale;

/** The status of an approval. */
enum ApprovalStatus {
  /** Waiting for approvers. */
  PENDING,
  /** Granted; the action may be performed once. */
  APPROVED,
  /** The server is sending the held call. */
  EXECUTING,
  /** The action was performed, or its caller was allowed to proceed. */
  EXECUTED,
  DENIED,
  /** The deadline passed. */
  EXPIRED,
  /** The request was withdrawn. */
  CANCELLED,
  /** The policies that require it have changed. */
  STALE,
  /** It is unknown whether the call was received; it is not sent again. */
  EXECUTION_FAILED;

  /** Returns true when no other status follows. */
  boolean isFinal() {
    return this != PENDING && this != APPROVED && this != EXECUTING;
  }

  /** Returns true when the deadline applies. */
  boolean hasDeadline() {
    return this == PENDING || this == APPROVED;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
