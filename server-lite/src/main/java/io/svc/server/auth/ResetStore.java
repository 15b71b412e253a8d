package io.svc.server.auth;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** Statements for password resets. */
interface ResetStore {
  @SqlUpdate(
      """
      INSERT INTO reset_request (address_key, request_id, at, sealed)
      VALUES (:address, :id, :now, :sealed)
      """)
  void note(String address, String id, Instant now, String sealed);

  /** Unprocessed requests, oldest first. */
  @SqlQuery(
      """
      SELECT address_key, request_id, sealed FROM reset_request
      WHERE sealed IS NOT NULL ORDER BY at LIMIT :most
      """)
  List<OpenRequest> open(int most);

  /**
   * Locks a request for processing, under the address of its account. Returns 0 if another server
   * already did.
   */
  @SqlUpdate(
      """
      UPDATE reset_request SET sealed = NULL, address_key = :address
      WHERE address_key = :noted AND request_id = :id AND sealed IS NOT NULL
      """)
  int take(String noted, String id, String address);

  /** The number of processed requests for an address. */
  @SqlQuery(
      """
      SELECT count(*) FROM reset_request
      WHERE address_key = :address AND at > :since AND sealed IS NULL
      """)
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

  /** Redeems a token; empty when it is not valid. */
  @SqlQuery(
      """
      DELETE FROM password_reset WHERE token_hash = :tokenHash AND expires_at > :now
      RETURNING user_id
      """)
  Optional<String> redeem(String tokenHash, Instant now);

  /** An unprocessed request. */
  record OpenRequest(String addressKey, String requestId, String sealed) {}

  @SqlUpdate("DELETE FROM password_reset WHERE expires_at < :now")
  int deleteExpired(Instant now);
}
