package io.svc.server.tenants;

import io.svc.server.db.BindRecord;
import io.svc.server.db.OrgId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** Statements for tenants and their deletion. */
interface TenantStore {
  /** A stored tenant: settings as JSON. */
  record Row(
      OrgId orgId,
      String name,
      String slug,
      String plan,
      String timezone,
      String industry,
      String size,
      String contactEmail,
      String settings,
      boolean onboarded,
      Instant createdAt,
      long version) {}

  /** Creates a tenant; creates none when the slug is taken. */
  @SqlUpdate(
      """
      INSERT INTO org (org_id, name, slug, plan, timezone, industry, size, contact_email, settings,
        onboarded, created_at, version)
      VALUES (:org, :name, :slug, :plan, 'UTC', '', '', :contactEmail, :settings,
        FALSE, :createdAt, 1)
      ON CONFLICT (slug) DO NOTHING
      """)
  int insert(
      OrgId org,
      String name,
      String slug,
      String plan,
      String contactEmail,
      String settings,
      Instant createdAt);

  @SqlQuery("SELECT * FROM org WHERE org_id = :org")
  Optional<Row> find(OrgId org);

  /** Counts tenants of the instance, at most one. */
  @SqlQuery("SELECT count(*) FROM (SELECT 1 FROM org LIMIT 1) any_org")
  int countAny();

  /** The newest tenants of the instance, for their series in {@code /metrics}. */
  @SqlQuery("SELECT org_id FROM org ORDER BY org_id DESC LIMIT :limit")
  List<OrgId> newest(int limit);

  /** All tenants of the instance, for the operator's command line. */
  @SqlQuery("SELECT * FROM org ORDER BY org_id")
  List<Row> all();

  @SqlUpdate(
      """
      UPDATE org SET name = :name, timezone = :timezone, industry = :industry, size = :size,
        contact_email = :contactEmail, settings = :settings, onboarded = :onboarded,
        version = version + 1
      WHERE org_id = :org AND version = :version
      """)
  int update(OrgId org, @BindRecord Tenant tenant, String settings, boolean onboarded);

  @SqlUpdate("DELETE FROM org WHERE org_id = :org")
  int delete(OrgId org);

  @SqlQuery("SELECT * FROM org_deletion WHERE org_id = :org")
  Optional<TenantDeletion> deletion(OrgId org);

  @SqlUpdate(
      """
      INSERT INTO org_deletion (org_id, deletion_id, status, requested_by, requested_at,
        scheduled_for, completes_by, completed_at, counts)
      VALUES (:org, :deletionId, 'queued', :requestedBy, :requestedAt, :scheduledFor, :completesBy,
        NULL, '{}')
      ON CONFLICT (org_id) DO UPDATE SET deletion_id = excluded.deletion_id, status = 'queued',
        requested_by = excluded.requested_by, requested_at = excluded.requested_at,
        scheduled_for = excluded.scheduled_for, completes_by = excluded.completes_by
      """)
  void queueDeletion(
      OrgId org,
      String deletionId,
      String requestedBy,
      Instant requestedAt,
      Instant scheduledFor,
      Instant completesBy);

  @SqlUpdate(
      """
      UPDATE org_deletion SET status = :to, completed_at = :completedAt, counts = :counts
      WHERE org_id = :org AND status = :from
      """)
  int moveDeletion(
      OrgId org,
      TenantDeletion.Status from,
      TenantDeletion.Status to,
      Optional<Instant> completedAt,
      String counts);

  /** All tenants of the instance that are due for the purge. */
  @SqlQuery(
      """
      SELECT org_id FROM org_deletion
      WHERE status IN ('queued', 'running') AND scheduled_for <= :now
      ORDER BY scheduled_for
      """)
  List<OrgId> due(Instant now);
}
