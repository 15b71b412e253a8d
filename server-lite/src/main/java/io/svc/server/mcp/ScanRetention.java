package io.svc.server.mcp;

import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.tenants.Tenant;
import io.svc.server.tenants.Tenants;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Removes bodies of reports and fixed findings after the tenant's retention of events. The latest
 * report of each file stays complete, and so does the latest report of each server and finding that
 * is still present. A report without a body retains its counts and the fields that identify
 * duplicates.
 */
final class ScanRetention {
  private static final int READ_AT_ONCE = 1_000;
  private static final int CHANGED_AT_ONCE = 200;

  private final Database database;
  private final Tenants tenants;

  ScanRetention(Database database, Tenants tenants) {
    this.database = database;
    this.tenants = tenants;
  }

  /** The numbers of removed items. */
  record RemovedCounts(int findings, int bodies) {}

  /** Removes expired data. */
  RemovedCounts prune(Instant now) {
    int findings = 0;
    int bodies = 0;
    for (Tenant tenant : database.read(tenants::all)) {
      Instant before = now.minus(Duration.ofDays(tenant.settings().retentionDays().events()));
      findings += pruneFindings(tenant.id(), before);
      bodies += pruneBodies(tenant.id(), before);
    }
    return new RemovedCounts(findings, bodies);
  }

  private int pruneFindings(OrgId org, Instant before) {
    int removed = 0;
    int step;
    do {
      step = database.write(tx -> removeFindings(tx, org, before));
      removed += step;
    } while (step == CHANGED_AT_ONCE);
    return removed;
  }

  private static int removeFindings(Tx tx, OrgId org, Instant before) {
    // A concurrent report may have reopened one of them.
    InventoryCounts.lock(tx, org);
    FindingStore store = tx.on(FindingStore.class);
    List<FindingStore.ExpiredFinding> old = store.fixedBefore(org, before, CHANGED_AT_ONCE);
    if (old.isEmpty()) {
      return 0;
    }
    InventoryCounts tally = new InventoryCounts();
    old.forEach(finding -> tally.remove(FindingStatus.FIXED, finding.severity()));
    tally.write(tx, org);
    return store.remove(org, old.stream().map(FindingStore.ExpiredFinding::findingKey).toList());
  }

  private int pruneBodies(OrgId org, Instant before) {
    List<String> superseded = superseded(org, before);
    if (superseded.isEmpty()) {
      return 0;
    }
    // Only new reports get new references, so that this result remains valid.
    superseded.removeAll(referred(org));
    int emptied = 0;
    for (int from = 0; from < superseded.size(); from += CHANGED_AT_ONCE) {
      List<String> some =
          superseded.subList(from, Math.min(superseded.size(), from + CHANGED_AT_ONCE));
      emptied += database.write(tx -> empty(tx, org, some));
    }
    return emptied;
  }

  /** Returns old reports of files that have a later report. */
  private List<String> superseded(OrgId org, Instant before) {
    Set<String> files = new HashSet<>();
    List<String> found = new ArrayList<>();
    long last = Long.MAX_VALUE;
    List<ScanReportStore.ReportWithBody> page;
    do {
      long from = last;
      page = database.read(tx -> tx.on(ScanReportStore.class).withBody(org, from, READ_AT_ONCE));
      for (ScanReportStore.ReportWithBody report : page) {
        boolean isLatest = files.add(ParsedReport.fileKey(report.source(), report.configPath()));
        if (!isLatest && report.receivedAt().isBefore(before)) {
          found.add(report.reportId());
        }
        last = report.seq();
      }
    } while (page.size() == READ_AT_ONCE);
    return found;
  }

  /** Returns the latest reports of servers and of findings that are not fixed. */
  private Set<String> referred(OrgId org) {
    Set<String> found =
        new HashSet<>(database.read(tx -> tx.on(ServerStore.class).lastReports(org)));
    long last = 0;
    List<FindingStore.ReportedFinding> page;
    do {
      long from = last;
      page = database.read(tx -> tx.on(FindingStore.class).seenIn(org, from, READ_AT_ONCE));
      for (FindingStore.ReportedFinding finding : page) {
        if (finding.status() != FindingStatus.FIXED) {
          found.add(finding.reportId());
        }
        last = finding.seq();
      }
    } while (page.size() == READ_AT_ONCE);
    return found;
  }

  private static int empty(Tx tx, OrgId org, List<String> reports) {
    ScanReportStore store = tx.on(ScanReportStore.class);
    store.empty(org, reports);
    return store.markEmpty(org, reports);
  }
}
