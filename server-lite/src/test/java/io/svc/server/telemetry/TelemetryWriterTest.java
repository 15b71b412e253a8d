package io.svc.server.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.testing.StoreContract;
import io.svc.server.testing.Workspace;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What was told is known over either store. */
class TelemetryWriterTest extends StoreContract {
  private Database database;
  private OrgId org;

  @BeforeEach
  void open() {
    database = store.migrated();
    org = new Workspace(database, directory, clock).org();
  }

  private boolean[] insertKeys(String... keys) {
    return database.write(tx -> DeduplicationKeys.insertNew(tx, org, List.of(keys)));
  }

  @Test
  void a_key_is_news_once_and_no_key_always() {
    assertThat(insertKeys("b", "a", "", "b")).containsExactly(true, true, true, false);
    assertThat(insertKeys("a", "c", "")).containsExactly(false, true, true);
  }

  @Test
  void keys_are_digests_of_all_their_parts() {
    assertThat(DeduplicationKeys.of("a", "bc"))
        .isNotEqualTo(DeduplicationKeys.of("ab", "c"))
        .hasSize(24);
  }

  @Test
  void old_deduplication_keys_are_deleted() {
    insertKeys("old");
    clock.advance(Duration.ofDays(7));
    insertKeys("new");
    clock.advance(Duration.ofHours(2));

    int removed =
        database.write(
            tx ->
                tx.on(DeduplicationKeys.TelemetryStore.class)
                    .removeOlder(clock.instant().minus(EventTimeRange.OLDEST.plusHours(1)), 10));

    assertThat(removed).isEqualTo(1);
    assertThat(insertKeys("old", "new")).containsExactly(true, false);
    assertThat(database.<Long>write(tx -> tx.removeAll(org, "telemetry_key"))).isEqualTo(2);
  }
}
