package io.svc.server.discovery;

import io.svc.server.agents.AgentExtras;
import io.svc.server.db.Database;
import io.svc.server.db.LatestRows;
import io.svc.server.db.OrgId;
import io.svc.server.db.PageRequest;
import io.svc.server.db.Tx;
import io.svc.server.http.ApiException;
import io.svc.server.http.ListRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads discovered assets and their history. Thread-safe. */
final class AssetInventory {
  private static final String NOT_CERTIFIED = "NOT_CERTIFIED";

  private final Database database;
  private final List<AgentExtras> extras;

  AssetInventory(Database database, List<AgentExtras> extras) {
    this.database = database;
    this.extras = List.copyOf(extras);
  }

  /** A page of assets. */
  record Page(
      List<AssetView> assets, long total, boolean totalIsMinimum, Optional<String> cursor) {}

  /** The identifier and time of a snapshot. */
  record SnapshotReference(String snapshotId, Instant observedAt) {
    static SnapshotReference of(SnapshotStore.Row row) {
      return new SnapshotReference(row.snapshotId(), row.observedAt());
    }
  }

  /** The difference between two snapshots of an asset. */
  record Diff(
      String assetId,
      Optional<SnapshotReference> from,
      Optional<SnapshotReference> to,
      List<AssetDrift.Change> changes,
      Map<String, Long> summary) {}

  /** The number of critical and high risk factors. */
  record RiskFactorCounts(long critical, long high) {}

  /** An earlier state of an asset. */
  record HistoryEntry(
      Instant observedAt,
      String snapshotId,
      long riskScore,
      AssetReviewState reviewState,
      Presence lifecycleState,
      RiskFactorCounts findings,
      String fingerprint,
      String event) {}

  /** The earlier states of an asset, latest first. */
  record History(String assetId, List<HistoryEntry> history, long total) {}

  Page page(AssetFilter filter, OrgId org, PageRequest listPage) {
    return database.read(
        tx -> {
          if (listPage.isByKey()) {
            LatestRows.Page<AssetStore.Row> page = filter.page(tx, listPage);
            AssetFilter.Total total = filter.total(tx);
            return new Page(
                views(tx, org, page.rows().stream().map(AssetStore.Row::asset).toList()),
                total.count(),
                total.isMinimum(),
                ListRequest.next(page));
          }
          AssetFilter.Total total = filter.total(tx);
          return new Page(
              views(tx, org, filter.page(tx, listPage.size(), listPage.offset())),
              total.count(),
              total.isMinimum(),
              Optional.empty());
        });
  }

  /** An asset as returned, with its version. */
  record VersionedAsset(AssetView asset, long version) {}

  VersionedAsset get(OrgId org, String assetId) {
    return database.read(
        tx -> {
          DiscoveredAsset asset = require(tx, org, assetId);
          return new VersionedAsset(view(tx, org, asset), asset.version());
        });
  }

  AssetView view(Tx tx, OrgId org, DiscoveredAsset asset) {
    return views(tx, org, List.of(asset)).get(0);
  }

  private List<AssetView> views(Tx tx, OrgId org, List<DiscoveredAsset> assets) {
    ConnectorClasses classes = AssetWriter.classes(tx, org);
    List<String> agents =
        assets.stream().map(DiscoveredAsset::agentId).filter(id -> !id.isEmpty()).toList();
    Map<String, AgentExtras.Certification> certified = new HashMap<>();
    if (!agents.isEmpty()) {
      extras.forEach(extra -> certified.putAll(extra.certifications(tx, org, agents)));
    }
    List<AssetView> views = new ArrayList<>();
    for (DiscoveredAsset asset : assets) {
      String status =
          Optional.ofNullable(certified.get(asset.agentId()))
              .map(AgentExtras.Certification::status)
              .orElse(NOT_CERTIFIED);
      views.add(AssetView.of(asset, classes, status));
    }
    return views;
  }

  /**
   * Returns the difference between two snapshots.
   *
   * @param from snapshot to compare with; empty for the previous one
   * @param to snapshot to compare; empty for the latest
   */
  Diff diff(OrgId org, String assetId, Optional<String> from, Optional<String> to) {
    return database.read(
        tx -> {
          require(tx, org, assetId);
          SnapshotStore store = tx.on(SnapshotStore.class);
          Optional<SnapshotStore.Row> after =
              to.isPresent()
                  ? Optional.of(snapshot(store, org, assetId, to.get()))
                  : store.latest(org, assetId, 1, 0).stream().findFirst();
          Optional<SnapshotStore.Row> before =
              from.isPresent()
                  ? Optional.of(snapshot(store, org, assetId, from.get()))
                  : after.flatMap(row -> store.before(org, assetId, row.snapshotId()));
          List<AssetDrift.Change> changes =
              before.isPresent() && after.isPresent()
                  ? AssetDrift.between(before.get().read(), after.get().read())
                  : List.of();
          return new Diff(
              assetId,
              before.map(SnapshotReference::of),
              after.map(SnapshotReference::of),
              changes,
              AssetDrift.summary(changes));
        });
  }

  private static SnapshotStore.Row snapshot(
      SnapshotStore store, OrgId org, String assetId, String id) {
    return store.find(org, assetId, id).orElseThrow(() -> ApiException.notFound("snapshot", id));
  }

  History history(OrgId org, String assetId, int limit, int offset) {
    return database.read(
        tx -> {
          require(tx, org, assetId);
          SnapshotStore store = tx.on(SnapshotStore.class);
          return new History(
              assetId,
              store.latest(org, assetId, limit, offset).stream()
                  .map(
                      row ->
                          new HistoryEntry(
                              row.observedAt(),
                              row.snapshotId(),
                              row.riskScore(),
                              row.reviewState(),
                              row.lifecycleState(),
                              new RiskFactorCounts(row.critical(), row.high()),
                              row.fingerprint(),
                              row.event()))
                  .toList(),
              store.count(org, assetId));
        });
  }

  static DiscoveredAsset require(Tx tx, OrgId org, String assetId) {
    return tx.on(AssetStore.class)
        .find(org, assetId)
        .orElseThrow(() -> ApiException.notFound("discovered asset", assetId));
  }
}
