package io.svc.server.apikeys;

import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * When keys were used, gathered in memory and stored now and then: a write for each call would cost
 * more than the call. A server that is killed forgets the last seconds of it, and nothing else.
 */
final class KeyUses {
  private final Database database;
  private Map<String, Use> uses = new HashMap<>();

  private record Use(OrgId org, long count, Instant at, String ip) {}

  KeyUses(Database database) {
    this.database = database;
  }

  synchronized void used(ApiKey key, Instant at, String ip) {
    uses.merge(
        key.keyId(),
        new Use(key.orgId(), 1, at, ip),
        (before, now) -> new Use(now.org(), before.count() + 1, now.at(), now.ip()));
  }

  /** Stores what was gathered. */
  void store() {
    Map<String, Use> gathered;
    synchronized (this) {
      if (uses.isEmpty()) {
        return;
      }
      gathered = uses;
      uses = new HashMap<>();
    }
    database.change(
        tx -> {
          ApiKeyStore store = tx.on(ApiKeyStore.class);
          gathered.forEach((id, use) -> store.used(use.org(), id, use.count(), use.at(), use.ip()));
        });
  }
}
