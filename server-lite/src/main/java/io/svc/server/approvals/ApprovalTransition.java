package io.svc.server.approvals;

import static io.svc.server.approvals.ApprovalStatus.APPROVED;
import static io.svc.server.approvals.ApprovalStatus.EXECUTING;
import static io.svc.server.approvals.ApprovalStatus.PENDING;

import io.svc.server.http.ApiException;
import io.svc.server.http.ErrorCode;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** The transitions between approval states, as a table. */
enum ApprovalTransition {
  /** The last required approver approved. */
  APPROVE(APPROVED, EnumSet.of(PENDING)),
  DENY(ApprovalStatus.DENIED, EnumSet.of(PENDING)),
  CANCEL(ApprovalStatus.CANCELLED, EnumSet.of(PENDING)),
  /** The deadline passed; also for a granted approval that was not used. */
  EXPIRE(ApprovalStatus.EXPIRED, EnumSet.of(PENDING, APPROVED)),
  /** The policies that require it have changed. */
  OUTDATE(ApprovalStatus.STALE, EnumSet.of(PENDING, APPROVED)),
  /** The server is about to send the held call. */
  BEGIN(EXECUTING, EnumSet.of(APPROVED)),
  /** The call was answered. */
  FINISH(ApprovalStatus.EXECUTED, EnumSet.of(EXECUTING)),
  /** The call failed without a response. */
  FAIL(ApprovalStatus.EXECUTION_FAILED, EnumSet.of(EXECUTING)),
  /** The caller, whose call is not held here, proceeds. */
  CONSUME(ApprovalStatus.EXECUTED, EnumSet.of(APPROVED));

  private final ApprovalStatus to;

  @SuppressWarnings("ImmutableEnumChecker") // Unmodifiable.
  private final Set<ApprovalStatus> from;

  ApprovalTransition(ApprovalStatus to, EnumSet<ApprovalStatus> from) {
    this.to = to;
    this.from = Collections.unmodifiableSet(from);
  }

  boolean isPossible(ApprovalStatus now) {
    return from.contains(now);
  }

  /**
   * Returns the state after this transition.
   *
   * @throws ApiException if the transition is not allowed from the current state
   */
  ApprovalStatus from(ApprovalStatus now) {
    if (!isPossible(now)) {
      throw invalidTransition(now);
    }
    return to;
  }

  /** Returns the error for a transition that is not allowed. */
  ApiException invalidTransition(ApprovalStatus now) {
    return new ApiException(
        ErrorCode.INVALID_TRANSITION,
        "The approval is \"" + now + "\", which does not allow \"" + this + "\".");
  }

  /**
   * Returns true when the session and the feed record the transition: the outcome of a decision or
   * a deadline.
   */
  boolean isResolving() {
    return this != BEGIN && this != FINISH && this != CONSUME;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
