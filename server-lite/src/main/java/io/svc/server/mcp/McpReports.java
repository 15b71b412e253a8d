package io.svc.server.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.baseline.BaselineAsset;
import io.svc.baseline.DriftDetector;
import io.svc.rules.Severity;
import io.svc.scanner.finding.Finding;
import io.svc.scanner.finding.Ids;
import io.svc.scanner.scan.McpScanReport;
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
import io.svc.server.http.ListRequest;
import io.svc.server.json.Json;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Accepts scan reports. The order of arrival counts for reports of the same file, because the
 * clocks of scanning machines may differ. Thread-safe.
 */
public final class McpReports {
  static final ListColumns COLUMNS =
      ListColumns.of("seq", "")
          .text("id", "report_id")
          .texts("configPath", "source")
          .labels("status", McpScanReport.Status.class)
          .numbers("serversScanned", "findingsCount", "criticalCount", "highCount", "newFindings")
          .numbers("fixedFindings", "reopenedFindings", "driftFindings", "scannedAt", "receivedAt")
          .texts("uploadedBy");

  private static final String DRIFT = DriftDetector.CHECK.findingType();

  private final Database database;
  private final Identifiers identifiers;
  private final Ids ids;
  private final AuditLog audit;
  private final ReportListener listener;

  McpReports(
      Database database,
      Identifiers identifiers,
      Ids ids,
      AuditLog audit,
      ReportListener listener) {
    this.database = database;
    this.identifiers = identifiers;
    this.ids = ids;
    this.audit = audit;
    this.listener = listener;
  }

  /** A page of reports, latest first, with the total. */
  record Page(List<StoredReport> reports, long total, Optional<String> cursor) {}

  /** Accepts a report; responds with 201, or with 200 for a duplicate. */
  Idempotency.RepeatableResponse accept(
      Caller caller, ParsedReport sent, Optional<Idempotency.Key> key) {
    // A key that equals the report's own identifier is redundant, because the identifier already
    // detects duplicates.
    Optional<Idempotency.Key> idempotencyKey =
        key.filter(k -> !k.value().equals(sent.report().reportId()));
    ReportListener prepared = listener.prepared(sent.report());
    return database.write(
        tx -> {
          InventoryCounts.lock(tx, caller.tenant());
          Optional<Idempotency.RepeatableResponse> storedReply =
              idempotencyKey.flatMap(k -> Idempotency.replay(tx, k));
          if (storedReply.isPresent()) {
            return storedReply.get();
          }
          Idempotency.RepeatableResponse reply =
              findReply(tx, caller.tenant(), sent)
                  .orElseGet(() -> store(tx, caller, sent, prepared));
          idempotencyKey.ifPresent(k -> Idempotency.store(tx, k, reply));
          return reply;
        });
  }

  private static Optional<Idempotency.RepeatableResponse> findReply(
      Tx tx, OrgId org, ParsedReport sent) {
    ScanReportStore reports = tx.on(ScanReportStore.class);
    String id = sent.report().reportId();
    Optional<ScanReportStore.StoredUpload> existing = reports.known(org, id);
    if (existing.isEmpty()) {
      return Optional.empty();
    }
    if (!existing.get().contentHash().equals(sent.contentHash())) {
      throw new ApiException(
          ErrorCode.CONFLICT,
          "There is already another report \"" + id + "\"; use a new report_id for a new scan.");
    }
    reports.countDuplicate(org, id);
    ObjectNode answer = (ObjectNode) Json.readStored(existing.get().answer());
    return Optional.of(Idempotency.RepeatableResponse.of(200, answer.put("duplicate", true)));
  }

  private Idempotency.RepeatableResponse store(
      Tx tx, Caller caller, ParsedReport sent, ReportListener reportListener) {
    OrgId org = caller.tenant();
    String id = sent.report().reportId();
    InventoryCounts tally = new InventoryCounts();
    Map<String, Long> counts = InventoryCounts.read(tx, org);
    FileServers servers = new FileServers(tx, org, sent, ids);
    servers.update(identifiers);
    Optional<List<Finding>> drift = drift(tx, org, sent, servers);
    FindingChanges findings = findings(tx, org, sent, servers, drift, tally);
    findings.write(counts.getOrDefault(InventoryCounts.FINDING_SEQ, 0L));
    servers.write(findings.byServer(), tally);
    tally.add(InventoryCounts.REPORTS, 1);
    tally.write(tx, org);
    int driftCount = drift.orElse(List.of()).size();
    for (Finding finding : sent.report().findings()) {
      driftCount += isDrift(finding) && !finding.suppressed() ? 1 : 0;
    }
    insert(
        tx,
        caller,
        sent,
        counts.getOrDefault(InventoryCounts.REPORTS, 0L) + 1,
        findings,
        driftCount);
    int alerts = reportListener.accepted(tx, caller, sent.report(), findings.opened());
    ReportUploadResponse answer =
        answer(tx, sent, findings.openedByReport(), servers.seenCount(), driftCount, alerts);
    tx.on(ScanReportStore.class)
        .insertBody(org, id, sent.contentHash(), Json.text(answer), sent.json());
    audit(tx, caller, sent, servers, findings);
    return Idempotency.RepeatableResponse.of(201, answer);
  }

  /** Returns the drift from the baseline; empty when there is nothing to compare. */
  private static Optional<List<Finding>> drift(
      Tx tx, OrgId org, ParsedReport sent, FileServers servers) {
    BaselineStore baselines = tx.on(BaselineStore.class);
    Optional<BaselineStore.Row> baseline = baselines.latest(org);
    if (baseline.isEmpty() || sent.assets().isEmpty()) {
      return Optional.empty();
    }
    List<BaselineAsset> approved =
        baselines.assetsOfFile(org, baseline.get().version(), sent.fileKey()).stream()
            .map(BaselineStore.AssetRow::read)
            .toList();
    List<Finding> found = servers.compare(baseline.get().baselineId(), approved);
    return Optional.of(
        found.stream().filter(finding -> !isReportedByScanner(finding, sent)).toList());
  }

