package io.svc.server.discovery;

import io.svc.server.db.BindRecord;
import io.svc.server.db.OrgId;
import io.svc.server.db.SearchText;
import io.svc.server.json.Json;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jdbi.v3.sqlobject.customizer.BindList;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** SQL statements for discovered assets. */
interface AssetStore {
  /** A stored asset. */
  record Row(
      String assetId,
      AssetKind kind,
      AssetSource source,
      String sources,
      String integrationId,
      String externalId,
      String posture,
      String fingerprint,
      String evidence,
      String envelope,
      String riskFactors,
      AssetReviewState reviewState,
      String reviewReason,
      String reviewNote,
      String reviewedBy,
      Optional<Instant> reviewedAt,
      Presence lifecycleState,
      String agentId,
      boolean agentRegistered,
      String agentOwner,
      Instant firstSeenAt,
      Instant lastSeenAt,
      long version) {

    DiscoveredAsset asset() {
      return new DiscoveredAsset(
          assetId,
          kind,
          source,
          Arrays.stream(sources.strip().split(" "))
              .map(label -> AssetSource.valueOf(label.toUpperCase(Locale.ROOT)))
              .toList(),
          integrationId,
          externalId,
          Json.readStored(posture, AssetPosture.class),
          Json.readStored(fingerprint, AssetFingerprint.class),
          EvidenceList.read(evidence),
          envelope,
          AssetRisk.of(List.of(Json.readStored(riskFactors, AssetRisk.Factor[].class))),
          new DiscoveredAsset.Review(reviewState, reviewReason, reviewNote, reviewedBy, reviewedAt),
          lifecycleState,
          agentId,
          agentRegistered,
          agentOwner,
          firstSeenAt,
          lastSeenAt,
          version);
    }
  }

  @SqlQuery("SELECT * FROM discovered_asset WHERE org_id = :org AND asset_id = :id")
  Optional<Row> row(OrgId org, String id);

  @SqlQuery(
      """
      SELECT * FROM discovered_asset WHERE org_id = :org AND agent_id = :agentId
      ORDER BY asset_id LIMIT 100
      """)
  List<Row> rowsOfAgent(OrgId org, String agentId);

  @SqlQuery(
      """
      SELECT * FROM discovered_asset
      WHERE org_id = :org AND agent_id IN (<agentIds>)
      """)
  List<Row> rowsOfAgents(OrgId org, @BindList List<String> agentIds);

  @SqlQuery(
      """
      SELECT count(*) FROM discovered_asset
      WHERE org_id = :org AND agent_id = :agentId AND review_state = 'rejected'
      """)
  long countRejected(OrgId org, String agentId);

  /** Returns a page of all assets, in the order of their identifiers. */
  @SqlQuery(
      """
      SELECT * FROM discovered_asset WHERE org_id = :org AND asset_id > :after
      ORDER BY asset_id LIMIT :limit
      """)
  List<Row> rowsAfter(OrgId org, String after, int limit);

  /** Selects assets that were not seen for long, longest first. */
  @SqlQuery(
      """
      SELECT * FROM discovered_asset
      WHERE org_id = :org AND lifecycle_state NOT IN ('dormant', 'removed')
        AND last_seen_at < :before
      ORDER BY last_seen_at LIMIT :limit
      """)
  List<Row> unseen(OrgId org, Instant before, int limit);

  /** Selects a page of assets that are agents and that scanners saw once, or not recently. */
  @SqlQuery(
      """
      SELECT * FROM discovered_asset
      WHERE org_id = :org AND asset_id > :after AND lifecycle_state IN ('new', 'dormant')
        AND agent_id <> ''
      ORDER BY asset_id LIMIT :limit
      """)
  List<Row> restingAgents(OrgId org, String after, int limit);

  default Optional<DiscoveredAsset> find(OrgId org, String id) {
    return row(org, id).map(Row::asset);
  }

  @SqlUpdate(
      """
      INSERT INTO discovered_asset (org_id, asset_id, kind, source, sources, integration_id,
        external_id, posture, fingerprint, evidence, envelope, confidence, risk_score,
        risk_factors, review_state, review_reason, review_note, reviewed_by, reviewed_at,
        lifecycle_state, governance_status, place, agent_id, agent_registered, agent_owner, search,
        first_seen_at, last_seen_at, version)
      VALUES (:org, :id, :kind, :source, :sources, :integrationId,
        :externalId, :posture, :fingerprint, :evidence, :envelope, :confidence, :risk.score,
        :riskFactors, :review.state, :review.reason, :review.note, :review.by, :review.at,
        :presence, :governance, :place, :agentId, :agentRegistered, :agentOwner, :search,
        :firstSeenAt, :lastSeenAt, :version)
      ON CONFLICT (org_id, asset_id) DO UPDATE SET kind = excluded.kind,
        source = excluded.source, sources = excluded.sources,
        integration_id = excluded.integration_id, external_id = excluded.external_id,
        posture = excluded.posture, fingerprint = excluded.fingerprint,
        evidence = excluded.evidence, envelope = excluded.envelope,
        confidence = excluded.confidence, risk_score = excluded.risk_score,
        risk_factors = excluded.risk_factors, review_state = excluded.review_state,
        review_reason = excluded.review_reason, review_note = excluded.review_note,
        reviewed_by = excluded.reviewed_by, reviewed_at = excluded.reviewed_at,
        lifecycle_state = excluded.lifecycle_state,
        governance_status = excluded.governance_status, place = excluded.place,
        agent_id = excluded.agent_id, agent_registered = excluded.agent_registered,
        agent_owner = excluded.agent_owner, search = excluded.search, first_seen_at = excluded.first_seen_at,
        last_seen_at = excluded.last_seen_at, version = excluded.version
      """)
  void put(
      OrgId org,
      @BindRecord DiscoveredAsset asset,
      String sources,
      String posture,
      String fingerprint,
      String evidence,
      long confidence,
      String riskFactors,
      long place,
      String search);

  /** Inserts or updates an asset. */
  default void put(OrgId org, DiscoveredAsset asset) {
    put(
        org,
        asset,
        asset.sources().stream()
            .map(AssetSource::toString)
            .collect(Collectors.joining(" ", " ", " ")),
        Json.text(asset.posture()),
        Json.text(asset.fingerprint()),
        EvidenceList.text(asset.evidence()),
        confidence(asset.confidence()),
        Json.text(asset.risk().factors()),
        asset.governance().rank(asset.presence()),
        searched(asset));
  }

  /** Returns the stored form of a confidence: integers compare equally in both databases. */
  static long confidence(double confidence) {
    return Math.round(confidence * 10_000);
  }

  private static String searched(DiscoveredAsset asset) {
    AssetPosture posture = asset.posture();
    return new SearchText()
        .with(List.of(posture.name(), asset.externalId(), asset.owner(), posture.url()))
        .with(posture.connectors().stream().map(AssetConnector::name).toList())
        .with(posture.tags())
        .toString();
  }

  @SqlUpdate("DELETE FROM discovered_asset WHERE org_id = :org AND asset_id = :id")
  int remove(OrgId org, String id);
}
