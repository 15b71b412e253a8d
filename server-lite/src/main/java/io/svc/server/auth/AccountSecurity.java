package io.svc.server.auth;

import io.svc.server.accounts.Account;
import io.svc.server.accounts.Accounts;
import io.svc.server.accounts.Passwords;
import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.Category;
import io.svc.server.db.Database;
import io.svc.server.db.Tx;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.ErrorCode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Changes of the signed-in user's own credentials: password and sessions. A session alone is not
 * enough: the user must authenticate again, and wrong passwords count as in sign-in.
 */
final class AccountSecurity {
  /** A user without a password must have signed in through the provider within this time. */
  private static final Duration RECENT_SIGN_IN = Duration.ofMinutes(10);

  private final Database database;
  private final Accounts accounts;
  private final Passwords passwords;
  private final PasswordResets resets;
  private final Sessions sessions;
  private final LoginThrottle throttle;
  private final AuditLog audit;

  AccountSecurity(
      Database database,
      Accounts accounts,
      Passwords passwords,
      PasswordResets resets,
      Sessions sessions,
      LoginThrottle throttle,
      AuditLog audit) {
    this.database = database;
    this.accounts = accounts;
    this.passwords = passwords;
    this.resets = resets;
    this.sessions = sessions;
    this.throttle = throttle;
    this.audit = audit;
  }

  /** A session as its owner sees it. */
  record SessionSummary(
      String id,
      Instant startedAt,
      Instant lastSeenAt,
      String ip,
      String userAgent,
      boolean current) {}

  /** Changes the password; all sessions end, and a new one replaces the caller's. */
  Sessions.NewSession changePassword(Caller caller, String current, String newPassword) {
    Account account = database.read(tx -> accounts.get(tx, caller.id()));
    if (account.passwordHash().isEmpty()) {
      throw new ApiException(
          ErrorCode.CONFLICT, "You sign in with your identity provider and have no password here.");
    }
    Optional<String> problem = passwords.problem(newPassword, account.username(), account.email());
    if (problem.isPresent()) {
      throw wrong("weak", "newPassword", problem.get());
    }
    prove(caller, account, current);
    String hash = passwords.hash(newPassword);
    return database.write(
        tx -> {
          resets.set(tx, account, hash, caller);
          return sessions.begin(tx, account, caller.origin());
        });
  }

  /** Returns the caller's sessions, latest first. */
  List<SessionSummary> sessions(Caller caller) {
    return database.read(tx -> sessions.of(tx, caller));
  }

  /** Ends one session of the caller, or all except for the current one; returns their number. */
  int endSessions(Caller caller, String password, Optional<String> id) {
    Account account = database.read(tx -> accounts.get(tx, caller.id()));
    prove(caller, account, password);
    return database.write(
        tx -> {
          int ended = sessions.endOthers(tx, caller, id);
          if (id.isPresent() && ended == 0) {
            throw ApiException.notFound("session", id.get());
          }
          audit.record(
              tx,
              caller,
              AuditEvent.of(Category.AUTH, "auth.end_sessions", "user", caller.id(), caller.name())
                  .with("count", ended));
          return ended;
        });
  }

  private void prove(Caller caller, Account account, String password) {
    if (account.passwordHash().isEmpty()) {
      boolean isFresh = database.read(tx -> sessions.isYoungerThan(tx, caller, RECENT_SIGN_IN));
      if (!isFresh) {
        throw new ApiException(
            ErrorCode.FORBIDDEN,
            "Sign in with your identity provider again; this action requires a sign-in within"
                + " the last ten minutes.");
      }
      return;
    }
    throttle.runSerialized(
        account.username(),
        () -> {
          throttle.check(account.username());
          if (!passwords.matches(password, account.passwordHash())) {
            database.change(tx -> noteFailure(tx, caller, account));
            throw wrong("wrong", "currentPassword", "The current password is wrong.");
          }
          return true;
        });
  }

  private void noteFailure(Tx tx, Caller caller, Account account) {
    throttle.failed(tx, account.username());
    audit.record(
        tx,
        caller,
        AuditEvent.of(Category.AUTH, "auth.prove", "user", caller.id(), caller.name())
            .with(AuditEvent.Outcome.FAILURE));
  }

  private static ApiException wrong(String code, String field, String message) {
    return new ApiException(
        ErrorCode.VALIDATION_FAILED,
        message,
        List.of(new ApiException.FieldError(code, field, message)));
  }
}
