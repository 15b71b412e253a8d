package io.svc.server.apikeys;

import io.svc.server.db.BindRecord;
import io.svc.server.db.OrgId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** Statements for keys. */
interface ApiKeyStore {
  /** Keys with their current limits: containment of the agent, role of the owner. */
  String SELECT =
      "SELECT k.*, EXISTS (SELECT 1 FROM agent a WHERE a.org_id = k.org_id"
          + " AND a.agent_id = k.agent_id AND a.contained) AS suspended,"
          + " o.role AS owner_role, o.status AS owner_status"
          + " FROM api_key k"
          + " LEFT JOIN account o ON o.user_id = k.owner_id AND o.org_id = k.org_id ";

  /** A key, its predecessors by rotation, and the keys that these created, at any depth. */
  String FAMILY =
      "WITH RECURSIVE family (key_id, rotated_from) AS ("
          + " SELECT key_id, rotated_from FROM api_key WHERE org_id = :org AND key_id = :keyId"
          + " UNION"
          + " SELECT k.key_id, k.rotated_from FROM api_key k"
          + " JOIN family f ON k.parent_id = f.key_id OR k.key_id = f.rotated_from"
          + " WHERE k.org_id = :org) ";

  @SqlUpdate(
      """
      INSERT INTO api_key (org_id, key_id, public_id, secret_hash, name, last4, scopes, role,
        agent_id, allowed_ips, created_by, owner_id, parent_id, issued_to, created_at, expires_at, rotated_from, last_used_ip,
        use_count)
      VALUES (:org, :keyId, :publicId, :hash, :name, :last4, :scopes, :role,
        :agentId, :allowedIps, :createdBy, :ownerId, :parentId, :issuedTo, :createdAt, :end,
        :rotatedFrom, '', 0)
      """)
  void insert(
      OrgId org,
      String keyId,
      @BindRecord ApiKeyText text,
      @BindRecord KeyRequest.KeyParameters wanted,
      String scopes,
      String allowedIps,
      @BindRecord ApiKeys.KeyOrigin lineage,
      String issuedTo,
      Instant createdAt);

  /** Finds a key of any tenant, before authentication. */
  @SqlQuery(SELECT + "WHERE k.public_id = :publicId")
  Optional<ApiKey> byPublicId(String publicId);

  @SqlQuery(SELECT + "WHERE k.org_id = :org AND k.key_id = :keyId")
  Optional<ApiKey> find(OrgId org, String keyId);

  @SqlQuery(SELECT + "WHERE k.org_id = :org AND k.key_id > :after ORDER BY k.key_id LIMIT :limit")
  List<ApiKey> after(OrgId org, String after, int limit);

  /** Serializes creation of children and rotation of a key. */
  @SqlUpdate("UPDATE api_key SET key_id = key_id WHERE org_id = :org AND key_id = :keyId")
  int lock(OrgId org, String keyId);

  @SqlUpdate(
      """
      UPDATE api_key SET revoked_at = :now
      WHERE org_id = :org AND key_id = :keyId AND revoked_at IS NULL
      """)
  int revoke(OrgId org, String keyId, Instant now);

  @SqlUpdate(
      FAMILY
          + "UPDATE api_key SET revoked_at = :now WHERE org_id = :org AND revoked_at IS NULL"
          + " AND key_id IN (SELECT key_id FROM family)")
  int revokeFamily(OrgId org, String keyId, Instant now);

  @SqlUpdate(
      """
      UPDATE api_key SET revoked_at = :now
      WHERE org_id = :org AND owner_id = :ownerId AND revoked_at IS NULL
      """)
  int revokeOf(OrgId org, String ownerId, Instant now);

  @SqlUpdate(
      """
      WITH RECURSIVE family (key_id, rotated_from) AS (
        SELECT key_id, rotated_from FROM api_key WHERE org_id = :org AND agent_id = :agentId
        UNION
        SELECT k.key_id, k.rotated_from FROM api_key k
        JOIN family f ON k.parent_id = f.key_id OR k.key_id = f.rotated_from
        WHERE k.org_id = :org)
      UPDATE api_key SET revoked_at = :now WHERE org_id = :org AND revoked_at IS NULL
        AND key_id IN (SELECT key_id FROM family)
      """)
  int revokeOfAgent(OrgId org, String agentId, Instant now);

  @SqlUpdate(
      FAMILY
          + "UPDATE api_key SET owner_id = :ownerId WHERE org_id = :org"
          + " AND key_id IN (SELECT key_id FROM family)")
  int transfer(OrgId org, String keyId, String ownerId);

  /** Moves the children of a rotated key to its successor. */
  @SqlUpdate("UPDATE api_key SET parent_id = :toId WHERE org_id = :org AND parent_id = :keyId")
  int adopt(OrgId org, String keyId, String toId);

  @SqlUpdate("UPDATE api_key SET retires_at = :at WHERE org_id = :org AND key_id = :keyId")
  int retire(OrgId org, String keyId, Instant at);

  @SqlUpdate(
      """
      UPDATE api_key SET use_count = use_count + :count, last_used_ip = :ip,
        last_used_at = CASE WHEN last_used_at > :at THEN last_used_at ELSE :at END
      WHERE org_id = :org AND key_id = :keyId
      """)
  void used(OrgId org, String keyId, long count, Instant at, String ip);

  @SqlQuery("SELECT count(*) FROM (SELECT 1 FROM api_key WHERE org_id = :org LIMIT 1) any_key")
  int countAny(OrgId org);
}
