package io.svc.server.approvals;

import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.Caller;
import io.svc.server.tenants.Tenant;
import io.svc.server.tenants.Tenants;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Jobs that settle approvals: deadlines, calls to send and retention. */
final class ApprovalSweeper {
  private static final int PAGE_ROWS = 500;

  /** Pauses need no exact time: a paused approval answers with its pause in every round. */
  private static final int FULL_EVERY = 10;

  private static final int REMOVED_AT_ONCE = 200;

  private final Database database;
  private final Tenants tenants;
  private final ApprovalTransitions course;
  private final ApprovalDeadlines deadlines;
  private final Executions executions;

  /** Only used by the job's thread. */
  private int rounds;

  ApprovalSweeper(
      Database database,
      Tenants tenants,
      ApprovalTransitions course,
      ApprovalDeadlines deadlines,
      Executions executions) {
    this.database = database;
    this.tenants = tenants;
    this.course = course;
    this.deadlines = deadlines;
    this.executions = executions;
  }

  /**
   * Settles expired approvals and sends due calls, according to the stored times. Every {@value
   * #FULL_EVERY}th round computes the deadline of each open approval instead.
   */
  void next() {
    round(org -> true, ++rounds % FULL_EVERY == 0);
  }

  /**
   * Computes the deadline of each open approval of some tenants and settles expired ones and calls
   * to send.
   */
  void round(Predicate<OrgId> tenants) {
    round(tenants, true);
  }

  private void round(Predicate<OrgId> tenants, boolean isFull) {
    executions.renew();
    String after = "";
    List<ApprovalStore.Open> part;
    do {
      String from = after;
      part =
          database.read(tx -> tx.on(ApprovalStore.class).open(from, isFull, tx.now(), PAGE_ROWS));
      List<ApprovalStore.Open> seen =
          part.stream().filter(one -> tenants.test(one.orgId())).toList();
      database.read(tx -> due(tx, seen)).forEach(this::settle);
      after = part.isEmpty() ? "" : part.get(part.size() - 1).approvalId();
    } while (part.size() == PAGE_ROWS);
  }

  private List<ApprovalStore.Open> due(Tx tx, List<ApprovalStore.Open> seen) {
    List<ApprovalStore.Open> due = new ArrayList<>();
    for (ApprovalStore.Open one : seen) {
      Optional<Approval> found = tx.on(ApprovalStore.class).find(one.orgId(), one.approvalId());
      if (found.isEmpty() || !found.get().status().hasDeadline()) {
        continue;
      }
      Approval approval = found.get();
      ApprovalDeadlines.Deadline deadline = deadlines.of(tx, one.orgId(), approval);
      boolean isToSend =
          approval.isHeld()
              && approval.status() == ApprovalStatus.APPROVED
              && deadline.pause().isEmpty();
      if (deadline.isOver()
          || isToSend
          || deadline.pausedAt().isPresent() != approval.pausedAt().isPresent()) {
        due.add(one);
      }
    }
    return due;
  }

  private void settle(ApprovalStore.Open one) {
    boolean isToSend =
        database.write(
            tx -> {
              Optional<Approval> found =
                  tx.on(ApprovalStore.class).lock(one.orgId(), one.approvalId());
              if (found.isEmpty() || !found.get().status().hasDeadline()) {
                return false;
              }
              Approval approval = found.get();
              ApprovalDeadlines.Deadline deadline = deadlines.of(tx, one.orgId(), approval);
              if (deadline.isOver()) {
                course.move(
                    tx,
                    Caller.system("approvals", one.orgId()),
                    approval,
                    ApprovalTransition.EXPIRE,
                    Approvals.TIME_IS_OVER);
                return false;
              }
              if (ApprovalDeadlines.settle(tx, one.orgId(), approval, deadline)) {
                course.note(
                    tx,
                    one.orgId(),
                    approval.approvalId(),
                    deadline.pause().isPresent() ? "paused" : "resumed",
                    "",
                    deadline.pause().orElse(""));
              }
              return approval.isHeld()
                  && approval.status() == ApprovalStatus.APPROVED
                  && deadline.pause().isEmpty();
            });
    if (isToSend) {
      executions.submit(one.orgId(), one.approvalId());
    }
  }

  /** Removes expired responses, and approvals after the retention of sessions. */
  void prune(Instant now) {
    database.change(tx -> tx.on(RecordStore.class).wipeEnded(now));
    for (OrgId org : database.read(tx -> tenants.all(tx).stream().map(Tenant::id).toList())) {
      while (database.write(tx -> pruneSome(tx, org, now)) == REMOVED_AT_ONCE) {
        // Repeats until nothing is left.
      }
    }
  }

  private int pruneSome(Tx tx, OrgId org, Instant now) {
    Optional<Tenant> tenant = tenants.find(tx, org);
    if (tenant.isEmpty()) {
      return 0;
    }
    Duration kept = Duration.ofDays(tenant.get().settings().retentionDays().sessions());
    List<String> ids =
        tx.on(ApprovalStore.class).endedBefore(org, now.minus(kept), REMOVED_AT_ONCE);
    if (!ids.isEmpty()) {
      RecordStore records = tx.on(RecordStore.class);
      records.removeVotes(org, ids);
      records.removeEvents(org, ids);
      records.removePayloads(org, ids);
      tx.on(ApprovalStore.class).remove(org, ids);
    }
    return ids.size();
  }
}
