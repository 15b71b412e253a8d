package io.svc.server.approvals;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.decisions.ApprovalBasis;
import io.svc.server.decisions.Decisions;
import io.svc.server.rollout.KillSwitchState;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * The deadlines of approvals. While rollouts are frozen or the agent is contained, a deadline is
 * paused, and nothing is approved or sent; afterwards the remaining time continues. Deadlines are
 * computed exactly at any time; a job only records the results.
 */
final class ApprovalDeadlines {
  private final Decisions decisions;
  private final BiFunction<Tx, OrgId, KillSwitchState> killSwitch;

  /**
   * The deadline of an approval as computed in a transaction.
   *
   * @param pause the reason for the pause; empty when it is not paused
   * @param pausedAt the start of the pause
   * @param expiresAt when it expires if the pause ends now
   * @param isOver whether it has expired
   */
  record Deadline(
      Optional<String> pause, Optional<Instant> pausedAt, Instant expiresAt, boolean isOver) {
    /** Returns the remaining time. */
    Duration remaining(Instant now) {
      Duration remaining = Duration.between(now, expiresAt);
      return isOver || remaining.isNegative() ? Duration.ZERO : remaining;
    }
  }

  ApprovalDeadlines(Decisions decisions, BiFunction<Tx, OrgId, KillSwitchState> killSwitch) {
    this.decisions = decisions;
    this.killSwitch = killSwitch;
  }

  /** Returns the current basis for the decision about an approval's action. */
  ApprovalBasis basis(Tx tx, OrgId org, Approval approval) {
    return decisions.approvalBasis(tx, org, approval.agentId(), approval.isOutwards());
  }

  Deadline of(Tx tx, OrgId org, Approval approval) {
    if (!approval.status().hasDeadline()) {
      return new Deadline(Optional.empty(), Optional.empty(), approval.expiresAt(), false);
    }
    KillSwitchState freeze = killSwitch.apply(tx, org);
    if (freeze.frozen()) {
      String reason =
          freeze.reason().filter(text -> !text.isEmpty()).map(text -> ": " + text).orElse(".");
      return pausedDeadline(
          tx, approval, "Rollouts are frozen" + reason, freeze.frozenAt().orElse(tx.now()));
    }
    Optional<String> pauseReason = basis(tx, org, approval).pause();
    return pauseReason.isPresent()
        ? pausedDeadline(tx, approval, pauseReason.get(), tx.now())
        : running(tx, approval);
  }

  private static Deadline pausedDeadline(Tx tx, Approval approval, String reason, Instant since) {
    Instant begun = since.isBefore(approval.requestedAt()) ? approval.requestedAt() : since;
    Instant pausedAt = approval.pausedAt().orElse(begun);
    if (!approval.expiresAt().isAfter(pausedAt)) {
      return new Deadline(Optional.empty(), Optional.empty(), approval.expiresAt(), true);
    }
    Duration remaining = Duration.between(pausedAt, approval.expiresAt());
    return new Deadline(
        Optional.of(reason), Optional.of(pausedAt), tx.now().plus(remaining), false);
  }

  private static Deadline running(Tx tx, Approval approval) {
    Instant expiresAt =
        approval
            .pausedAt()
            .map(since -> approval.expiresAt().plus(Duration.between(since, tx.now())))
            .orElse(approval.expiresAt());
    return new Deadline(
        Optional.empty(), Optional.empty(), expiresAt, !tx.now().isBefore(expiresAt));
  }

  /** Records the start or end of a pause; returns whether something was recorded. */
  static boolean recordPause(Tx tx, OrgId org, Approval approval, Deadline deadline) {
    if (deadline.pausedAt().isPresent() == approval.pausedAt().isPresent()) {
      return false;
    }
    tx.on(ApprovalStore.class)
        .pause(
            org,
            approval.approvalId(),
            deadline.pausedAt(),
            deadline.pausedAt().isPresent() ? approval.expiresAt() : deadline.expiresAt());
    return true;
  }
}
