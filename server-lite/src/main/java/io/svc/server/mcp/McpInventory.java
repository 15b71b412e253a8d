package io.svc.server.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.rules.Severity;
import io.svc.server.db.Database;
import io.svc.server.db.LatestRows;
import io.svc.server.db.ListColumns;
import io.svc.server.db.OrgId;
import io.svc.server.db.PageRequest;
import io.svc.server.db.Tx;
import io.svc.server.http.ApiException;
import io.svc.server.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The servers found in reports. Thread-safe. */
public final class McpInventory {
  static final ListColumns COLUMNS =
      ListColumns.of("server_id", "mcp_", "id")
          .texts("name", "source", "configPath")
          .labels("reviewState", ServerReviewState.class)
          .labels("lifecycleState", InventoryServer.LifecycleState.class)
          .flag("inBaseline", "in_baseline")
          .number("severityCounts.critical", "critical_open")
          .number("severityCounts.high", "high_open")
          .numbers("firstSeenAt", "lastSeenAt");

  /** The maximum number of findings returned with a server. */
  private static final int FINDINGS_WITH_SERVER = 200;

  private static final int MAX_NAMES = 10_000;
  private static final int NAMES_AT_ONCE = 500;

  private final Database database;

  McpInventory(Database database) {
    this.database = database;
  }

  /**
   * Counts of a tenant.
   *
   * @param servers number of servers that are present in a file
   * @param drifted number of servers that differ from the baseline
   * @param unreviewed number of servers that wait for a review
   * @param findingsBySeverity number of new and open findings
   * @param reports number of uploaded reports
   * @param hasBaseline whether a baseline exists
   */
  public record Overview(
      long servers,
      long drifted,
      long unreviewed,
      Map<Severity, Long> findingsBySeverity,
      long reports,
      boolean hasBaseline) {
    public Overview {
      findingsBySeverity = Map.copyOf(findingsBySeverity);
    }
  }

  /** A page of servers. */
  record Page(
      List<InventoryServer> servers, Optional<String> next, long total, boolean isMinimum) {}

  /** A server with its findings. */
  record ServerWithFindings(InventoryServer server, List<JsonNode> findings) {}

  /** Returns the counts, which are maintained with each write. */
  public Overview overview(Tx tx, OrgId org) {
    Map<String, Long> counts = InventoryCounts.read(tx, org);
    Map<Severity, Long> findings = new EnumMap<>(Severity.class);
    for (Severity severity : Severity.values()) {
      findings.put(
          severity,
          counts.getOrDefault(InventoryCounts.findings(FindingStatus.NEW, severity), 0L)
              + counts.getOrDefault(InventoryCounts.findings(FindingStatus.OPEN, severity), 0L));
    }
    return new Overview(
        counts.getOrDefault(InventoryCounts.PRESENT, 0L),
        counts.getOrDefault(InventoryCounts.DRIFTED, 0L),
        counts.getOrDefault(InventoryCounts.UNREVIEWED, 0L),
        findings,
        counts.getOrDefault(InventoryCounts.REPORTS, 0L),
        tx.on(BaselineStore.class).latest(org).isPresent());
  }

  /** Returns the names of servers that are present in a file. */
  public Set<String> names(Tx tx, OrgId org) {
    return Set.copyOf(tx.on(ServerStore.class).names(org, MAX_NAMES));
  }

  /** Returns the files that currently contain a server with one of the names. */
  Map<String, List<AssetFields.ServerFile>> serverLocations(OrgId org, Collection<String> names) {
    List<String> namesToFind = List.copyOf(names);
    return database.read(
        tx -> {
          Map<String, List<AssetFields.ServerFile>> locations = new HashMap<>();
          for (int from = 0; from < namesToFind.size(); from += NAMES_AT_ONCE) {
            List<String> some =
                namesToFind.subList(from, Math.min(namesToFind.size(), from + NAMES_AT_ONCE));
            for (ServerStore.ServerLocation row : tx.on(ServerStore.class).placed(org, some)) {
              locations
                  .computeIfAbsent(row.name(), name -> new ArrayList<>())
                  .add(new AssetFields.ServerFile(row.source(), row.configPath()));
            }
          }
          return locations;
        });
  }

