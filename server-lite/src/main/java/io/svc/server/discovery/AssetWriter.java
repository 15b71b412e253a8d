package io.svc.server.discovery;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.tenants.Revisions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Writes assets together with the tenant's counts. Thread-safe. */
final class AssetWriter {
  /** The tenants whose assets a transaction has locked. */
  private static final class LockedTenants {
    private final Map<OrgId, ConnectorClasses> classes = new HashMap<>();
  }

  private AssetWriter() {}

  /**
   * Locks the assets of a tenant until the transaction ends.
   *
   * @return the tenant's classification of connectors
   */
  static ConnectorClasses lock(Tx tx, OrgId org) {
    Map<OrgId, ConnectorClasses> lockedClasses =
        tx.note(LockedTenants.class, LockedTenants::new).classes;
    ConnectorClasses classes = lockedClasses.get(org);
    if (classes == null) {
      DiscoveryTenantStore store = tx.on(DiscoveryTenantStore.class);
      store.hold(org);
      classes = classes(tx, org);
      lockedClasses.put(org, classes);
    }
    return classes;
  }

  /** Returns the tenant's classification of connectors. */
  static ConnectorClasses classes(Tx tx, OrgId org) {
    return tx.on(DiscoveryTenantStore.class)
        .find(org)
        .map(row -> ConnectorClasses.read(row.connectors()))
        .orElse(ConnectorClasses.NONE);
  }

  /** Stores the current state of an asset. */
  static void put(Tx tx, OrgId org, Optional<DiscoveredAsset> before, DiscoveredAsset after) {
    if (before.filter(after::equals).isPresent()) {
      return;
    }
    tx.on(AssetStore.class).put(org, after);
    if (!rejectedAgent(before).equals(rejectedAgent(Optional.of(after)))) {
      // Rejected agents may now be denied or allowed, depending on the tenant's settings.
      Revisions.changed(tx, org);
    }
    count(tx, org, before.map(List::of).orElse(List.of()), List.of(after));
  }

  /** Returns the agent of a rejected asset; empty for none. */
  private static String rejectedAgent(Optional<DiscoveredAsset> asset) {
    return asset
        .filter(candidate -> candidate.review().state() == AssetReviewState.REJECTED)
        .map(DiscoveredAsset::agentId)
        .orElse("");
  }

  /** Removes an asset that was merged into another one. */
  static void remove(Tx tx, OrgId org, DiscoveredAsset asset) {
    tx.on(AssetStore.class).remove(org, asset.id());
    count(tx, org, List.of(asset), List.of());
  }

  private static void count(
      Tx tx, OrgId org, List<DiscoveredAsset> before, List<DiscoveredAsset> after) {
    long assets = (long) after.size() - before.size();
    long ignored = sum(after, AssetWriter::isIgnored) - sum(before, AssetWriter::isIgnored);
    long unreviewed =
        sum(after, AssetWriter::isUnreviewed) - sum(before, AssetWriter::isUnreviewed);
    long shadow = sum(after, AssetWriter::isShadow) - sum(before, AssetWriter::isShadow);
    if (assets != 0 || ignored != 0 || unreviewed != 0 || shadow != 0) {
      tx.on(DiscoveryTenantStore.class).count(org, assets, ignored, unreviewed, shadow);
    }
  }

  private static long sum(List<DiscoveredAsset> assets, Predicate<DiscoveredAsset> filter) {
    return assets.stream().filter(filter).count();
  }

  private static boolean isIgnored(DiscoveredAsset asset) {
    return asset.review().state() == AssetReviewState.IGNORED;
  }

  private static boolean isUnreviewed(DiscoveredAsset asset) {
    return asset.presence() != Presence.REMOVED
        && asset.review().state() == AssetReviewState.UNREVIEWED;
  }

  private static boolean isShadow(DiscoveredAsset asset) {
    return asset.presence() != Presence.REMOVED && asset.governance() == GovernanceStatus.SHADOW;
  }
}
