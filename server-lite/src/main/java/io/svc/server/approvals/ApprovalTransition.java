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

/** What moves an approval from one state to another; the table of all moves that there are. */
enum ApprovalTransition {
  /** The last of those agreed whose agreement was needed. */
  APPROVE(APPROVED, EnumSet.of(PENDING)),
  DENY(ApprovalStatus.DENIED, EnumSet.of(PENDING)),
  CANCEL(ApprovalStatus.CANCELLED, EnumSet.of(PENDING)),
  /** Its time is over; also that of one that was given, and that nobody used. */
  EXPIRE(ApprovalStatus.EXPIRED, EnumSet.of(PENDING, APPROVED)),
  /** The policies that it was asked for by are others now. */
  OUTDATE(ApprovalStatus.STALE, EnumSet.of(PENDING, APPROVED)),
  /** The server is about to send the call that was held. */
  BEGIN(EXECUTING, EnumSet.of(APPROVED)),
  /** The call was answered. */
  FINISH(ApprovalStatus.EXECUTED, EnumSet.of(EXECUTING)),
  /** The call broke off. */
  FAIL(ApprovalStatus.EXECUTION_FAILED, EnumSet.of(EXECUTING)),
  /** Its caller, who holds no call here, goes on with it. */
  CONSUME(ApprovalStatus.EXECUTED, EnumSet.of(APPROVED));

  private final ApprovalStatus to;

  @SuppressWarnings("ImmutableEnumChecker") // It is wrapped so that nothing can change it.
  private final Set<ApprovalStatus> from;

  ApprovalTransition(ApprovalStatus to, EnumSet<ApprovalStatus> from) {
    this.to = to;
    this.from = Collections.unmodifiableSet(from);
  }

  boolean isPossible(ApprovalStatus now) {
    return from.contains(now);
  }

  /**
   * Where this leads from a state.
   *
   * @throws ApiException when it leads nowhere from there
   */
  ApprovalStatus from(ApprovalStatus now) {
    if (!isPossible(now)) {
      throw refusal(now);
    }
    return to;
  }

  /** There is no such move from a state. */
  ApiException refusal(ApprovalStatus now) {
    return new ApiException(
        ErrorCode.INVALID_TRANSITION,
        "The approval is \"" + now + "\", from where there is no \"" + this + "\".");
  }

  /** Whether the session and the feed are told: of what people or the clock settle. */
  boolean isResolving() {
    return this != BEGIN && this != FINISH && this != CONSUME;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
