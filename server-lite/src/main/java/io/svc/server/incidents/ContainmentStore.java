package io.svc.server.incidents;

import io.svc.server.db.BindRecord;
import io.svc.server.db.OrgId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** SQL statements for containments. */
interface ContainmentStore {
  /** A stored order, with the results for each agent as JSON. */
  record OrderRow(
      String containmentId,
      String incidentId,
      ContainmentAction action,
      String reason,
      String requestedBy,
      Instant requestedAt,
      Optional<Instant> expiresAt,
      String agents) {}

  /** The containment of an agent by an incident. */
  record ContainmentRow(
      String incidentId,
      String agentId,
      ContainmentAction action,
      String reason,
      Instant since,
      Optional<Instant> expiresAt) {}

  /** A containment that has expired. */
  record ExpiredContainment(OrgId orgId, String incidentId, String agentId) {}

  @SqlUpdate(
      """
      INSERT INTO incident_containment (org_id, containment_id, incident_id, action, reason,
        requested_by, requested_at, expires_at, agents)
      VALUES (:org, :id, :incidentId, :action, :reason,
        :by, :now, :expiresAt, :agents)
      """)
  int order(
      OrgId org,
      String id,
      String incidentId,
      ContainmentAction action,
      String reason,
      String by,
      Instant now,
      Optional<Instant> expiresAt,
      String agents);

  /** Returns the latest orders, latest first. */
  @SqlQuery(
      """
      SELECT * FROM incident_containment WHERE org_id = :org AND incident_id = :incidentId
      ORDER BY containment_id DESC LIMIT :most
      """)
  List<OrderRow> orders(OrgId org, String incidentId, int most);

  @SqlQuery(
      """
      SELECT count(*) FROM incident_containment
      WHERE org_id = :org AND incident_id = :incidentId
      """)
  long countOrders(OrgId org, String incidentId);

  /** Contains an agent or extends its containment; the longest order applies. */
  @SqlUpdate(
      """
      INSERT INTO incident_hold (org_id, incident_id, agent_id, action, containment_id, reason,
        since, expires_at)
      VALUES (:org, :incidentId, :agentId, :action, :containmentId, :reason,
        :now, :until)
      ON CONFLICT (org_id, agent_id, incident_id, action) DO UPDATE SET expires_at =
        CASE WHEN incident_hold.expires_at IS NULL OR excluded.expires_at IS NULL THEN NULL
          WHEN excluded.expires_at > incident_hold.expires_at THEN excluded.expires_at
          ELSE incident_hold.expires_at END
      """)
  int hold(
      OrgId org,
      @BindRecord AgentContainment.ContainmentMeasure wanted,
      String agentId,
      Instant now);

  /** Returns the incidents that contain an agent and their measures, oldest first. */
  @SqlQuery(
      """
      SELECT incident_id, agent_id, action, reason, since, expires_at FROM incident_hold
      WHERE org_id = :org AND agent_id = :agentId ORDER BY since, incident_id, action
      """)
  List<ContainmentRow> holdsOn(OrgId org, String agentId);

  @SqlQuery(
      """
      SELECT incident_id, agent_id, action, reason, since, expires_at FROM incident_hold
      WHERE org_id = :org AND incident_id = :incidentId ORDER BY agent_id, action
      """)
  List<ContainmentRow> holdsIn(OrgId org, String incidentId);

  @SqlQuery(
      """
      SELECT incident_id, agent_id, action, reason, since, expires_at FROM incident_hold
      WHERE org_id = :org AND incident_id = :incidentId AND agent_id = :agentId
      """)
  List<ContainmentRow> heldBy(OrgId org, String incidentId, String agentId);

  @SqlUpdate(
      """
      DELETE FROM incident_hold
      WHERE org_id = :org AND incident_id = :incidentId AND agent_id = :agentId
      """)
  int free(OrgId org, String incidentId, String agentId);

  @SqlUpdate(
      """
      DELETE FROM incident_hold
      WHERE org_id = :org AND incident_id = :incidentId AND agent_id = :agentId
        AND expires_at <= :now
      """)
  int end(OrgId org, String incidentId, String agentId, Instant now);

  /** Returns expired containments of all tenants, for the job that releases agents. */
  @SqlQuery(
      """
      SELECT DISTINCT org_id, incident_id, agent_id FROM incident_hold
      WHERE expires_at IS NOT NULL AND expires_at <= :now
      ORDER BY org_id, incident_id, agent_id LIMIT :most
      """)
  List<ExpiredContainment> due(Instant now, int most);
}
