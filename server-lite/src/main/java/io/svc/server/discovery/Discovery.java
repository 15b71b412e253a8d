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
 * What is known of the things that scanners find. Two sightings are of one asset when they are of
 * the same source, connection and external identifier; when a thing of the same kind was seen at
 * the same address; or when a platform has the same name for what acts as an agent has. What is
 * seen of an asset in several places is told together. Safe for many threads, and for several
 * servers on one store.
 */
public final class Discovery implements AgentExtras, PlatformScanner.Sightings {
  /** A thing that so many complete listings did not have is gone. */
  private static final int MISSES_OF_GONE = 3;

  private final Identifiers identifiers;
  private final AssetComposition composition;

  /**
   * Is told of every asset that is looked at. Whoever joins does so before anything is observed.
   */
  private final List<AssetListener> listeners = new CopyOnWriteArrayList<>();

  public Discovery(Identifiers identifiers, AuditLog audit) {
    this.identifiers = identifiers;
    this.composition = new AssetComposition(identifiers, audit, listeners);
  }

  /** From now on, somebody is told of every asset that is looked at. */
  public void listen(AssetListener listener) {
    listeners.add(listener);
  }

  /** Figures of a tenant. Assets that are gone do not count. */
  public record Figures(long unreviewed, long shadow) {}

  /**
   * Where a thing was seen.
   *
   * @param scope what is listed together; empty for what is in no list
   * @param link the agent that it is
   * @param isPartial whether nothing could be seen of it but that it is there
   */
  record Place(String scope, Optional<AssetComposition.Link> link, boolean isPartial) {}

  /**
   * Takes a sighting in.
   *
   * @return which asset it is of, and what is new about that
   */
  @Override
  public SightingResult observe(Tx tx, OrgId org, MaskedSighting sighting) {
    return observe(
        tx,
        org,
        sighting,
        new Place(sighting.sighting().integrationId().orElse(""), Optional.empty(), false));
  }

  /** Takes in what an agent told of itself. */
  public SightingResult observe(Tx tx, OrgId org, MaskedSighting sighting, Agent agent) {
    return observe(
        tx, org, sighting, new Place("", Optional.of(AgentSightings.link(agent)), false));
  }

  /**
   * An asset as it is now.
   *
   * @param fingerprint of all that it is made of
   * @param riskScore from 0 to 100
   */
  public record State(String fingerprint, int riskScore) {}

  /** How an asset is now; empty when there is none of the identifier. */
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
    // Who came later looked for this one by then, so that only what is new can be of another.
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
   * After a complete listing of an integration: what it did not have was missed once more, and is
   * gone with the third time in a row.
   *
   * @return how many assets are gone now that were there before
   */
  @Override
  public int missed(Tx tx, OrgId org, String integrationId, Set<String> seenExternalIds) {
    return missed(tx, org, integrationId, seenExternalIds, MISSES_OF_GONE);
  }

  /** The same where a thing is gone after so many listings without it. */
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

  /** Identifiers are stored masked, so that those of the listing are masked where it matters. */
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
   * A platform told that it no longer has a thing.
   *
   * @return whether the asset was there before and is gone now
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

  /** What every agent that comes in, or moves on, is told to. */
  public AgentListener agents() {
    return new AgentSightings(this);
  }

  /** Whether people rejected what an agent was discovered as. */
  public boolean isRejected(Tx tx, OrgId org, String agentId) {
    return tx.on(AssetStore.class).countRejected(org, agentId) > 0;
  }

  /** Figures, read from counts and not counted. */
  public Figures figures(Tx tx, OrgId org) {
    return tx.on(DiscoveryTenantStore.class)
        .find(org)
        .map(row -> new Figures(row.unreviewed(), row.shadow()))
        .orElse(new Figures(0, 0));
  }

  /** How risky agents are, of those of which somebody saw what they are made of. */
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

  /** Removes everything of a tenant; tells how many rows that were. */
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
