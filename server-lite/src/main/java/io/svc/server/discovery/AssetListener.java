package io.svc.server.discovery;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;

/**
 * Receives each observed asset inside the transaction that stores the sighting. The tenant's assets
 * are locked until that transaction ends.
 */
public interface AssetListener {
  /**
   * Called when an asset was observed.
   *
   * @param asset the asset as stored
   * @param change how it changed
   */
  void observed(Tx tx, OrgId org, DiscoveredAsset asset, SightingResult.Change change);

  /** Called when two assets were merged. The first is removed; the other has its data. */
  default void merged(Tx tx, OrgId org, String assetId, String into) {}
}
