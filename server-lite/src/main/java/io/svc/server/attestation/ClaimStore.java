package io.svc.server.attestation;

import io.svc.server.db.BindRecord;
import io.svc.server.db.OrgId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.config.RegisterConstructorMapper;
import org.jdbi.v3.sqlobject.customizer.BindList;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** Statements of claims. */
@RegisterConstructorMapper(Claim.class)
interface ClaimStore {
  @SqlUpdate(
      """
      INSERT INTO attestation_claim (org_id, claim_id, event_seq, agent_id, payload,
        signing_algorithm, key_id, signature, issued_by, issued_at, not_before, expires_at,
        revoked_by, revocation_reason, verification_count, search)
      VALUES (:org, :claimId, :eventSeq, :agentId, :payload,
        :algorithm, :keyId, :signature, :issuedBy, :issuedAt, :notBefore, :expiresAt,
        '', '', 0, :search)
      """)
  void insert(
      OrgId org,
      @BindRecord ClaimDocument document,
      long eventSeq,
      String payload,
      SigningAlgorithm algorithm,
      String keyId,
      String signature,
      String search);

  @SqlQuery("SELECT * FROM attestation_claim WHERE org_id = :org AND claim_id = :claimId")
  Optional<Claim> find(OrgId org, String claimId);

  @SqlQuery(
      """
      SELECT * FROM attestation_claim WHERE org_id = :org AND claim_id IN (
        SELECT max(claim_id) FROM attestation_claim
        WHERE org_id = :org AND agent_id IN (<agentIds>) GROUP BY agent_id)
      """)
  List<Claim> latest(OrgId org, @BindList("agentIds") List<String> agentIds);

  @SqlQuery(
      """
      SELECT * FROM attestation_claim
      WHERE org_id = :org AND agent_id = :agentId AND revoked_at IS NULL AND expires_at + 0 > :now
      ORDER BY claim_id
      """)
  List<Claim> standing(OrgId org, String agentId, Instant now);

  /** The addition limits the scan to the claims of some agents, instead of all valid claims. */
  @SqlQuery(
      """
      SELECT * FROM attestation_claim
      WHERE org_id = :org AND agent_id IN (<agentIds>) AND revoked_at IS NULL
        AND expires_at + 0 > :now
      """)
  List<Claim> standing(OrgId org, @BindList("agentIds") List<String> agentIds, Instant now);

  @SqlUpdate(
      """
      UPDATE attestation_claim
      SET revoked_at = :now, revoked_by = :by, revocation_reason = :reason
      WHERE org_id = :org AND claim_id = :claimId AND revoked_at IS NULL
      """)
  int revoke(OrgId org, String claimId, Instant now, String by, String reason);

  @SqlUpdate(
      """
      UPDATE attestation_claim
      SET last_verified_at = :now, verification_count = verification_count + 1
      WHERE org_id = :org AND claim_id = :claimId
      """)
  int verified(OrgId org, String claimId, Instant now);

  /** Deletes some claims that expired before a time. */
  @SqlUpdate(
      """
      DELETE FROM attestation_claim WHERE org_id = :org AND claim_id IN (
        SELECT claim_id FROM attestation_claim
        WHERE org_id = :org AND expires_at < :before ORDER BY expires_at LIMIT :most)
      """)
  int prune(OrgId org, Instant before, int most);

  @SqlQuery("SELECT DISTINCT org_id FROM attestation_claim WHERE expires_at < :before")
  List<OrgId> tenantsWithEnded(Instant before);
}
