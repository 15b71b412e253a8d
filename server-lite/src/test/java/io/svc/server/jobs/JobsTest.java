package io.svc.server.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.db.Database;
import io.svc.server.db.Vendor;
import io.svc.server.testing.Crowd;
import io.svc.server.testing.StoreContract;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
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
  void a_job_is_done_repeatedly_even_when_it_fails() throws Exception {
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
  void a_job_that_was_put_off_by_a_wrong_clock_is_done_now() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    Job job = new Job("test", OFTEN, runs::incrementAndGet);
    try (Jobs first = jobs(job)) {
      first.start();
      waitFor(() -> runs.get() > 0);
    }
    putOffByAYear();
    int before = runs.get();

    try (Jobs second = jobs(job)) {
      second.start();
      waitFor(() -> runs.get() > before);
    }
  }

  private void putOffByAYear() throws SQLException {
    String url = "jdbc:sqlite:" + directory.resolve("jobs.db");
    try (Connection connection =
            database.vendor() == Vendor.SQLITE
                ? DriverManager.getConnection(url)
                : database.shared().getConnection();
        PreparedStatement statement =
            connection.prepareStatement("UPDATE scheduled_tasks SET execution_time = ?")) {
      statement.setTimestamp(1, Timestamp.from(Instant.now().plus(Duration.ofDays(365))));
      assertThat(statement.executeUpdate()).isEqualTo(1);
    }
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
  void a_second_start_continues_with_the_same_jobs() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    Job job = new Job("test", OFTEN, runs::incrementAndGet);
    for (int start = 1; start <= 2; start++) {
      int expected = start;
      try (Jobs jobs = jobs(job)) {
        jobs.start();
        waitFor(() -> runs.get() >= expected);
      }
    }
  }

  @Test
  void what_is_of_each_server_is_done_by_each() throws Exception {
    AtomicInteger ofOne = new AtomicInteger();
    AtomicInteger ofOther = new AtomicInteger();
    // Another file, as another server has; PostgreSQL is the same for both.
    try (Jobs first = jobs("jobs.db", Job.ofEach("test", OFTEN, ofOne::incrementAndGet));
        Jobs other = jobs("others.db", Job.ofEach("test", OFTEN, ofOther::incrementAndGet))) {
      first.start();
      other.start();

      waitFor(() -> ofOne.get() >= 3 && ofOther.get() >= 3);
    }

    int atTheEnd = ofOne.get() + ofOther.get();
    Thread.sleep(10 * OFTEN.toMillis());
    assertThat(ofOne.get() + ofOther.get()).isEqualTo(atTheEnd);
  }

  @Test
  void a_job_in_the_middle_of_which_its_server_was_killed_is_soon_done_again() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    Job job = new Job("test", OFTEN, runs::incrementAndGet);
    try (Jobs jobs = jobs(job)) {
      jobs.start();
      waitFor(() -> runs.get() >= 1);
    }
    killedAtWork();
    int before = runs.get();

    try (Jobs jobs = jobs(job)) {
      jobs.start();
      waitFor(() -> runs.get() > before);
    }
  }

  /** What a server that was killed leaves behind: in PostgreSQL, the last it told is old by now. */
  private void killedAtWork() throws Exception {
    boolean isShared = vendor == Vendor.POSTGRESQL;
    try (Connection connection =
            isShared
                ? database.shared().getConnection()
                : DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("jobs.db"));
        Statement statement = connection.createStatement()) {
      int rows =
          statement.executeUpdate(
              "UPDATE scheduled_tasks SET picked = "
                  + (isShared ? "TRUE" : "1")
                  + ", picked_by = 'killed', last_heartbeat = "
                  + (isShared ? "now() - INTERVAL '2 minutes'" : "execution_time"));
      assertThat(rows).isEqualTo(1);
    }
  }

  @Test
  void of_servers_over_one_store_one_does_a_job_at_a_time() throws Exception {
    org.junit.jupiter.api.Assumptions.assumeTrue(
        vendor == Vendor.POSTGRESQL, "a file has one server, by its lock");
    AtomicInteger atWork = new AtomicInteger();
    AtomicInteger limit = new AtomicInteger();
    AtomicInteger runs = new AtomicInteger();
    Runnable work =
        () -> {
          limit.accumulateAndGet(atWork.incrementAndGet(), Math::max);
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
    try (Jobs first = servers.get(0).result()) {
      try (Jobs two = servers.get(1).result()) {
        first.start();
        two.start();
        waitFor(() -> runs.get() >= 6);
      }
      int afterOneLeft = runs.get();
      waitFor(() -> runs.get() > afterOneLeft);
    }
    assertThat(limit).hasValue(1);
  }

  private Jobs jobs(Job job) {
    return jobs("jobs.db", job);
  }

  private Jobs jobs(String file, Job job) {
    return new Jobs(database, directory.resolve(file), OFTEN, List.of(job));
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
