package io.svc.server.auth;

import java.time.Instant;
import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** Statements of failed sign-ins, by the hash of the name that was typed. */
interface LoginFailureStore {
  /** How often a name failed. */
  record Row(long failures, Instant blockedUntil, Instant lastAt) {}

  /** Makes an empty row for a name that has none; locks it. */
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
