package io.svc.server.mcp;

import io.svc.baseline.BaselineAsset;
import io.svc.server.db.BindRecord;
import io.svc.server.db.OrgId;
import io.svc.server.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlBatch;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** SQL statements for baselines. */
interface BaselineStore {
  /** A version without its assets. */
  record Row(
      long version,
      String baselineId,
      String approvedBy,
      Instant approvedAt,
      String configHash,
      String note) {}

  /** An asset of a version as JSON, with the keys of its server. */
  record AssetRow(String fileKey, String serverKey, String asset) {
    BaselineAsset read() {
      return AssetIds.identified(Json.readStored(asset, BaselineAsset.class));
    }
  }

  @SqlQuery(
      """
      SELECT version, baseline_id, approved_by, approved_at, config_hash, note FROM mcp_baseline
      WHERE org_id = :org ORDER BY version DESC LIMIT 1
      """)
  Optional<Row> latest(OrgId org);

  @SqlQuery(
      """
      SELECT file_key, server_key, asset FROM mcp_baseline_asset
      WHERE org_id = :org AND version = :version ORDER BY position
      """)
  List<AssetRow> assets(OrgId org, long version);

  @SqlQuery(
      """
      SELECT file_key, server_key, asset FROM mcp_baseline_asset
      WHERE org_id = :org AND version = :version AND file_key = :fileKey ORDER BY position
      """)
  List<AssetRow> assetsOfFile(OrgId org, long version, String fileKey);

  @SqlUpdate(
      """
      INSERT INTO mcp_baseline (org_id, version, baseline_id, approved_by, approved_at,
        config_hash, note)
      VALUES (:org, :version, :baselineId, :approvedBy, :at, :configHash, :note)
      """)
  void insert(
      OrgId org,
      long version,
      String baselineId,
      String approvedBy,
      Instant at,
      String configHash,
      String note);

  @SqlBatch(
      """
      INSERT INTO mcp_baseline_asset (org_id, version, position, file_key, server_key, asset)
      VALUES (:org, :version, :position, :fileKey, :serverKey, :asset)
      """)
  void insertAssets(
      OrgId org, long version, List<Integer> position, @BindRecord List<AssetRow> rows);
}
