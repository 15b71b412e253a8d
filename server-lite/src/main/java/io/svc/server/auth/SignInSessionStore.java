package io.svc.server.auth;

import io.svc.server.accounts.Account;
import io.svc.server.db.OrgId;
import io.svc.server.http.Role;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** Statements for sessions, which are found by the hash of the browser's token. */
interface SignInSessionStore {
  /** A session with its user. */
  record Row(
      String tokenHash,
      String userId,
      Optional<OrgId> orgId,
      String email,
      Optional<Role> role,
      Account.Status status,
      Instant createdAt,
      Instant lastSeenAt,
      Instant expiresAt) {}

  @SqlUpdate(
      """
      INSERT INTO web_session (token_hash, user_id, created_at, last_seen_at, expires_at, ip,
        user_agent)
      VALUES (:tokenHash, :userId, :now, :now, :expiresAt, :ip, :userAgent)
      """)
  void insert(
      String tokenHash, String userId, Instant now, Instant expiresAt, String ip, String userAgent);

  @SqlQuery(
      """
      SELECT s.token_hash, s.user_id, a.org_id, a.email, a.role, a.status, s.created_at,
        s.last_seen_at, s.expires_at
      FROM web_session s JOIN account a ON a.user_id = s.user_id
      WHERE s.token_hash = :tokenHash
      """)
  Optional<Row> find(String tokenHash);

  @SqlUpdate(
      """
      UPDATE web_session SET last_seen_at = :now
      WHERE token_hash = :tokenHash AND last_seen_at < :now
      """)
  void touch(String tokenHash, Instant now);

  /** A session with details that its owner recognizes. */
  record SessionDetails(
      String tokenHash,
      Instant createdAt,
      Instant lastSeenAt,
      Instant expiresAt,
      String ip,
      String userAgent) {}

  @SqlQuery(
      """
      SELECT token_hash, created_at, last_seen_at, expires_at, ip, user_agent
      FROM web_session WHERE user_id = :userId ORDER BY last_seen_at DESC, token_hash LIMIT 1000
      """)
  List<SessionDetails> of(String userId);

  @SqlUpdate("DELETE FROM web_session WHERE token_hash = :tokenHash")
  int delete(String tokenHash);

  @SqlUpdate("DELETE FROM web_session WHERE user_id = :userId")
  int deleteOf(String userId);

  @SqlUpdate(
      """
      DELETE FROM web_session
      WHERE user_id IN (SELECT user_id FROM account WHERE org_id = :org)
      """)
  int deleteOfTenant(OrgId org);

  @SqlUpdate("DELETE FROM web_session WHERE expires_at < :now OR last_seen_at < :idleSince")
  int deleteEnded(Instant now, Instant idleSince);
}
