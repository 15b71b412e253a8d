package io.svc.server.telemetry;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.svc.server.db.Batch;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** Detects duplicates of received items. Names of items are stored as digests only. */
final class DeduplicationKeys {
  private static final int DIGEST_BYTES = 18;

  private DeduplicationKeys() {}

  /** Returns the key of an item. */
  static String of(String... parts) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (String part : parts) {
        digest.update(part.getBytes(UTF_8));
        digest.update((byte) 0);
      }
      return Base64.getUrlEncoder()
          .withoutPadding()
          .encodeToString(Arrays.copyOf(digest.digest(), DIGEST_BYTES));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Stores keys, and returns for each whether it is new; of equal ones, the first is. */
  static boolean[] insertNew(Tx tx, OrgId org, List<String> keys) {
    boolean[] isNew = new boolean[keys.size()];
    Arrays.fill(isNew, true);
    // In one order for all, so that no two servers deadlock.
    int[] indexes =
        IntStream.range(0, keys.size())
            .boxed()
            .filter(index -> !keys.get(index).isEmpty())
            .sorted(Comparator.comparing(keys::get))
            .mapToInt(Integer::intValue)
            .toArray();
    if (indexes.length == 0) {
      return isNew;
    }
    long now = tx.now().toEpochMilli();
    try (Batch batch = tx.batch(TelemetryStore.TAKE)) {
      for (int index : indexes) {
        batch.row(org.value(), keys.get(index), now);
      }
      int[] insertedCounts = batch.run();
      for (int i = 0; i < indexes.length; i++) {
        isNew[indexes[i]] = insertedCounts[i] > 0;
      }
    }
    return isNew;
  }

  /** SQL statements for deduplication keys. */
  interface TelemetryStore {
    /** Run with many rows. */
    String TAKE =
        """
        INSERT INTO telemetry_key (org_id, item_key, taken_at) VALUES (?, ?, ?)
        ON CONFLICT (org_id, item_key) DO NOTHING
        """;

    /** Removes keys of all tenants, which have the same retention. */
    @SqlUpdate(
        """
        DELETE FROM telemetry_key WHERE (org_id, item_key) IN (
          SELECT org_id, item_key FROM telemetry_key WHERE taken_at < :before
          ORDER BY taken_at LIMIT :most)
        """)
    int removeOlder(Instant before, int most);
  }
}
