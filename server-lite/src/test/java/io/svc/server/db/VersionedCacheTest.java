package io.svc.server.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.server.testing.StoreContract;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class VersionedCacheTest extends StoreContract {
  private final AtomicInteger reads = new AtomicInteger();
  private Database database;
  private VersionedCache<String, Integer> memory;

  @BeforeEach
  void open() {
    database = store.open();
    memory = database.memory(10, Integer.class, Long.class);
  }

  private int get() {
    return memory.get("key", () -> Optional.of(reads.incrementAndGet())).orElseThrow();
  }

  private boolean isSingleEntry() {
    return database.vendor() == Vendor.SQLITE;
  }

  @Test
  void what_was_read_is_remembered_unless_others_share_the_store() {
    assertThat(get()).isEqualTo(1);
    assertThat(get()).isEqualTo(isSingleEntry() ? 1 : 2);
  }

  @Test
  void a_change_of_any_of_its_kinds_outdates_it_once_it_is_stored() {
    get();
    database.change(tx -> tx.outdate(Long.class));
    assertThat(get()).isEqualTo(2);

    database.change(tx -> tx.outdate(Integer.class));
    assertThat(get()).isEqualTo(3);
  }

  @Test
  void a_change_of_another_kind_or_one_that_failed_does_not() {
    get();
    database.change(tx -> tx.outdate(String.class));
    assertThatThrownBy(
            () ->
                database.change(
                    tx -> {
                      tx.outdate(Long.class);
                      throw new IllegalArgumentException("no");
                    }))
        .hasMessage("no");

    assertThat(get()).isEqualTo(isSingleEntry() ? 1 : 2);
  }

  @Test
  void what_a_change_overtook_while_it_was_read_is_read_again() {
    memory.get(
        "key",
        () -> {
          int old = reads.incrementAndGet();
          database.change(tx -> tx.outdate(Integer.class));
          return Optional.of(old);
        });

    assertThat(get()).isEqualTo(2);
  }

  @Test
  void changes_of_another_process_are_noticed_after_a_second() {
    get();
    clock.advance(VersionedCache.LONGEST.plusMillis(1));

    assertThat(get()).isEqualTo(2);
  }

  @Test
  void missing_entries_are_not_cached() {
    assertThat(memory.get("key", Optional::empty)).isEmpty();
    assertThat(get()).isEqualTo(1);
  }
}
