package io.svc.server.accounts;

import io.svc.server.db.OrgId;
import io.svc.server.http.Role;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/**
 * Statements for users. The tenant is unknown before sign-in, so lookups by name or address take
 * none.
 */
interface AccountStore {
  String COLUMNS =
      "user_id, org_id, username, email, name, role, status, password_hash, created_at, joined_at,"
          + " last_login_at";

  @SqlUpdate(
      """
      INSERT INTO account (user_id, org_id, username, username_key, email, email_key, name, role,
        status, password_hash, created_at, joined_at, last_login_at)
      VALUES (:userId, :org, :username, :usernameKey, :email, :emailKey, :name, :role,
        'active', :passwordHash, :createdAt, :joinedAt, NULL)
      """)
  void insert(
      Optional<OrgId> org,
      String userId,
      String username,
      String usernameKey,
      String email,
      String emailKey,
      String name,
      Optional<Role> role,
      Optional<String> passwordHash,
      Instant createdAt,
      Optional<Instant> joinedAt);

  @SqlQuery("SELECT " + COLUMNS + " FROM account WHERE user_id = :userId")
  Optional<Account> byId(String userId);

  @SqlQuery(
      "SELECT "
          + COLUMNS
          + " FROM account WHERE username_key = :key OR email_key = :key"
          + " ORDER BY CASE WHEN username_key = :key THEN 0 ELSE 1 END LIMIT 1")
  Optional<Account> byLogin(String key);

  @SqlQuery("SELECT " + COLUMNS + " FROM account WHERE email_key = :key")
  Optional<Account> byEmail(String key);

  @SqlQuery(
      "SELECT "
          + COLUMNS
          + " FROM account JOIN account_identity USING (user_id)"
          + " WHERE issuer = :issuer AND subject = :subject")
  Optional<Account> byIdentity(String issuer, String subject);

  @SqlUpdate(
      """
      INSERT INTO account_identity (issuer, subject, user_id, linked_at)
      VALUES (:issuer, :subject, :userId, :at)
      """)
  void link(String issuer, String subject, String userId, Instant at);

  @SqlUpdate(
      "UPDATE account SET org_id = :org, role = :role, joined_at = :at WHERE user_id = :userId")
  void join(OrgId org, String userId, Role role, Instant at);

  @SqlUpdate("UPDATE account SET last_login_at = :at WHERE user_id = :userId")
  void signedIn(String userId, Instant at);

  @SqlUpdate("UPDATE account SET password_hash = :hash WHERE user_id = :userId")
  void setPassword(String userId, String hash);

  @SqlQuery("SELECT " + COLUMNS + " FROM account WHERE org_id = :org ORDER BY user_id")
  List<Account> members(OrgId org);

  @SqlQuery(
      "SELECT "
          + COLUMNS
          + " FROM account WHERE org_id = :org AND user_id > :after ORDER BY user_id LIMIT :limit")
  List<Account> membersAfter(OrgId org, String after, int limit);

  @SqlQuery("SELECT " + COLUMNS + " FROM account WHERE org_id = :org AND user_id = :userId")
  Optional<Account> member(OrgId org, String userId);

  @SqlQuery(
      "SELECT DISTINCT a.user_id FROM account a JOIN account_identity USING (user_id)"
          + " WHERE a.org_id = :org")
  List<String> linked(OrgId org);

  @SqlUpdate(
      """
      UPDATE account SET role = :role, kept_admin_at = NULL
      WHERE org_id = :org AND user_id = :userId
      """)
  int setRole(OrgId org, String userId, Role role);

  @SqlUpdate(
      """
      UPDATE account SET kept_admin_at = :at
      WHERE org_id = :org AND user_id = :userId AND kept_admin_at IS NULL
      """)
  int keepAdmin(OrgId org, String userId, Instant at);

  /**
   * Time since when the only administrator is protected from demotion; empty if there are others.
   */
  @SqlQuery(
      """
      SELECT max(kept_admin_at) FROM account
      WHERE org_id = :org AND role = 'role_admin' AND status = 'active'
      HAVING count(*) = 1 AND max(kept_admin_at) IS NOT NULL
      """)
  Optional<Instant> adminKeptSince(OrgId org);

  @SqlUpdate("DELETE FROM account WHERE org_id = :org AND user_id = :userId")
  int delete(OrgId org, String userId);

  /** Locks the administrators of a tenant on a database with concurrent writers. */
  @SqlUpdate("UPDATE account SET role = role WHERE org_id = :org AND role = 'role_admin'")
  int lockAdmins(OrgId org);

  @SqlQuery(
      """
      SELECT count(*) FROM account
      WHERE org_id = :org AND role = 'role_admin' AND status = 'active'
      """)
  int countAdmins(OrgId org);
}