  /** Returns true when the scanner reported the same drift from its own baseline. */
  private static boolean isReportedByScanner(Finding serviceFinding, ParsedReport sent) {
    Object change = serviceFinding.extensions().get("change");
    return sent.report().findings().stream()
        .anyMatch(
            finding ->
                isDrift(finding)
                    && finding.server().equals(serviceFinding.server())
                    && Objects.equals(change, finding.extensions().getOrDefault("change", change)));
  }

  private static boolean isDrift(Finding finding) {
    return finding.findingType().equals(DRIFT);
  }

  private static FindingChanges findings(
      Tx tx,
      OrgId org,
      ParsedReport sent,
      FileServers servers,
      Optional<List<Finding>> drift,
      InventoryCounts tally) {
    Map<String, Finding> reportedFindings = sent.findings();
    Map<String, Finding> serviceFindings = new LinkedHashMap<>();
    Map<String, Integer> seen = new HashMap<>();
    for (Finding finding : drift.orElse(List.of())) {
      String key =
          ParsedReport.key(sent.fileKey(), "own/" + ParsedReport.fingerprint(finding), seen);
      serviceFindings.put(key, finding);
    }
    Set<String> keys = new LinkedHashSet<>(reportedFindings.keySet());
    keys.addAll(serviceFindings.keySet());
    FindingChanges changes =
        new FindingChanges(tx, org, sent.fileKey(), sent.report().reportId(), tally);
    changes.load(keys);
    for (FindingStore.FindingState existing : List.copyOf(changes.unfixedFindings())) {
      boolean isJudged = !existing.isOwn() || drift.isPresent();
      if (existing.status() != FindingStatus.FIXED
          && !keys.contains(existing.findingKey())
          && isJudged
          && servers.judges(existing.server())) {
        changes.fix(existing);
      }
    }
    reportedFindings.forEach(
        (key, finding) -> changes.see(key, finding, servers.idOf(finding.server()), false));
    serviceFindings.forEach(
        (key, finding) -> changes.see(key, finding, servers.idOf(finding.server()), true));
    return changes;
  }

  private static void insert(
      Tx tx, Caller caller, ParsedReport sent, long seq, FindingChanges findings, int driftCount) {
    tx.on(ScanReportStore.class)
        .insert(
            caller.tenant(),
            sent.report(),
            seq,
            sent.count(Severity.CRITICAL),
            sent.count(Severity.HIGH),
            sent.count(Severity.MEDIUM),
            sent.count(Severity.LOW),
            sent.count(Severity.INFO),
            findings.openedByReport(),
            findings.fixedCount(),
            findings.reopenedCount(),
            driftCount,
            tx.now(),
            caller.name());
  }

  private static ReportUploadResponse answer(
      Tx tx, ParsedReport sent, int opened, int servers, int driftCount, int alerts) {
    return new ReportUploadResponse(
        sent.report().reportId(),
        sent.report().orgId(),
        "accepted",
        sent.report().status(),
        false,
        sent.report().findings().size(),
        opened,
        sent.report().findingsCount(),
        sent.count(Severity.CRITICAL),
        sent.count(Severity.HIGH),
        sent.count(Severity.MEDIUM),
        sent.count(Severity.LOW),
        sent.count(Severity.INFO),
        servers,
        driftCount,
        alerts,
        tx.now(),
        "/mcp/reports/" + sent.report().reportId());
  }

  private void audit(
      Tx tx, Caller caller, ParsedReport sent, FileServers servers, FindingChanges findings) {
    audit.record(
        tx,
        caller,
        AuditEvent.of(
                Category.MCP,
                "report.upload",
                "mcp_report",
                sent.report().reportId(),
                sent.report().configPath())
            .with("source", sent.report().source())
            .with("findings", sent.report().findingsCount())
            .with("findings_new", findings.openedByReport())
            .with("findings_fixed", findings.fixedCount())
            .with("servers", servers.seenCount()));
    for (InventoryServer server : servers.unapproved()) {
      audit.record(
          tx,
          caller,
          AuditEvent.of(
                  Category.MCP, "server.approval_lapsed", "mcp_server", server.id(), server.name())
              .with("reason", server.reviewReason())
              .with("report_id", sent.report().reportId()));
    }
  }

  /** Returns a page of reports, latest first. */
  Page page(OrgId org, PageRequest listPage) {
    return database.read(
        tx -> {
          LatestRows.Page<StoredReport> page =
              new LatestRows<>(tx, org, "mcp_report", COLUMNS, StoredReport.class)
                  .page(listPage, 0);
          return new Page(
              page.rows(),
              InventoryCounts.read(tx, org).getOrDefault(InventoryCounts.REPORTS, 0L),
              ListRequest.next(page));
        });
  }

  /** Returns the stored JSON of a report. */
  JsonNode get(OrgId org, String reportId) {
    return database.read(
        tx ->
            tx.on(ScanReportStore.class)
                .body(org, reportId)
                .map(body -> read(reportId, body))
                .orElseThrow(() -> ApiException.notFound("report", reportId)));
  }

  private static JsonNode read(String reportId, String body) {
    if (body.isEmpty()) {
      throw new ApiException(
          ErrorCode.NOT_FOUND,
          "The report \""
              + reportId
              + "\" is older than the retention period of its organization; only its entry in"
              + " the list remains.");
    }
    return Json.readStored(body);
  }
}
