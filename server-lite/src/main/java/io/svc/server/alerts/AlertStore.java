package io.svc.server.alerts;

import io.svc.rules.Severity;
import io.svc.server.db.BindRecord;
import io.svc.server.db.OrgId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.customizer.BindList;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** SQL statements for alerts. */
interface AlertStore {
  /**
   * The condition for an open alert, which needs further action. All counts and lists use it, with
   * literals, because partial indexes do not apply to bound values.
   */
  String OPEN = "triage_status IN ('open', 'acknowledged')";

  /** The number of alerts of an agent. */
  record AgentAlertCount(String agentId, long n) {}

  /**
   * An entry in an alert's history.
   *
   * @param actor who caused it; empty for the service itself
   */
  record Entry(Instant at, AlertEntryType type, String actor, String detail) {}

  /**
   * Counts further occurrences and returns the alert. Other transactions wait for this alert until
   * the commit.
   */
  @SqlQuery(
      """
      UPDATE alert SET occurrences = occurrences + :times, last_seen_at = :now
      WHERE org_id = :org AND fingerprint = :fingerprint RETURNING *
      """)
  Optional<Alert> occurred(OrgId org, String fingerprint, long times, Instant now);

  @SqlUpdate(
      """
      INSERT INTO alert (org_id, alert_id, fingerprint, title, description, severity, threat_type,
        source, event_type, status, triage_status, agent_id, agent_name, session_id, environment,
        rule, destination, incident_id, rule_ids, verdict, details, search, occurrences,
        first_seen_at, last_seen_at, created_at, version)
      VALUES (:org, :id, :fingerprint, :title, :description, :draft.severity, :draft.threatType,
        :draft.source, :draft.eventType, 'no_route', 'open', :draft.agentId, :agentName,
        :draft.sessionId, :environment, :rule, :destination, '', '[]', :verdict, :details, :search,
        :draft.times, :now, :now, :now, 1)
      ON CONFLICT (org_id, fingerprint) DO NOTHING
      """)
  int insert(
      OrgId org,
      String id,
      String fingerprint,
      @BindRecord AlertTexts words,
      @BindRecord("draft") AlertDraft draft,
      Instant now);

  /** Updates the texts and details from the latest occurrence. */
  @SqlUpdate(
      """
      UPDATE alert SET title = :title, description = :description, severity = :draft.severity,
        source = :draft.source, event_type = :draft.eventType, agent_name = :agentName,
        session_id = :sessionId, environment = :environment, verdict = :verdict,
        details = :details, search = :search
      WHERE org_id = :org AND alert_id = :id
      """)
  int tell(
      OrgId org,
      String id,
      @BindRecord AlertTexts words,
      @BindRecord("draft") AlertDraft draft,
      String sessionId);

  @SqlUpdate(
      """
      UPDATE alert SET triage_status = :triage, closed_at = :closedAt, version = version + 1
      WHERE org_id = :org AND alert_id = :id
      """)
  int triage(OrgId org, String id, TriageStatus triage, Optional<Instant> closedAt);

  @SqlUpdate(
      """
      UPDATE alert SET incident_id = :incidentId, version = version + 1
      WHERE org_id = :org AND alert_id = :id
      """)
  int link(OrgId org, String id, String incidentId);

  @SqlUpdate(
      """
      UPDATE alert SET status = :status, rule_ids = :ruleIds
      WHERE org_id = :org AND alert_id = :id
      """)
  int routed(OrgId org, String id, AlertStatus status, String ruleIds);

  /** Locks the alert and its deliveries until this transaction ends. */
  @SqlQuery(
      """
      UPDATE alert SET version = version WHERE org_id = :org AND alert_id = :id RETURNING *
      """)
  Optional<Alert> lock(OrgId org, String id);

  @SqlQuery("SELECT * FROM alert WHERE org_id = :org AND alert_id = :id")
  Optional<Alert> find(OrgId org, String id);

