package io.svc.server.mcp;

import io.svc.rules.Severity;
import io.svc.scanner.finding.Finding;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The changes to findings by a report, collected and written in batches. For one transaction. */
final class FindingChanges {
  private static final int KEYS_AT_ONCE = 500;

  private final FindingStore store;
  private final OrgId org;
  private final String fileKey;
  private final String reportId;
  private final Instant now;
  private final InventoryCounts tally;
  private final Map<String, FindingStore.FindingState> existing = new HashMap<>();
  private final Map<String, Map<Severity, Long>> byServer = new HashMap<>();
  private final List<FindingStore.FindingUpdate> newChanges = new ArrayList<>();
  private final List<FindingStore.FindingUpdate> seen = new ArrayList<>();
  private final List<String> fixed = new ArrayList<>();
  private final List<Finding> opened = new ArrayList<>();
  private int openedByReport;
  private int reopened;

  FindingChanges(Tx tx, OrgId org, String fileKey, String reportId, InventoryCounts tally) {
    this.store = tx.on(FindingStore.class);
    this.org = org;
    this.fileKey = fileKey;
    this.reportId = reportId;
    this.now = tx.now();
    this.tally = tally;
  }

  /** Reads the previous state of findings: those present in the file, and those with the keys. */
  void load(Set<String> keys) {
    store.present(org, fileKey).forEach(row -> existing.put(row.findingKey(), row));
    List<String> others = new ArrayList<>();
    for (String key : keys) {
      if (!existing.containsKey(key)) {
        others.add(key);
      }
    }
    for (int from = 0; from < others.size(); from += KEYS_AT_ONCE) {
      List<String> some = others.subList(from, Math.min(others.size(), from + KEYS_AT_ONCE));
      store.known(org, some).forEach(row -> existing.put(row.findingKey(), row));
    }
  }

  /** Returns the findings that were present and are not fixed. */
  Collection<FindingStore.FindingState> unfixedFindings() {
    return existing.values();
  }

  /** Adds a finding that is present. */
  void see(String key, Finding finding, String serverId, boolean isServiceFinding) {
    FindingStore.FindingState before = existing.get(key);
    FindingStatus status =
        finding.suppressed()
            ? FindingStatus.SUPPRESSED
            : before == null ? FindingStatus.NEW : FindingStatus.OPEN;
    FindingStore.FindingUpdate change =
        new FindingStore.FindingUpdate(key, finding, status, serverId, isServiceFinding);
    if (before == null) {
      newChanges.add(change);
      if (status.isOpen()) {
        opened.add(finding);
        openedByReport += isServiceFinding ? 0 : 1;
      }
    } else {
      count(before.serverId(), before.status(), before.severity(), -1);
      seen.add(change);
      reopened += before.status() == FindingStatus.FIXED && status.isOpen() ? 1 : 0;
    }
    count(serverId, status, finding.severity(), 1);
  }

  /** Adds a finding that is no longer present. */
  void fix(FindingStore.FindingState before) {
    fixed.add(before.findingKey());
    count(before.serverId(), before.status(), before.severity(), -1);
    count(before.serverId(), FindingStatus.FIXED, before.severity(), 1);
  }

  private void count(String serverId, FindingStatus status, Severity severity, int by) {
    tally.add(InventoryCounts.findings(status, severity), by);
    if (status.isOpen() && !serverId.isEmpty()) {
      byServer
          .computeIfAbsent(serverId, id -> new EnumMap<>(Severity.class))
          .merge(severity, (long) by, Long::sum);
    }
  }

  /** Writes all changes; new findings are numbered after the last number. */
  void write(long lastSeq) {
    store.fixed(org, fixed, now);
    store.seen(org, seen, reportId, now);
    List<Long> numbers = new ArrayList<>();
    for (int i = 1; i <= newChanges.size(); i++) {
      numbers.add(lastSeq + i);
    }
    store.insert(org, newChanges, numbers, fileKey, reportId, now);
    tally.add(InventoryCounts.FINDING_SEQ, newChanges.size());
  }

  /** Returns the changes in the number of open findings by server. */
  Map<String, Map<Severity, Long>> byServer() {
    return byServer;
  }

  /** Returns new findings that are not suppressed. */
  List<Finding> opened() {
    return opened;
  }

  /** Returns how many of them the report itself contains. */
  int openedByReport() {
    return openedByReport;
  }

  int fixedCount() {
    return fixed.size();
  }

  int reopenedCount() {
    return reopened;
  }
}
