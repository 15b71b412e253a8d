package io.svc.server.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.testing.Crowd;
import io.svc.server.testing.TestStore;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("thorough")
class PostgresRaceTest {
  @TempDir private Path directory;

  @Test
  void a_transaction_that_lost_a_deadlock_is_done_again() throws Exception {
    try (TestStore store = TestStore.empty(Vendor.POSTGRESQL, directory, Clock.systemUTC())) {
      Database database = store.open();
      store.execute(
          "CREATE TABLE purse (name TEXT PRIMARY KEY, amount BIGINT NOT NULL)",
          "INSERT INTO purse VALUES ('one', 0), ('two', 0)");
      CyclicBarrier both = new CyclicBarrier(2);
      AtomicInteger tries = new AtomicInteger();
      List<String> names = List.of("one", "two");

      List<Crowd.Outcome<Boolean>> outcomes =
          Crowd.of(
              2,
              i ->
                  () ->
                      database.write(
                          tx -> {
                            boolean isFirst = tries.incrementAndGet() <= 2;
                            add(tx, names.get(i));
                            if (isFirst) {
                              await(both);
                            }
                            add(tx, names.get(1 - i));
                            return true;
                          }));

      assertThat(outcomes).allSatisfy(outcome -> assertThat(outcome.failure()).isNull());
      // Who comes back at once may be in the other's way a second time.
      assertThat(tries.get()).isBetween(3, 10);
      assertThat(store.query("SELECT amount FROM purse")).containsExactly("2", "2");
    }
  }

  private static void add(Tx tx, String name) {
    tx.handle().execute("UPDATE purse SET amount = amount + 1 WHERE name = ?", name);
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    } catch (BrokenBarrierException | TimeoutException e) {
      throw new AssertionError(e);
    }
  }
}
