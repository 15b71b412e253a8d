package io.svc.server.evidence;

import io.svc.server.db.OrgId;
import java.time.Instant;
import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** Statements of the keys that seal evidence. */
interface EvidenceKeyStore {
  @SqlQuery("SELECT sealed FROM evidence_key WHERE org_id = :org")
  Optional<String> sealed(OrgId org);

  /** Adds the key of a tenant that has none. */
  @SqlUpdate(
      """
      INSERT INTO evidence_key (org_id, sealed, created_at) VALUES (:org, :sealed, :now)
      ON CONFLICT (org_id) DO NOTHING
      """)
  int insert(OrgId org, String sealed, Instant now);

  @SqlUpdate("DELETE FROM evidence_key WHERE org_id = :org")
  int remove(OrgId org);
}
