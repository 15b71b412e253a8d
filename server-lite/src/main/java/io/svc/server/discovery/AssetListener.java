package io.svc.server.discovery;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;

/**
 * Is told of every asset that was looked at, inside the transaction that stores what was seen.
 * Nobody else changes assets of the tenant until that transaction is over.
 */
public interface AssetListener {
  /**
   * An asset was looked at.
   *
   * @param asset as it is stored now
   * @param change what is new about it
   */
  void observed(Tx tx, OrgId org, DiscoveredAsset asset, SightingResult.Change change);

  /** What was taken for two assets is one; the first is no more, and the other has all it had. */
  default void merged(Tx tx, OrgId org, String assetId, String into) {}
}
