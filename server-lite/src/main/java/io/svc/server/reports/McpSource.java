package io.svc.server.reports;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.rules.Severity;
import io.svc.rules.WordBlock;
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
    return WordBlock.list(
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
  public Page page(OrgId org, ReportScope scope, String after, int most) {
    return after.startsWith(FINDINGS)
        ? findings(org, scope, Long.parseLong(after.substring(FINDINGS.length())), most)
        : servers(org, scope, after.isEmpty() ? "" : after.substring(SERVERS.length()), most);
  }

  private Page servers(OrgId org, ReportScope scope, String after, int most) {
    boolean isOfFindings =
        List.of("severity", "status", "findingType").stream()
            .anyMatch(name -> scope.filter(name).isPresent());
    if (isOfFindings || !scope.takes("kind", "server")) {
      return new Page(List.of(), Optional.of(FINDINGS + 0));
    }
    List<InventoryServer> page = database.read(tx -> inventory.after(tx, org, after, most));
    return new Page(
        page.stream()
            .filter(server -> scope.overlaps(server.firstSeenAt(), server.lastSeenAt()))
            .filter(server -> scope.takes("server", server.name()))
            .map(McpSource::row)
            .toList(),
        Optional.of(page.size() < most ? FINDINGS + 0 : SERVERS + page.get(most - 1).id()));
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

  private Page findings(OrgId org, ReportScope scope, long after, int most) {
    if (!scope.takes("kind", "finding")) {
      return new Page(List.of(), Optional.empty());
    }
    List<McpInventory.Seen> page =
        database.read(tx -> inventory.findingsAfter(tx, org, after, most));
    return new Page(
        page.stream()
            .filter(seen -> scope.overlaps(seen.firstSeenAt(), seen.lastSeenAt()))
            .filter(seen -> isWanted(scope, seen))
            .map(McpSource::row)
            .toList(),
        page.size() < most ? Optional.empty() : Optional.of(FINDINGS + page.get(most - 1).seq()));
  }

  private static boolean isWanted(ReportScope scope, McpInventory.Seen seen) {
    return scope.takes("server", text(seen, "server"))
        && scope.takes("severity", text(seen, "severity"))
        && scope.takes("status", seen.status().toString())
        && scope.takes("findingType", text(seen, "finding_type"));
  }

  private static ReportRow row(McpInventory.Seen seen) {
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

  private static String text(McpInventory.Seen seen, String name) {
    JsonNode value = seen.finding().path(name);
    return value.asText();
  }
}
