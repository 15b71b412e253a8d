package io.svc.server.alerts;

import io.svc.server.db.OrgId;
import java.util.List;
import org.jdbi.v3.sqlobject.customizer.BindList;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** SQL statements for alerts that wait for routing. */
interface RoutingStore {
  /**
   * An occurrence of an alert.
   *
   * @param isNews whether the alert was new, reopened, more severe or never sent before
   */
  record QueuedOccurrence(String routingId, String alertId, boolean isNews) {}

  @SqlUpdate(
      """
      INSERT INTO alert_routing (org_id, routing_id, alert_id, is_news)
      VALUES (:org, :id, :alertId, :isNews)
      """)
  int insert(OrgId org, String id, String alertId, boolean isNews);

  @SqlQuery("SELECT DISTINCT org_id FROM alert_routing")
  List<OrgId> tenants();

  /** Returns the oldest entries of a tenant, oldest first. */
  @SqlQuery(
      """
      SELECT routing_id, alert_id, is_news FROM alert_routing WHERE org_id = :org
      ORDER BY routing_id LIMIT :most
      """)
  List<QueuedOccurrence> oldest(OrgId org, int most);

  @SqlUpdate("DELETE FROM alert_routing WHERE org_id = :org AND routing_id IN (<ids>)")
  int remove(OrgId org, @BindList List<String> ids);

  @SqlUpdate("DELETE FROM alert_routing WHERE org_id = :org")
  int removeAll(OrgId org);
}
