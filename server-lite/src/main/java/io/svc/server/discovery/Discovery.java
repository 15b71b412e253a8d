package io.svc.server.discovery;

import io.svc.server.agents.Agent;
import io.svc.server.agents.AgentExtras;
import io.svc.server.agents.AgentListener;
import io.svc.server.audit.AuditLog;
import io.svc.server.db.Batch;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.discovery.scan.PlatformScanner;
import io.svc.server.json.Json;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The discovered assets. Two sightings belong to the same asset when they have the same source,
 * connection and external identifier; when a thing of the same kind was seen at the same URL; or
 * when a platform and an agent use the same name. All sightings of an asset are combined. Safe for
 * use by several threads, and by several servers on one store.
 */
public final class Discovery implements AgentExtras, PlatformScanner.Sightings {
  /** An asset is removed after it is missing from this many complete listings. */
  private static final int MISSES_OF_GONE = 3;

  private final Identifiers identifiers;
  private final AssetComposition composition;

  /** Receive each observed asset. Listeners are added before the first sighting. */
  private final List<AssetListener> listeners = new CopyOnWriteArrayList<>();

  public Discovery(Identifiers identifiers, AuditLog audit) {
    this.identifiers = identifiers;
    this.composition = new AssetComposition(identifiers, audit, listeners);
  }

  /** Adds a listener for observed assets. */
  public void listen(AssetListener listener) {
    listeners.add(listener);
  }

  /** Counts of a tenant, without removed assets. */
  public record Figures(long unreviewed, long shadow) {}

  /**
   * The location of a sighting.
   *
   * @param scope the listing that it belongs to; empty for none
   * @param link the corresponding agent
   * @param isPartial whether only the existence was visible
   */
  record Place(String scope, Optional<AssetComposition.Link> link, boolean isPartial) {}

  /**
   * Stores a sighting.
   *
   * @return the asset and how it changed
   */
  @Override
  public SightingResult observe(Tx tx, OrgId org, MaskedSighting sighting) {
    return observe(
        tx,
        org,
        sighting,
        new Place(sighting.sighting().integrationId().orElse(""), Optional.empty(), false));
  }

  /** Stores a sighting that an agent reported about itself. */
  public SightingResult observe(Tx tx, OrgId org, MaskedSighting sighting, Agent agent) {
    return observe(
        tx, org, sighting, new Place("", Optional.of(AgentSightings.link(agent)), false));
  }

  /**
   * The current state of an asset.
   *
   * @param fingerprint hash of all its properties
   * @param riskScore from 0 to 100
   */
  public record State(String fingerprint, int riskScore) {}

  /** Returns the current state of an asset; empty if it does not exist. */
  public Optional<State> state(Tx tx, OrgId org, String assetId) {
    return tx.on(AssetStore.class)
        .find(org, assetId)
        .map(asset -> new State(asset.fingerprint().hash(), asset.risk().score()));
  }

  SightingResult observe(Tx tx, OrgId org, MaskedSighting sighting, Place place) {
    Sighting seen = sighting.sighting();
    ConnectorClasses classes = AssetWriter.hold(tx, org);
    SightingStore sightings = tx.on(SightingStore.class);
    Optional<SightingStore.Row> known =
        sightings.find(org, seen.source(), place.scope(), seen.externalId());
    MergeKeys keys = MergeKeys.of(seen);
    Set<String> candidates = new LinkedHashSet<>();
    known.ifPresent(row -> candidates.add(row.assetId()));
    // Later sightings already searched for this one, so only changed keys can match another asset.
    if (known.filter(row -> row.keys().equals(keys)).isEmpty()) {
      candidates.addAll(sightings.atUrl(org, keys.url()));
      sightings.asAgent(org, keys.agent(), place.scope()).ifPresent(candidates::add);
    }
    Optional<DiscoveredAsset> before = composition.merged(tx, org, assets(tx, org, candidates));
    String id = before.map(DiscoveredAsset::id).orElseGet(() -> identifiers.next("ast_"));
    AssetPosture posture =
        known
            .filter(row -> place.isPartial())
            .map(SightingStore.Row::read)
            .orElseGet(() -> AssetPosture.of(seen));
    sightings.put(
        org,
        seen.source(),
        place.scope(),
        seen.externalId(),
        id,
        seen.kind(),
        seen.integrationId().orElse(""),
        Json.text(posture),
        Json.text(seen.envelope()),
        keys.url(),
        keys.agent(),
        tx.now());
    return composition
        .compose(
            tx,
            org,
            classes,
            new AssetComposition.News(id, before, seen.evidence(), place.link(), true))
        .first(known.isEmpty());
  }

  private static List<DiscoveredAsset> assets(Tx tx, OrgId org, Set<String> ids) {
    List<DiscoveredAsset> assets = new ArrayList<>();
    ids.forEach(id -> tx.on(AssetStore.class).find(org, id).ifPresent(assets::add));
    return assets;
  }

  /**
   * Processes a complete listing of an integration: assets that are not in it are counted as
   * missing, and removed after the third time in a row.
   *
   * @return the number of newly removed assets
   */
  @Override
  public int missed(Tx tx, OrgId org, String integrationId, Set<String> seenExternalIds) {
    return missed(tx, org, integrationId, seenExternalIds, MISSES_OF_GONE);
  }

