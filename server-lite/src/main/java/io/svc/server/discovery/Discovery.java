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
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/**
 * The discovered assets. Two sightings belong to the same asset when they have the same source,
 * connection and external identifier; when a thing of the same kind was seen at the same URL; or
 * when a platform and an agent use the same name. All sightings of an asset are combined. Safe for
 * use by several threads, and by several servers on one store.
 */
public final class Discovery implements AgentExtras, PlatformScanner.SightingSink {
  /** An asset is removed after it is missing from this many complete listings. */
  private static final int MISSES_UNTIL_REMOVED = 3;

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
  public record AssetCounts(long unreviewed, long shadow) {}

  /**
   * The location of a sighting.
   *
   * @param scope the listing that it belongs to; empty for none
   * @param link the corresponding agent
   * @param isPartial whether only the existence was visible
   */
  record SightingOrigin(
      String scope, Optional<AssetComposition.AgentLink> link, boolean isPartial) {}

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
        new SightingOrigin(
            sighting.sighting().integrationId().orElse(""), Optional.empty(), false));
  }

  /** Stores a sighting that an agent reported about itself. */
  public SightingResult observe(Tx tx, OrgId org, MaskedSighting sighting, Agent agent) {
    return observe(
        tx, org, sighting, new SightingOrigin("", Optional.of(AgentSightings.link(agent)), false));
  }

  /**
   * The current state of an asset.
   *
   * @param fingerprint hash of all its properties
   * @param riskScore from 0 to 100
   */
  public record AssetState(String fingerprint, int riskScore) {}

  /** Returns the current state of an asset; empty if it does not exist. */
  public Optional<AssetState> state(Tx tx, OrgId org, String assetId) {
    return tx.on(AssetStore.class)
        .find(org, assetId)
        .map(asset -> new AssetState(asset.fingerprint().hash(), asset.risk().score()));
  }

  SightingResult observe(Tx tx, OrgId org, MaskedSighting sighting, SightingOrigin source) {
    Sighting seen = sighting.sighting();
    ConnectorClasses classes = AssetWriter.lock(tx, org);
    SightingStore sightings = tx.on(SightingStore.class);
    Optional<SightingStore.Row> existing =
        sightings.find(org, seen.source(), source.scope(), seen.externalId());
    MergeKeys keys = MergeKeys.of(seen);
    Set<String> candidates = new LinkedHashSet<>();
    existing.ifPresent(row -> candidates.add(row.assetId()));
    // Later sightings already searched for this one, so only changed keys can match another asset.
    if (existing.filter(row -> row.keys().equals(keys)).isEmpty()) {
      candidates.addAll(sightings.atUrl(org, keys.url()));
      sightings.asAgent(org, keys.agent(), source.scope()).ifPresent(candidates::add);
    }
    Optional<DiscoveredAsset> before = composition.merged(tx, org, assets(tx, org, candidates));
    String id = before.map(DiscoveredAsset::id).orElseGet(() -> identifiers.next("ast_"));
    AssetPosture posture =
        existing
            .filter(row -> source.isPartial())
            .map(SightingStore.Row::read)
            .orElseGet(() -> AssetPosture.of(seen));
    sightings.put(
        org,
        seen.source(),
        source.scope(),
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
            new AssetComposition.CompositionInput(id, before, seen.evidence(), source.link(), true))
        .first(existing.isEmpty());
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
    return missed(tx, org, integrationId, seenExternalIds, MISSES_UNTIL_REMOVED);
  }

  /** Processes a complete listing, with a limit after which an asset is removed. */
  int missed(Tx tx, OrgId org, String scope, Set<String> seen, int maxMisses) {
    ConnectorClasses classes = AssetWriter.lock(tx, org);
    List<SightingStore.ListedSighting> missing = missing(tx, org, scope, seen);
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
      for (SightingStore.ListedSighting listed : missing) {
        boolean isRemoved = listed.misses() + 1 >= maxMisses;
        batch.row(
            listed.misses() + 1,
            isRemoved,
            org.value(),
            listed.source().toString(),
            scope,
            listed.externalId());
        if (isRemoved) {
          losing.add(listed.assetId());
        }
      }
      batch.run();
    }
    int removed = 0;
    for (String id : losing) {
      removed += isRemoved(tx, org, classes, id) ? 1 : 0;
    }
    return removed;
  }

  /** Masks the identifiers of the listing where necessary, because they are stored masked. */
  private List<SightingStore.ListedSighting> missing(
      Tx tx, OrgId org, String scope, Set<String> seen) {
    List<SightingStore.ListedSighting> missing =
        tx.on(SightingStore.class).listed(org, scope).stream()
            .filter(listed -> !seen.contains(listed.externalId()))
            .toList();
    if (missing.isEmpty()) {
      return missing;
    }
    Set<String> masked = new HashSet<>();
    seen.forEach(id -> masked.add(MaskedSighting.name(id)));
    return missing.stream().filter(listed -> !masked.contains(listed.externalId())).toList();
  }

  private boolean isRemoved(Tx tx, OrgId org, ConnectorClasses classes, String assetId) {
    Optional<DiscoveredAsset> before = tx.on(AssetStore.class).find(org, assetId);
    if (before.isEmpty()) {
      return false;
    }
    composition.compose(
        tx,
        org,
        classes,
        new AssetComposition.CompositionInput(assetId, before, List.of(), Optional.empty(), false));
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
    ConnectorClasses classes = AssetWriter.lock(tx, org);
    SightingStore sightings = tx.on(SightingStore.class);
    String id = MaskedSighting.name(externalId);
    Optional<SightingStore.Row> row = sightings.find(org, source, integrationId, id);
    if (row.isEmpty()) {
      return false;
    }
    sightings.gone(org, source, integrationId, id);
    return isRemoved(tx, org, classes, row.get().assetId());
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
  public AssetCounts figures(Tx tx, OrgId org) {
    return tx.on(DiscoveryTenantStore.class)
        .find(org)
        .map(row -> new AssetCounts(row.unreviewed(), row.shadow()))
        .orElse(new AssetCounts(0, 0));
  }

  /** Returns the properties of agents that have an inspected asset. */
  @Override
  public Map<String, Discovered> discovered(Tx tx, OrgId org, List<String> agentIds) {
    Map<String, Discovered> agents = new HashMap<>();
    if (agentIds.isEmpty()) {
      return agents;
    }
    List<DiscoveredAsset> found =
        tx.on(AssetStore.class).rowsOfAgents(org, agentIds).stream()
            .map(AssetStore.Row::asset)
            .sorted(Comparator.comparing(DiscoveredAsset::id))
            .toList();
    for (DiscoveredAsset asset : found) {
      if (asset.posture().isInspected() && asset.presence() != Presence.REMOVED) {
        agents.merge(
            asset.agentId(),
            new Discovered(risk(asset.risk()), connectors(asset.posture())),
            Discovery::joined);
      }
    }
    return agents;
  }

  static List<Agent.Connector> connectors(AssetPosture posture) {
    return posture.connectors().stream()
        .map(one -> new Agent.Connector(one.name(), one.scopes()))
        .toList();
  }

  /** Returns the higher risk and the connectors of two assets of an agent. */
  private static Discovered joined(Discovered a, Discovered b) {
    Map<String, Agent.Connector> connectors = new TreeMap<>();
    Stream.concat(a.connectors().stream(), b.connectors().stream())
        .forEach(
            one ->
                connectors.merge(
                    one.name(),
                    one,
                    (x, y) ->
                        new Agent.Connector(
                            x.name(), AssetConnector.joined(x.scopes(), y.scopes()))));
    return new Discovered(
        a.risk().score() >= b.risk().score() ? a.risk() : b.risk(),
        List.copyOf(connectors.values()));
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
