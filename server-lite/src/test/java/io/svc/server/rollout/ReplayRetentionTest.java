package io.svc.server.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.tenants.Tenants;
import io.svc.server.testing.StoreContract;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which replays stay. */
class ReplayRetentionTest extends StoreContract {
  private static final Duration KEPT = Duration.ofDays(180);
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private Database database;
  private GovernedStore governed;
  private Replays replays;
  private ReplayRetention retention;
  private String policy;

  @BeforeEach
  void observe() {
    database = store.migrated();
    governed = new GovernedStore(database, directory, clock);
    replays = governed.replays(database, () -> 0);
    retention = new ReplayRetention(database, new Tenants(new Identifiers(clock)));
    policy = governed.policy("observe", GovernedStore.DSL);
    governed.session(policy, GovernedStore.DSL, List.of("bash", "ls"));
  }

  private String replay() {
    String job = governed.request(replays, policy, TIMEOUT);
    replays.runWaiting();
    assertThat(governed.job(replays, job).status()).isEqualTo(ReplayJob.Status.COMPLETED);
    clock.advance(Duration.ofMinutes(1));
    return job;
  }

  private boolean exists(String job) {
    return database.read(tx -> replays.find(tx, governed.org(), job)).isPresent();
  }

  private int verdicts(String job) {
    return database.read(tx -> replays.verdicts(tx, governed.org(), job, 10_000)).size();
  }

  private void execute(String command, Object... values) {
    database.change(tx -> tx.handle().execute(command, values));
  }

  @Test
  void old_ones_go_with_their_verdicts_and_the_latest_of_a_policy_stays() {
    String first = replay();
    String second = replay();
    String latest = replay();
    clock.advance(KEPT);

    assertThat(retention.prune(clock.instant())).isEqualTo(2);

    assertThat(exists(first)).isFalse();
    assertThat(verdicts(first)).isZero();
    assertThat(exists(second)).isFalse();
    assertThat(exists(latest)).isTrue();
    assertThat(verdicts(latest)).isEqualTo(1);
    assertThat(retention.prune(clock.instant())).isZero();
  }

  @Test
  void replays_referenced_by_promotions_and_policies_are_retained() {
    String promoted = replay();
    String attached = replay();
    String other = replay();
    replay();
    execute(
        """
        INSERT INTO rollout_transition (org_id, transition_id, policy_id, action, from_stage,
          to_stage, effective_mode, policy_version, transitioned_by, transitioned_at,
          replay_job_id, calibration_pass, reason)
        VALUES (?, 'trn_1', ?, 'promote', 'observe', 'soft_enforce', 'soft_enforce', 1, '', 0, ?,
          TRUE, '')
        """,
        governed.org().value(),
        policy,
        promoted);
    execute("UPDATE policy SET replay_job_id = ? WHERE policy_id = ?", attached, policy);
    clock.advance(KEPT);

    assertThat(retention.prune(clock.instant())).isEqualTo(1);

    assertThat(exists(promoted)).isTrue();
    assertThat(verdicts(promoted)).isEqualTo(1);
    assertThat(exists(attached)).isTrue();
    assertThat(exists(other)).isFalse();
  }

  @Test
  void young_ones_and_those_under_way_stay() {
    String waiting = governed.request(replays, policy, TIMEOUT);
    clock.advance(KEPT.plusDays(1));
    // It is over with this, and not a moment before.
    assertThat(retention.prune(clock.instant())).isZero();
    replays.runWaiting();
    replay();
    clock.advance(KEPT.minusDays(1));

    assertThat(retention.prune(clock.instant())).isZero();
    assertThat(exists(waiting)).isTrue();
  }

  @Test
  void one_with_very_many_verdicts_goes_step_by_step() {
    String old = replay();
    replay();
    execute(
        """
        INSERT INTO replay_verdict (org_id, job_id, session_id, verdict_id, agent_id,
          policy_version, verdict, reason, recorded_decision, replayed_decision, changed_rules,
          summary, duration_ms)
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12000)
        SELECT org_id, job_id, 'ses_' || i, 'rpv_' || i, '', 1, 'match', '', '', '', '[]', '', 1
        FROM replay_verdict, n WHERE job_id = ?
        """,
        old);
    clock.advance(KEPT);

    assertThat(retention.prune(clock.instant())).isEqualTo(1);

    assertThat(verdicts(old)).isZero();
  }

  @Test
  void a_tenant_that_uses_older_evidence_keeps_it_as_long() {
    String old = replay();
    replay();
    database.change(
        tx ->
            tx.handle()
                .execute(
                    "UPDATE org SET settings = replace(settings, '\"evidenceMaxAgeHours\":168',"
                        + " '\"evidenceMaxAgeHours\":8000')"));
    clock.advance(KEPT);

    assertThat(retention.prune(clock.instant())).isZero();
    assertThat(exists(old)).isTrue();
    clock.advance(KEPT);
    assertThat(retention.prune(clock.instant())).isEqualTo(1);
  }
}
