package io.svc.server.discovery;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.util.List;

/** Counts drift findings of an asset's latest change. */
public final class DriftFindings {
  /**
   * Counts the differences between the latest two states of an asset, except differences of
   * severity info. The first sighting of a source adds settings that other sources cannot observe,
   * such as the digest of all parameters to a registration. They do not count.
   */
  public int count(Tx tx, OrgId org, SightingResult observed) {
    List<SnapshotStore.Row> latest =
        tx.on(SnapshotStore.class).latest(org, observed.assetId(), 2, 0);
    if (latest.size() < 2) {
      return 0;
    }
    return (int)
        AssetDrift.between(latest.get(1).read(), latest.get(0).read()).stream()
            .filter(change -> change.severity() != AssetDrift.DriftSeverity.INFO)
            .filter(change -> !observed.isFirst() || !isNewSetting(change))
            .count();
  }

  private static boolean isNewSetting(AssetDrift.Change change) {
    return change.change() == AssetDrift.Kind.ADDED && change.path().startsWith("settings[");
  }
}