  /** Returns servers whose name, client, file or command contains a text, latest found first. */
  public List<InventoryServer> search(Tx tx, OrgId org, String text, int limit) {
    return new FindingCondition(org)
        .contains(text).servers(tx, limit, 0).stream().map(ServerStore.Row::server).toList();
  }

  /**
   * Returns the next servers, in the order of their identifiers.
   *
   * @param after the last identifier of the previous page; empty for the first page
   */
  public List<InventoryServer> after(Tx tx, OrgId org, String after, int limit) {
    return tx.on(ServerStore.class).after(org, after, limit).stream()
        .map(ServerStore.Row::server)
        .toList();
  }

  /**
   * A finding and its status.
   *
   * @param seq its number, in the order in which findings were found
   * @param finding the finding as received, masked
   */
  public record FindingView(
      long seq,
      String findingId,
      FindingStatus status,
      JsonNode finding,
      String reportId,
      String serverId,
      Instant firstSeenAt,
      Instant lastSeenAt,
      Optional<Instant> fixedAt) {
    static FindingView of(FindingStore.Row row) {
      return new FindingView(
          row.seq(),
          row.findingId(),
          row.status(),
          Json.readStored(row.finding()),
          row.reportId(),
          row.serverId(),
          row.firstSeenAt(),
          row.lastSeenAt(),
          row.fixedAt());
    }
  }

  /**
   * Returns the next findings, in the order in which they were found.
   *
   * @param after the last number of the previous page; 0 for the first page
   */
  public List<FindingView> findingsAfter(Tx tx, OrgId org, long after, int limit) {
    return tx.on(FindingStore.class).after(org, after, limit).stream()
        .map(FindingView::of)
        .toList();
  }

  /** Returns the latest new and open findings of some types. */
  public List<FindingView> openFindings(Tx tx, OrgId org, List<String> types, int limit) {
    return tx.on(FindingStore.class).openOfTypes(org, types, limit).stream()
        .map(FindingView::of)
        .toList();
  }

  /** Removes all data of a tenant; returns the number of rows. */
  public long removeAll(Tx tx, OrgId org) {
    return tx.removeAll(
        org,
        "mcp_finding",
        "mcp_server",
        "mcp_report_body",
        "mcp_report",
        "mcp_baseline_asset",
        "mcp_baseline",
        "mcp_count");
  }

  /** Returns matching servers, latest found first. */
  Page page(FindingCondition condition, OrgId org, PageRequest listPage) {
    return database.read(
        tx -> {
          LatestRows.Page<ServerStore.Row> page =
              listPage.isByKey()
                  ? condition
                      .rows(tx, "mcp_server", COLUMNS, ServerStore.Row.class)
                      .page(listPage, 0)
                  : new LatestRows.Page<>(
                      condition.servers(tx, listPage.size(), listPage.offset()),
                      Optional.empty(),
                      0,
                      false);
          FindingCondition.Total total =
              condition.isNarrowed()
                  ? condition.countServers(tx)
                  : new FindingCondition.Total(
                      InventoryCounts.read(tx, org).getOrDefault(InventoryCounts.SERVERS, 0L),
                      false);
          return new Page(
              page.rows().stream().map(ServerStore.Row::server).toList(),
              page.next(),
              total.count(),
              total.isMinimum());
        });
  }

  /** Returns a server with its latest findings. */
  ServerWithFindings get(OrgId org, String serverId) {
    return database.read(
        tx ->
            new ServerWithFindings(
                require(tx, org, serverId),
                tx.on(FindingStore.class).ofServer(org, serverId, FINDINGS_WITH_SERVER, 0).stream()
                    .map(McpFindings::json)
                    .toList()));
  }

  static InventoryServer require(Tx tx, OrgId org, String serverId) {
    return tx.on(ServerStore.class)
        .find(org, serverId)
        .orElseThrow(() -> ApiException.notFound("MCP server", serverId));
  }
}
