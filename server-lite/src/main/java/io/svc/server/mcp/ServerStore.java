package io.svc.server.mcp;

import io.svc.baseline.BaselineAsset;
import io.svc.rules.Severity;
import io.svc.scanner.scan.McpScanReport;
import io.svc.server.db.BindRecord;
import io.svc.server.db.OrgId;
import io.svc.server.db.SearchText;
import io.svc.server.json.Json;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.sqlobject.customizer.BindList;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** SQL statements for servers. */
interface ServerStore {
  /** A stored server; assets and drift are JSON. */
  record Row(
      String serverId,
      String name,
      String source,
      String configPath,
      String assets,
      ServerReviewState reviewState,
      String reviewReason,
      String reviewNote,
      String reviewedBy,
      Optional<Instant> reviewedAt,
      InventoryServer.LifecycleState lifecycleState,
      boolean inBaseline,
      String drift,
      long criticalOpen,
      long highOpen,
      long mediumOpen,
      long lowOpen,
      long infoOpen,
      String lastReportId,
      Instant firstSeenAt,
      Instant lastSeenAt,
      long version) {

    InventoryServer server() {
      return new InventoryServer(
          serverId,
          name,
          source,
          configPath,
          Arrays.stream(Json.readStored(assets, BaselineAsset[].class))
              .map(AssetIds::identified)
              .toList(),
          reviewState,
          reviewReason,
          reviewNote,
          reviewedBy,
          reviewedAt,
          lifecycleState,
          inBaseline,
          Arrays.asList(Json.readStored(drift, String[].class)),
          Map.of(
              Severity.CRITICAL, criticalOpen,
              Severity.HIGH, highOpen,
              Severity.MEDIUM, mediumOpen,
              Severity.LOW, lowOpen,
              Severity.INFO, infoOpen),
          lastReportId,
          List.of(),
          firstSeenAt,
          lastSeenAt,
          version);
    }
  }

  @SqlQuery("SELECT * FROM mcp_server WHERE org_id = :org AND server_id = :id")
  Optional<Row> row(OrgId org, String id);

  @SqlQuery(
      "SELECT * FROM mcp_server WHERE org_id = :org AND file_key = :fileKey ORDER BY server_id")
  List<Row> rowsOfFile(OrgId org, String fileKey);

  /** Returns a page of all servers. */
  @SqlQuery(
      """
      SELECT * FROM mcp_server
      WHERE org_id = :org AND server_id > :after ORDER BY server_id LIMIT :limit
      """)
  List<Row> after(OrgId org, String after, int limit);

  /** Returns a page of the servers with reported assets. */
  @SqlQuery(
      """
      SELECT * FROM mcp_server
      WHERE org_id = :org AND server_id > :after AND has_assets AND lifecycle_state <> 'removed'
      ORDER BY server_id LIMIT :limit
      """)
  List<Row> rowsWithAssets(OrgId org, String after, int limit);

  /** Returns a page of the servers that are or were in the baseline. */
  @SqlQuery(
      """
      SELECT * FROM mcp_server
      WHERE org_id = :org AND server_id > :after AND in_baseline
      ORDER BY server_id LIMIT :limit
      """)
  List<Row> rowsInBaseline(OrgId org, String after, int limit);

  @SqlQuery(
      """
      SELECT DISTINCT name FROM mcp_server
      WHERE org_id = :org AND lifecycle_state <> 'removed' LIMIT :limit
      """)
  List<String> names(OrgId org, int limit);

  /** A server and its file. */
  record ServerLocation(String name, String source, String configPath) {}

  @SqlQuery(
      """
      SELECT name, source, config_path FROM mcp_server
      WHERE org_id = :org AND lifecycle_state <> 'removed' AND name IN (<names>)
      ORDER BY source, config_path
      """)
  List<ServerLocation> placed(OrgId org, @BindList("names") List<String> names);

  default Optional<InventoryServer> find(OrgId org, String id) {
    return row(org, id).map(Row::server);
  }

  default List<InventoryServer> ofFile(OrgId org, String fileKey) {
    return rowsOfFile(org, fileKey).stream().map(Row::server).toList();
  }

  @SqlUpdate(
      """
      INSERT INTO mcp_server (org_id, server_id, server_key, file_key, name, source, config_path,
        assets, has_assets, search, review_state, review_reason, review_note, reviewed_by,
        reviewed_at, lifecycle_state, in_baseline, drift, critical_open, high_open, medium_open,
        low_open, info_open, last_report_id, first_seen_at, last_seen_at, version)
      VALUES (:org, :id, :serverKey, :fileKey, :name, :source, :configPath,
        '[]', FALSE, '', 'unreviewed', '', '', '',
        NULL, 'new', FALSE, '[]', 0, 0, 0,
        0, 0, :reportId, :at, :at, 1)
      """)
  void insert(
      OrgId org,
      String id,
      String serverKey,
      String fileKey,
      String name,
      @BindRecord McpScanReport report,
      Instant at);

  @SqlUpdate(
      """
      UPDATE mcp_server SET assets = :assets, has_assets = :hasAssets, search = :search,
        review_state = :reviewState, review_reason = :reviewReason, review_note = :reviewNote,
        reviewed_by = :reviewedBy, reviewed_at = :reviewedAt, lifecycle_state = :lifecycleState,
        in_baseline = :inBaseline, drift = :drift, critical_open = :critical, high_open = :high,
        medium_open = :medium, low_open = :low, info_open = :info,
        last_report_id = :lastReportId, last_seen_at = :lastSeenAt, version = :version
      WHERE org_id = :org AND server_id = :id
      """)
  void update(
      OrgId org,
      @BindRecord InventoryServer server,
      String assets,
      boolean hasAssets,
      String search,
      String drift,
      long critical,
      long high,
      long medium,
      long low,
      long info);

  /** Updates a stored server. */
  default void store(OrgId org, InventoryServer server) {
    update(
        org,
        server,
        Json.text(server.assets()),
        !server.assets().isEmpty(),
        searched(server),
        Json.text(server.drift()),
        server.open(Severity.CRITICAL),
        server.open(Severity.HIGH),
        server.open(Severity.MEDIUM),
        server.open(Severity.LOW),
        server.open(Severity.INFO));
  }

  /**
   * Returns the text for searches, in lower case, because neither database lowers non-ASCII
   * letters.
   */
  private static String searched(InventoryServer server) {
    StringBuilder text = new StringBuilder(server.name()).append('\n').append(server.configPath());
    for (BaselineAsset asset : server.assets()) {
      text.append('\n')
          .append(asset.command())
          .append(' ')
          .append(String.join(" ", asset.args()))
          .append('\n')
          .append(asset.extensions().getOrDefault("url", ""))
          .append('\n')
          .append(asset.description());
    }
    return SearchText.cut(text.toString().toLowerCase(Locale.ROOT));
  }

  /** Returns the latest reports of present servers. */
  @SqlQuery(
      """
      SELECT DISTINCT last_report_id FROM mcp_server
      WHERE org_id = :org AND lifecycle_state <> 'removed'
      """)
  List<String> lastReports(OrgId org);
}
