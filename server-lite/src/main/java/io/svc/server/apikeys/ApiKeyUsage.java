package io.svc.server.apikeys;

import io.svc.server.config.Cidr;
import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * The times of use of keys, collected in memory and stored periodically, because a write for each
 * call would cost more than the call. A server that is killed loses the last seconds of them, and
 * nothing else.
 */
final class ApiKeyUsage {
  private final Database database;
  private final Object storing = new Object();
  private Map<String, UsageCount> uses = new HashMap<>();

  private record UsageCount(OrgId org, long count, Instant at, String ip) {}

  ApiKeyUsage(Database database) {
    this.database = database;
  }

  synchronized void used(ApiKey key, Instant at, String ip) {
    uses.merge(
        key.keyId(),
        new UsageCount(key.orgId(), 1, at, ip),
        (before, now) -> new UsageCount(now.org(), before.count() + 1, now.at(), now.ip()));
  }

  /**
   * Stores the collected uses; when it returns, uses that another thread had started to store are
   * stored too.
   */
  void store() {
    synchronized (storing) {
      Map<String, UsageCount> gathered = gathered();
      if (gathered.isEmpty()) {
        return;
      }
      database.change(
          tx -> {
            ApiKeyStore store = tx.on(ApiKeyStore.class);
            gathered.forEach(
                (id, use) -> store.used(use.org(), id, use.count(), use.at(), network(use.ip())));
          });
    }
  }

  private synchronized Map<String, UsageCount> gathered() {
    Map<String, UsageCount> gathered = uses;
    uses = new HashMap<>();
    return gathered;
  }

  /** Returns the network of an address, which is sufficient to show where a key was used. */
  private static String network(String ip) {
    return Cidr.literal(ip)
        .map(
            address -> {
              int bits = address.getAddress().length == 4 ? 24 : 48;
              byte[] bytes = address.getAddress();
              for (int i = bits / 8; i < bytes.length; i++) {
                bytes[i] = 0;
              }
              try {
                return InetAddress.getByAddress(bytes).getHostAddress() + "/" + bits;
              } catch (UnknownHostException e) {
                throw new IllegalStateException(e);
              }
            })
        .orElse("");
  }
}
