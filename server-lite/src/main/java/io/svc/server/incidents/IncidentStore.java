package io.svc.server.incidents;

import io.svc.rules.Severity;
import io.svc.server.db.BindRecord;
import io.svc.server.db.OrgId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** SQL statements for incidents. */
interface IncidentStore {
  /**
   * Returns the next incident number; other transactions that open an incident wait for the commit.
   */
  @SqlQuery(
      """
      INSERT INTO incident_sequence (org_id, last) VALUES (:org, 1)
      ON CONFLICT (org_id) DO UPDATE SET last = incident_sequence.last + 1
      RETURNING last
      """)
  long nextNumber(OrgId org);

  /** Prevents other transactions from opening an incident of the tenant until this one ends. */
  @SqlUpdate(
      """
      INSERT INTO incident_sequence (org_id, last) VALUES (:org, 0)
      ON CONFLICT (org_id) DO UPDATE SET last = incident_sequence.last
      """)
  int holdNumbers(OrgId org);

  @SqlUpdate(
      """
      INSERT INTO incident (org_id, incident_id, number, title, summary, severity, priority,
        category, status, resolution, resolution_note, duplicate_of, source_type, source_alert_id,
        source_session_id, channel_url, tags, search, opened_by, opened_at, updated_at, version)
      VALUES (:org, :id, :number, :title, :summary, :severity, :priority,
        :category, 'open', '', '', '', :sourceType, :alertId,
        :sessionId, '', :tags, :search, :by, :now, :now, 1)
      """)
  int insert(
      OrgId org,
      String id,
      long number,
      String title,
      String summary,
      Severity severity,
      Priority priority,
      IncidentCategory category,
      Incident.SourceType sourceType,
      String alertId,
      String sessionId,
      String tags,
      String search,
      String by,
      Instant now);

  @SqlQuery("SELECT * FROM incident WHERE org_id = :org AND incident_id = :id")
  Optional<Incident> find(OrgId org, String id);

  /** Locks an incident and its dependent records until this transaction ends. */
  @SqlQuery(
      """
      UPDATE incident SET version = version WHERE org_id = :org AND incident_id = :id RETURNING *
      """)
  Optional<Incident> lock(OrgId org, String id);

  @SqlUpdate(
      """
      UPDATE incident SET title = :title, summary = :summary, severity = :severity,
        priority = :priority, category = :category, channel_url = :channelUrl, tags = :tags,
        search = :search, updated_at = :now
      WHERE org_id = :org AND incident_id = :id
      """)
  int tell(
      OrgId org,
      String id,
      String title,
      String summary,
      Severity severity,
      Priority priority,
      IncidentCategory category,
      String channelUrl,
      String tags,
      String search,
      Instant now);

  @SqlUpdate(
      """
      UPDATE incident SET status = :status, resolution = :resolution, resolution_note = :note,
        duplicate_of = :duplicateOf, acknowledged_at = :acknowledgedAt,
        contained_at = :containedAt, resolved_at = :resolvedAt, closed_at = :closedAt
      WHERE org_id = :org AND incident_id = :id
      """)
  int move(
      OrgId org,
      String id,
      IncidentStatus status,
      @BindRecord IncidentTransitions.ResolutionFields end,
      Optional<Instant> acknowledgedAt,
      Optional<Instant> containedAt,
      Optional<Instant> resolvedAt,
      Optional<Instant> closedAt);

  /** Increments the version after a change to an incident or its dependent records. */
  @SqlUpdate(
      """
      UPDATE incident SET version = version + 1, updated_at = :now
      WHERE org_id = :org AND incident_id = :id
      """)
  int changed(OrgId org, String id, Instant now);

  /** Selects the latest active incident that is linked to an object. */
  @SqlQuery(
      """
      SELECT i.* FROM incident_link l
      JOIN incident i ON i.org_id = l.org_id AND i.incident_id = l.incident_id
      WHERE l.org_id = :org AND l.kind = :kind AND l.ref_id = :refId
        AND i.status IN ('open', 'investigating', 'contained')
      ORDER BY l.incident_id DESC LIMIT 1
      """)
  Optional<Incident> activeAbout(OrgId org, LinkKind kind, String refId);

  @SqlQuery(
      """
      SELECT count(*) FROM (SELECT 1 FROM incident
        WHERE org_id = :org AND status IN ('open', 'investigating', 'contained')
          AND severity = :severity
        LIMIT :most) counted
      """)
  long active(OrgId org, Severity severity, int most);

  @SqlQuery(
      """
      SELECT * FROM incident WHERE org_id = :org AND incident_id > :after
      ORDER BY incident_id LIMIT :most
      """)
  List<Incident> after(OrgId org, String after, int most);

  @SqlQuery(
      """
      SELECT * FROM (SELECT * FROM incident WHERE org_id = :org
        ORDER BY incident_id DESC LIMIT :among) i
      WHERE <contains> ORDER BY incident_id DESC LIMIT :most
      """)
  List<Incident> search(OrgId org, String wanted, int among, int most);
}
