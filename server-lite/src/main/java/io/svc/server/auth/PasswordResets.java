package io.svc.server.auth;

import io.svc.server.accounts.Account;
import io.svc.server.accounts.Accounts;
import io.svc.server.accounts.Passwords;
import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.Category;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.ApiException;
import io.svc.server.http.Call;
import io.svc.server.http.Caller;
import io.svc.server.http.ErrorCode;
import io.svc.server.json.Json;
import io.svc.server.mail.OutgoingMail;
import io.svc.server.secrets.Keyring;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Resets forgotten passwords. A request is only stored, sealed; a job finds the account and sends
 * the mail. So neither the response nor its time depends on whether an address exists: both cost
 * one transaction with one statement. A token can be used once, for an hour; a new password ends
 * all sessions and starts none (OWASP Forgot Password Cheat Sheet).
 */
public final class PasswordResets {
  private static final Duration LIFE = Duration.ofHours(1);
  private static final Duration WINDOW = Duration.ofMinutes(15);
  private static final int MAX_IN_WINDOW = 5;
  private static final int AT_ONCE = 50;
  private static final String USE = "password reset requests";

  private final Database database;
  private final Identifiers identifiers;
  private final Accounts accounts;
  private final Passwords passwords;
  private final Sessions sessions;
  private final OutgoingMail mail;
  private final AuditLog audit;
  private final Keyring keyring;

  public PasswordResets(
      Database database,
      Identifiers identifiers,
      Accounts accounts,
      Passwords passwords,
      Sessions sessions,
      OutgoingMail mail,
      AuditLog audit,
      Keyring keyring) {
    this.database = database;
    this.identifiers = identifiers;
    this.accounts = accounts;
    this.passwords = passwords;
    this.sessions = sessions;
    this.mail = mail;
    this.audit = audit;
    this.keyring = keyring;
  }

  /** The content of a sealed request. */
  record ResetRequest(String login, String link, Caller.Origin origin) {}

  /** Stores a request for a link, for an address or a username that need not exist. */
  void requestReset(String login, String link, Caller.Origin origin) {
    String sealed = keyring.seal(USE, Json.text(new ResetRequest(login, link, origin)));
    String address = Call.sha256(Accounts.key(login));
    database.change(
        tx -> tx.on(ResetStore.class).note(address, identifiers.next("rst_"), tx.now(), sealed));
  }

  /** Processes the stored requests. */
  void answer() {
    List<ResetStore.OpenRequest> open;
    do {
      open = database.read(tx -> tx.on(ResetStore.class).open(AT_ONCE));
      open.forEach(this::answer);
    } while (open.size() == AT_ONCE);
  }

  private void answer(ResetStore.OpenRequest request) {
    Optional<ResetRequest> sealed =
        keyring.open(USE, request.sealed()).map(json -> Json.readStored(json, ResetRequest.class));
    String token = identifiers.token();
    String hash = Call.sha256(token);
    database.change(
        tx -> {
          ResetStore store = tx.on(ResetStore.class);
          Optional<Account> account =
              sealed
                  .flatMap(reset -> accounts.findByLogin(tx, reset.login()))
                  .filter(a -> a.status() == Account.Status.ACTIVE);
          // The mail limit applies to the account, whether its name or its address is used.
          String address =
              account
                  .map(found -> Call.sha256(Accounts.key(found.email())))
                  .orElse(request.addressKey());
          int before = store.countSince(address, tx.now().minus(WINDOW));
          int lockedRows = store.take(request.addressKey(), request.requestId(), address);
          if (lockedRows == 0 || account.isEmpty() || before >= MAX_IN_WINDOW) {
            return;
          }
          String link = sealed.orElseThrow().link();
          Caller.Origin origin = sealed.orElseThrow().origin();
          String userId = account.get().userId();
          store.withdraw(userId);
          store.insert(hash, userId, tx.now().plus(LIFE));
          mail.post(
              tx,
              account.get().orgId().orElse(OrgId.INSTANCE),
              userId,
              account.get().email(),
              "Set a new password",
              List.of(
                  "We received a request to set a new password for this account.",
                  "To set a new password, open this link within one hour:",
                  link + token,
                  "If you did not request this, ignore it. Your password does not change."));
          audit.record(
              tx,
              account.get().orgId().orElse(OrgId.INSTANCE),
              Caller.anonymous(origin),
              AuditEvent.of(
                  Category.AUTH, "auth.reset_request", "user", userId, account.get().email()));
        });
  }

  /** Sets a new password. */
  void reset(String token, String password, Caller.Origin origin) {
    String hash = passwords.hash(password);
    database.change(
        tx -> {
          String userId =
              tx.on(ResetStore.class)
                  .redeem(Call.sha256(token), tx.now())
                  .orElseThrow(PasswordResets::invalid);
          Account account = accounts.get(tx, userId);
          Optional<String> problem =
              passwords.problem(password, account.username(), account.email());
          if (problem.isPresent()) {
            throw new ApiException(
                ErrorCode.VALIDATION_FAILED,
                problem.get(),
                List.of(new ApiException.FieldError("weak", "password", problem.get())));
          }
          set(tx, account, hash, Caller.anonymous(origin));
        });
  }

  /** Sets a password that the operator or the account's owner has chosen. */
  void set(Tx tx, Account account, String hash, Caller caller) {
    accounts.setPassword(tx, account, hash);
    sessions.endAll(tx, account.userId());
    // A link that was requested before would undo the change.
    tx.on(ResetStore.class).withdraw(account.userId());
    mail.post(
        tx,
        account.orgId().orElse(OrgId.INSTANCE),
        account.userId(),
        account.email(),
        "Your password was changed",
        List.of(
            "The password of your account was changed, and all its sessions were ended.",
            "If you did not change it, request a new password on the sign-in page immediately, and"
                + " notify an administrator of your workspace."));
    audit.record(
        tx,
        account.orgId().orElse(OrgId.INSTANCE),
        caller,
        AuditEvent.of(
            Category.AUTH, "auth.reset_password", "user", account.userId(), account.email()));
  }

  private static ApiException invalid() {
    return new ApiException(
        ErrorCode.TOKEN_INVALID, "The link is no longer valid. Request a new one.");
  }

  void sweep(Instant now) {
    database.change(
        tx -> {
          ResetStore store = tx.on(ResetStore.class);
          store.deleteExpired(now);
          store.forgetBefore(now.minus(WINDOW));
        });
  }
}
