package io.svc.server.reports;

import io.svc.server.attestation.DocumentSigner;
import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.Category;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.LatestRows;
import io.svc.server.db.ListColumns;
import io.svc.server.db.OrgId;
import io.svc.server.db.PageRequest;
import io.svc.server.db.Tx;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.ErrorCode;
import io.svc.server.http.Idempotency;
import io.svc.server.tenants.Tenant;
import io.svc.server.tenants.Tenants;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The reports of each tenant. Short ones are generated synchronously, long ones are queued; both
 * are stored unchanged until they expire. Safe for many threads.
 */
public final class Reports {
  /** A report with more rows is queued. */
  private static final int MAX_AT_ONCE = 2_000;

  /** A report that scans more pages is queued too, even if few rows match. */
  private static final int MAX_PAGES = 20;

  private static final int MAX_IN_PROGRESS = 20;
  private static final int MAX_COUNTED = 1_000;
  private static final int REMOVED_AT_ONCE = 20;

  static final ListColumns COLUMNS =
      ListColumns.of("report_id", "rpt_", "id")
          .texts("title", "type", "framework")
          .labels("status", Report.Status.class)
          .number("from", "from_at")
          .number("to", "to_at")
          .numbers("rowCount", "createdAt", "completedAt", "expiresAt")
          .texts("createdBy");

  private final Database database;
  private final Identifiers identifiers;
  private final Tenants tenants;
  private final AuditLog audit;
  private final List<ReportSource> sources;
  private final ReportWriter writer;
  private final ReportQueue queue;
  private final int maxConcurrent;

  /**
   * Creates the reports.
   *
   * @param sources one for each type
   */
  public Reports(
      Database database,
      Identifiers identifiers,
      Tenants tenants,
      AuditLog audit,
      DocumentSigner signer,
      List<ReportSource> sources) {
    this(database, identifiers, tenants, audit, signer, sources, MAX_AT_ONCE, ReportQueue.MAX_ROWS);
  }

  Reports(
      Database database,
      Identifiers identifiers,
      Tenants tenants,
      AuditLog audit,
      DocumentSigner signer,
      List<ReportSource> sources,
      int maxConcurrent,
      int maxRows) {
    this.database = database;
    this.identifiers = identifiers;
    this.tenants = tenants;
    this.audit = audit;
    this.sources = List.copyOf(sources);
    Set<String> types = new HashSet<>();
    for (ReportSource source : sources) {
      if (!types.add(source.type())) {
        throw new IllegalArgumentException("two sources of \"" + source.type() + '"');
      }
    }
    this.writer = new ReportWriter(identifiers, signer);
    this.queue = new ReportQueue(database, this.sources, writer, audit, maxRows);
    this.maxConcurrent = maxConcurrent;
  }

  /** Returns the sources, one for each type. */
  List<ReportSource> sources() {
    return sources;
  }

  /** The rows of a report that is short enough for a synchronous response. */
  private record GeneratedRows(List<byte[]> chunks, RowSerializer.RowTotals pressed) {}

  /**
   * Generates a report, or queues it when it is long.
   *
   * @param key the idempotency key of the request
   */
  Idempotency.RepeatableResponse create(
      Caller caller, ReportRequest order, Optional<Idempotency.Key> key) {
    Optional<Idempotency.RepeatableResponse> before =
        key.flatMap(idempotencyKey -> database.read(tx -> Idempotency.replay(tx, idempotencyKey)));
    if (before.isPresent()) {
      return before.get();
    }
    // Read before the writing transaction, so that other writers do not wait.
    Optional<GeneratedRows> rows = pagesIfFew(caller.tenant(), order);
    return database.write(
        tx -> {
          Optional<Idempotency.RepeatableResponse> meanwhile =
              key.flatMap(idempotencyKey -> Idempotency.replay(tx, idempotencyKey));
          return meanwhile.orElseGet(() -> store(tx, caller, order, rows, key));
        });
  }

