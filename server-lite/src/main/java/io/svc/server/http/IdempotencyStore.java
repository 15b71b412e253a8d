package io.svc.server.http;

import io.svc.server.db.OrgId;
import java.time.Instant;
import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** Statements for stored responses. */
interface IdempotencyStore {
  /** A stored response. */
  record Row(String bodyHash, int status, String reply) {}

  @SqlQuery(
      """
      SELECT body_hash, status, reply FROM idempotent_reply
      WHERE org_id = :org AND idem_key = :key AND route = :route AND created_at > :after
      """)
  Optional<Row> find(OrgId org, String key, String route, Instant after);

  /** Inserts a response; inserts none when another request with the key was first. */
  @SqlUpdate(
      """
      INSERT INTO idempotent_reply (org_id, idem_key, route, body_hash, status, reply, created_at)
      VALUES (:org, :key, :route, :bodyHash, :status, :reply, :now)
      ON CONFLICT (org_id, idem_key, route) DO NOTHING
      """)
  int insert(
      OrgId org, String key, String route, String bodyHash, int status, String reply, Instant now);

  @SqlUpdate("DELETE FROM idempotent_reply WHERE org_id = :org AND created_at <= :until")
  int deleteOlder(OrgId org, Instant until);
}
