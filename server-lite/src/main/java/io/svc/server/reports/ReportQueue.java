package io.svc.server.reports;

import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.Caller;
import io.svc.server.tenants.Revisions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Generates the reports that are too long for a synchronous request. A queued report is a row in
 * the store: a crash or a restart loses nothing, and only one of several servers generates it. An
 * interrupted report is restarted, so that its rows are of one time.
 */
final class ReportQueue {
  private static final Logger LOG = LoggerFactory.getLogger(ReportQueue.class);

  /** The time without writes after which a server loses a report. */
  private static final Duration LEASE = Duration.ofMinutes(2);

  /** The limit for one tenant, on all servers together. */
  private static final int MAX_RUNNING = 2;

  /** A report that was interrupted this often would be interrupted again. */
  private static final int MAX_ATTEMPTS = 5;

  static final int MAX_ROWS = 250_000;

  private static final int AT_ONCE = 1_000;

  private final Database database;
  private final List<ReportSource> sources;
  private final ReportWriter writer;
  private final AuditLog audit;
  private final int maxRows;
  private volatile boolean isEnding;

  ReportQueue(
      Database database,
      List<ReportSource> sources,
      ReportWriter writer,
      AuditLog audit,
      int maxRows) {
    this.database = database;
    this.sources = List.copyOf(sources);
    this.writer = writer;
    this.audit = audit;
    this.maxRows = maxRows;
  }

  /** Another server has taken the report. */
  private static final class LeaseLostException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /**
   * Generates the queued reports.
   *
   * @param tenants selects the tenants
   */
  void runWaiting(Predicate<OrgId> tenants) {
    for (ReportStore.QueuedReport waiting :
        database.read(tx -> tx.on(ReportStore.class).waiting(tx.now()))) {
      if (isEnding) {
        return;
      }
      if (!tenants.test(waiting.orgId())) {
        continue;
      }
      Optional<Long> attempt = database.write(tx -> lease(tx, waiting));
      attempt.ifPresent(number -> run(waiting.orgId(), waiting.reportId(), number));
    }
  }

  /** Releases the current report, so that another server or the next start restarts it. */
  void end() {
    isEnding = true;
  }

  private static Optional<Long> lease(Tx tx, ReportStore.QueuedReport waiting) {
    // Without this lock, two servers that each take a report would both count one too few.
    Revisions.lock(tx, waiting.orgId());
    ReportStore store = tx.on(ReportStore.class);
    boolean isLeased =
        store.countRunning(waiting.orgId(), tx.now()) < MAX_RUNNING
            && store.take(waiting.orgId(), waiting.reportId(), tx.now(), tx.now().plus(LEASE)) > 0;
    if (!isLeased) {
      return Optional.empty();
    }
    store.removeChunks(waiting.orgId(), waiting.reportId());
    return Optional.of(store.attempt(waiting.orgId(), waiting.reportId()));
  }

  private void run(OrgId org, String id, long attempt) {
    try {
      begin(org, id, attempt);
    } catch (LeaseLostException e) {
      LOG.info("another server is already creating the report {}", id);
    } catch (RuntimeException e) {
      // It stays taken until its lease expires, and is then restarted.
      LOG.error("the creation of a report was interrupted", e);
    }
  }

  private void begin(OrgId org, String id, long attempt) {
    Report report = database.read(tx -> tx.on(ReportStore.class).find(org, id)).orElseThrow();
    Optional<ReportSource> source =
        sources.stream().filter(candidate -> candidate.type().equals(report.type())).findFirst();
    if (source.isEmpty()) {
      fail(
          org,
          report,
          attempt,
          "This version of the service does not create reports of this type.");
      return;
    }
    if (attempt > MAX_ATTEMPTS) {
      fail(org, report, attempt, "Its creation was interrupted " + MAX_ATTEMPTS + " times.");
      return;
    }
    generate(org, report, source.get(), attempt);
  }

  private void generate(OrgId org, Report report, ReportSource source, long attempt) {
    long[] nextIndex = {0};
    RowSerializer press =
        new RowSerializer(
            source.columns(),
            source.digest(),
            chunk -> store(org, report, attempt, nextIndex[0]++, chunk));
    Optional<String> next = Optional.of("");
    long rows = 0;
    while (next.isPresent()) {
      if (isEnding) {
        release(org, report, attempt);
        return;
      }
      ReportSource.Page page = source.page(org, report.scope(), next.get(), AT_ONCE);
      rows += page.rows().size();
      if (rows > maxRows) {
        fail(
            org,
            report,
            attempt,
            "It has more than " + maxRows + " rows. Limit it with \"from\", \"to\" or a filter.");
        return;
      }
      page.rows().forEach(press::add);
      next = page.next();
    }
    RowSerializer.RowTotals pressed = press.end();
    database.change(
        tx -> {
          if (writer.ready(tx, org, report, source, pressed, attempt)) {
            note(tx, org, report, AuditEvent.Outcome.SUCCESS, pressed.rows());
          }
        });
  }

  private void store(OrgId org, Report report, long attempt, long index, byte[] chunk) {
    boolean isLeased =
        database.write(
            tx -> {
              ReportStore store = tx.on(ReportStore.class);
              if (store.hold(org, report.id(), attempt, tx.now().plus(LEASE)) == 0) {
                return false;
              }
              store.insertChunk(org, report.id(), index, chunk);
              return true;
            });
    if (!isLeased) {
      throw new LeaseLostException();
    }
  }

  private void release(OrgId org, Report report, long attempt) {
    database.change(tx -> tx.on(ReportStore.class).hold(org, report.id(), attempt, Instant.EPOCH));
  }

  private void fail(OrgId org, Report report, long attempt, String reason) {
    database.change(
        tx -> {
          ReportStore store = tx.on(ReportStore.class);
          if (store.failed(org, report.id(), attempt, tx.now(), reason) > 0) {
            store.removeChunks(org, report.id());
            note(tx, org, report, AuditEvent.Outcome.FAILURE, 0);
          }
        });
  }

  private void note(Tx tx, OrgId org, Report report, AuditEvent.Outcome outcome, long rows) {
    audit.record(
        tx,
        Caller.system("reports", org),
        Reports.event("report.complete", report).with("rows", rows).with(outcome));
  }
}