  @SqlQuery(
      """
      SELECT * FROM (SELECT * FROM alert WHERE org_id = :org ORDER BY alert_id DESC LIMIT :among) a
      WHERE <contains> ORDER BY alert_id DESC LIMIT :most
      """)
  List<Alert> search(OrgId org, String wanted, int among, int most);

  @SqlQuery(
      """
      SELECT count(*) FROM (SELECT 1 FROM alert
        WHERE org_id = :org AND
      """
          + OPEN
          + " LIMIT :most) counted")
  long open(OrgId org, int most);

  @SqlQuery(
      """
      SELECT count(*) FROM (SELECT 1 FROM alert
        WHERE org_id = :org AND severity = :severity AND
      """
          + OPEN
          + " LIMIT :most) counted")
  long openOfSeverity(OrgId org, Severity severity, int most);

  @SqlQuery(
      """
      SELECT count(*) FROM (SELECT 1 FROM alert
        WHERE org_id = :org AND status IN ('failed', 'partially_delivered') AND
      """
          + OPEN
          + " LIMIT :most) counted")
  long openUndelivered(OrgId org, int most);

  @SqlQuery(
      """
      SELECT agent_id, count(*) AS n FROM alert
      WHERE org_id = :org AND agent_id IN (<ids>) AND
      """
          + OPEN
          + " GROUP BY agent_id")
  List<AgentAlertCount> openOf(OrgId org, @BindList List<String> ids);

  @SqlQuery(
      """
      SELECT agent_id, count(*) AS n FROM alert
      WHERE org_id = :org AND agent_id IN (<ids>) AND severity = 'critical' AND
      """
          + OPEN
          + " GROUP BY agent_id")
  List<AgentAlertCount> openCriticalOf(OrgId org, @BindList List<String> ids);

  @SqlQuery(
      """
      SELECT count(*) FROM (SELECT 1 FROM alert
        WHERE org_id = :org AND created_at >= :from AND created_at < :to LIMIT :most) counted
      """)
  long countCreated(OrgId org, Instant from, Instant to, int most);

  /** The number of alerts that users closed with a triage status. */
  record ClosedCount(TriageStatus triageStatus, long n) {}

  @SqlQuery(
      """
      SELECT triage_status, count(*) AS n FROM alert
      WHERE org_id = :org AND triage_status IN ('resolved', 'false_positive')
        AND source = :source AND closed_at >= :from
      GROUP BY triage_status
      """)
  List<ClosedCount> closed(OrgId org, String source, Instant from);

  @SqlUpdate(
      """
      INSERT INTO alert_entry (org_id, alert_id, entry_id, at, type, actor, detail)
      VALUES (:org, :id, :entryId, :at, :type, :actor, :detail)
      """)
  int note(
      OrgId org,
      String id,
      String entryId,
      Instant at,
      AlertEntryType type,
      String actor,
      String detail);

  /** Returns the latest entries, latest first. */
  @SqlQuery(
      """
      SELECT at, type, actor, detail FROM alert_entry WHERE org_id = :org AND alert_id = :id
      ORDER BY entry_id DESC LIMIT :most
      """)
  List<Entry> entries(OrgId org, String id, int most);

  /** Selects alerts that were closed, and last seen, before a time. */
  @SqlQuery(
      """
      SELECT alert_id FROM alert
      WHERE org_id = :org AND triage_status IN ('resolved', 'false_positive')
        AND closed_at < :before AND last_seen_at < :before
      LIMIT :most
      """)
  List<String> old(OrgId org, Instant before, int most);

  @SqlUpdate("DELETE FROM alert WHERE org_id = :org AND alert_id IN (<ids>)")
  int remove(OrgId org, @BindList List<String> ids);

  @SqlUpdate("DELETE FROM alert_entry WHERE org_id = :org AND alert_id IN (<ids>)")
  int removeEntries(OrgId org, @BindList List<String> ids);

  @SqlUpdate("DELETE FROM alert WHERE org_id = :org")
  int removeAll(OrgId org);

  @SqlUpdate("DELETE FROM alert_entry WHERE org_id = :org")
  int removeAllEntries(OrgId org);
}
