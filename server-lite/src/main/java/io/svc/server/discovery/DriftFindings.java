package io.svc.server.discovery;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.util.List;

/** How much of what changed last about an asset asks for somebody's attention. */
public final class DriftFindings {
  /** How many differences there are between the latest two states, small ones left out. */
  public int count(Tx tx, OrgId org, String assetId) {
    List<SnapshotStore.Row> latest = tx.on(SnapshotStore.class).latest(org, assetId, 2, 0);
    if (latest.size() < 2) {
      return 0;
    }
    return (int)
        AssetDrift.between(latest.get(1).read(), latest.get(0).read()).stream()
            .filter(change -> change.severity() != DriftSeverity.INFO)
            .count();
  }
}
