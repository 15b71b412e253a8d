package io.svc.server.rollout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.server.db.Database;
import io.svc.server.http.ApiException;
import io.svc.server.http.ErrorCode;
import io.svc.server.policies.Policy;
import io.svc.server.policies.Stage;
import io.svc.server.testing.Crowd;
import io.svc.server.testing.StoreContract;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Moves and switches at the same moment. */
class RolloutRaceTest extends StoreContract {
  private static final int ROUNDS = 15;

  private Database database;
  private GovernedStore governed;
  private Replays replays;
  private Rollouts rollouts;
  private KillSwitches switches;

  @BeforeEach
  void govern() {
    database = store.migrated();
    governed = new GovernedStore(database, directory, clock);
    replays = governed.replays(database, () -> 0);
    rollouts = governed.rollouts(replays);
    switches = governed.switches(rollouts);
  }

  /** A policy that has all that it takes to be enforced. */
  private String proven() {
    String policy = governed.policy("observe", GovernedStore.DSL);
    governed.session(policy, GovernedStore.DSL, List.of("bash"));
    governed.request(replays, policy, Duration.ofSeconds(5));
    replays.runWaiting();
    return policy;
  }

  private Policy policy(String id) {
    return database.read(tx -> governed.policies().get(tx, governed.org(), id));
  }

  private Rollouts.CompletedTransition promote(String id, Policy seen) {
    return database.write(
        tx ->
            rollouts.promote(
                tx, governed.caller(), id, Rollouts.PromotionParameters.NONE.of(seen)));
  }

  private Rollouts.CompletedTransition rollback(String id) {
    return database.write(
        tx -> rollouts.rollback(tx, governed.caller(), id, Optional.empty(), Optional.empty(), ""));
  }

  private static List<ErrorCode> codes(List<? extends Crowd.Outcome<?>> outcomes) {
    List<ErrorCode> codes = new ArrayList<>();
    for (Crowd.Outcome<?> outcome : outcomes) {
      if (outcome.failure() != null) {
        assertThat(outcome.failure()).isInstanceOf(ApiException.class);
        codes.add(((ApiException) outcome.failure()).code());
      }
    }
    return codes;
  }

  @Test
  void of_those_who_promote_what_they_saw_at_once_one_does() throws InterruptedException {
    for (int round = 0; round < 3; round++) {
      String id = proven();
      Policy seen = policy(id);

      List<Crowd.Outcome<Rollouts.CompletedTransition>> outcomes =
          Crowd.of(6, i -> () -> promote(id, seen));

      assertThat(codes(outcomes)).containsOnly(ErrorCode.INVALID_TRANSITION).hasSize(5);
      assertThat(policy(id).stage()).isEqualTo(Stage.SOFT_ENFORCE);
      List<Transition> moves = database.read(tx -> rollouts.history(tx, governed.org(), id, 10));
      assertThat(moves).hasSize(1);
    }
  }

  @Test
  void a_document_that_changes_after_its_check_is_not_promoted() {
    String id = governed.policy("draft", GovernedStore.DSL);
    Policy seen = policy(id);
    database.change(
        tx ->
            tx.handle()
                .execute(
                    "UPDATE policy_version SET dsl = ? WHERE policy_id = ?",
                    GovernedStore.DSL.replace("No shell here.", "No shell at all."),
                    id));

    assertThatThrownBy(() -> promote(id, seen))
        .isInstanceOfSatisfying(
            ApiException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.VERSION_CONFLICT));
    assertThat(policy(id).stage()).isEqualTo(Stage.DRAFT);
  }

  @Test
  void nothing_is_promoted_behind_a_freeze() throws InterruptedException {
    for (int round = 0; round < ROUNDS; round++) {
      String id = governed.policy("draft", GovernedStore.DSL);
      Policy seen = policy(id);

      List<Crowd.Outcome<Object>> outcomes =
          Crowd.of(
              2,
              i ->
                  () ->
                      i == 0
                          ? promote(id, seen)
                          : switches.use(
                              governed.caller(), KillSwitches.Operation.FREEZE_ROLLOUTS, ""));

      assertThat(outcomes.get(1).failure()).isNull();
      List<String> feed = feed();
      String last = feed.get(feed.size() - 1);
      if (outcomes.get(0).failure() == null) {
        assertThat(policy(id).stage()).isEqualTo(Stage.OBSERVE);
        assertThat(last).isEqualTo("rollout.frozen");
      } else {
        assertThat(codes(outcomes)).containsExactly(ErrorCode.ROLLOUT_FROZEN);
        assertThat(policy(id).stage()).isEqualTo(Stage.DRAFT);
      }
      switches.use(governed.caller(), KillSwitches.Operation.UNFREEZE_ROLLOUTS, "");
    }
  }

  private List<String> feed() {
    return database.read(
        tx ->
            tx.handle()
                .createQuery("SELECT event_type FROM event WHERE org_id = ? ORDER BY event_seq")
                .bind(0, governed.org().value())
                .mapTo(String.class)
                .list());
  }

  @Test
  void after_disabling_nothing_enforces_that_was_not_promoted_later() throws InterruptedException {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      ids.add(proven());
    }
    List<Policy> seen = ids.stream().map(this::policy).toList();

    Crowd.of(
        4,
        i ->
            () ->
                i < 3
                    ? promote(ids.get(i), seen.get(i))
                    : switches.use(
                        governed.caller(), KillSwitches.Operation.DISABLE_ENFORCEMENT, ""));

    List<String> feed = feed();
    List<String> later = feed.subList(feed.indexOf("enforcement.disabled") + 1, feed.size());
    long enforcing = ids.stream().filter(id -> policy(id).effectiveMode().isEnforcing()).count();
    assertThat(enforcing).isEqualTo(later.size());
    boolean isTold =
        database.read(tx -> rollouts.state(tx, governed.org())).enforcementDisabledAt().isPresent();
    assertThat(isTold && enforcing > 0).isFalse();
  }

  @Test
  void of_a_rollback_and_a_promotion_the_rollback_is_never_lost() throws InterruptedException {
    for (int round = 0; round < 5; round++) {
      String id = proven();
      promote(id, policy(id));
      Policy seen = policy(id);

      List<Crowd.Outcome<Rollouts.CompletedTransition>> outcomes =
          Crowd.of(2, i -> () -> i == 0 ? promote(id, seen) : rollback(id));

      assertThat(outcomes.get(1).failure()).isNull();
      assertThat(policy(id).stage()).isEqualTo(Stage.ROLLBACK);
      assertThat(codes(outcomes)).isSubsetOf(ErrorCode.INVALID_TRANSITION);
    }
  }

  @Test
  void a_rollback_during_a_replay_leaves_both_whole() {
    String id = governed.policy("soft_enforce", GovernedStore.DSL);
    governed.session(id, GovernedStore.DSL, List.of("bash"));
    boolean[] isDone = new boolean[1];
    Replays interrupted =
        governed.replays(
            database,
            () -> {
              if (!isDone[0]) {
                isDone[0] = true;
                rollback(id);
              }
              return 0;
            });
    String job = governed.request(interrupted, id, Duration.ofSeconds(5));

    interrupted.runWaiting();

    assertThat(isDone[0]).isTrue();
    assertThat(policy(id).stage()).isEqualTo(Stage.ROLLBACK);
    assertThat(governed.job(interrupted, job).counts()).isEqualTo(new ReplayJob.Counts(1, 0, 0, 0));
  }
}
