package io.svc.server.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.db.Database;
import io.svc.server.db.StoreUnavailableException;
import io.svc.server.db.Vendor;
import io.svc.server.testing.AtOnce;
import io.svc.server.testing.StoreContract;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Replays that servers leave, share and bound. */
class ReplaySurvivalTest extends StoreContract {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final int SESSIONS = 20;

  private Database database;
  private GovernedStore governed;
  private String policy;

  @BeforeEach
  void observe() {
    database = store.migrated();
    governed = new GovernedStore(database, directory, clock);
    policy = governed.policy("observe", GovernedStore.DSL);
    for (int i = 0; i < SESSIONS; i++) {
      governed.session(policy, GovernedStore.DSL, List.of("bash", "ls"));
    }
  }

  /** Does something after so many looks at the time. */
  private static LongSupplier after(int reads, Runnable work) {
    AtomicInteger looked = new AtomicInteger();
    return () -> {
      if (looked.incrementAndGet() == reads) {
        work.run();
      }
      return 0;
    };
  }

  private void assertComplete(Replays replays, String job) {
    ReplayJob done = governed.job(replays, job);
    assertThat(done.status()).isEqualTo(ReplayJob.Status.COMPLETED);
    assertThat(done.counts()).isEqualTo(new ReplayJob.Counts(SESSIONS, 0, 0, 0));
    assertThat(done.calibrationPass()).contains(true);
    assertThat(governed.events("replay.verdict")).isEqualTo(SESSIONS);
    assertThat(governed.events("replay.job_completed")).isEqualTo(1);
  }

  @Test
  void what_a_killed_server_left_is_gone_on_with_once_it_is_sure_to_be_dead() {
    Replays killed =
        governed.replays(
            database,
            after(
                30,
                () -> {
                  throw new StoreUnavailableException("killed");
                }));
    Replays next = governed.replays(database, () -> 0);
    String job = governed.request(killed, policy, TIMEOUT);
    killed.runWaiting();
    long judged = governed.events("replay.verdict");
    assertThat(judged).isBetween(1L, SESSIONS - 1L);

    next.runWaiting();
    assertThat(governed.job(next, job).status()).isEqualTo(ReplayJob.Status.RUNNING);
    assertThat(governed.events("replay.verdict")).isEqualTo(judged);
    clock.advance(Duration.ofHours(3));
    next.runWaiting();

    assertComplete(next, job);
  }

  @Test
  void what_a_closed_server_left_is_gone_on_with_at_once() {
    Replays[] closing = new Replays[1];
    closing[0] = governed.replays(database, after(30, () -> closing[0].end()));
    String job = governed.request(closing[0], policy, TIMEOUT);
    closing[0].runWaiting();
    assertThat(governed.events("replay.verdict")).isBetween(1L, SESSIONS - 1L);
    assertThat(governed.job(closing[0], job).status()).isEqualTo(ReplayJob.Status.RUNNING);

    Replays next = governed.replays(database, () -> 0);
    next.runWaiting();

    assertComplete(next, job);
  }

  @Test
  void a_tenant_has_two_replays_running_however_many_servers_there_are() {
    List<ReplayJob.Status> third = new ArrayList<>();
    List<String> jobs = new ArrayList<>();
    Replays idle = governed.replays(database, () -> 0);
    Replays second =
        governed.replays(
            database,
            after(
                1,
                () -> {
                  idle.runWaiting();
                  jobs.forEach(job -> third.add(governed.job(idle, job).status()));
                }));
    Replays first = governed.replays(database, after(1, second::runWaiting));
    for (int i = 0; i < 3; i++) {
      jobs.add(governed.request(first, policy, TIMEOUT));
    }

    first.runWaiting();

    assertThat(third)
        .containsExactly(
            ReplayJob.Status.RUNNING, ReplayJob.Status.RUNNING, ReplayJob.Status.QUEUED);
    idle.runWaiting();
    assertThat(jobs)
        .allMatch(job -> governed.job(idle, job).status() == ReplayJob.Status.COMPLETED);
  }

  @Test
  void sessions_that_are_recorded_meanwhile_do_not_join() {
    Replays[] closing = new Replays[1];
    closing[0] = governed.replays(database, after(30, () -> closing[0].end()));
    String job = governed.request(closing[0], policy, TIMEOUT);
    closing[0].runWaiting();
    governed.session(policy, GovernedStore.DSL, List.of("bash"));

    Replays next = governed.replays(database, () -> 0);
    next.runWaiting();

    assertComplete(next, job);
  }

  @Test
  void of_many_servers_one_runs_a_replay() {
    Replays asking = governed.replays(database, () -> 0);
    String job = governed.request(asking, policy, TIMEOUT);

    List<Replays> servers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      // Of an SQLite file there is one server, whose runs overlap at most.
      Database its = vendor == Vendor.POSTGRESQL ? store.open() : database;
      servers.add(governed.replays(its, () -> 0));
    }

    AtOnce.run(
        servers.size(),
        i -> {
          servers.get(i).runWaiting();
          return i;
        });

    assertComplete(asking, job);
  }

  @Test
  void two_servers_with_the_same_replay_judge_each_session_once() {
    Replays[] slow = new Replays[1];
    Replays other = governed.replays(database, () -> 0);
    // In the middle of a session its lease runs out, and another server takes over.
    slow[0] =
        governed.replays(
            database,
            after(
                30,
                () -> {
                  clock.advance(Duration.ofSeconds(60));
                  AtOnce.run(
                      1,
                      i -> {
                        other.runWaiting();
                        return i;
                      });
                }));
    String job = governed.request(slow[0], policy, TIMEOUT);

    slow[0].runWaiting();

    assertComplete(other, job);
  }

  @Test
  void a_session_that_takes_too_long_is_a_timeout() {
    AtomicLong time = new AtomicLong();
    Replays slow = governed.replays(database, () -> time.addAndGet(10_000_000));
    String job = governed.request(slow, policy, Duration.ofMillis(15));

    slow.runWaiting();

    ReplayJob done = governed.job(slow, job);
    assertThat(done.counts()).isEqualTo(new ReplayJob.Counts(0, 0, 0, SESSIONS));
    assertThat(done.calibrationPass()).contains(false);
    assertThat(database.read(tx -> slow.verdicts(tx, governed.org(), job, 1)).get(0).reason())
        .isEqualTo("time_limit");
  }

  @Test
  void a_replay_that_takes_too_long_times_out_for_the_rest() {
    Replays slow =
        governed.replays(database, after(30, () -> clock.advance(Duration.ofMinutes(11))));
    String job = governed.request(slow, policy, TIMEOUT);

    slow.runWaiting();

    ReplayJob.Counts counts = governed.job(slow, job).counts();
    assertThat(counts.match()).isPositive();
    assertThat(counts.timeout()).isPositive();
    assertThat(counts.all()).isEqualTo(SESSIONS);
  }

  @Test
  void a_replay_of_a_policy_that_is_gone_fails() {
    Replays replays = governed.replays(database, () -> 0);
    String job = governed.request(replays, policy, TIMEOUT);
    database.change(tx -> tx.handle().execute("DELETE FROM policy WHERE policy_id = ?", policy));

    replays.runWaiting();

    ReplayJob failed = governed.job(replays, job);
    assertThat(failed.status()).isEqualTo(ReplayJob.Status.FAILED);
    assertThat(failed.calibrationPass()).contains(false);
    assertThat(governed.events("replay.job_completed")).isEqualTo(1);
  }
}
