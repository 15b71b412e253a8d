package io.svc.server.discovery;

import io.svc.server.agents.Agent;
import io.svc.server.agents.Agents;
import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds assets that were not seen for long. An agent's activity is only recorded with the agent;
 * this monitor transfers it to the asset.
 */
final class PresenceMonitor {
  static final Duration DORMANT_AFTER = Duration.ofDays(30);

  private static final int AT_ONCE = 200;

  private final Database database;
  private final Agents agents;

  PresenceMonitor(Database database, Agents agents) {
    this.database = database;
    this.agents = agents;
  }

  /** Checks the assets of all tenants. */
  void checkAll() {
    for (OrgId org : database.read(tx -> tx.on(DiscoveryTenantStore.class).withAssets())) {
      reactivate(org);
      int rows;
      do {
        rows = database.write(tx -> markInactive(tx, org));
      } while (rows == AT_ONCE);
    }
  }

  /** Updates assets whose agent was active since. */
  private void reactivate(OrgId org) {
    String after = "";
    while (true) {
      String from = after;
      List<String> done = database.write(tx -> reactivatePage(tx, org, from));
      if (done.size() < AT_ONCE) {
        return;
      }
      after = done.get(done.size() - 1);
    }
  }

  private List<String> reactivatePage(Tx tx, OrgId org, String after) {
    AssetWriter.lock(tx, org);
    List<AssetStore.Row> rows = tx.on(AssetStore.class).restingAgents(org, after, AT_ONCE);
    Map<String, Instant> seen = seen(tx, org, rows);
    for (AssetStore.Row row : rows) {
      Instant at = seen.getOrDefault(row.agentId(), row.lastSeenAt());
      boolean isAwake = at.isAfter(row.lastSeenAt()) && at.isAfter(limit(tx));
      if (isAwake) {
        DiscoveredAsset asset = row.asset();
        AssetWriter.put(
            tx,
            org,
            Optional.of(asset),
            asset.present(asset.presence().after(Presence.Event.SEEN), at));
      }
    }
    return rows.stream().map(AssetStore.Row::assetId).toList();
  }

  /** Marks assets that were neither seen nor active. */
  private int markInactive(Tx tx, OrgId org) {
    AssetWriter.lock(tx, org);
    List<AssetStore.Row> rows = tx.on(AssetStore.class).unseen(org, limit(tx), AT_ONCE);
    Map<String, Instant> seen = seen(tx, org, rows);
    for (AssetStore.Row row : rows) {
      DiscoveredAsset asset = row.asset();
      Instant at = seen.getOrDefault(row.agentId(), row.lastSeenAt());
      AssetWriter.put(
          tx,
          org,
          Optional.of(asset),
          at.isBefore(limit(tx))
              ? asset.present(
                  asset.presence().after(Presence.Event.UNSEEN_FOR_LONG), asset.lastSeenAt())
              : asset.present(asset.presence().after(Presence.Event.SEEN), at));
    }
    return rows.size();
  }

  private static Instant limit(Tx tx) {
    return tx.now().minus(DORMANT_AFTER);
  }

  private Map<String, Instant> seen(Tx tx, OrgId org, List<AssetStore.Row> rows) {
    List<String> ids =
        rows.stream().map(AssetStore.Row::agentId).filter(id -> !id.isEmpty()).toList();
    Map<String, Instant> seen = new HashMap<>();
    for (Agent agent : agents.all(tx, org, ids)) {
      seen.put(agent.id(), agent.lastSeenAt());
    }
    return seen;
  }
}
