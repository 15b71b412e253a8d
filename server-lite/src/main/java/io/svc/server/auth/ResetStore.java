package io.svc.server.auth;

import java.time.Instant;
import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** Statements of password resets. */
interface ResetStore {
  @SqlUpdate("INSERT INTO reset_request (address_key, request_id, at) VALUES (:address, :id, :now)")
  void note(String address, String id, Instant now);

  @SqlQuery("SELECT count(*) FROM reset_request WHERE address_key = :address AND at > :since")
  int countSince(String address, Instant since);

  @SqlUpdate("DELETE FROM reset_request WHERE at < :before")
  int forgetBefore(Instant before);

  @SqlUpdate("DELETE FROM password_reset WHERE user_id = :userId")
  void withdraw(String userId);

  @SqlUpdate(
      """
      INSERT INTO password_reset (token_hash, user_id, expires_at)
      VALUES (:tokenHash, :userId, :expiresAt)
      """)
  void insert(String tokenHash, String userId, Instant expiresAt);

  /** Uses a token up; empty when there is none that is valid. */
  @SqlQuery(
      """
      DELETE FROM password_reset WHERE token_hash = :tokenHash AND expires_at > :now
      RETURNING user_id
      """)
  Optional<String> redeem(String tokenHash, Instant now);

  @SqlUpdate("DELETE FROM password_reset WHERE expires_at < :now")
  int deleteExpired(Instant now);
}
