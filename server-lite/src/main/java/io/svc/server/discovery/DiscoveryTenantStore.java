package io.svc.server.discovery;

import io.svc.server.db.OrgId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** SQL statements for the discovery settings and counts of a tenant. */
interface DiscoveryTenantStore {
  /**
   * The settings and counts of a tenant.
   *
   * @param connectors as JSON
   * @param version version of the connectors
   * @param assessedVersion version of the connectors at the last assessment of risks
   */
  record Row(
      String connectors,
      long version,
      long assessedVersion,
      Instant updatedAt,
      String updatedBy,
      long assets,
      long ignored,
      long unreviewed,
      long shadow) {}

  /** Locks the assets of the tenant until the transaction ends. */
  @SqlUpdate(
      """
      INSERT INTO discovery_tenant (org_id, connectors, version, assessed_version, updated_at,
        updated_by, assets, ignored, unreviewed, shadow)
      VALUES (:org, '[]', 0, 0, 0, '', 0, 0, 0, 0)
      ON CONFLICT (org_id) DO UPDATE SET version = discovery_tenant.version
      """)
  int hold(OrgId org);

  @SqlQuery("SELECT * FROM discovery_tenant WHERE org_id = :org")
  Optional<Row> find(OrgId org);

  @SqlUpdate(
      """
      UPDATE discovery_tenant SET assets = assets + :assets, ignored = ignored + :ignored,
        unreviewed = unreviewed + :unreviewed, shadow = shadow + :shadow
      WHERE org_id = :org
      """)
  int count(OrgId org, long assets, long ignored, long unreviewed, long shadow);

  @SqlUpdate(
      """
      UPDATE discovery_tenant SET connectors = :connectors, version = version + 1,
        updated_at = :now, updated_by = :by
      WHERE org_id = :org
      """)
  int classify(OrgId org, String connectors, Instant now, String by);

  @SqlUpdate("UPDATE discovery_tenant SET assessed_version = :version WHERE org_id = :org")
  int assessed(OrgId org, long version);

  /** Returns the tenants whose assets were assessed with an older classification. */
  @SqlQuery("SELECT org_id FROM discovery_tenant WHERE assessed_version < version")
  List<OrgId> toAssess();

  /** Returns the tenants that have assets. */
  @SqlQuery("SELECT org_id FROM discovery_tenant WHERE assets > 0")
  List<OrgId> withAssets();
}
