package io.svc.server.alerts;

import io.svc.server.db.OrgId;
import java.util.List;
import org.jdbi.v3.sqlobject.customizer.BindList;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** Statements of the alerts that wait to be routed. */
interface RoutingStore {
  /**
   * An occurrence of an alert.
   *
   * @param isNews whether the alert was new, open again or worse, or had not been sent before
   */
  record Entry(String routingId, String alertId, boolean isNews) {}

  @SqlUpdate(
      """
      INSERT INTO alert_routing (org_id, routing_id, alert_id, is_news)
      VALUES (:org, :id, :alertId, :isNews)
      """)
  int insert(OrgId org, String id, String alertId, boolean isNews);

  @SqlQuery("SELECT DISTINCT org_id FROM alert_routing")
  List<OrgId> tenants();

  /** The oldest entries of a tenant, oldest first. */
  @SqlQuery(
      """
      SELECT routing_id, alert_id, is_news FROM alert_routing WHERE org_id = :org
      ORDER BY routing_id LIMIT :most
      """)
  List<Entry> oldest(OrgId org, int most);

  @SqlUpdate("DELETE FROM alert_routing WHERE org_id = :org AND routing_id IN (<ids>)")
  int remove(OrgId org, @BindList List<String> ids);

  @SqlUpdate("DELETE FROM alert_routing WHERE org_id = :org")
  int removeAll(OrgId org);
}
