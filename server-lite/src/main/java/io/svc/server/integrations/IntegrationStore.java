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
        last_error, last_test_at, last_test, created_at, created_by, updated_at, version
      FROM integration
      """;

  @SqlUpdate(
      """
      INSERT INTO integration (org_id, integration_id, type, category, name, enabled, status,
        config, sealed, failures, last_error, last_test, created_at, created_by, updated_at,
        version)
      VALUES (:org, :id, :type, :category, :name, :enabled, :status,
        :config, :sealed, 0, '', '', :now, :by, :now, 1)
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
      Instant now,
      String by);

  @SqlQuery(COLUMNS + "WHERE org_id = :org AND integration_id = :id")
  Optional<Integration> find(OrgId org, String id);

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

  @SqlQuery(
      """
      SELECT count(*) FROM integration
      WHERE org_id = :org AND enabled AND status IN ('degraded', 'error')
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

  @SqlUpdate("DELETE FROM integration WHERE org_id = :org AND integration_id = :id")
  int delete(OrgId org, String id);

  @SqlUpdate("DELETE FROM integration WHERE org_id = :org")
  int deleteAll(OrgId org);
}
