package io.svc.server.discovery;

import io.svc.server.db.OrgId;
import io.svc.server.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** SQL statements for sightings. */
interface SightingStore {
  /** A stored sighting. */
  record Row(
      AssetSource source,
      String scope,
      String externalId,
      String assetId,
      AssetKind kind,
      String integration,
      String posture,
      String envelope,
      String urlKey,
      String agentKey,
      long misses,
      boolean gone,
      Instant seenAt) {
    MergeKeys keys() {
      return new MergeKeys(urlKey, agentKey);
    }

    AssetPosture read() {
      return Json.readStored(posture, AssetPosture.class);
    }
  }

  /** The fields of a listed sighting that are needed to count missing ones. */
  record ListedSighting(AssetSource source, String externalId, String assetId, long misses) {}

  @SqlQuery(
      """
      SELECT * FROM discovered_sighting
      WHERE org_id = :org AND source = :source AND scope = :scope AND external_id = :externalId
      """)
  Optional<Row> find(OrgId org, AssetSource source, String scope, String externalId);

  /** Returns the assets that were seen at a URL. */
  @SqlQuery(
      """
      SELECT DISTINCT asset_id FROM discovered_sighting
      WHERE org_id = :org AND url_key = :key AND url_key <> ''
      ORDER BY asset_id
      """)
  List<String> atUrl(OrgId org, String key);

  /**
   * Selects the asset whose sighting has the name of an agent. Names are unique only within one
   * connection to a platform. An agent has no connection, so it matches the first asset found.
   */
  @SqlQuery(
      """
      SELECT asset_id FROM discovered_sighting seen
      WHERE org_id = :org AND agent_key = :key AND agent_key <> ''
        AND NOT EXISTS (
          SELECT 1 FROM discovered_sighting other
          WHERE other.org_id = :org AND other.asset_id = seen.asset_id
            AND other.agent_key = :key AND other.scope <> ''
            AND :scope <> '' AND other.scope <> :scope)
      ORDER BY asset_id LIMIT 1
      """)
  Optional<String> asAgent(OrgId org, String key, String scope);

  @SqlQuery("SELECT * FROM discovered_sighting WHERE org_id = :org AND asset_id = :assetId")
  List<Row> ofAsset(OrgId org, String assetId);

  @SqlQuery(
      """
      SELECT source, external_id, asset_id, misses FROM discovered_sighting
      WHERE org_id = :org AND scope = :scope AND NOT gone
      ORDER BY source, external_id
      """)
  List<ListedSighting> listed(OrgId org, String scope);

  @SqlUpdate(
      """
      INSERT INTO discovered_sighting (org_id, source, scope, external_id, asset_id, kind,
        integration, posture, envelope, url_key, agent_key, misses, gone, seen_at)
      VALUES (:org, :source, :scope, :externalId, :assetId, :kind,
        :integration, :posture, :envelope, :urlKey, :agentKey, 0, FALSE, :now)
      ON CONFLICT (org_id, source, scope, external_id) DO UPDATE SET
        asset_id = excluded.asset_id, kind = excluded.kind, posture = excluded.posture,
        envelope = excluded.envelope, url_key = excluded.url_key, agent_key = excluded.agent_key,
        misses = 0, gone = FALSE, seen_at = excluded.seen_at
      """)
  void put(
      OrgId org,
      AssetSource source,
      String scope,
      String externalId,
      String assetId,
      AssetKind kind,
      String integration,
      String posture,
      String envelope,
      String urlKey,
      String agentKey,
      Instant now);

  @SqlUpdate(
      """
      UPDATE discovered_sighting SET gone = TRUE
      WHERE org_id = :org AND source = :source AND scope = :scope AND external_id = :externalId
      """)
  int gone(OrgId org, AssetSource source, String scope, String externalId);

  @SqlUpdate(
      "UPDATE discovered_sighting SET asset_id = :to WHERE org_id = :org AND asset_id = :from")
  int move(OrgId org, String from, String to);

  /** Returns the assets with a name, up to a small limit. */
  @SqlQuery(
      """
      SELECT DISTINCT asset_id FROM discovered_sighting
      WHERE org_id = :org AND external_id = :name ORDER BY asset_id LIMIT 10
      """)
  List<String> called(OrgId org, String name);

  /** Returns the assets with a name from one source, up to a small limit. */
  @SqlQuery(
      """
      SELECT DISTINCT asset_id FROM discovered_sighting
      WHERE org_id = :org AND external_id = :name AND source = :source ORDER BY asset_id LIMIT 10
      """)
  List<String> calledBy(OrgId org, String name, AssetSource source);
}
