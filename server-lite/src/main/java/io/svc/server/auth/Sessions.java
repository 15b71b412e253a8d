package io.svc.server.auth;

import static java.util.Objects.requireNonNull;

import io.svc.server.accounts.Account;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.Call;
import io.svc.server.http.Caller;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * Sessions of browsers. A browser holds 256 random bits; the store holds their hash. A session ends
 * when nothing was asked with it for the idle time, and in any case at its absolute end (OWASP
 * Session Management Cheat Sheet).
 */
public final class Sessions {
  /** Being seen again sooner than this is not written down. */
  private static final Duration SEEN_EVERY = Duration.ofMinutes(1);

  private final Database database;
  private final Identifiers identifiers;
  private final Clock clock;
  private final Duration idle;
  private final Duration absolute;

  public Sessions(
      Database database, Identifiers identifiers, Clock clock, Duration idle, Duration absolute) {
    this.database = requireNonNull(database, "database is null");
    this.identifiers = requireNonNull(identifiers, "identifiers is null");
    this.clock = requireNonNull(clock, "clock is null");
    this.idle = requireNonNull(idle, "idle is null");
    this.absolute = requireNonNull(absolute, "absolute is null");
  }

  /**
   * A session that began.
   *
   * @param token for the browser alone
   */
  public record Begun(String token, Instant expiresAt) {
    /** Says nothing of the token. */
    @Override
    public String toString() {
      return "session until " + expiresAt;
    }
  }

  /** Begins a session of a user who has proved himself. */
  Begun begin(Tx tx, Account account, Caller.Origin origin) {
    String token = identifiers.token();
    Instant end = tx.now().plus(absolute);
    tx.on(SessionStore.class)
        .insert(
            Call.sha256(token), account.userId(), tx.now(), end, origin.ip(), origin.userAgent());
    return new Begun(token, end);
  }

  /** How long a cookie is to be kept. */
  Duration life() {
    return absolute;
  }

  /** Whose session it is, if it goes on. */
  public Optional<Caller> find(String token, Caller.Origin origin, boolean isBackground) {
    String hash = Call.sha256(token);
    Optional<SessionStore.Row> row =
        database.read(tx -> tx.on(SessionStore.class).find(hash)).filter(this::goesOn);
    Instant now = clock.instant();
    if (row.isPresent() && !isBackground && row.get().lastSeenAt().plus(SEEN_EVERY).isBefore(now)) {
      database.change(tx -> tx.on(SessionStore.class).touch(hash, tx.now()));
    }
    return row.map(
        session ->
            new Caller(
                Caller.Kind.USER,
                session.userId(),
                session.email(),
                session.orgId(),
                session.role(),
                Set.of(),
                hash,
                origin));
  }

  /** When a session ends if nothing is asked with it any more. */
  Optional<Instant> end(Tx tx, Caller caller) {
    return tx.on(SessionStore.class).find(caller.credential()).map(this::end);
  }

  private Instant end(SessionStore.Row session) {
    Instant idleEnd = session.lastSeenAt().plus(idle);
    return idleEnd.isBefore(session.expiresAt()) ? idleEnd : session.expiresAt();
  }

  private boolean goesOn(SessionStore.Row session) {
    return session.status() == Account.Status.ACTIVE && clock.instant().isBefore(end(session));
  }

  /** Ends one session. */
  void end(Tx tx, String token) {
    tx.on(SessionStore.class).delete(Call.sha256(token));
  }

  /** Ends one session. */
  void end(String token) {
    database.change(tx -> end(tx, token));
  }

  /** Ends all sessions of a user. */
  public void endAll(Tx tx, String userId) {
    tx.on(SessionStore.class).deleteOf(userId);
  }

  /** Ends all sessions of a tenant's members. */
  public void endAll(Tx tx, OrgId org) {
    tx.on(SessionStore.class).deleteOfTenant(org);
  }

  /** Forgets sessions that are over. */
  public void sweep() {
    Instant now = clock.instant();
    database.change(tx -> tx.on(SessionStore.class).deleteEnded(now, now.minus(idle)));
  }
}
