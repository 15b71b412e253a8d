package io.svc.server.members;

import static java.util.Objects.requireNonNull;

import io.svc.server.accounts.Account;
import io.svc.server.accounts.Accounts;
import io.svc.server.apikeys.ApiKeys;
import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.Category;
import io.svc.server.auth.Sessions;
import io.svc.server.db.Database;
import io.svc.server.db.Tx;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.Role;

/** Changes of members. Either ends the member's sessions, so that what he may holds at once. */
final class Members {
  private final Database database;
  private final Accounts accounts;
  private final Sessions sessions;
  private final ApiKeys keys;
  private final AuditLog audit;

  Members(Database database, Accounts accounts, Sessions sessions, ApiKeys keys, AuditLog audit) {
    this.database = requireNonNull(database, "database is null");
    this.accounts = requireNonNull(accounts, "accounts is null");
    this.sessions = requireNonNull(sessions, "sessions is null");
    this.keys = requireNonNull(keys, "keys is null");
    this.audit = requireNonNull(audit, "audit is null");
  }

  /** Gives a member another role. */
  Account setRole(Caller caller, String userId, Role role) {
    return database.write(
        tx -> {
          Account member = get(tx, caller, userId);
          Role before = member.role().orElseThrow();
          if (before == role) {
            return member;
          }
          accounts.setRole(tx, caller.tenant(), member, role);
          sessions.endAll(tx, userId);
          audit.record(
              tx,
              caller,
              AuditEvent.of(Category.ADMIN, "member.role", "user", userId, member.email())
                  .with("from", before.toString())
                  .with("to", role.toString()));
          return get(tx, caller, userId);
        });
  }

  /**
   * Removes a member, with his sessions and the keys he made.
   *
   * @return how many keys were revoked
   */
  int remove(Caller caller, String userId) {
    return database.write(
        tx -> {
          Account member = get(tx, caller, userId);
          accounts.remove(tx, caller.tenant(), member);
          int revoked = keys.revokeOf(tx, caller.tenant(), userId);
          audit.record(
              tx,
              caller,
              AuditEvent.of(Category.ADMIN, "member.remove", "user", userId, member.email())
                  .with("revokedKeys", revoked));
          return revoked;
        });
  }

  /** Signs a member out everywhere. */
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
