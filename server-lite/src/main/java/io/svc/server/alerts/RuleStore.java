package io.svc.server.alerts;

import io.svc.rules.Severity;
import io.svc.server.db.BindRecord;
import io.svc.server.db.OrgId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** SQL statements for alert rules and their recent activity. */
interface RuleStore {
  /** A stored rule, with lists and conditions as JSON. */
  record Row(
      String ruleId,
      String name,
      String description,
      boolean enabled,
      String conditions,
      String actions,
      String groupBy,
      long dedupeWindowSeconds,
      long repeatAfterSeconds,
      String mute,
      boolean createIncident,
      Optional<Instant> lastMatchedAt,
      String createdBy,
      Instant createdAt,
      Instant updatedAt,
      long version) {}

  /** When a rule last sent an alert of a group, and the highest severity of it. */
  record LastNotification(Severity severity, Instant notifiedAt) {}

  /** The activity of a rule. */
  record RuleActivity(String ruleId, long matched, long suppressed) {}

  @SqlUpdate(
      """
      INSERT INTO alert_rule_start (org_id, at) VALUES (:org, :now)
      ON CONFLICT (org_id) DO NOTHING
      """)
  int start(OrgId org, Instant now);

  @SqlQuery("SELECT count(*) FROM alert_rule_start WHERE org_id = :org")
  long started(OrgId org);

  @SqlUpdate(
      """
      INSERT INTO alert_rule (org_id, rule_id, name, description, enabled, conditions, actions,
        group_by, dedupe_window_seconds, repeat_after_seconds, mute, create_incident, created_by, created_at,
        updated_at, version)
      VALUES (:org, :id, :name, :description, :enabled, :conditionsJson, :actionsJson,
        :groupsJson, :dedupeSeconds, :repeatSeconds, :muteJson, :createIncident, :createdBy,
        :now, :now, 1)
      """)
  int insert(OrgId org, String id, @BindRecord RuleDraft draft, String createdBy, Instant now);

  @SqlUpdate(
      """
      UPDATE alert_rule SET name = :name, description = :description, enabled = :enabled,
        conditions = :conditionsJson, actions = :actionsJson, group_by = :groupsJson,
        dedupe_window_seconds = :dedupeSeconds, repeat_after_seconds = :repeatSeconds,
        mute = :muteJson,
        create_incident = :createIncident, updated_at = :now, version = version + 1
      WHERE org_id = :org AND rule_id = :id AND version = :version
      """)
  int update(OrgId org, String id, @BindRecord RuleDraft draft, Instant now, long version);

  @SqlQuery("SELECT * FROM alert_rule WHERE org_id = :org ORDER BY rule_id")
  List<Row> all(OrgId org);

  @SqlQuery("SELECT * FROM alert_rule WHERE org_id = :org AND rule_id = :id")
  Optional<Row> find(OrgId org, String id);

  @SqlQuery("SELECT count(*) FROM alert_rule WHERE org_id = :org")
  long count(OrgId org);

  @SqlUpdate("DELETE FROM alert_rule WHERE org_id = :org AND rule_id = :id")
  int delete(OrgId org, String id);

  @SqlUpdate("DELETE FROM alert_rule_hour WHERE org_id = :org AND rule_id = :id")
  int deleteHours(OrgId org, String id);

  @SqlUpdate("DELETE FROM alert_window WHERE org_id = :org AND rule_id = :id")
  int deleteWindows(OrgId org, String id);

  /** Locks the window of a group until this transaction ends. */
  @SqlQuery(
      """
      INSERT INTO alert_window (org_id, rule_id, group_key, severity, notified_at)
      VALUES (:org, :id, :groupKey, 'info', 0)
      ON CONFLICT (org_id, rule_id, group_key) DO UPDATE SET rule_id = excluded.rule_id
      RETURNING severity, notified_at
      """)
  LastNotification window(OrgId org, String id, String groupKey);

  @SqlUpdate(
      """
      UPDATE alert_window SET severity = :severity, notified_at = :now
      WHERE org_id = :org AND rule_id = :id AND group_key = :groupKey
      """)
  int notified(OrgId org, String id, String groupKey, Severity severity, Instant now);

  @SqlUpdate(
      """
      UPDATE alert_rule SET last_matched_at = :now WHERE org_id = :org AND rule_id = :id
      """)
  int matched(OrgId org, String id, Instant now);

  @SqlUpdate(
      """
      INSERT INTO alert_rule_hour (org_id, rule_id, hour, matched, suppressed)
      VALUES (:org, :id, :hour, 1, :suppressed)
      ON CONFLICT (org_id, rule_id, hour) DO UPDATE SET matched = alert_rule_hour.matched + 1,
        suppressed = alert_rule_hour.suppressed + excluded.suppressed
      """)
  int count(OrgId org, String id, Instant hour, long suppressed);

  @SqlQuery(
      """
      SELECT rule_id, sum(matched) AS matched, sum(suppressed) AS suppressed FROM alert_rule_hour
      WHERE org_id = :org AND hour > :since GROUP BY rule_id
      """)
  List<RuleActivity> figures(OrgId org, Instant since);

  @SqlUpdate("DELETE FROM alert_rule_hour WHERE org_id = :org AND hour < :before")
  int pruneHours(OrgId org, Instant before);

  @SqlUpdate("DELETE FROM alert_window WHERE org_id = :org AND notified_at < :before")
  int pruneWindows(OrgId org, Instant before);

  @SqlUpdate("DELETE FROM alert_rule WHERE org_id = :org")
  int removeAll(OrgId org);

  @SqlUpdate("DELETE FROM alert_rule_start WHERE org_id = :org")
  int removeStart(OrgId org);

  @SqlUpdate("DELETE FROM alert_rule_hour WHERE org_id = :org")
  int removeHours(OrgId org);

  @SqlUpdate("DELETE FROM alert_window WHERE org_id = :org")
  int removeWindows(OrgId org);
}
