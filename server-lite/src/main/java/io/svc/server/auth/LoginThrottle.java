package io.svc.server.auth;

import io.svc.server.accounts.Accounts;
import io.svc.server.db.Database;
import io.svc.server.db.Tx;
import io.svc.server.http.ApiException;
import io.svc.server.http.Call;
import io.svc.server.http.ErrorCode;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Slows down who guesses passwords: from the fifth failure on, a name must wait a second, then two,
 * up to a quarter of an hour, but never for good. It counts names, not addresses, and names that do
 * not exist as those that do. The attempt is counted before the password is looked at, so that many
 * at once gain nothing.
 */
final class LoginThrottle {
  private static final int FREE = 5;
  private static final Duration LONGEST = Duration.ofMinutes(15);
  private static final Duration FORGOTTEN_AFTER = Duration.ofHours(24);

  private final Database database;
  private final Clock clock;

  LoginThrottle(Database database, Clock clock) {
    this.database = database;
    this.clock = clock;
  }

  /**
   * Counts an attempt.
   *
   * @return whether it was the one after which the name has to wait
   * @throws ApiException {@code too_many_attempts} while the name has to wait
   */
  boolean attempt(String login) {
    String key = key(login);
    return database.write(
        tx -> {
          LoginFailureStore store = tx.on(LoginFailureStore.class);
          Optional<LoginFailureStore.Row> row =
              store.find(key).filter(r -> r.lastAt().plus(FORGOTTEN_AFTER).isAfter(tx.now()));
          if (row.isPresent() && row.get().blockedUntil().isAfter(tx.now())) {
            long wait = Duration.between(tx.now(), row.get().blockedUntil()).toSeconds() + 1;
            throw ApiException.retryAfter(
                ErrorCode.TOO_MANY_ATTEMPTS,
                "Too many failed attempts. Try again in " + wait + " s.",
                wait);
          }
          long failures = row.map(LoginFailureStore.Row::failures).orElse(0L) + 1;
          store.put(key, failures, tx.now().plus(delay(failures)), tx.now());
          return failures == FREE;
        });
  }

  /** How long a name waits after that many failures. */
  static Duration delay(long failures) {
    if (failures < FREE) {
      return Duration.ZERO;
    }
    long seconds = 1L << Math.min(failures - FREE, 20);
    return seconds > LONGEST.toSeconds() ? LONGEST : Duration.ofSeconds(seconds);
  }

  /** The password was right: all is forgotten. */
  void succeeded(Tx tx, String login) {
    tx.on(LoginFailureStore.class).forget(key(login));
  }

  void sweep() {
    Instant before = clock.instant().minus(FORGOTTEN_AFTER);
    database.change(tx -> tx.on(LoginFailureStore.class).forgetBefore(before));
  }

  private static String key(String login) {
    return Call.sha256(Accounts.key(login));
  }
}
