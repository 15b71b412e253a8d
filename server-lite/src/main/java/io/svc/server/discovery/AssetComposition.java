package io.svc.server.discovery;

import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.Category;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.Caller;
import io.svc.server.json.Json;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Combines the sightings of an asset and records what changed: a snapshot when the fingerprint
 * differs, and the end of an approval after a critical change. Thread-safe.
 */
final class AssetComposition {
  /** The number of snapshots to retain for each asset. */
  static final int MAX_SNAPSHOTS = 200;

  private static final String SYSTEM = "discovery";

  /**
   * Sightings through a connection come first, then those with the most content. The order does not
   * depend on the time, so that an asset does not change with the order of scans.
   */
  private static final Comparator<SightingStore.Row> BY_KNOWLEDGE =
      Comparator.comparing(AssetComposition::isActivityOnly)
          .thenComparing(SightingStore.Row::source)
          .thenComparing(row -> row.scope().isEmpty())
          .thenComparing(SightingStore.Row::scope)
          .thenComparing(SightingStore.Row::externalId);

  /**
   * Returns true when an asset was only observed in activity, without a connection and without a
   * description of itself.
   */
  private static boolean isActivityOnly(SightingStore.Row row) {
    return row.scope().isEmpty()
        && row.source() != AssetSource.REGISTER_API
        && !row.read().isInspected();
  }

  private final Identifiers identifiers;
  private final AuditLog audit;
  private final List<AssetListener> listeners;

  /**
   * Creates the composition.
   *
   * @param listeners receive each asset; others may be added later
   */
  AssetComposition(Identifiers identifiers, AuditLog audit, List<AssetListener> listeners) {
    this.identifiers = identifiers;
    this.audit = audit;
    this.listeners = listeners;
  }

  /**
   * The agent that an asset corresponds to.
   *
   * @param agentId empty if unknown
   * @param owner empty if unknown
   */
  record AgentLink(String agentId, boolean isRegistered, String owner) {
    static final AgentLink NONE = new AgentLink("", false, "");
  }

  /**
   * The input of a composition.
   *
   * @param before empty for a new asset
   * @param isSeen whether it was just seen, and not only missed
   */
  record CompositionInput(
      String assetId,
      Optional<DiscoveredAsset> before,
      List<AssetEvidence> evidence,
      Optional<AgentLink> link,
      boolean isSeen) {}

  /** Combines the current sightings of an asset. */
  SightingResult compose(Tx tx, OrgId org, ConnectorClasses classes, CompositionInput news) {
    List<SightingStore.Row> live =
        tx.on(SightingStore.class).ofAsset(org, news.assetId()).stream()
            .filter(row -> !row.gone())
            .sorted(BY_KNOWLEDGE)
            .toList();
    if (live.isEmpty()) {
      DiscoveredAsset before = news.before().orElseThrow();
      DiscoveredAsset removed =
          before.present(before.presence().after(Presence.Event.GONE), before.lastSeenAt());
      AssetWriter.put(tx, org, news.before(), removed);
      return new SightingResult(news.assetId(), SightingResult.Change.CHANGED);
    }
    DiscoveredAsset after = composed(tx, classes, news, live);
    SightingResult.Change change =
        news.before().isEmpty()
            ? SightingResult.Change.NEW
            : isSame(news.before().get(), after)
                ? SightingResult.Change.UNCHANGED
                : SightingResult.Change.CHANGED;
    List<AssetDrift.Change> drift =
        change == SightingResult.Change.CHANGED
            ? AssetDrift.between(news.before().orElseThrow().posture(), after.posture())
            : List.of();
    if (AssetDrift.isCritical(drift) && after.review().state() == AssetReviewState.APPROVED) {
      after = after.reviewed(after.review().lapsed("drift"));
      auditLapsedReview(tx, org, after, drift);
    }
    AssetWriter.put(tx, org, news.before(), after);
    if (change != SightingResult.Change.UNCHANGED) {
      snapshot(tx, org, after, drift);
    }
    for (AssetListener listener : listeners) {
      listener.observed(tx, org, after, change);
    }
    return new SightingResult(news.assetId(), change);
  }

  private static boolean isSame(DiscoveredAsset before, DiscoveredAsset after) {
    return before.fingerprint().hash().equals(after.fingerprint().hash());
  }

