package io.svc.server.telemetry;

import io.svc.server.db.OrgId;
import java.time.Instant;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** Statements of what was told lately. */
interface TelemetryStore {
  /** Run with many rows. */
  String TAKE =
      """
      INSERT INTO telemetry_key (org_id, item_key, taken_at) VALUES (?, ?, ?)
      ON CONFLICT (org_id, item_key) DO NOTHING
      """;

  /** Those of all tenants: how long they are kept is the same for all. */
  @SqlUpdate(
      """
      DELETE FROM telemetry_key WHERE (org_id, item_key) IN (
        SELECT org_id, item_key FROM telemetry_key WHERE taken_at < :before
        ORDER BY taken_at LIMIT :most)
      """)
  int removeOlder(Instant before, int most);

  @SqlUpdate("DELETE FROM telemetry_key WHERE org_id = :org")
  int removeAll(OrgId org);
}
