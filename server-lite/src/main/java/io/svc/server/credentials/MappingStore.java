package io.svc.server.credentials;

import io.svc.server.db.BindRecord;
import io.svc.server.db.OrgId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.config.RegisterConstructorMapper;
import org.jdbi.v3.sqlobject.customizer.BindList;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** Statements for mappings, and for the uses of their credentials. */
@RegisterConstructorMapper(Mapping.class)
@RegisterConstructorMapper(MappingStore.UseCount.class)
interface MappingStore {
  String COLUMNS =
      """
      SELECT credential_id AS id, pattern, source, auth_type, header, prefix, vault_path, sealed,
        secret_version, enabled, last_used_at, last_error, last_error_at, created_at, updated_at,
        version
      FROM egress_credential
      """;

  /** The number of uses of a credential. */
  record UseCount(String id, long count) {}

  @SqlQuery(COLUMNS + "WHERE org_id = :org ORDER BY pattern")
  List<Mapping> list(OrgId org);

  @SqlQuery(COLUMNS + "WHERE org_id = :org AND credential_id = :id")
  Optional<Mapping> find(OrgId org, String id);

  @SqlQuery(COLUMNS + "WHERE org_id = :org AND pattern = :pattern")
  Optional<Mapping> findPattern(OrgId org, String pattern);

  /** The enabled mappings for some hosts. */
  @SqlQuery(COLUMNS + "WHERE org_id = :org AND enabled AND host IN (<hosts>)")
  List<Mapping> forHosts(OrgId org, @BindList List<String> hosts);

  @SqlQuery("SELECT count(*) FROM egress_credential WHERE org_id = :org")
  long count(OrgId org);

  @SqlUpdate(
      """
      INSERT INTO egress_credential (org_id, credential_id, pattern, host, source, auth_type,
        header, prefix, vault_path, sealed, secret_version, enabled, last_error, created_at,
        created_by, updated_at, version)
      VALUES (:org, :id, :pattern, :parsed.key, :source, :authType, :header, :prefix, :vaultPath,
        :sealed, :secretVersion, :enabled, '', :createdAt, :by, :updatedAt, :version)
      """)
  void insert(OrgId org, @BindRecord Mapping made, String by);

  /** A change clears the last error, because the credential may work now. */
  @SqlUpdate(
      """
      UPDATE egress_credential SET pattern = :pattern, host = :parsed.key, source = :source,
        auth_type = :authType, header = :header, prefix = :prefix, vault_path = :vaultPath,
        sealed = :sealed, secret_version = :secretVersion, enabled = :enabled, last_error = '',
        last_error_at = NULL, updated_at = :updatedAt, version = :version
      WHERE org_id = :org AND credential_id = :id AND version = :before
      """)
  int update(OrgId org, @BindRecord Mapping after, long before);

  @SqlUpdate(
      """
      UPDATE egress_credential SET last_error = :error, last_error_at = :now
      WHERE org_id = :org AND credential_id = :id AND version = :version
      """)
  int failed(OrgId org, String id, long version, String error, Instant now);

  @SqlUpdate(
      """
      UPDATE egress_credential SET last_error = '', last_error_at = NULL
      WHERE org_id = :org AND credential_id = :id AND version = :version AND last_error <> ''
      """)
  int recovered(OrgId org, String id, long version);

  @SqlUpdate(
      """
      UPDATE egress_credential SET last_used_at = :now, last_error = '', last_error_at = NULL
      WHERE org_id = :org AND credential_id = :id
      """)
  int used(OrgId org, String id, Instant now);

  @SqlUpdate(
      """
      UPDATE egress_credential_use SET uses = uses + 1
      WHERE org_id = :org AND credential_id = :id AND hour = :hour
      """)
  int countOn(OrgId org, String id, Instant hour);

  @SqlUpdate(
      """
      INSERT INTO egress_credential_use (org_id, credential_id, hour, uses)
      VALUES (:org, :id, :hour, 1)
      """)
  int countFirst(OrgId org, String id, Instant hour);

  @SqlUpdate(
      """
      DELETE FROM egress_credential_use
      WHERE org_id = :org AND credential_id = :id AND hour < :before
      """)
  int forgetUses(OrgId org, String id, Instant before);

  @SqlQuery(
      """
      SELECT credential_id AS id, sum(uses) AS count FROM egress_credential_use
      WHERE org_id = :org AND hour > :after GROUP BY credential_id
      """)
  List<UseCount> uses(OrgId org, Instant after);

  @SqlUpdate("DELETE FROM egress_credential WHERE org_id = :org AND credential_id = :id")
  int delete(OrgId org, String id);
}
