package io.svc.server.mcp;

import io.svc.server.db.OrgId;
import java.util.List;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** Statements of what is counted. */
interface CountStore {
  /** One number. */
  record Row(String name, long n) {}

  @SqlUpdate(
      """
      INSERT INTO mcp_count (org_id, name, n) VALUES (:org, :name, :by)
      ON CONFLICT (org_id, name) DO UPDATE SET n = mcp_count.n + excluded.n
      """)
  void add(OrgId org, String name, long by);

  @SqlQuery("SELECT name, n FROM mcp_count WHERE org_id = :org")
  List<Row> all(OrgId org);

  @SqlUpdate("DELETE FROM mcp_count WHERE org_id = :org")
  int removeAll(OrgId org);
}
