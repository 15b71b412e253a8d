package io.svc.server.reports;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.rules.Severity;
import io.svc.rules.WordListParser;
import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.mcp.FindingStatus;
import io.svc.server.mcp.InventoryServer;
import io.svc.server.mcp.McpInventory;
import java.util.List;
import java.util.Optional;

/** MCP servers of the period, and their findings. */
public final class McpSource implements ReportSource {
  private static final String SERVERS = "s:";
  private static final String FINDINGS = "f:";
  private static final List<String> KINDS = List.of("server", "finding");

  private final Database database;
  private final McpInventory inventory;

  public McpSource(Database database, McpInventory inventory) {
    this.database = database;
    this.inventory = inventory;
  }

  @Override
  public String type() {
    return "mcp";
  }

  @Override
  public String title() {
    return "MCP servers and findings";
  }

  @Override
  public List<String> columns() {
    return WordListParser.list(
        """
        kind id server source configPath findingType severity status detail remediation reportId
        reviewState reviewedBy inBaseline drift firstSeenAt lastSeenAt fixedAt""");
  }

  /** Severity, status and type are filters of findings; with them, servers are omitted. */
  @Override
  public List<ReportFilter> filters() {
    return List.of(
        new ReportFilter("kind", KINDS),
        ReportFilter.text("server"),
        ReportFilter.of("severity", Severity.class),
        ReportFilter.of("status", FindingStatus.class),
        ReportFilter.text("findingType"));
  }

  @Override
  public List<String> counted() {
    return List.of("kind", "severity", "status", "findingType", "reviewState");
  }

  @Override
  public Page page(OrgId org, ReportScope scope, String after, int limit) {
    return after.startsWith(FINDINGS)
        ? findings(org, scope, Long.parseLong(after.substring(FINDINGS.length())), limit)
        : servers(org, scope, after.isEmpty() ? "" : after.substring(SERVERS.length()), limit);
  }

  private Page servers(OrgId org, ReportScope scope, String after, int limit) {
    boolean isOfFindings =
        List.of("severity", "status", "findingType").stream()
            .anyMatch(name -> scope.filter(name).isPresent());
    if (isOfFindings || !scope.matches("kind", "server")) {
      return new Page(List.of(), Optional.of(FINDINGS + 0));
    }
    List<InventoryServer> page = database.read(tx -> inventory.after(tx, org, after, limit));
    return new Page(
        page.stream()
            .filter(server -> scope.overlaps(server.firstSeenAt(), server.lastSeenAt()))
            .filter(server -> scope.matches("server", server.name()))
            .map(McpSource::row)
            .toList(),
        Optional.of(page.size() < limit ? FINDINGS + 0 : SERVERS + page.get(limit - 1).id()));
  }

  private static ReportRow row(InventoryServer server) {
    return ReportRow.of(
        "server",
        server.id(),
        server.name(),
        server.source(),
        server.configPath(),
        Optional.empty(),
        Optional.empty(),
        server.lifecycleState(),
        Optional.empty(),
        Optional.empty(),
        server.lastReportId(),
        server.reviewState(),
        server.reviewedBy().isEmpty() ? Optional.empty() : server.reviewedBy(),
        server.inBaseline(),
        server.drift().stream().sorted().toList(),
        server.firstSeenAt(),
        server.lastSeenAt(),
        Optional.empty());
  }

  private Page findings(OrgId org, ReportScope scope, long after, int limit) {
    if (!scope.matches("kind", "finding")) {
      return new Page(List.of(), Optional.empty());
    }
    List<McpInventory.FindingView> page =
        database.read(tx -> inventory.findingsAfter(tx, org, after, limit));
    return new Page(
        page.stream()
            .filter(seen -> scope.overlaps(seen.firstSeenAt(), seen.lastSeenAt()))
            .filter(seen -> isInScope(scope, seen))
            .map(McpSource::row)
            .toList(),
        page.size() < limit ? Optional.empty() : Optional.of(FINDINGS + page.get(limit - 1).seq()));
  }

  private static boolean isInScope(ReportScope scope, McpInventory.FindingView seen) {
    return scope.matches("server", text(seen, "server"))
        && scope.matches("severity", text(seen, "severity"))
        && scope.matches("status", seen.status().toString())
        && scope.matches("findingType", text(seen, "finding_type"));
  }

  private static ReportRow row(McpInventory.FindingView seen) {
    return ReportRow.of(
        "finding",
        seen.findingId(),
        text(seen, "server"),
        text(seen, "source"),
        text(seen, "config_path"),
        text(seen, "finding_type"),
        text(seen, "severity"),
        seen.status(),
        text(seen, "detail"),
        text(seen, "remediation"),
        seen.reportId(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        seen.firstSeenAt(),
        seen.lastSeenAt(),
        seen.fixedAt());
  }

  private static String text(McpInventory.FindingView seen, String name) {
    JsonNode value = seen.finding().path(name);
    return value.asText();
  }
}
