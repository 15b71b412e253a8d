package io.svc.server.approvals;

import java.util.Locale;

/** Where an approval stands. */
enum ApprovalStatus {
  /** People were asked. */
  PENDING,
  /** They agreed; the action may happen once. */
  APPROVED,
  /** The server sends the call that was held. */
  EXECUTING,
  /** The action happened, or its caller was let go on. */
  EXECUTED,
  DENIED,
  /** Its time was over. */
  EXPIRED,
  /** Nobody wants it any more. */
  CANCELLED,
  /** The policies that it was asked for by are others now. */
  STALE,
  /** Nobody knows whether the call arrived; it is not sent again. */
  EXECUTION_FAILED;

  /** Whether nothing comes after this. */
  boolean isFinal() {
    return this != PENDING && this != APPROVED && this != EXECUTING;
  }

  /** Whether its time runs. */
  boolean hasDeadline() {
    return this == PENDING || this == APPROVED;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
