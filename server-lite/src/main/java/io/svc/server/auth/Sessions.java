package io.svc.server.auth;

import io.svc.server.accounts.Account;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.StoreErrors;
import io.svc.server.db.StoreUnavailableException;
import io.svc.server.db.Tx;
import io.svc.server.http.Call;
import io.svc.server.http.Caller;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Browser sessions. A browser has a token of 256 random bits; the store has its hash. A session
 * ends after the idle time without requests, and in any case at its absolute end (OWASP Session
 * Management Cheat Sheet).
 */
public final class Sessions {
  /** More frequent requests do not update the time of the last request. */
  private static final Duration SEEN_EVERY = Duration.ofMinutes(1);

  /** Sessions survive a clock that is set back by less than this. */
  private static final Duration CLOCK_MAY_GO_BACK = Duration.ofHours(1);

  private static final Logger LOG = LoggerFactory.getLogger(Sessions.class);

  private final Database database;
  private final Identifiers identifiers;
  private final Clock clock;
  private final Duration idle;
  private final Duration absolute;

  public Sessions(
      Database database, Identifiers identifiers, Clock clock, Duration idle, Duration absolute) {
    this.database = database;
    this.identifiers = identifiers;
    this.clock = clock;
    this.idle = idle;
    this.absolute = absolute;
  }

  /**
   * A new session.
   *
   * @param token for the browser only
   */
  public record NewSession(String token, Instant expiresAt) {
    /** Omits the token. */
    @Override
    public String toString() {
      return "session until " + expiresAt;
    }
  }

  /** Starts a session of an authenticated user. */
  NewSession begin(Tx tx, Account account, Caller.Origin origin) {
    String token = identifiers.token();
    Instant end = tx.now().plus(absolute);
    tx.on(SignInSessionStore.class)
        .insert(
            Call.sha256(token), account.userId(), tx.now(), end, origin.ip(), origin.userAgent());
    return new NewSession(token, end);
  }

  /** Returns the maximum age of the cookie. */
  Duration maxAge() {
    return absolute;
  }

  /** Returns the caller of a session that is still valid. */
  public Optional<Caller> find(String token, Caller.Origin origin, boolean isBackground) {
    String hash = Call.sha256(token);
    Optional<SignInSessionStore.Row> row =
        database.read(tx -> tx.on(SignInSessionStore.class).find(hash)).filter(this::isActive);
    Instant now = clock.instant();
    if (row.isPresent() && !isBackground && row.get().lastSeenAt().plus(SEEN_EVERY).isBefore(now)) {
      seen(hash);
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

  /** A read-only store, for example on a full disk, still allows reads. */
  private void seen(String hash) {
    try {
      database.change(tx -> tx.on(SignInSessionStore.class).touch(hash, tx.now()));
    } catch (RuntimeException e) {
      if (!(e instanceof StoreUnavailableException) && !StoreErrors.isUnavailable(e)) {
        throw e;
      }
      LOG.warn("that a session was used is not noted", e);
    }
  }

  /** Returns the end of a session without further requests. */
  Optional<Instant> end(Tx tx, Caller caller) {
    return tx.on(SignInSessionStore.class).find(caller.credential()).map(this::end);
  }

  private Instant end(SignInSessionStore.Row session) {
    return end(session.lastSeenAt(), session.expiresAt());
  }

  private Instant end(Instant lastSeen, Instant absoluteEnd) {
    Instant idleEnd = lastSeen.plus(idle);
    return idleEnd.isBefore(absoluteEnd) ? idleEnd : absoluteEnd;
  }

  /** Returns the caller's valid sessions, latest first. */
  List<AccountSecurity.SessionSummary> of(Tx tx, Caller caller) {
    return tx.on(SignInSessionStore.class).of(caller.id()).stream()
        .filter(session -> tx.now().isBefore(end(session.lastSeenAt(), session.expiresAt())))
        .map(
            session ->
                new AccountSecurity.SessionSummary(
                    idOf(session.tokenHash()),
                    session.createdAt(),
                    session.lastSeenAt(),
                    session.ip(),
                    session.userAgent(),
                    session.tokenHash().equals(caller.credential())))
        .toList();
  }

  /** Returns an identifier for the owner that does not reveal the token. */
  private static String idOf(String tokenHash) {
    return "wss_" + Call.sha256("session " + tokenHash).substring(0, 26);
  }

  /**
   * Ends the caller's sessions except for the current one, or one of them; returns their number.
   */
  int endOthers(Tx tx, Caller caller, Optional<String> id) {
    SignInSessionStore store = tx.on(SignInSessionStore.class);
    return store.of(caller.id()).stream()
        .map(SignInSessionStore.SessionDetails::tokenHash)
        .filter(hash -> id.map(idOf(hash)::equals).orElse(!hash.equals(caller.credential())))
        .mapToInt(store::delete)
        .sum();
  }

  /** Returns whether the session of the caller started within a time. */
  boolean isYoungerThan(Tx tx, Caller caller, Duration age) {
    return tx.on(SignInSessionStore.class)
        .find(caller.credential())
        .filter(session -> session.createdAt().plus(age).isAfter(tx.now()))
        .isPresent();
  }

  private boolean isActive(SignInSessionStore.Row session) {
    Instant now = clock.instant();
    // A session that started while the clock was far ahead would otherwise be valid until that
    // time.
    return session.status() == Account.Status.ACTIVE
        && now.isBefore(end(session))
        && now.plus(absolute).plus(CLOCK_MAY_GO_BACK).isAfter(session.expiresAt());
  }

  /** Ends one session. */
  void end(Tx tx, String token) {
    tx.on(SignInSessionStore.class).delete(Call.sha256(token));
  }

  /** Ends one session. */
  void end(String token) {
    database.change(tx -> end(tx, token));
  }

  /** Ends all sessions of a user. */
  public void endAll(Tx tx, String userId) {
    tx.on(SignInSessionStore.class).deleteOf(userId);
  }

  /** Ends all sessions of a tenant's members. */
  public void endAll(Tx tx, OrgId org) {
    tx.on(SignInSessionStore.class).deleteOfTenant(org);
  }

  /** Deletes expired sessions. */
  public void sweep() {
    Instant now = clock.instant();
    database.change(tx -> tx.on(SignInSessionStore.class).deleteEnded(now, now.minus(idle)));
  }
}
