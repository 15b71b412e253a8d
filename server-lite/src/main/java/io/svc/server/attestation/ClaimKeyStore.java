package io.svc.server.attestation;

import io.svc.server.db.OrgId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.config.RegisterConstructorMapper;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** Statements of the keys of claims. */
@RegisterConstructorMapper(ClaimKey.class)
interface ClaimKeyStore {
  @SqlQuery(
      """
      SELECT * FROM attestation_key
      WHERE org_id = :org AND algorithm = :algorithm AND retired_at IS NULL
      """)
  Optional<ClaimKey> inUse(OrgId org, SigningAlgorithm algorithm);

  @SqlQuery("SELECT * FROM attestation_key WHERE org_id = :org AND key_id = :keyId")
  Optional<ClaimKey> find(OrgId org, String keyId);

  @SqlQuery("SELECT * FROM attestation_key WHERE org_id = :org ORDER BY key_id DESC")
  List<ClaimKey> list(OrgId org);

  /** Of each algorithm one key is in use: a second one is not stored. */
  @SqlUpdate(
      """
      INSERT INTO attestation_key (org_id, key_id, algorithm, public_key, sealed_key, created_at)
      VALUES (:org, :keyId, :algorithm, :publicKey, :sealedKey, :now)
      ON CONFLICT DO NOTHING
      """)
  int insert(
      OrgId org,
      String keyId,
      SigningAlgorithm algorithm,
      String publicKey,
      String sealedKey,
      Instant now);

  @SqlUpdate(
      """
      UPDATE attestation_key SET retired_at = :now
      WHERE org_id = :org AND algorithm = :algorithm AND retired_at IS NULL
      """)
  int retire(OrgId org, SigningAlgorithm algorithm, Instant now);

  @SqlUpdate("DELETE FROM attestation_key WHERE org_id = :org")
  int removeAll(OrgId org);
}
