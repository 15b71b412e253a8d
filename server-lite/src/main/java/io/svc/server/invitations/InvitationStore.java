package io.svc.server.invitations;

import io.svc.server.db.OrgId;
import io.svc.server.http.Role;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/**
 * Statements for invitations. The recipient has no tenant yet, so the token identifies the
 * invitation.
 */
interface InvitationStore {
  String COLUMNS =
      "org_id, invitation_id, email, role, message, status, invited_by, delivery_status,"
          + " created_at, expires_at";

  @SqlUpdate(
      """
      INSERT INTO invitation (org_id, invitation_id, email, email_key, role, message, status,
        token_hash, invited_by, delivery_status, created_at, expires_at)
      VALUES (:org, :invitationId, :email, :emailKey, :role, :message, 'pending',
        :tokenHash, :invitedBy, :deliveryStatus, :createdAt, :expiresAt)
      """)
  void insert(
      OrgId org,
      String invitationId,
      String email,
      String emailKey,
      Role role,
      String message,
      String tokenHash,
      String invitedBy,
      String deliveryStatus,
      Instant createdAt,
      Instant expiresAt);

  @SqlUpdate(
      """
      UPDATE invitation SET status = 'revoked'
      WHERE org_id = :org AND email_key = :emailKey AND status = 'pending'
      """)
  int replace(OrgId org, String emailKey);

  @SqlUpdate(
      """
      UPDATE invitation SET status = 'revoked'
      WHERE org_id = :org AND invitation_id = :id AND status = 'pending'
      """)
  int revoke(OrgId org, String id);

  @SqlQuery("SELECT " + COLUMNS + " FROM invitation WHERE org_id = :org AND invitation_id = :id")
  Optional<Invitation> find(OrgId org, String id);

  @SqlQuery(
      "SELECT " + COLUMNS + " FROM invitation WHERE org_id = :org" + " ORDER BY invitation_id DESC")
  List<Invitation> list(OrgId org);

  @SqlQuery(
      "UPDATE invitation SET status = 'revoked'"
          + " WHERE org_id = :org AND invited_by = :invitedBy AND status = 'pending'"
          + " RETURNING "
          + COLUMNS)
  List<Invitation> revokeOf(OrgId org, String invitedBy);

  /** Revokes an invitation that was redeemed but no longer grants anything. */
  @SqlUpdate("UPDATE invitation SET status = 'revoked' WHERE org_id = :org AND invitation_id = :id")
  int withdraw(OrgId org, String id);

  /** Redeems an invitation; empty when its token is no longer valid. */
  @SqlQuery(
      "UPDATE invitation SET status = 'accepted'"
          + " WHERE token_hash = :tokenHash AND status = 'pending' AND expires_at > :now"
          + " RETURNING "
          + COLUMNS)
  Optional<Invitation> redeem(String tokenHash, Instant now);

  /** Redeems the latest invitation to an address that the identity provider has verified. */
  @SqlQuery(
      "UPDATE invitation SET status = 'accepted'"
          + " WHERE status = 'pending' AND expires_at > :now AND invitation_id = ("
          + "   SELECT invitation_id FROM invitation"
          + "   WHERE email_key = :emailKey AND status = 'pending' AND expires_at > :now"
          + "   ORDER BY invitation_id DESC LIMIT 1)"
          + " RETURNING "
          + COLUMNS)
  Optional<Invitation> redeemFor(String emailKey, Instant now);
}
