package io.svc.server.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.testing.StoreContract;
import io.svc.server.testing.Workspace;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CachedCountsTest extends StoreContract {
  private static final OrgId OTHER = new OrgId("org_01JD5Z8S4T3Q6V9X2B7N1M0KGE");

  private final CachedCounts<Long> remembered = new CachedCounts<>(count -> count);
  private Database database;
  private OrgId org;

  @BeforeEach
  void open() {
    database = store.migrated();
    org = new Workspace(database, directory, clock).org();
  }

  private long get(OrgId whose, Supplier<Long> count) {
    return database.read(tx -> remembered.get(tx, whose, count));
  }

  @Test
  void few_are_counted_each_time() {
    assertThat(get(org, () -> 2_000L)).isEqualTo(2_000);
    assertThat(get(org, () -> 1_999L)).isEqualTo(1_999);
  }

  @Test
  void many_are_remembered_for_a_second_for_each_2000() {
    get(org, () -> 20_000L);

    clock.advance(Duration.ofSeconds(10).minusMillis(1));
    assertThat(get(org, () -> 20_001L)).isEqualTo(20_000);
    assertThat(get(OTHER, () -> 7L)).as("of another tenant").isEqualTo(7);
    clock.advance(Duration.ofMillis(1));
    assertThat(get(org, () -> 20_001L)).isEqualTo(20_001);
  }

  @Test
  void five_minutes_is_the_longest() {
    get(org, () -> 100_000_000L);

    clock.advance(Duration.ofMinutes(5).minusMillis(1));
    assertThat(get(org, () -> 3L)).isEqualTo(100_000_000);
    clock.advance(Duration.ofMillis(1));
    assertThat(get(org, () -> 3L)).isEqualTo(3);
    assertThat(get(org, () -> 4L)).as("few again").isEqualTo(4);
  }

  @Test
  void a_clock_that_was_set_back_ends_it() {
    get(org, () -> 20_000L);

    clock.advance(Duration.ofHours(-1));

    assertThat(get(org, () -> 20_001L)).isEqualTo(20_001);
  }

  @Test
  void what_cannot_be_counted_is_counted_by_the_next_who_asks() {
    get(org, () -> 20_000L);
    clock.advance(Duration.ofMinutes(1));

    assertThatThrownBy(
            () ->
                get(
                    org,
                    () -> {
                      throw new IllegalArgumentException("no");
                    }))
        .hasMessage("no");

    assertThat(get(org, () -> 20_001L)).isEqualTo(20_001);
  }

  @Test
  void concurrent_readers_receive_the_previous_count() throws Exception {
    get(org, () -> 20_000L);
    clock.advance(Duration.ofMinutes(1));
    CountDownLatch counting = new CountDownLatch(1);
    CountDownLatch enough = new CountDownLatch(1);
    ExecutorService first = Executors.newSingleThreadExecutor();
    try {
      Future<Long> counted =
          first.submit(
              () ->
                  get(
                      org,
                      () -> {
                        counting.countDown();
                        await(enough);
                        return 20_001L;
                      }));
      await(counting);

      assertThat(get(org, () -> 5L)).isEqualTo(20_000);

      enough.countDown();
      assertThat(counted.get()).isEqualTo(20_001);
      assertThat(List.of(get(org, () -> 5L))).containsExactly(20_001L);
    } finally {
      enough.countDown();
      first.shutdown();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
