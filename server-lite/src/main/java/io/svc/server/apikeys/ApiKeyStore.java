package io.svc.server.apikeys;

import io.svc.server.db.OrgId;
import io.svc.server.http.Role;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** Statements of keys. */
interface ApiKeyStore {
  @SqlUpdate(
      """
      INSERT INTO api_key (org_id, key_id, public_id, secret_hash, name, last4, scopes, role,
        agent_id, allowed_ips, created_by, issued_to, created_at, expires_at, rotated_from, last_used_ip,
        use_count)
      VALUES (:org, :keyId, :publicId, :secretHash, :name, :last4, :scopes, :role,
        :agentId, :allowedIps, :createdBy, :issuedTo, :createdAt, :expiresAt, :rotatedFrom, '', 0)
      """)
  void insert(
      OrgId org,
      String keyId,
      String publicId,
      String secretHash,
      String name,
      String last4,
      String scopes,
      Role role,
      Optional<String> agentId,
      String allowedIps,
      String createdBy,
      String issuedTo,
      Instant createdAt,
      Optional<Instant> expiresAt,
      Optional<String> rotatedFrom);

  /** Whose key it is: asked before any tenant is known. */
  @SqlQuery(
      """
      SELECT k.*, EXISTS (SELECT 1 FROM agent a WHERE a.org_id = k.org_id
        AND a.agent_id = k.agent_id AND a.contained) AS suspended
      FROM api_key k
      WHERE k.public_id = :publicId
      """)
  Optional<ApiKey> byPublicId(String publicId);

  @SqlQuery(
      """
      SELECT k.*, EXISTS (SELECT 1 FROM agent a WHERE a.org_id = k.org_id
        AND a.agent_id = k.agent_id AND a.contained) AS suspended
      FROM api_key k
      WHERE k.org_id = :org AND k.key_id = :keyId
      """)
  Optional<ApiKey> find(OrgId org, String keyId);

  @SqlQuery(
      """
      SELECT k.*, EXISTS (SELECT 1 FROM agent a WHERE a.org_id = k.org_id
        AND a.agent_id = k.agent_id AND a.contained) AS suspended
      FROM api_key k
      WHERE k.org_id = :org ORDER BY k.key_id DESC LIMIT :limit OFFSET :offset
      """)
  List<ApiKey> page(OrgId org, int limit, int offset);

  @SqlQuery("SELECT count(*) FROM api_key WHERE org_id = :org")
  int count(OrgId org);

  @SqlQuery(
      """
      SELECT k.*, EXISTS (SELECT 1 FROM agent a WHERE a.org_id = k.org_id
        AND a.agent_id = k.agent_id AND a.contained) AS suspended
      FROM api_key k
      WHERE k.org_id = :org AND k.created_by = :userId
      ORDER BY k.key_id DESC LIMIT :limit OFFSET :offset
      """)
  List<ApiKey> pageOf(OrgId org, String userId, int limit, int offset);

  @SqlQuery("SELECT count(*) FROM api_key WHERE org_id = :org AND created_by = :userId")
  int countOf(OrgId org, String userId);

  @SqlQuery(
      """
      SELECT k.*, EXISTS (SELECT 1 FROM agent a WHERE a.org_id = k.org_id
        AND a.agent_id = k.agent_id AND a.contained) AS suspended
      FROM api_key k
      WHERE k.org_id = :org AND k.key_id > :after ORDER BY k.key_id LIMIT :limit
      """)
  List<ApiKey> after(OrgId org, String after, int limit);

  @SqlUpdate(
      """
      UPDATE api_key SET revoked_at = :now
      WHERE org_id = :org AND key_id = :keyId AND revoked_at IS NULL
      """)
  int revoke(OrgId org, String keyId, Instant now);

  @SqlUpdate(
      """
      UPDATE api_key SET revoked_at = :now
      WHERE org_id = :org AND created_by = :userId AND revoked_at IS NULL
      """)
  int revokeOf(OrgId org, String userId, Instant now);

  @SqlUpdate(
      """
      UPDATE api_key SET revoked_at = :now
      WHERE org_id = :org AND agent_id = :agentId AND revoked_at IS NULL
      """)
  int revokeOfAgent(OrgId org, String agentId, Instant now);

  @SqlUpdate("UPDATE api_key SET retires_at = :at WHERE org_id = :org AND key_id = :keyId")
  int retire(OrgId org, String keyId, Instant at);

  @SqlUpdate(
      """
      UPDATE api_key SET use_count = use_count + :count, last_used_ip = :ip,
        last_used_at = CASE WHEN last_used_at > :at THEN last_used_at ELSE :at END
      WHERE org_id = :org AND key_id = :keyId
      """)
  void used(OrgId org, String keyId, long count, Instant at, String ip);

  @SqlUpdate("DELETE FROM api_key WHERE org_id = :org")
  int deleteAll(OrgId org);

  @SqlQuery("SELECT count(*) FROM (SELECT 1 FROM api_key WHERE org_id = :org LIMIT 1) any_key")
  int countAny(OrgId org);
}
