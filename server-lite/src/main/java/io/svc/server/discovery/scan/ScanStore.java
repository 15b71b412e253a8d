package io.svc.server.discovery.scan;

import io.svc.server.db.BindRecord;
import io.svc.server.db.OrgId;
import java.time.Instant;
import java.util.Optional;
import org.jdbi.v3.sqlobject.config.RegisterConstructorMapper;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** SQL statements for scans. */
@RegisterConstructorMapper(Scan.class)
interface ScanStore {
  String COLUMNS =
      """
      SELECT scan_id AS id, integration_id, cause, status, started_at, completed_at, assets_found,
        new_assets, changed_assets, removed_assets, drift_findings, unreadable,
        NULLIF(error, '') AS error
      FROM integration_scan
      """;

  /** Starts a scan, unless one is running. */
  @SqlUpdate(
      """
      INSERT INTO integration_scan (org_id, scan_id, integration_id, cause, status, started_at,
        lease_until, assets_found, new_assets, changed_assets, removed_assets, drift_findings,
        unreadable, error)
      VALUES (:org, :id, :integrationId, :cause, 'running', :now, :leaseUntil,
        0, 0, 0, 0, 0, 0, '')
      ON CONFLICT DO NOTHING
      """)
  int begin(
      OrgId org,
      String id,
      String integrationId,
      Scan.Cause cause,
      Instant now,
      Instant leaseUntil);

  @SqlQuery(COLUMNS + "WHERE org_id = :org AND scan_id = :id")
  Optional<Scan> find(OrgId org, String id);

  @SqlQuery(
      COLUMNS
          + """
          WHERE org_id = :org AND integration_id = :integrationId AND status = 'running'
          """)
  Optional<Scan> running(OrgId org, String integrationId);

  /** Ends scans whose lease expired. */
  @SqlUpdate(
      """
      UPDATE integration_scan SET status = 'failed', completed_at = :now, error = :error
      WHERE org_id = :org AND integration_id = :integrationId
        AND status = 'running' AND lease_until < :now
      """)
  int expire(OrgId org, String integrationId, Instant now, String error);

  /** Stores the progress of a scan; changes no row when it is no longer running. */
  @SqlUpdate(
      """
      UPDATE integration_scan SET lease_until = :leaseUntil, assets_found = :found,
        new_assets = :fresh, changed_assets = :changed, removed_assets = :removed,
        drift_findings = :drift, unreadable = :unreadable
      WHERE org_id = :org AND scan_id = :id AND status = 'running'
      """)
  int progress(OrgId org, String id, Instant leaseUntil, @BindRecord Scan.Counts counts);

  @SqlUpdate(
      """
      UPDATE integration_scan SET status = :status, completed_at = :now, error = :error
      WHERE org_id = :org AND scan_id = :id AND status = 'running'
      """)
  int end(OrgId org, String id, Scan.Status status, Instant now, String error);

  @SqlUpdate(
      """
      DELETE FROM integration_scan WHERE (org_id, scan_id) IN (
        SELECT org_id, scan_id FROM integration_scan WHERE completed_at < :before LIMIT :most)
      """)
  int deleteOld(Instant before, int most);
}
