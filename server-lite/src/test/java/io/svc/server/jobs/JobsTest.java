package io.svc.server.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.db.Database;
import io.svc.server.db.Vendor;
import io.svc.server.testing.Crowd;
import io.svc.server.testing.StoreContract;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class JobsTest extends StoreContract {
  private static final Duration OFTEN = Duration.ofMillis(50);

  private Database database;

  @BeforeEach
  void open() {
    database = store.open();
  }

  @Test
  void a_job_is_done_again_and_again_even_when_it_fails() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    Job job =
        new Job(
            "test",
            OFTEN,
            () -> {
              if (runs.incrementAndGet() == 1) {
                throw new IllegalStateException("no");
              }
            });

    try (Jobs jobs = jobs(job)) {
      jobs.start();
      waitFor(() -> runs.get() >= 3);
    }

    int atTheEnd = runs.get();
    Thread.sleep(10 * OFTEN.toMillis());
    assertThat(runs).hasValue(atTheEnd);
  }

  @Test
  void the_end_waits_for_a_job_that_is_at_work() throws Exception {
    AtomicInteger begun = new AtomicInteger();
    AtomicInteger ended = new AtomicInteger();
    Job job =
        new Job(
            "test",
            OFTEN,
            () -> {
              begun.incrementAndGet();
              sleep(700);
              ended.incrementAndGet();
            });

    try (Jobs jobs = jobs(job)) {
      jobs.start();
      waitFor(() -> begun.get() == 1);
    }

    assertThat(ended).hasValue(begun.get());
  }

  @Test
  void a_second_start_goes_on_with_the_same_jobs() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    Job job = new Job("test", OFTEN, runs::incrementAndGet);
    for (int start = 1; start <= 2; start++) {
      int wanted = start;
      try (Jobs jobs = jobs(job)) {
        jobs.start();
        waitFor(() -> runs.get() >= wanted);
      }
    }
  }

  @Test
  void of_servers_over_one_store_one_does_a_job_at_a_time() throws Exception {
    org.junit.jupiter.api.Assumptions.assumeTrue(
        vendor == Vendor.POSTGRESQL, "a file has one server, by its lock");
    AtomicInteger atWork = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    AtomicInteger runs = new AtomicInteger();
    Runnable work =
        () -> {
          most.accumulateAndGet(atWork.incrementAndGet(), Math::max);
          sleep(100);
          atWork.decrementAndGet();
          runs.incrementAndGet();
        };
    List<Database> stores = List.of(database, store.open());
    List<Crowd.Outcome<Jobs>> servers =
        Crowd.of(
            2,
            i ->
                () ->
                    new Jobs(
                        stores.get(i),
                        directory.resolve("jobs.db"),
                        OFTEN,
                        List.of(new Job("test", OFTEN, work))));

    assertThat(servers).allSatisfy(server -> assertThat(server.failure()).isNull());
    try (Jobs one = servers.get(0).result()) {
      try (Jobs two = servers.get(1).result()) {
        one.start();
        two.start();
        waitFor(() -> runs.get() >= 6);
      }
      int afterOneLeft = runs.get();
      waitFor(() -> runs.get() > afterOneLeft);
    }
    assertThat(most).hasValue(1);
  }

  private Jobs jobs(Job job) {
    return new Jobs(database, directory.resolve("jobs.db"), OFTEN, List.of(job));
  }

  private static void waitFor(BooleanSupplier condition) throws InterruptedException {
    for (int i = 0; i < 600; i++) {
      if (condition.getAsBoolean()) {
        return;
      }
      Thread.sleep(50);
    }
    throw new AssertionError("it never came to pass");
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
