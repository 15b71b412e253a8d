package io.svc.server.discovery;

import io.svc.server.agents.AgentExtras;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Assets as other features ask for them. Safe for many threads. */
public final class Assets {
  private Assets() {}

  /**
   * From now on nobody else observes or changes assets of a tenant, until the transaction is over.
   *
   * @return how the tenant classifies connectors
   */
  public static ConnectorClasses hold(Tx tx, OrgId org) {
    return AssetWriter.hold(tx, org);
  }

  /** One of them; empty when there is none. */
  public static Optional<DiscoveredAsset> find(Tx tx, OrgId org, String assetId) {
    return tx.on(AssetStore.class).find(org, assetId);
  }

  /** Those that an agent was discovered as. */
  public static List<DiscoveredAsset> ofAgent(Tx tx, OrgId org, String agentId) {
    return tx.on(AssetStore.class).rowsOfAgent(org, agentId).stream()
        .map(AssetStore.Row::asset)
        .toList();
  }

  /**
   * Those that somebody calls so.
   *
   * @param platform such as {@code n8n}; empty for any
   * @param name what the platform calls it
   */
  public static List<DiscoveredAsset> called(
      Tx tx, OrgId org, Optional<String> platform, String name) {
    SightingStore store = tx.on(SightingStore.class);
    List<String> ids = new ArrayList<>();
    if (platform.isEmpty()) {
      ids.addAll(store.called(org, MaskedSighting.name(name)));
    } else {
      Optional<AssetSource> source = AgentSightings.platform(platform.get());
      ids.addAll(
          source.isPresent()
              ? store.calledBy(org, MaskedSighting.name(name), source.get())
              // The name that agents have who come from where nobody looks.
              : store.calledBy(
                  org, MaskedSighting.name(platform.get() + "/" + name), AssetSource.REGISTER_API));
    }
    return ids.stream().distinct().flatMap(id -> find(tx, org, id).stream()).toList();
  }

  /** How risky an asset is, as its tenant classifies connectors now; empty when nobody knows. */
  public static Optional<AgentExtras.Risk> risk(DiscoveredAsset asset, ConnectorClasses classes) {
    return asset.posture().isInspected()
        ? Optional.of(Discovery.risk(RiskAssessment.of(asset.kind(), asset.posture(), classes)))
        : Optional.empty();
  }
}
