package io.svc.server.auth;

import io.svc.server.accounts.Account;
import io.svc.server.accounts.Accounts;
import io.svc.server.accounts.Passwords;
import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.Category;
import io.svc.server.config.RegistrationPolicy;
import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.ErrorCode;
import io.svc.server.http.Fields;
import io.svc.server.http.Role;
import io.svc.server.tenants.Tenant;
import io.svc.server.tenants.Tenants;
import java.util.Optional;
import java.util.Set;

/** Password authentication: registration, sign-in, onboarding, sign-out. */
final class PasswordSignIn {
  private final Database database;
  private final Accounts accounts;
  private final Tenants tenants;
  private final Passwords passwords;
  private final Sessions sessions;
  private final LoginThrottle throttle;
  private final AuditLog audit;
  private final RegistrationPolicy registration;

  PasswordSignIn(
      Database database,
      Accounts accounts,
      Tenants tenants,
      Passwords passwords,
      Sessions sessions,
      LoginThrottle throttle,
      AuditLog audit,
      RegistrationPolicy registration) {
    this.database = database;
    this.accounts = accounts;
    this.tenants = tenants;
    this.passwords = passwords;
    this.sessions = sessions;
    this.throttle = throttle;
    this.audit = audit;
    this.registration = registration;
  }

  /** A successful sign-in. */
  record SignInResult(Account account, Optional<Tenant> tenant, Sessions.NewSession session) {}

  /** Creates a workspace and its first user, who is its administrator. */
  SignInResult register(NewUser user, String workspace, Caller.Origin origin) {
    rejectIfClosed();
    String hash = passwords.hash(user.password());
    return database.write(
        tx -> {
          if (registration == RegistrationPolicy.FIRST_ONLY && tenants.exist(tx)) {
            throw closed();
          }
          Tenant tenant = tenants.create(tx, workspace, user.email());
          Account account =
              accounts.create(
                  tx,
                  user.username(),
                  user.email(),
                  user.name(),
                  Optional.of(hash),
                  Optional.of(new Accounts.Membership(tenant.id(), Role.ADMIN)));
          accounts.signedIn(tx, account);
          audit.record(
              tx,
              caller(account, origin),
              AuditEvent.of(
                  Category.TENANT, "tenant.create", "tenant", tenant.id().value(), workspace));
          return new SignInResult(
              account, Optional.of(tenant), sessions.begin(tx, account, origin));
        });
  }

  /**
   * A user to be created.
   *
   * @param password the chosen password, which the caller has checked
   */
  record NewUser(String username, String email, String name, String password) {
    /** Returns the user's name, and never the password. */
    @Override
    public String toString() {
      return username;
    }
  }

  private void rejectIfClosed() {
    if (registration == RegistrationPolicy.INVITE || registration == RegistrationPolicy.CLOSED) {
      throw closed();
    }
  }

  private static ApiException closed() {
    return new ApiException(
        ErrorCode.REGISTRATION_CLOSED,
        "Workspaces cannot be created on this server; request an invitation from an"
            + " administrator.");
  }

  /** Signs in by name or address and password. */
  SignInResult signIn(
      String login, String password, Optional<String> oldToken, Caller.Origin origin) {
    return throttle.runSerialized(login, () -> attempt(login, password, oldToken, origin));
  }

  private SignInResult attempt(
      String login, String password, Optional<String> oldToken, Caller.Origin origin) {
    throttle.check(login);
    Optional<Account> found = database.read(tx -> accounts.findByLogin(tx, login));
    Optional<String> hash = found.flatMap(Account::passwordHash);
    boolean isRight = passwords.matches(password, hash);
    boolean isActive = found.map(a -> a.status() == Account.Status.ACTIVE).orElse(false);
    if (!isRight || !isActive) {
      noteFailure(login, found, origin);
      throw new ApiException(
          ErrorCode.INVALID_CREDENTIALS, "The username or the password is wrong.");
    }
    Account account = found.orElseThrow();
    Optional<String> better =
        passwords.isOutdated(hash.orElseThrow())
            ? Optional.of(passwords.hash(password))
            : Optional.empty();
    return database.write(
        tx -> {
          throttle.succeeded(tx, login);
          better.ifPresent(h -> accounts.setPassword(tx, account, h));
          oldToken.ifPresent(token -> sessions.end(tx, token));
          return signIn(tx, account, "password", origin);
        });
  }

