package io.svc.server.integrations;

import io.svc.server.db.OrgId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.config.RegisterConstructorMapper;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** Statements of integrations. */
@RegisterConstructorMapper(Integration.class)
interface IntegrationStore {
  String COLUMNS =
      """
      SELECT integration_id AS id, type, name, enabled, status, config, sealed, failures,
        last_error, last_test_at, last_test, poll_interval_seconds, last_scan_at, last_scan,
        created_at, created_by, updated_at, version
      FROM integration
      """;

  @SqlUpdate(
      """
      INSERT INTO integration (org_id, integration_id, type, category, name, enabled, status,
        config, sealed, failures, last_error, last_test, poll_interval_seconds, next_scan_at,
        last_scan, created_at, created_by, updated_at, version)
      VALUES (:org, :id, :type, :category, :name, :enabled, :status,
        :config, :sealed, 0, '', '', :interval, :nextScan, '', :now, :by, :now, 1)
      """)
  void insert(
      OrgId org,
      String id,
      IntegrationType type,
      IntegrationCategory category,
      String name,
      boolean enabled,
      IntegrationStatus status,
      String config,
      String sealed,
      long interval,
      Optional<Instant> nextScan,
      Instant now,
      String by);

  @SqlQuery(COLUMNS + "WHERE org_id = :org AND integration_id = :id")
  Optional<Integration> find(OrgId org, String id);

  @SqlQuery("SELECT org_id FROM integration WHERE integration_id = :id")
  Optional<OrgId> tenantOf(String id);

  @SqlQuery(COLUMNS + "WHERE org_id = :org ORDER BY integration_id DESC")
  List<Integration> list(OrgId org);

  @SqlQuery(
      COLUMNS
          + """
          WHERE org_id = :org AND enabled AND category = :category ORDER BY integration_id
          """)
  List<Integration> enabled(OrgId org, IntegrationCategory category);

  @SqlQuery("SELECT count(*) FROM integration WHERE org_id = :org")
  long count(OrgId org);

  /** Includes integrations that never worked, which stay drafts for a while. */
  @SqlQuery(
      """
      SELECT count(*) FROM integration
      WHERE org_id = :org AND enabled AND failures > 0
      """)
  long countFailing(OrgId org);

  @SqlUpdate(
      """
      UPDATE integration SET name = :name, enabled = :enabled, config = :config, sealed = :sealed,
        status = CASE
          WHEN NOT :enabled THEN 'disabled'
          WHEN :untried THEN 'draft'
          ELSE status END,
        failures = CASE WHEN :untried THEN 0 ELSE failures END,
        last_error = CASE WHEN :untried THEN '' ELSE last_error END,
        poll_interval_seconds = :interval,
        next_scan_at = CASE WHEN :rescheduled THEN :nextScan ELSE next_scan_at END,
        updated_at = :now, version = version + 1
      WHERE org_id = :org AND integration_id = :id AND version = :version
      """)
  int update(
      OrgId org,
      String id,
      long version,
      String name,
      boolean enabled,
      boolean untried,
      String config,
      String sealed,
      long interval,
      boolean rescheduled,
      Optional<Instant> nextScan,
      Instant now);

  @SqlUpdate(
      """
      UPDATE integration SET failures = 0, last_error = '',
        status = CASE WHEN status = 'disabled' THEN 'disabled' ELSE 'connected' END
      WHERE org_id = :org AND integration_id = :id
        AND (failures > 0 OR last_error <> '' OR status NOT IN ('connected', 'disabled'))
      """)
  int succeeded(OrgId org, String id);

  @SqlUpdate(
      """
      UPDATE integration SET failures = failures + 1, last_error = :error,
        status = CASE
          WHEN status IN ('disabled', 'error') THEN status
          WHEN :credentials OR failures + 1 >= :most THEN 'error'
          WHEN status = 'connected' THEN 'degraded'
          ELSE status END
      WHERE org_id = :org AND integration_id = :id
      """)
  int failed(OrgId org, String id, String error, boolean credentials, long most);

  @SqlUpdate(
      """
      UPDATE integration SET last_test_at = :now, last_test = :result
      WHERE org_id = :org AND integration_id = :id AND version = :version
      """)
  int tested(OrgId org, String id, long version, Instant now, String result);

  /** Integrations that are due for a scan, the longest overdue first; drafts are excluded. */
  @SqlQuery(
      """
      SELECT org_id AS org, integration_id AS id FROM integration
      WHERE next_scan_at <= :now AND enabled AND status <> 'draft'
      ORDER BY next_scan_at, org_id, integration_id LIMIT :most
      """)
  @RegisterConstructorMapper(ScanSchedule.DueIntegration.class)
  List<ScanSchedule.DueIntegration> due(Instant now, int most);

  /** Leases a due integration, so that no other server scans it. */
  @SqlUpdate(
      """
      UPDATE integration SET next_scan_at = :until
      WHERE org_id = :org AND integration_id = :id
        AND next_scan_at <= :now AND enabled AND status <> 'draft'
      """)
  int take(OrgId org, String id, Instant now, Instant until);

  @SqlUpdate(
      """
      UPDATE integration SET last_scan_at = :at, last_scan = :result
      WHERE org_id = :org AND integration_id = :id
      """)
  int scanned(OrgId org, String id, Instant at, String result);

  /** Sets the next scan if the integration has automatic scans. */
  @SqlUpdate(
      """
      UPDATE integration SET next_scan_at = :next
      WHERE org_id = :org AND integration_id = :id AND next_scan_at IS NOT NULL
      """)
  int scanNext(OrgId org, String id, Instant next);

  /** Moves the next scan forward, if the integration has automatic scans. */
  @SqlUpdate(
      """
      UPDATE integration SET next_scan_at = CASE
          WHEN last_scan_at > :rested THEN last_scan_at + :rest ELSE :now END
      WHERE org_id = :org AND integration_id = :id AND enabled AND status <> 'draft'
        AND next_scan_at > CASE
          WHEN last_scan_at > :rested THEN last_scan_at + :rest ELSE :now END
      """)
  int scanSoon(OrgId org, String id, Instant now, Instant rested, long rest);

  @SqlUpdate("DELETE FROM integration WHERE org_id = :org AND integration_id = :id")
  int delete(OrgId org, String id);
}