  private Idempotency.RepeatableResponse store(
      Tx tx,
      Caller caller,
      ReportRequest order,
      Optional<GeneratedRows> rows,
      Optional<Idempotency.Key> key) {
    OrgId org = caller.tenant();
    ReportStore store = tx.on(ReportStore.class);
    if (rows.isEmpty() && store.countUnderWay(org) >= MAX_IN_PROGRESS) {
      throw ApiException.retryAfter(
          ErrorCode.RATE_LIMITED,
          MAX_IN_PROGRESS + " reports are already in progress. Try again when one is complete.",
          5);
    }
    String id = identifiers.next("rpt_");
    int days = tenants.get(tx, org).settings().retentionDays().events();
    store.insert(
        org,
        id,
        order.source().type(),
        order.scope(),
        order.title(),
        caller.id(),
        tx.now(),
        tx.now().plus(Duration.ofDays(days)));
    Report report = get(tx, org, id);
    rows.ifPresent(
        all -> {
          for (int index = 0; index < all.chunks().size(); index++) {
            store.insertChunk(org, id, index, all.chunks().get(index));
          }
          writer.ready(tx, org, report, order.source(), all.pressed(), 0);
        });
    Report stored = get(tx, org, id);
    audit.record(
        tx, caller, event("report.create", stored).with("status", stored.status().toString()));
    Idempotency.RepeatableResponse reply =
        Idempotency.RepeatableResponse.of(
            201, new ReportRoutes.ReportResponse(ReportView.Detail.of(stored)));
    key.ifPresent(idempotencyKey -> Idempotency.store(tx, idempotencyKey, reply));
    return reply;
  }

  /** Returns the rows, unless there are too many for a synchronous response. */
  private Optional<GeneratedRows> pagesIfFew(OrgId org, ReportRequest order) {
    ReportSource source = order.source();
    List<byte[]> chunks = new ArrayList<>();
    RowSerializer press = new RowSerializer(source.columns(), source.digest(), chunks::add);
    Optional<String> next = Optional.of("");
    int rows = 0;
    int pages = 0;
    while (next.isPresent()) {
      ReportSource.Page page = source.page(org, order.scope(), next.get(), maxConcurrent);
      rows += page.rows().size();
      pages++;
      if (rows > maxConcurrent || pages > MAX_PAGES) {
        return Optional.empty();
      }
      page.rows().forEach(press::add);
      next = page.next();
    }
    return Optional.of(new GeneratedRows(chunks, press.end()));
  }

  /** Returns a page, latest first. */
  LatestRows.Page<Report> page(OrgId org, PageRequest page) {
    return database.read(
        tx ->
            new LatestRows<>(tx, org, ReportStore.LISTED, COLUMNS, Report.class)
                .page(page, MAX_COUNTED));
  }

  Report get(OrgId org, String id) {
    return database.read(tx -> get(tx, org, id));
  }

  private static Report get(Tx tx, OrgId org, String id) {
    return tx.on(ReportStore.class)
        .find(org, id)
        .orElseThrow(() -> ApiException.notFound("report", id));
  }

  /**
   * Returns an export of a report, and records it in the audit log.
   *
   * @throws ApiException {@code report_not_ready} while it is not ready
   */
  ReportExport export(Caller caller, Report report, String format) {
    if (report.status() != Report.Status.READY) {
      throw new ApiException(
          ErrorCode.REPORT_NOT_READY,
          "The report is \""
              + report.status()
              + "\"; only a ready report can be exported."
              + (report.error().isEmpty() ? "" : " " + report.error()));
    }
    database.change(
        tx ->
            audit.record(
                tx,
                caller,
                event("report.export", report)
                    .with("format", format)
                    .with("contentHash", report.contentHash())));
    return new ReportExport(database, caller.tenant(), report);
  }

  static AuditEvent event(String action, Report report) {
    AuditEvent event =
        AuditEvent.of(Category.REPORT, action, "report", report.id(), report.title())
            .with("type", report.type());
    String framework = report.scope().framework();
    return framework.isEmpty() ? event : event.with("framework", framework);
  }

  /** Generates the queued reports; called periodically. */
  public void runWaiting() {
    queue.runWaiting(org -> true);
  }

  /** Generates the queued reports of one tenant. */
  public void runWaiting(OrgId org) {
    queue.runWaiting(org::equals);
  }

  /** Starts no further report, and leaves the current one to the next start. */
  public void end() {
    queue.end();
  }

  /**
   * Deletes reports that are expired, or older than the current event retention of their tenant.
   */
  public void prune(Instant now) {
    for (Tenant tenant : database.read(tenants::all)) {
      Duration retention = Duration.ofDays(tenant.settings().retentionDays().events());
      int removed;
      do {
        removed = database.write(tx -> pruneSome(tx, tenant.id(), now, now.minus(retention)));
      } while (removed == REMOVED_AT_ONCE);
    }
  }

  private static int pruneSome(Tx tx, OrgId org, Instant now, Instant before) {
    ReportStore store = tx.on(ReportStore.class);
    List<String> ended = store.ended(org, now, before, REMOVED_AT_ONCE);
    for (String id : ended) {
      store.removeChunks(org, id);
      store.remove(org, id);
    }
    return ended.size();
  }

  /** Deletes everything of a tenant; returns the number of rows. */
  public long removeAll(Tx tx, OrgId org) {
    return tx.removeAll(org, "report_chunk", "report");
  }
}
