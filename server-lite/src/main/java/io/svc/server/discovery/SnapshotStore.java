package io.svc.server.discovery;

import io.svc.server.db.BindRecord;
import io.svc.server.db.OrgId;
import io.svc.server.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** SQL statements for snapshots of assets. */
interface SnapshotStore {
  /** A stored snapshot. */
  record Row(
      String snapshotId,
      Instant observedAt,
      String posture,
      String fingerprint,
      long riskScore,
      long critical,
      long high,
      AssetReviewState reviewState,
      Presence lifecycleState,
      String event) {
    AssetPosture read() {
      return Json.readStored(posture, AssetPosture.class);
    }
  }

  @SqlUpdate(
      """
      INSERT INTO discovered_snapshot (org_id, snapshot_id, asset_id, observed_at, posture,
        fingerprint, risk_score, critical, high, review_state, lifecycle_state, event)
      VALUES (:org, :id, :asset.id, :now, :posture,
        :asset.fingerprint.hash, :asset.risk.score, :asset.risk.critical, :asset.risk.high,
        :asset.review.state, :asset.presence, :event)
      """)
  void insert(
      OrgId org,
      String id,
      @BindRecord("asset") DiscoveredAsset asset,
      Instant now,
      String posture,
      String event);

  /** Returns snapshots, latest first. */
  @SqlQuery(
      """
      SELECT * FROM discovered_snapshot WHERE org_id = :org AND asset_id = :assetId
      ORDER BY snapshot_id DESC LIMIT :limit OFFSET :offset
      """)
  List<Row> latest(OrgId org, String assetId, int limit, int offset);

  @SqlQuery(
      """
      SELECT * FROM discovered_snapshot
      WHERE org_id = :org AND asset_id = :assetId AND snapshot_id = :id
      """)
  Optional<Row> find(OrgId org, String assetId, String id);

  /** Returns the snapshot before another one. */
  @SqlQuery(
      """
      SELECT * FROM discovered_snapshot
      WHERE org_id = :org AND asset_id = :assetId AND snapshot_id < :id
      ORDER BY snapshot_id DESC LIMIT 1
      """)
  Optional<Row> before(OrgId org, String assetId, String id);

  @SqlQuery("SELECT count(*) FROM discovered_snapshot WHERE org_id = :org AND asset_id = :assetId")
  long count(OrgId org, String assetId);

  /** Deletes all but the latest snapshots of an asset. */
  @SqlUpdate(
      """
      DELETE FROM discovered_snapshot WHERE org_id = :org AND asset_id = :assetId
        AND snapshot_id < (SELECT min(snapshot_id) FROM (
          SELECT snapshot_id FROM discovered_snapshot
          WHERE org_id = :org AND asset_id = :assetId
          ORDER BY snapshot_id DESC LIMIT :most) kept)
      """)
  int keepLatest(OrgId org, String assetId, int most);

  @SqlUpdate(
      "UPDATE discovered_snapshot SET asset_id = :to WHERE org_id = :org AND asset_id = :from")
  int move(OrgId org, String from, String to);
}
