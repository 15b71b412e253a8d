package io.svc.server.discovery;

import io.svc.server.agents.AgentExtras;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Assets for other features. Thread-safe. */
public final class AssetAccess {
  private AssetAccess() {}

  /**
   * Locks the assets of a tenant until the transaction ends.
   *
   * @return the tenant's classification of connectors
   */
  public static ConnectorClasses lock(Tx tx, OrgId org) {
    return AssetWriter.lock(tx, org);
  }

  /** Returns an asset; empty if it does not exist. */
  public static Optional<DiscoveredAsset> find(Tx tx, OrgId org, String assetId) {
    return tx.on(AssetStore.class).find(org, assetId);
  }

  /** Returns the assets of an agent. */
  public static List<DiscoveredAsset> ofAgent(Tx tx, OrgId org, String agentId) {
    return tx.on(AssetStore.class).rowsOfAgent(org, agentId).stream()
        .map(AssetStore.Row::asset)
        .toList();
  }

  /**
   * Returns assets by name.
   *
   * @param platform such as {@code n8n}; empty for any
   * @param name the platform's identifier
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
              // The name of agents from platforms that are not scanned.
              : store.calledBy(
                  org, MaskedSighting.name(platform.get() + "/" + name), AssetSource.REGISTER_API));
    }
    return ids.stream().distinct().flatMap(id -> find(tx, org, id).stream()).toList();
  }

  /**
   * Returns the risk of an asset with the tenant's current classification of connectors; empty when
   * it is unknown.
   */
  public static Optional<AgentExtras.Risk> risk(DiscoveredAsset asset, ConnectorClasses classes) {
    return asset.posture().isInspected()
        ? Optional.of(Discovery.risk(asset.assessed(classes).risk()))
        : Optional.empty();
  }
}