  /** Processes a complete listing, with a limit after which an asset is removed. */
  int missed(Tx tx, OrgId org, String scope, Set<String> seen, int most) {
    ConnectorClasses classes = AssetWriter.hold(tx, org);
    List<SightingStore.Listed> missing = missing(tx, org, scope, seen);
    if (missing.isEmpty()) {
      return 0;
    }
    Set<String> losing = new LinkedHashSet<>();
    try (Batch batch =
        tx.batch(
            """
            UPDATE discovered_sighting SET misses = ?, gone = ?
            WHERE org_id = ? AND source = ? AND scope = ? AND external_id = ?
            """)) {
      for (SightingStore.Listed one : missing) {
        boolean isGone = one.misses() + 1 >= most;
        batch.row(
            one.misses() + 1,
            isGone,
            org.value(),
            one.source().toString(),
            scope,
            one.externalId());
        if (isGone) {
          losing.add(one.assetId());
        }
      }
      batch.run();
    }
    int gone = 0;
    for (String id : losing) {
      gone += isGoneNow(tx, org, classes, id) ? 1 : 0;
    }
    return gone;
  }

  /** Masks the identifiers of the listing where necessary, because they are stored masked. */
  private List<SightingStore.Listed> missing(Tx tx, OrgId org, String scope, Set<String> seen) {
    List<SightingStore.Listed> missing =
        tx.on(SightingStore.class).listed(org, scope).stream()
            .filter(one -> !seen.contains(one.externalId()))
            .toList();
    if (missing.isEmpty()) {
      return missing;
    }
    Set<String> masked = new HashSet<>();
    seen.forEach(id -> masked.add(MaskedSighting.name(id)));
    return missing.stream().filter(one -> !masked.contains(one.externalId())).toList();
  }

  private boolean isGoneNow(Tx tx, OrgId org, ConnectorClasses classes, String assetId) {
    Optional<DiscoveredAsset> before = tx.on(AssetStore.class).find(org, assetId);
    if (before.isEmpty()) {
      return false;
    }
    composition.compose(
        tx,
        org,
        classes,
        new AssetComposition.News(assetId, before, List.of(), Optional.empty(), false));
    return before.get().presence() != Presence.REMOVED
        && tx.on(AssetStore.class)
            .find(org, assetId)
            .filter(after -> after.presence() == Presence.REMOVED)
            .isPresent();
  }

  /**
   * Processes the deletion of an asset by its platform.
   *
   * @return whether the asset was present before and is removed now
   */
  public boolean deleted(
      Tx tx, OrgId org, AssetSource source, String integrationId, String externalId) {
    ConnectorClasses classes = AssetWriter.hold(tx, org);
    SightingStore sightings = tx.on(SightingStore.class);
    String id = MaskedSighting.name(externalId);
    Optional<SightingStore.Row> row = sightings.find(org, source, integrationId, id);
    if (row.isEmpty()) {
      return false;
    }
    sightings.gone(org, source, integrationId, id);
    return isGoneNow(tx, org, classes, row.get().assetId());
  }

  /** Returns the listener for agents that are created or changed. */
  public AgentListener agents() {
    return new AgentSightings(this);
  }

  /** Returns true when an asset of the agent was rejected. */
  public boolean isRejected(Tx tx, OrgId org, String agentId) {
    return tx.on(AssetStore.class).countRejected(org, agentId) > 0;
  }

  /** Returns the counts, which are maintained with each write. */
  public Figures figures(Tx tx, OrgId org) {
    return tx.on(DiscoveryTenantStore.class)
        .find(org)
        .map(row -> new Figures(row.unreviewed(), row.shadow()))
        .orElse(new Figures(0, 0));
  }

  /** Returns the risks of agents that have an inspected asset. */
  @Override
  public Map<String, Risk> risks(Tx tx, OrgId org, List<String> agentIds) {
    Map<String, Risk> risks = new HashMap<>();
    if (agentIds.isEmpty()) {
      return risks;
    }
    List<DiscoveredAsset> found =
        tx.on(AssetStore.class).rowsOfAgents(org, agentIds).stream()
            .map(AssetStore.Row::asset)
            .sorted(Comparator.comparing(DiscoveredAsset::id))
            .toList();
    for (DiscoveredAsset asset : found) {
      if (asset.posture().isInspected() && asset.presence() != Presence.REMOVED) {
        risks.merge(asset.agentId(), risk(asset.risk()), (a, b) -> a.score() >= b.score() ? a : b);
      }
    }
    return risks;
  }

  static Risk risk(AssetRisk risk) {
    return new Risk(
        risk.score(),
        risk.factors().stream()
            .map(each -> new Agent.RiskFactor(each.key(), each.points(), each.detail()))
            .toList());
  }

  /** Removes all data of a tenant; returns the number of rows. */
  public long removeAll(Tx tx, OrgId org) {
    return tx.removeAll(
        org,
        "discovered_asset",
        "discovered_sighting",
        "discovered_snapshot",
        "discovery_tenant",
        "saved_view");
  }
}
