package io.svc.server.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.rules.Severity;
import io.svc.server.db.Database;
import io.svc.server.db.LatestRows;
import io.svc.server.db.ListColumns;
import io.svc.server.db.OrgId;
import io.svc.server.db.PageRequest;
import io.svc.server.db.Tx;
import io.svc.server.http.Cursor;
import io.svc.server.http.ListRequest;
import io.svc.server.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The findings of a tenant over all files and reports. Thread-safe. */
final class McpFindings {
  static final ListColumns COLUMNS =
      ListColumns.of("seq", "")
          .texts("finding_id", "finding_type")
          .labels("severity", Severity.class)
          .text("server_name", "server")
          .labels("status", FindingStatus.class)
          .texts("report_id")
          .numbers("first_seen_at", "last_seen_at", "fixed_at");

  private static final String TOKEN = "findings:";

  private final Database database;

  McpFindings(Database database) {
    this.database = database;
  }

  /**
   * A page of findings, latest found first.
   *
   * @param nextToken token of the next page; empty on the last page
   */
  record Page(List<JsonNode> findings, String nextToken, FindingCondition.Total total) {}

  /** The findings of one server. */
  record ServerFindings(List<JsonNode> findings, long total) {}

  /** Returns the matching findings in a requested order. */
  Page page(FindingCondition condition, PageRequest listPage) {
    return database.read(
        tx -> {
          LatestRows.Page<FindingStore.Row> page =
              condition
                  .rows(tx, "mcp_finding", COLUMNS, FindingStore.Row.class)
                  .page(listPage, FindingCondition.MAX_COUNTED);
          return new Page(
              page.rows().stream().map(McpFindings::json).toList(),
              ListRequest.next(page).orElse(""),
              new FindingCondition.Total(page.total(), page.totalIsMinimum()));
        });
  }

  /** Returns the next page of matching findings. */
  Page page(FindingCondition condition, OrgId org, int size, Optional<String> token) {
    long before = token.map(McpFindings::position).orElse(Long.MAX_VALUE);
    return database.read(
        tx ->
            condition.isSearch()
                ? searched(new FindingSearch(tx, condition).page(before, size))
                : listed(tx, condition, org, size, before));
  }

  private static Page searched(FindingSearch.FindingPage found) {
    return new Page(
        found.rows().stream().map(McpFindings::json).toList(),
        found.next().isPresent() ? token(found.next().getAsLong()) : "",
        found.total());
  }

  private static Page listed(Tx tx, FindingCondition condition, OrgId org, int size, long before) {
    List<FindingStore.Row> rows =
        condition
            .before(tx, FindingStore.COLUMNS, "mcp_finding", before, size + 1)
            .mapTo(FindingStore.Row.class)
            .list();
    List<FindingStore.Row> shown = rows.subList(0, Math.min(size, rows.size()));
    String next = rows.size() > size ? token(shown.get(shown.size() - 1).seq()) : "";
    boolean isAll = before == Long.MAX_VALUE && next.isEmpty();
    FindingCondition.Total total;
    if (isAll) {
      total = new FindingCondition.Total(shown.size(), false);
    } else if (condition.isNarrowed()) {
      total = condition.count(tx, "mcp_finding");
    } else {
      total = new FindingCondition.Total(total(InventoryCounts.read(tx, org)), false);
    }
    return new Page(shown.stream().map(McpFindings::json).toList(), next, total);
  }

  private static long total(Map<String, Long> counts) {
    long total = 0;
    for (FindingStatus status : FindingStatus.values()) {
      for (Severity severity : Severity.values()) {
        total += counts.getOrDefault(InventoryCounts.findings(status, severity), 0L);
      }
    }
    return total;
  }

  /** Returns the findings of a server, latest found first. */
  ServerFindings ofServer(OrgId org, String serverId, int limit, int offset) {
    return database.read(
        tx -> {
          McpInventory.require(tx, org, serverId);
          FindingStore store = tx.on(FindingStore.class);
          return new ServerFindings(
              store.ofServer(org, serverId, limit, offset).stream().map(McpFindings::json).toList(),
              store.countOfServer(org, serverId));
        });
  }

  /** Returns the JSON of a finding with its status. */
  static JsonNode json(FindingStore.Row row) {
    ObjectNode finding = (ObjectNode) Json.readStored(row.finding());
    finding.put("finding_id", row.findingId());
    finding.put("status", row.status().toString());
    finding.put("first_seen_at", Json.time(row.firstSeenAt()));
    finding.put("last_seen_at", Json.time(row.lastSeenAt()));
    finding.put("fixed_at", row.fixedAt().map(Json::time).orElse(null));
    finding.put("report_id", row.reportId());
    finding.put("server_id", row.serverId().isEmpty() ? null : row.serverId());
    return finding;
  }

  private static String token(long seq) {
    return Cursor.of(TOKEN + seq);
  }

  private static long position(String token) {
    return Cursor.number(
        "page_token", token, TOKEN, "expected the next_page_token of the previous page");
  }
}
