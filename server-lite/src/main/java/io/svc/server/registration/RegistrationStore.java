package io.svc.server.registration;

import io.svc.server.db.OrgId;
import java.time.Instant;
import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** Statements of what was told of agents. */
interface RegistrationStore {
  @SqlQuery("SELECT told FROM registration WHERE org_id = :org AND agent_id = :agentId")
  Optional<String> told(OrgId org, String agentId);

  @SqlUpdate(
      """
      INSERT INTO registration (org_id, agent_id, told, registered_at, updated_at)
      VALUES (:org, :agentId, :told, :now, :now)
      ON CONFLICT (org_id, agent_id) DO UPDATE SET told = excluded.told,
        updated_at = excluded.updated_at
      """)
  void put(OrgId org, String agentId, String told, Instant now);

  @SqlUpdate("DELETE FROM registration WHERE org_id = :org")
  int removeAll(OrgId org);
}