  private static DiscoveredAsset composed(
      Tx tx, ConnectorClasses classes, CompositionInput news, List<SightingStore.Row> live) {
    SightingStore.Row first = live.get(0);
    AssetPosture posture =
        live.stream().map(SightingStore.Row::read).reduce(AssetPosture::and).orElseThrow();
    AssetFingerprint fingerprint = AssetFingerprint.of(posture);
    Optional<DiscoveredAsset> before = news.before();
    boolean isSame =
        before
            .map(previous -> previous.fingerprint().hash().equals(fingerprint.hash()))
            .orElse(true);
    Presence presence =
        before
            .map(DiscoveredAsset::presence)
            .map(
                previous ->
                    !news.isSeen()
                        ? previous
                        : previous.after(
                            isSame ? Presence.Event.SEEN : Presence.Event.SEEN_CHANGED))
            .orElse(Presence.NEW);
    AgentLink link = news.link().or(() -> before.map(DiscoveredAsset::link)).orElse(AgentLink.NONE);
    String owner = link.owner().isEmpty() ? posture.owner() : link.owner();
    return new DiscoveredAsset(
        news.assetId(),
        first.kind(),
        first.source(),
        live.stream().map(SightingStore.Row::source).distinct().toList(),
        first.integration(),
        first.externalId(),
        posture,
        fingerprint,
        EvidenceList.merged(
            before.map(DiscoveredAsset::evidence).orElse(List.of()), news.evidence()),
        first.envelope(),
        RiskAssessment.of(first.kind(), posture, owner, classes),
        before.map(DiscoveredAsset::review).orElse(DiscoveredAsset.Review.NONE),
        presence,
        link.agentId(),
        link.isRegistered(),
        link.owner(),
        before.map(DiscoveredAsset::firstSeenAt).orElse(tx.now()),
        news.isSeen() ? tx.now() : before.map(DiscoveredAsset::lastSeenAt).orElse(tx.now()),
        before.map(DiscoveredAsset::version).orElse(1L));
  }

  private void snapshot(Tx tx, OrgId org, DiscoveredAsset asset, List<AssetDrift.Change> drift) {
    SnapshotStore store = tx.on(SnapshotStore.class);
    store.insert(
        org,
        identifiers.next("snp_"),
        asset,
        tx.now(),
        Json.text(asset.posture()),
        drift.isEmpty() ? "found" : drift.get(0).driftClass().toString());
    store.keepLatest(org, asset.id(), MAX_SNAPSHOTS);
  }

  private void auditLapsedReview(
      Tx tx, OrgId org, DiscoveredAsset asset, List<AssetDrift.Change> drift) {
    audit.record(
        tx,
        Caller.system(SYSTEM, org),
        AuditEvent.of(
                Category.DISCOVERY,
                "asset.approval_lapsed",
                "discovered_asset",
                asset.id(),
                asset.posture().name())
            .with("reason", asset.review().reason())
            .with("driftClass", drift.get(0).driftClass().toString())
            .with("path", drift.get(0).path()));
  }

  /**
   * Merges several assets into one. The asset with the strictest review decision, or otherwise the
   * first found, retains its identifier and receives the data of the others.
   *
   * @return the merged asset; empty when none was given
   */
  Optional<DiscoveredAsset> merged(Tx tx, OrgId org, List<DiscoveredAsset> assets) {
    Optional<DiscoveredAsset> strictest =
        assets.stream()
            .sorted(Comparator.comparing(DiscoveredAsset::id))
            .reduce(
                (a, b) ->
                    a.review().state().orStricter(b.review().state()) == a.review().state()
                        ? a
                        : b);
    if (assets.size() < 2) {
      return strictest;
    }
    DiscoveredAsset stays = strictest.orElseThrow();
    for (DiscoveredAsset other : assets) {
      if (other.id().equals(stays.id())) {
        continue;
      }
      tx.on(SightingStore.class).move(org, other.id(), stays.id());
      tx.on(SnapshotStore.class).move(org, other.id(), stays.id());
      AssetWriter.remove(tx, org, other);
      DiscoveredAsset both = stays.with(other);
      AssetWriter.put(tx, org, Optional.of(stays), both);
      for (AssetListener listener : listeners) {
        listener.merged(tx, org, other.id(), stays.id());
      }
      audit.record(
          tx,
          Caller.system(SYSTEM, org),
          AuditEvent.of(
                  Category.DISCOVERY,
                  "asset.merge",
                  "discovered_asset",
                  stays.id(),
                  stays.posture().name())
              .with("merged", other.id())
              .with("mergedName", other.posture().name())
              .with("mergedReviewState", other.review().state().toString()));
      stays = both;
    }
    return Optional.of(stays);
  }
}