  /** Signs in an authenticated user. */
  SignInResult signIn(Tx tx, Account account, String method, Caller.Origin origin) {
    accounts.signedIn(tx, account);
    audit.record(
        tx,
        caller(account, origin),
        AuditEvent.of(Category.AUTH, "auth.login", "user", account.userId(), account.email())
            .with("method", method));
    Optional<Tenant> tenant = account.orgId().map(org -> tenants.get(tx, org));
    return new SignInResult(account, tenant, sessions.begin(tx, account, origin));
  }

  /**
   * Records a rejected single sign-on.
   *
   * @param account the account whose sign-in was rejected, or the owner of the claimed address
   */
  void noteRejection(Optional<Account> account, String reason, Caller.Origin origin) {
    String id = account.map(Account::userId).orElse("");
    String name = account.map(Account::email).orElse("");
    AuditEvent event =
        AuditEvent.of(Category.AUTH, "auth.login", "user", id, name)
            .with("method", "sso")
            .with("reason", reason)
            .with(AuditEvent.Outcome.DENIED);
    OrgId org = account.flatMap(Account::orgId).orElse(OrgId.INSTANCE);
    database.change(tx -> audit.record(tx, org, Caller.anonymous(origin), event));
  }

  private void noteFailure(String login, Optional<Account> account, Caller.Origin origin) {
    OrgId org = account.flatMap(Account::orgId).orElse(OrgId.INSTANCE);
    Caller anonymous = Caller.anonymous(origin);
    database.change(
        tx -> {
          // An unknown name is not recorded, because it may be a password that was entered in the
          // wrong field.
          String id = account.map(Account::userId).orElse("");
          String name = account.map(Account::email).orElse("");
          AuditEvent event = AuditEvent.of(Category.AUTH, "auth.login", "user", id, name);
          audit.record(tx, org, anonymous, event.with(AuditEvent.Outcome.FAILURE));
          if (throttle.failed(tx, login)) {
            audit.record(
                tx,
                org,
                anonymous,
                AuditEvent.of(Category.AUTH, "auth.lockout", "user", id, name)
                    .with(AuditEvent.Outcome.DENIED));
          }
        });
  }

  /**
   * Completes the onboarding of a new administrator's workspace, or creates one for a user without
   * a workspace.
   */
  Tenant setUp(Caller caller, Fields sent) {
    return database.write(
        tx -> {
          Account account = accounts.get(tx, caller.id());
          Tenant tenant;
          if (account.orgId().isEmpty()) {
            rejectIfClosed();
            if (registration == RegistrationPolicy.FIRST_ONLY && tenants.exist(tx)) {
              throw closed();
            }
            String name = sent.text("organizationName", 1, 200);
            sent.checkSoFar();
            tenant = tenants.create(tx, name, account.email());
            accounts.join(tx, account, new Accounts.Membership(tenant.id(), Role.ADMIN));
          } else {
            tenant = tenants.get(tx, account.orgId().get());
          }
          if (account.role().isPresent() && account.role().get() != Role.ADMIN) {
            throw new ApiException(
                ErrorCode.ROLE_REQUIRED, "Only role_admin can set up the organization.");
          }
          if (tenant.onboarded()) {
            throw new ApiException(
                ErrorCode.ALREADY_ONBOARDED,
                "The organization \"" + tenant.name() + "\" is already set up.");
          }
          Tenant ready = tenants.setUp(tx, tenant, sent);
          audit.record(
              tx,
              ready.id(),
              caller,
              AuditEvent.of(
                  Category.TENANT, "tenant.setup", "tenant", ready.id().value(), ready.name()));
          return ready;
        });
  }

  /** Ends a session, if there is one. */
  void signOut(Optional<Caller> caller, String token) {
    database.change(
        tx -> {
          sessions.end(tx, token);
          caller.ifPresent(
              c ->
                  audit.record(
                      tx,
                      c,
                      AuditEvent.of(Category.AUTH, "auth.logout", "user", c.id(), c.name())));
        });
  }

  /** Returns the caller for a user without a session yet. */
  static Caller caller(Account account, Caller.Origin origin) {
    return new Caller(
        Caller.Kind.USER,
        account.userId(),
        account.email(),
        account.orgId(),
        account.role(),
        Set.of(),
        "",
        origin);
  }
}
