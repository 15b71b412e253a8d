package io.svc.server.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.server.db.Database;
import io.svc.server.http.ApiException;
import io.svc.server.http.ErrorCode;
import io.svc.server.testing.Crowd;
import io.svc.server.testing.StoreContract;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LoginThrottleTest extends StoreContract {
  private Database database;
  private LoginThrottle throttle;

  @BeforeEach
  void open() {
    database = store.migrated();
    throttle = new LoginThrottle(database, clock);
  }

  @Test
  void from_the_fifth_failure_on_a_name_waits_twice_as_long_each_time() {
    for (int i = 1; i <= 4; i++) {
      assertThat(fail("dana")).isFalse();
    }
    assertThat(fail("dana")).isTrue();
    for (int seconds = 1; seconds <= 4; seconds *= 2) {
      assertThrottled("dana");
      clock.advance(Duration.ofSeconds(seconds));
      assertThat(fail("dana")).isFalse();
    }
  }

  @Test
  void waiting_never_gets_longer_than_a_quarter_of_an_hour() {
    assertThat(LoginThrottle.delay(4)).isEqualTo(Duration.ZERO);
    assertThat(LoginThrottle.delay(5)).isEqualTo(Duration.ofSeconds(1));
    assertThat(LoginThrottle.delay(40)).isEqualTo(Duration.ofMinutes(15));
    assertThat(LoginThrottle.delay(Long.MAX_VALUE)).isEqualTo(Duration.ofMinutes(15));
  }

  @Test
  void other_names_do_not_wait() {
    fail("dana", 5);

    assertThrottled(" DANA ");
    assertThat(fail("finn")).isFalse();
  }

  @Test
  void the_right_password_and_a_day_make_it_forgotten() throws Exception {
    fail("dana", 5);
    database.change(tx -> throttle.succeeded(tx, "dana"));
    fail("dana", 5);
    assertThrottled("dana");
    clock.advance(Duration.ofHours(24));
    fail("dana", 5);
    assertThrottled("dana");

    clock.advance(Duration.ofHours(25));
    throttle.sweep();
    assertThat(store.query("SELECT count(*) FROM login_failure")).containsExactly("0");
  }

  @Test
  void many_attempts_at_once_gain_nothing() throws Exception {
    List<Crowd.Outcome<Boolean>> outcomes = Crowd.of(20, i -> () -> fail("dana"));

    assertThat(outcomes.stream().filter(outcome -> outcome.failure() == null)).hasSize(5);
    assertThat(outcomes.stream().filter(outcome -> Boolean.TRUE.equals(outcome.result())))
        .hasSize(1);
    assertThat(outcomes.stream().filter(outcome -> outcome.failure() != null))
        .allSatisfy(
            outcome ->
                assertThat(outcome.failure())
                    .isInstanceOfSatisfying(
                        ApiException.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.TOO_MANY_ATTEMPTS)));
  }

  @Test
  void servers_that_share_a_store_count_every_failure() throws Exception {
    Crowd.of(
        4, i -> () -> database.write(tx -> new LoginThrottle(database, clock).failed(tx, "dana")));

    assertThat(store.query("SELECT failures FROM login_failure")).containsExactly("4");
  }

  private boolean fail(String name) {
    return throttle.runSerialized(
        name,
        () -> {
          throttle.check(name);
          return database.write(tx -> throttle.failed(tx, name));
        });
  }

  private void fail(String name, int times) {
    for (int i = 0; i < times; i++) {
      fail(name);
    }
  }

  private void assertThrottled(String name) {
    assertThatThrownBy(() -> throttle.check(name))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.TOO_MANY_ATTEMPTS);
              assertThat(e.retryAfterSeconds()).isPresent();
            });
  }
}
