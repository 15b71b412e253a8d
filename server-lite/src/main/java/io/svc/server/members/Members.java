package io.svc.server.members;

import io.svc.server.accounts.Account;
import io.svc.server.accounts.Accounts;
import io.svc.server.apikeys.ApiKeys;
import io.svc.server.apikeys.MemberApiKey;
import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.Category;
import io.svc.server.auth.Sessions;
import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.Role;
import io.svc.server.invitations.Invitation;
import io.svc.server.invitations.Invitations;
import java.util.List;
import java.util.stream.Stream;

/**
 * Changes of members. Each ends the member's sessions, so that it takes effect immediately. Keys
 * that the member owns are limited by the member's current role at every use.
 */
final class Members {
  private final Database database;
  private final Accounts accounts;
  private final Sessions sessions;
  private final ApiKeys keys;
  private final Invitations invitations;
  private final AuditLog audit;

  Members(
      Database database,
      Accounts accounts,
      Sessions sessions,
      ApiKeys keys,
      Invitations invitations,
      AuditLog audit) {
    this.database = database;
    this.accounts = accounts;
    this.sessions = sessions;
    this.keys = keys;
    this.invitations = invitations;
    this.audit = audit;
  }

  /**
   * Effects of a change of a member on the member's keys and invitations.
   *
   * @param keys the keys with changed rights, in their current state
   * @param invitations the revoked invitations, which the member is no longer permitted to send
   */
  record AffectedItems(List<MemberApiKey> keys, List<Invitation> invitations) {
    private static final AffectedItems NOTHING = new AffectedItems(List.of(), List.of());

    AffectedItems {
      keys = List.copyOf(keys);
      invitations = List.copyOf(invitations);
    }
  }

  /** A member with a changed role, and the effects. */
  record RoleChange(Account member, AffectedItems affected) {}

  /** Changes the role of a member. */
  RoleChange setRole(Caller caller, String userId, Role role) {
    return database.write(
        tx -> {
          Account member = get(tx, caller, userId);
          Role before = member.role().orElseThrow();
          if (before == role) {
            return new RoleChange(member, AffectedItems.NOTHING);
          }
          OrgId org = caller.tenant();
          List<MemberApiKey> owned = keys.ownedBy(tx, org, userId);
          accounts.setRole(tx, org, member, role);
          sessions.endAll(tx, userId);
          AffectedItems affected =
              new AffectedItems(
                  keys.ownedBy(tx, org, userId).stream()
                      .filter(key -> !owned.contains(key))
                      .toList(),
                  revokeInvitations(tx, org, userId, owned));
          audit.record(
              tx,
              caller,
              AuditEvent.of(Category.ADMIN, "member.role", "user", userId, member.email())
                  .with("from", before.toString())
                  .with("to", role.toString())
                  .with("affectedKeys", affected.keys().size())
                  .with("revokedInvitations", affected.invitations().size()));
          return new RoleChange(get(tx, caller, userId), affected);
        });
  }

  /**
   * Removes a member, with the member's sessions, keys and pending invitations.
   *
   * @return the keys and invitations, in their state before the removal
   */
  AffectedItems remove(Caller caller, String userId) {
    return database.write(
        tx -> {
          OrgId org = caller.tenant();
          Account member = get(tx, caller, userId);
          List<MemberApiKey> owned = keys.ownedBy(tx, org, userId);
          accounts.remove(tx, org, member);
          keys.revokeOf(tx, org, userId);
          AffectedItems affected =
              new AffectedItems(owned, revokeInvitations(tx, org, userId, owned));
          audit.record(
              tx,
              caller,
              AuditEvent.of(Category.ADMIN, "member.remove", "user", userId, member.email())
                  .with("revokedKeys", owned.size())
                  .with("revokedInvitations", affected.invitations().size()));
          return affected;
        });
  }

  /** Revokes invitations that the member or the member's keys can no longer send. */
  private List<Invitation> revokeInvitations(
      Tx tx, OrgId org, String userId, List<MemberApiKey> owned) {
    return Stream.concat(Stream.of(userId), owned.stream().map(MemberApiKey::id))
        .flatMap(sender -> invitations.revokeOf(tx, org, sender).stream())
        .toList();
  }

  /** Ends all sessions of a member. */
  void endSessions(Caller caller, String userId) {
    database.change(
        tx -> {
          Account member = get(tx, caller, userId);
          sessions.endAll(tx, userId);
          audit.record(
              tx,
              caller,
              AuditEvent.of(Category.ADMIN, "member.end_sessions", "user", userId, member.email()));
        });
  }

  private Account get(Tx tx, Caller caller, String userId) {
    return accounts
        .findMember(tx, caller.tenant(), userId)
        .orElseThrow(() -> ApiException.notFound("member", userId));
  }
}
