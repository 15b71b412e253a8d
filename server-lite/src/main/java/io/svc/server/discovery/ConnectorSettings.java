package io.svc.server.discovery;

import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.Category;
import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.Caller;
import io.svc.server.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * Manages the tenants' classification of connectors. Assets are assessed again when they are next
 * seen, and all others by a job. Thread-safe.
 */
final class ConnectorSettings {
  private static final int AT_ONCE = 200;

  private final Database database;
  private final AuditLog audit;

  ConnectorSettings(Database database, AuditLog audit) {
    this.database = database;
    this.audit = audit;
  }

  /** A classification with the time and author of its last change. */
  record VersionedClassification(
      List<ConnectorClasses.Entry> connectors,
      long version,
      Optional<Instant> updatedAt,
      Optional<String> updatedBy) {}

  VersionedClassification get(OrgId org) {
    return database.read(tx -> get(tx, org));
  }

  private static VersionedClassification get(Tx tx, OrgId org) {
    return tx.on(DiscoveryTenantStore.class)
        .find(org)
        .filter(row -> row.version() > 0)
        .map(
            row ->
                new VersionedClassification(
                    ConnectorClasses.read(row.connectors()).entries(),
                    row.version(),
                    Optional.of(row.updatedAt()),
                    Optional.of(row.updatedBy())))
        .orElse(new VersionedClassification(List.of(), 0, Optional.empty(), Optional.empty()));
  }

  /**
   * Replaces the classification.
   *
   * @param expected throws if the version is not the expected one
   */
  VersionedClassification put(Caller caller, ConnectorClasses classes, LongConsumer expected) {
    OrgId org = caller.tenant();
    String json = Json.text(classes.entries());
    return database.write(
        tx -> {
          AssetWriter.lock(tx, org);
          VersionedClassification before = get(tx, org);
          expected.accept(before.version());
          if (before.version() > 0 && before.connectors().equals(classes.entries())) {
            return before;
          }
          tx.on(DiscoveryTenantStore.class).classify(org, json, tx.now(), caller.id());
          audit.record(
              tx,
              caller,
              AuditEvent.of(Category.DISCOVERY, "connectors.classify", "connector_classes", "", "")
                  .with("before", Json.text(before.connectors()))
                  .with("after", json));
          return get(tx, org);
        });
  }

  /** Assesses all assets of tenants whose classification changed. */
  void assessAll() {
    for (OrgId org : database.read(tx -> tx.on(DiscoveryTenantStore.class).toAssess())) {
      long version = get(org).version();
      String after = "";
      while (true) {
        String from = after;
        List<String> done = database.write(tx -> assess(tx, org, from));
        if (done.size() < AT_ONCE) {
          break;
        }
        after = done.get(done.size() - 1);
      }
      database.change(tx -> tx.on(DiscoveryTenantStore.class).assessed(org, version));
    }
  }

  private static List<String> assess(Tx tx, OrgId org, String after) {
    ConnectorClasses classes = AssetWriter.lock(tx, org);
    List<AssetStore.Row> rows = tx.on(AssetStore.class).rowsAfter(org, after, AT_ONCE);
    for (AssetStore.Row row : rows) {
      DiscoveredAsset asset = row.asset();
      AssetWriter.put(tx, org, Optional.of(asset), asset.assessed(classes));
    }
    return rows.stream().map(AssetStore.Row::assetId).toList();
  }
}
