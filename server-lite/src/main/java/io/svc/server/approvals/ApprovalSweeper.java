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
  private final ApprovalTransitions transitions;
  private final ApprovalDeadlines deadlines;
  private final Executions executions;

  /** Only used by the job's thread. */
  private int rounds;

  ApprovalSweeper(
      Database database,
      Tenants tenants,
      ApprovalTransitions transitions,
      ApprovalDeadlines deadlines,
      Executions executions) {
    this.database = database;
    this.tenants = tenants;
    this.transitions = transitions;
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
    List<ApprovalStore.OpenApproval> part;
    do {
      String from = after;
      part =
          database.read(tx -> tx.on(ApprovalStore.class).open(from, isFull, tx.now(), PAGE_ROWS));
      List<ApprovalStore.OpenApproval> seen =
          part.stream().filter(open -> tenants.test(open.orgId())).toList();
      database.read(tx -> due(tx, seen)).forEach(this::settle);
      after = part.isEmpty() ? "" : part.get(part.size() - 1).approvalId();
    } while (part.size() == PAGE_ROWS);
  }

  private List<ApprovalStore.OpenApproval> due(Tx tx, List<ApprovalStore.OpenApproval> seen) {
    List<ApprovalStore.OpenApproval> due = new ArrayList<>();
    for (ApprovalStore.OpenApproval open : seen) {
      Optional<Approval> found = tx.on(ApprovalStore.class).find(open.orgId(), open.approvalId());
      if (found.isEmpty() || !found.get().status().hasDeadline()) {
        continue;
      }
      Approval approval = found.get();
      ApprovalDeadlines.Deadline deadline = deadlines.of(tx, open.orgId(), approval);
      boolean isToSend =
          approval.isHeld()
              && approval.status() == ApprovalStatus.APPROVED
              && deadline.pause().isEmpty();
      if (deadline.isOver()
          || isToSend
          || deadline.pausedAt().isPresent() != approval.pausedAt().isPresent()) {
        due.add(open);
      }
    }
    return due;
  }

  private void settle(ApprovalStore.OpenApproval open) {
    boolean isToSend =
        database.write(
            tx -> {
              Optional<Approval> found =
                  tx.on(ApprovalStore.class).lock(open.orgId(), open.approvalId());
              if (found.isEmpty() || !found.get().status().hasDeadline()) {
                return false;
              }
              Approval approval = found.get();
              ApprovalDeadlines.Deadline deadline = deadlines.of(tx, open.orgId(), approval);
              if (deadline.isOver()) {
                transitions.move(
                    tx,
                    Caller.system("approvals", open.orgId()),
                    approval,
                    ApprovalTransition.EXPIRE,
                    Approvals.TIME_EXPIRED);
                return false;
              }
              if (ApprovalDeadlines.recordPause(tx, open.orgId(), approval, deadline)) {
                transitions.note(
                    tx,
                    open.orgId(),
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
      executions.submit(open.orgId(), open.approvalId());
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
    Duration retention = Duration.ofDays(tenant.get().settings().retentionDays().sessions());
    List<String> ids =
        tx.on(ApprovalStore.class).endedBefore(org, now.minus(retention), REMOVED_AT_ONCE);
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
