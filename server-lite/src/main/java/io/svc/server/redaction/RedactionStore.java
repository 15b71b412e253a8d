package io.svc.server.redaction;

import io.svc.server.db.OrgId;
import java.time.Instant;
import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** Statements of what tenants set about redaction. */
interface RedactionStore {
  /** Settings as they are stored. */
  record Row(long version, String config, Instant updatedAt, String updatedBy) {}

  @SqlQuery(
      "SELECT version, config, updated_at, updated_by FROM redaction_config WHERE org_id = :org")
  Optional<Row> config(OrgId org);

  /** Changes the version that was read; 0 when somebody else was faster. */
  @SqlUpdate(
      """
      INSERT INTO redaction_config (org_id, version, config, updated_at, updated_by)
      VALUES (:org, :version, :config, :now, :by)
      ON CONFLICT (org_id) DO UPDATE SET version = excluded.version, config = excluded.config,
        updated_at = excluded.updated_at, updated_by = excluded.updated_by
      WHERE redaction_config.version = excluded.version - 1
      """)
  int setConfig(OrgId org, long version, String config, Instant now, String by);

  @SqlUpdate("DELETE FROM redaction_config WHERE org_id = :org")
  int remove(OrgId org);
}
