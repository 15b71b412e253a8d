package io.svc.server.alerts;

import io.svc.server.db.OrgId;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.sqlobject.customizer.BindList;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** Statements of deliveries. */
interface DeliveryStore {
  /** What came of a try. */
  record Attempt(
      String deliveryId,
      long attempt,
      Instant at,
      long statusCode,
      long durationMs,
      String error) {}

  @SqlUpdate(
      """
      INSERT INTO alert_delivery (org_id, delivery_id, alert_id, integration_id, type, name,
        message_id, kind, template, status, tries, attempts, next_at, created_at, updated_at)
      VALUES (:org, :id, :alertId, :integrationId, :type, :name,
        :messageId, 'raised', :template, 'pending', 0, 0, :now, :now, :now)
      """)
  int insert(
      OrgId org,
      String id,
      String alertId,
      String integrationId,
      String type,
      String name,
      String messageId,
      String template,
      Instant now);

  /** Something else is to be told, whatever became of what was to be told before. */
  @SqlUpdate(
      """
      UPDATE alert_delivery SET message_id = :messageId, kind = :kind, template = :template,
        status = 'pending', tries = 0, next_at = :now, updated_at = :now
      WHERE org_id = :org AND delivery_id = :id
      """)
  int renew(OrgId org, String id, String messageId, MessageKind kind, String template, Instant now);

  @SqlQuery(
      """
      SELECT * FROM alert_delivery WHERE org_id = :org AND alert_id = :alertId ORDER BY delivery_id
      """)
  List<Delivery> of(OrgId org, String alertId);

  /** The latest tries, latest first. */
  @SqlQuery(
      """
      SELECT * FROM alert_attempt WHERE org_id = :org AND delivery_id = :id
      ORDER BY attempt DESC LIMIT :most
      """)
  List<Attempt> attempts(OrgId org, String id, int most);

  @SqlUpdate(
      """
      DELETE FROM alert_attempt WHERE org_id = :org AND delivery_id IN (
        SELECT delivery_id FROM alert_delivery
        WHERE org_id = :org AND alert_id IN (<alertIds>))
      """)
  int removeAttempts(OrgId org, @BindList List<String> alertIds);

  @SqlUpdate("DELETE FROM alert_delivery WHERE org_id = :org AND alert_id IN (<alertIds>)")
  int remove(OrgId org, @BindList List<String> alertIds);

  @SqlUpdate("DELETE FROM alert_delivery WHERE org_id = :org")
  int removeAll(OrgId org);

  @SqlUpdate("DELETE FROM alert_attempt WHERE org_id = :org")
  int removeAllAttempts(OrgId org);
}
