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
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/**
 * Slows down password guessing: from the fifth failure on, a name must wait a second, then two, up
 * to a quarter of an hour, but never permanently. It counts names, not addresses, and treats
 * unknown names like known ones. Attempts for one name run one after the other, so parallel
 * attempts gain nothing, and many parallel sign-ins of a legitimate user are not mistaken for
 * guessing. With several servers on one store, each serializes its own attempts.
 */
final class LoginThrottle {
  private static final int FREE = 5;
  private static final Duration LONGEST = Duration.ofMinutes(15);
  private static final Duration FORGOTTEN_AFTER = Duration.ofHours(24);

  private static final int TURNS = 256;
  private static final long TIMEOUT_SECONDS = 10;

  private final Database database;
  private final Clock clock;
  private final Lock[] turns = new Lock[TURNS];

  LoginThrottle(Database database, Clock clock) {
    this.database = database;
    this.clock = clock;
    Arrays.setAll(turns, i -> new ReentrantLock(true));
  }

  /** Runs an attempt for a name when the previous ones are completed. */
  <T> T runSerialized(String login, Supplier<T> attempt) {
    Lock lock = turns[Math.floorMod(key(login).hashCode(), turns.length)];
    try {
      if (!lock.tryLock(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        throw waiting(1);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    try {
      return attempt.get();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Rejects an attempt while the name has to wait.
   *
   * @throws ApiException {@code too_many_attempts}
   */
  void check(String login) {
    Optional<Instant> blockedUntil =
        database.read(tx -> findFailures(tx, key(login)).map(LoginFailureStore.Row::blockedUntil));
    Instant now = clock.instant();
    // A longer wait is caused by a clock that was ahead, and would lock the name until that time.
    if (blockedUntil.isPresent()
        && blockedUntil.get().isAfter(now)
        && !blockedUntil.get().isAfter(now.plus(LONGEST))) {
      throw waiting(Duration.between(now, blockedUntil.get()).toSeconds() + 1);
    }
  }

  private static ApiException waiting(long seconds) {
    return ApiException.retryAfter(
        ErrorCode.TOO_MANY_ATTEMPTS,
        "Too many failed attempts. Try again in " + seconds + " s.",
        seconds);
  }

  /** Counts a failure; returns whether the name has to wait from now on. */
  boolean failed(Tx tx, String login) {
    String key = key(login);
    LoginFailureStore store = tx.on(LoginFailureStore.class);
    // Servers that share a store count the same name one after the other.
    store.lock(key);
    long failures = findFailures(tx, key).map(LoginFailureStore.Row::failures).orElse(0L) + 1;
    store.put(key, failures, tx.now().plus(delay(failures)), tx.now());
    return failures == FREE;
  }

  private static Optional<LoginFailureStore.Row> findFailures(Tx tx, String key) {
    return tx.on(LoginFailureStore.class)
        .find(key)
        .filter(row -> row.lastAt().plus(FORGOTTEN_AFTER).isAfter(tx.now()));
  }

  /** Returns the wait of a name after a number of failures. */
  static Duration delay(long failures) {
    if (failures < FREE) {
      return Duration.ZERO;
    }
    long seconds = 1L << Math.min(failures - FREE, 20);
    return seconds > LONGEST.toSeconds() ? LONGEST : Duration.ofSeconds(seconds);
  }

  /** Clears the failures after a correct password. */
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

  /** SQL statements for failed sign-ins, by the hash of the sent name. */
  interface LoginFailureStore {
    /** The failures of a name. */
    record Row(long failures, Instant blockedUntil, Instant lastAt) {}

    /** Locks the row of a name, which it creates if missing. */
    @SqlUpdate(
        """
        INSERT INTO login_failure (account_key, failures, blocked_until, last_at)
        VALUES (:key, 0, 0, 0)
        ON CONFLICT (account_key) DO UPDATE SET failures = login_failure.failures
        """)
    void lock(String key);

    @SqlQuery("SELECT failures, blocked_until, last_at FROM login_failure WHERE account_key = :key")
    Optional<Row> find(String key);

    @SqlUpdate(
        """
        INSERT INTO login_failure (account_key, failures, blocked_until, last_at)
        VALUES (:key, :failures, :blockedUntil, :now)
        ON CONFLICT (account_key) DO UPDATE SET failures = excluded.failures,
          blocked_until = excluded.blocked_until, last_at = excluded.last_at
        """)
    void put(String key, long failures, Instant blockedUntil, Instant now);

    @SqlUpdate("DELETE FROM login_failure WHERE account_key = :key")
    void forget(String key);

    @SqlUpdate("DELETE FROM login_failure WHERE last_at < :before")
    int forgetBefore(Instant before);
  }
}
