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
  private static final int MOST_RUNNING = 2;

  /** A report that was interrupted this often would be interrupted again. */
  private static final int MOST_ATTEMPTS = 5;

  static final int MOST_ROWS = 250_000;

  private static final int AT_ONCE = 1_000;

  private final Database database;
  private final List<ReportSource> sources;
  private final ReportWriter writer;
  private final AuditLog audit;
  private final int mostRows;
  private volatile boolean isEnding;

  ReportQueue(
      Database database,
      List<ReportSource> sources,
      ReportWriter writer,
      AuditLog audit,
      int mostRows) {
    this.database = database;
    this.sources = List.copyOf(sources);
    this.writer = writer;
    this.audit = audit;
    this.mostRows = mostRows;
  }

  /** Another server has taken the report. */
  private static final class LostException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /**
   * Generates the queued reports.
   *
   * @param whose selects the tenants
   */
  void runWaiting(Predicate<OrgId> whose) {
    for (ReportStore.Waiting waiting :
        database.read(tx -> tx.on(ReportStore.class).waiting(tx.now()))) {
      if (isEnding) {
        return;
      }
      if (!whose.test(waiting.orgId())) {
        continue;
      }
      Optional<Long> attempt = database.write(tx -> take(tx, waiting));
      attempt.ifPresent(number -> run(waiting.orgId(), waiting.reportId(), number));
    }
  }

  /** Releases the current report, so that another server or the next start restarts it. */
  void end() {
    isEnding = true;
  }

  private static Optional<Long> take(Tx tx, ReportStore.Waiting waiting) {
    // Without this lock, two servers that each take a report would both count one too few.
    Revisions.hold(tx, waiting.orgId());
    ReportStore store = tx.on(ReportStore.class);
    boolean isOurs =
        store.countRunning(waiting.orgId(), tx.now()) < MOST_RUNNING
            && store.take(waiting.orgId(), waiting.reportId(), tx.now(), tx.now().plus(LEASE)) > 0;
    if (!isOurs) {
      return Optional.empty();
    }
    store.removeChunks(waiting.orgId(), waiting.reportId());
    return Optional.of(store.attempt(waiting.orgId(), waiting.reportId()));
  }

  private void run(OrgId org, String id, long attempt) {
    try {
      begin(org, id, attempt);
    } catch (LostException e) {
      LOG.info("another server is already creating the report {}", id);
    } catch (RuntimeException e) {
      // It stays taken until its lease expires, and is then restarted.
      LOG.error("a report broke off", e);
    }
  }

  private void begin(OrgId org, String id, long attempt) {
    Report report = database.read(tx -> tx.on(ReportStore.class).find(org, id)).orElseThrow();
    Optional<ReportSource> source =
        sources.stream().filter(one -> one.type().equals(report.type())).findFirst();
    if (source.isEmpty()) {
      fail(org, report, attempt, "This version of the service makes no reports of this type.");
      return;
    }
    if (attempt > MOST_ATTEMPTS) {
      fail(org, report, attempt, "It broke off " + MOST_ATTEMPTS + " times.");
      return;
    }
    make(org, report, source.get(), attempt);
  }

  private void make(OrgId org, Report report, ReportSource source, long attempt) {
    long[] place = {0};
    RowSerializer press =
        new RowSerializer(
            source.columns(),
            source.digest(),
            chunk -> store(org, report, attempt, place[0]++, chunk));
    Optional<String> next = Optional.of("");
    long rows = 0;
    while (next.isPresent()) {
      if (isEnding) {
        release(org, report, attempt);
        return;
      }
      ReportSource.Page page = source.page(org, report.scope(), next.get(), AT_ONCE);
      rows += page.rows().size();
      if (rows > mostRows) {
        fail(
            org,
            report,
            attempt,
            "It has more than " + mostRows + " rows. Narrow it by \"from\", \"to\" or a filter.");
        return;
      }
      page.rows().forEach(press::add);
      next = page.next();
    }
    RowSerializer.Pressed pressed = press.end();
    database.change(
        tx -> {
          if (writer.ready(tx, org, report, source, pressed, attempt)) {
            note(tx, org, report, AuditEvent.Outcome.SUCCESS, pressed.rows());
          }
        });
  }

  private void store(OrgId org, Report report, long attempt, long place, byte[] chunk) {
    boolean isOurs =
        database.write(
            tx -> {
              ReportStore store = tx.on(ReportStore.class);
              if (store.hold(org, report.id(), attempt, tx.now().plus(LEASE)) == 0) {
                return false;
              }
              store.insertChunk(org, report.id(), place, chunk);
              return true;
            });
    if (!isOurs) {
      throw new LostException();
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
