package io.svc.server.approvals;

import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.db.Vendor;
import io.svc.server.decisions.ApprovalBasis;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.tenants.Revisions;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends approved calls, each at most once. In one transaction, a server checks that the basis of
 * the approval is unchanged, takes a lease and removes the call from the store; it then renews the
 * lease. A call whose lease expired may have been sent, and is not sent again. Safe for use by
 * several threads, and by several servers on one store.
 */
final class Executions implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Executions.class);
  private static final int THREADS = 8;

  /** Much longer than the interval of the job that renews it. */
  private static final Duration LEASE = Duration.ofSeconds(60);

  private static final Duration TIMEOUT = Duration.ofSeconds(12);
  private static final String ABANDONED_CALL =
      "The server stopped while it sent the call. The call may have arrived and is not retried.";
  private static final String BROKE_OFF =
      "The call was interrupted. It may have arrived and is not retried.";

  private final Database database;
  private final ApprovalTransitions transitions;
  private final ApprovalDeadlines deadlines;
  private final HeldResponses answers;
  private final CallExecutor executor;
  private final String owner;
  private final Set<String> atWork = ConcurrentHashMap.newKeySet();
  private final ExecutorService workers;

  /**
   * Creates the executions.
   *
   * @param owner a unique name of this run of the server
   */
  Executions(
      Database database,
      ApprovalTransitions transitions,
      ApprovalDeadlines deadlines,
      HeldResponses answers,
      CallExecutor executor,
      String owner) {
    this.database = database;
    this.transitions = transitions;
    this.deadlines = deadlines;
    this.answers = answers;
    this.executor = executor;
    this.owner = owner;
    this.workers =
        Executors.newFixedThreadPool(
            THREADS,
            task -> {
              Thread thread = new Thread(task, "approved-call");
              thread.setDaemon(true);
              return thread;
            });
  }

  /** A call to send. */
  @SuppressWarnings("ArrayRecordComponent") // Passed on once, and never compared.
  private record Task(OrgId org, String approvalId, byte[] sealed) {}

  /** Sends the call of an approval soon, if its state allows it. */
  void submit(OrgId org, String approvalId) {
    if (!atWork.add(approvalId)) {
      return;
    }
    try {
      workers.execute(() -> send(org, approvalId));
    } catch (RejectedExecutionException e) {
      atWork.remove(approvalId);
    }
  }

  private void send(OrgId org, String approvalId) {
    try {
      database.write(tx -> begin(tx, org, approvalId)).ifPresent(this::run);
    } catch (ApiException e) {
      LOG.debug("an approved call is not sent: {}", e.getMessage());
    } catch (RuntimeException e) {
      LOG.error("the call of approval {} could not be claimed or completed", approvalId, e);
    } finally {
      atWork.remove(approvalId);
    }
  }

  private Optional<Task> begin(Tx tx, OrgId org, String approvalId) {
    // Prevents changes to the basis of the decision until this transaction ends.
    Revisions.lock(tx, org);
    Approval approval = ApprovalTransitions.lock(tx, org, approvalId);
    ApprovalDeadlines.Deadline deadline = deadlines.of(tx, org, approval);
    if (approval.status() != ApprovalStatus.APPROVED
        || !approval.isHeld()
        || deadline.isOver()
        || deadline.pause().isPresent()) {
      return Optional.empty();
    }
    Caller caller = Caller.system("approvals", org);
    ApprovalBasis basis = deadlines.basis(tx, org, approval);
    if (!basis.policies().equals(approval.policies()) || basis.end().isPresent()) {
      transitions.move(
          tx,
          caller,
          approval,
          ApprovalTransition.OUTDATE,
          basis.end().orElse(Approvals.POLICY_CHANGED));
      return Optional.empty();
    }
    Optional<String> sealed =
        tx.on(RecordStore.class)
            .sealedPayload(org, approvalId, RecordStore.PayloadKind.CALL, tx.now());
    transitions.move(tx, caller, approval, ApprovalTransition.BEGIN, "");
    tx.on(ApprovalStore.class).lease(org, approvalId, owner, tx.now().plus(LEASE));
    tx.on(RecordStore.class).wipe(org, approvalId);
    return sealed.map(text -> new Task(org, approvalId, Base64.getDecoder().decode(text)));
  }

  private void run(Task task) {
    HeldCallResponse executed;
    try {
      executed = executor.execute(task.org(), task.approvalId(), task.sealed());
    } catch (ApiException e) {
      fail(task, e.getMessage() + " It is not retried.");
      return;
    } catch (RuntimeException e) {
      LOG.warn("the call of approval {} was interrupted", task.approvalId(), e);
      fail(task, BROKE_OFF);
      return;
    }
    String sealed = answers.seal(task.org(), task.approvalId(), executed);
    database.change(
        tx -> {
          Approval approval = ApprovalTransitions.lock(tx, task.org(), task.approvalId());
          if (isOwnedByThisServer(approval)) {
            answers.store(tx, task.org(), approval, executed, sealed);
            transitions.move(
                tx,
                Caller.system("approvals", task.org()),
                approval,
                ApprovalTransition.FINISH,
                "Answered with " + executed.status());
          }
        });
  }

  private boolean isOwnedByThisServer(Approval approval) {
    return approval.status() == ApprovalStatus.EXECUTING && approval.leaseOwner().equals(owner);
  }

  private void fail(Task task, String reason) {
    database.change(
        tx -> {
          Approval approval = ApprovalTransitions.lock(tx, task.org(), task.approvalId());
          if (isOwnedByThisServer(approval)) {
            transitions.move(
                tx,
                Caller.system("approvals", task.org()),
                approval,
                ApprovalTransition.FAIL,
                reason);
          }
        });
  }

  /**
   * Renews the leases of calls that this server sends, and settles calls of other servers whose
   * lease expired.
   */
  void renew() {
    List<String> ids = List.copyOf(atWork);
    if (!ids.isEmpty()) {
      database.change(tx -> tx.on(ApprovalStore.class).renew(owner, tx.now().plus(LEASE), ids));
    }
    settleAbandoned(false);
  }

  /**
   * Settles calls that were in progress when this server, or another one on a shared store,
   * stopped.
   */
  void start() {
    settleAbandoned(database.vendor() == Vendor.SQLITE);
  }

  private void settleAbandoned(boolean isSingleServer) {
    List<ApprovalStore.OpenApproval> abandoned =
        database.read(tx -> tx.on(ApprovalStore.class).leftBehind(owner, tx.now(), isSingleServer));
    for (ApprovalStore.OpenApproval open : abandoned) {
      database.change(
          tx -> {
            Approval approval = ApprovalTransitions.lock(tx, open.orgId(), open.approvalId());
            boolean isAbandoned =
                tx.on(ApprovalStore.class).leftBehind(owner, tx.now(), isSingleServer).stream()
                    .anyMatch(open::equals);
            if (isAbandoned) {
              transitions.move(
                  tx,
                  Caller.system("approvals", open.orgId()),
                  approval,
                  ApprovalTransition.FAIL,
                  ABANDONED_CALL);
            }
          });
    }
  }

  /** Starts no further calls and waits a limited time for those in progress. */
  @Override
  public void close() {
    workers.shutdown();
    try {
      if (!workers.awaitTermination(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.warn("some approved calls were in progress at shutdown and are not retried");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
