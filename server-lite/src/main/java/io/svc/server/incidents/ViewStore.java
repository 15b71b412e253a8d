package io.svc.server.incidents;

import io.svc.server.db.OrgId;
import java.util.List;
import org.jdbi.v3.sqlobject.customizer.BindList;
import org.jdbi.v3.sqlobject.statement.SqlQuery;

/** Statements of what lists tell of several incidents at once. */
interface ViewStore {
  /** How much of a kind an incident is about. */
  record Links(String incidentId, LinkKind kind, long n) {}

  /** Who leads an incident. */
  record Commander(String incidentId, String userId, String name) {}

  @SqlQuery(
      """
      SELECT incident_id, kind, count(*) AS n FROM incident_link
      WHERE org_id = :org AND incident_id IN (<ids>) GROUP BY incident_id, kind
      """)
  List<Links> links(OrgId org, @BindList List<String> ids);

  @SqlQuery(
      """
      SELECT incident_id, user_id, name FROM incident_participant
      WHERE org_id = :org AND incident_id IN (<ids>) AND role = 'commander'
      """)
  List<Commander> commanders(OrgId org, @BindList List<String> ids);

  @SqlQuery(
      """
      SELECT DISTINCT incident_id FROM incident_hold
      WHERE org_id = :org AND incident_id IN (<ids>)
      """)
  List<String> holding(OrgId org, @BindList List<String> ids);
}
