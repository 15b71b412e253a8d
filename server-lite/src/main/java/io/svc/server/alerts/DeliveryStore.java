package io.svc.server.alerts;

import io.svc.server.db.BindRecord;
import io.svc.server.db.OrgId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.customizer.BindList;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** SQL statements for deliveries. */
interface DeliveryStore {
  /** The outcome of an attempt. */
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
      VALUES (:org, :id, :alertId, :channel.id, :channel.type, :channel.name,
        :messageId, 'raised', :template, 'pending', 0, 0, :now, :now, :now)
      """)
  int insert(
      OrgId org,
      String id,
      String alertId,
      @BindRecord("channel") Channels.Channel channel,
      String messageId,
      String template,
      Instant now);

  /** Replaces the message of a delivery, regardless of the outcome of the previous one. */
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

  /** Selects due deliveries, oldest first, without the deliveries to some channels. */
  @SqlQuery(
      """
      SELECT org_id, delivery_id, integration_id, status, attempts FROM alert_delivery
      WHERE status IN ('pending', 'retrying', 'delivering') AND next_at <= :now
        AND integration_id NOT IN (<busy>)
      ORDER BY next_at LIMIT :most
      """)
  List<Outbox.DueDelivery> due(Instant now, @BindList List<String> busy, int most);

  /** Selects due deliveries of a tenant, oldest first. */
  @SqlQuery(
      """
      SELECT org_id, delivery_id, integration_id, status, attempts FROM alert_delivery
      WHERE org_id = :org AND status IN ('pending', 'retrying', 'delivering') AND next_at <= :now
      ORDER BY next_at LIMIT :most
      """)
  List<Outbox.DueDelivery> dueOf(OrgId org, Instant now, int most);

  /** Begins an attempt, unless the delivery changed since it was read. */
  @SqlQuery(
      """
      UPDATE alert_delivery SET status = 'delivering', tries = tries + 1, attempts = attempts + 1,
        next_at = :until, updated_at = :now
      WHERE org_id = :org AND delivery_id = :id AND attempts = :attempts AND next_at <= :now
        AND status IN ('pending', 'retrying', 'delivering')
      RETURNING *
      """)
  Optional<Delivery> take(OrgId org, String id, long attempts, Instant now, Instant until);

  @SqlUpdate("UPDATE alert_delivery SET next_at = :now WHERE status = 'delivering'")
  int giveBack(Instant now);

  /** Completes an attempt, unless the delivery was taken over or renewed in the meantime. */
  @SqlUpdate(
      """
      UPDATE alert_delivery SET status = :status, next_at = :next, updated_at = :now
      WHERE org_id = :org AND delivery_id = :id AND message_id = :messageId
        AND attempts <= :attempts
      """)
  int settle(
      OrgId org,
      String id,
      String messageId,
      long attempts,
      DeliveryStatus status,
      Instant next,
      Instant now);

  @SqlUpdate(
      """
      INSERT INTO alert_attempt (org_id, delivery_id, attempt, at, status_code, duration_ms, error)
      VALUES (:org, :id, :attempt, :at, :statusCode, :durationMs, :error)
      ON CONFLICT (org_id, delivery_id, attempt) DO UPDATE SET at = excluded.at,
        status_code = excluded.status_code, duration_ms = excluded.duration_ms,
        error = excluded.error
      """)
  int tried(
      OrgId org,
      String id,
      long attempt,
      Instant at,
      long statusCode,
      long durationMs,
      String error);

  @SqlQuery(
      """
      SELECT count(*) FROM alert_delivery WHERE status IN ('pending', 'retrying', 'delivering')
      """)
  long countPending();

  /** Returns the latest attempts, latest first. */
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
