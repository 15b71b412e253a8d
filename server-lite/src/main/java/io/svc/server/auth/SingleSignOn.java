package io.svc.server.auth;

import io.svc.server.accounts.Account;
import io.svc.server.accounts.Accounts;
import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.Category;
import io.svc.server.auth.SsoRejectedException.Reason;
import io.svc.server.config.RegistrationPolicy;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.Caller;
import io.svc.server.http.Role;
import io.svc.server.invitations.Invitation;
import io.svc.server.invitations.Invitations;
import io.svc.server.json.Json;
import io.svc.server.mail.Mail;
import io.svc.server.secrets.Keyring;
import io.svc.server.tenants.Tenants;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Signs users in through an identity provider (OpenID Connect, code flow with PKCE, state and
 * nonce). The data of an attempt is stored in a sealed cookie, so that only the browser that
 * started the attempt can complete it. Users are identified by issuer and subject only, because an
 * email address can be reassigned. If groups are mapped to roles, the role is set at every sign-in.
 */
final class SingleSignOn {
  static final Duration LIFE = Duration.ofMinutes(10);
  private static final String USE = "single sign-on";
  private static final Logger LOG = LoggerFactory.getLogger(SingleSignOn.class);

  private final OidcClient client;
  private final RoleMapping mapping;
  private final Database database;
  private final Identifiers identifiers;
  private final Accounts accounts;
  private final Tenants tenants;
  private final Invitations invitations;
  private final PasswordSignIn signIn;
  private final Sessions sessions;
  private final AuditLog audit;
  private final RegistrationPolicy registration;
  private final Keyring keyring;
  private final Clock clock;

  SingleSignOn(
      OidcClient client,
      RoleMapping mapping,
      Database database,
      Identifiers identifiers,
      Accounts accounts,
      Tenants tenants,
      Invitations invitations,
      PasswordSignIn signIn,
      Sessions sessions,
      AuditLog audit,
      RegistrationPolicy registration,
      Keyring keyring,
      Clock clock) {
    this.client = client;
    this.mapping = mapping;
    this.database = database;
    this.identifiers = identifiers;
    this.accounts = accounts;
    this.tenants = tenants;
    this.invitations = invitations;
    this.signIn = signIn;
    this.sessions = sessions;
    this.audit = audit;
    this.registration = registration;
    this.keyring = keyring;
    this.clock = clock;
  }

  /** The data of an attempt. */
  record SignInAttempt(String state, String nonce, String verifier, String returnTo, long begun) {}

  /** The redirect to the provider, and the sealed cookie. */
  record ProviderRedirect(URI provider, String sealed) {
    /** Omits the sealed value. */
    @Override
    public String toString() {
      return "ProviderRedirect";
    }
  }

  /** A completed sign-in. */
  record CompletedSignIn(PasswordSignIn.SignInResult welcome, String returnTo) {}

  /**
   * Starts an attempt.
   *
   * @param returnTo the path of the dashboard to open afterwards; empty for the default
   */
  ProviderRedirect depart(URI callback, String returnTo) throws OidcException {
    SignInAttempt attempt =
        new SignInAttempt(
            identifiers.token(),
            identifiers.token(),
            identifiers.token(),
            returnTo,
            clock.millis());
    URI provider =
        client.authorizationUri(callback, attempt.state(), attempt.nonce(), attempt.verifier());
    return new ProviderRedirect(provider, keyring.seal(USE, Json.text(attempt)));
  }

  /**
   * Completes an attempt.
   *
   * @throws OidcException when the provider's response cannot be verified
   * @throws SsoRejectedException when the user may not sign in; it is in the audit log
   */
  CompletedSignIn complete(
      OidcClient.CallbackParameters answer,
      String state,
      String sealed,
      URI callback,
      Caller.Origin origin)
      throws OidcException {
    SignInAttempt attempt =
        keyring
            .open(USE, sealed)
            .map(json -> Json.readStored(json, SignInAttempt.class))
            .orElseThrow(() -> expired("this browser has not started a sign-in"));
    if (Instant.ofEpochMilli(attempt.begun()).plus(LIFE).isBefore(clock.instant())) {
      throw expired("the sign-in took longer than " + LIFE.toMinutes() + " minutes");
    }
    if (!attempt.state().equals(state)) {
      throw expired("the response belongs to another sign-in");
    }
    OidcIdentity identity = client.exchange(answer, callback, attempt.nonce(), attempt.verifier());
    try {
      PasswordSignIn.SignInResult signedIn =
          database.write(
              tx -> {
                Account account = withMappedRole(tx, account(tx, identity), identity);
                return signIn.signIn(tx, account, "sso", origin);
              });
      return new CompletedSignIn(signedIn, attempt.returnTo());
    } catch (SsoRejectedException e) {
      signIn.noteRejection(e.account(), e.reason().toString(), origin);
      throw e;
    }
  }

  private Account account(Tx tx, OidcIdentity identity) {
    Optional<Account> linked = accounts.findByIdentity(tx, identity.issuer(), identity.subject());
    if (linked.isPresent()) {
      if (linked.get().status() != Account.Status.ACTIVE) {
        throw new SsoRejectedException(Reason.ACCOUNT_DISABLED, "the account is disabled", linked);
      }
      return linked.get();
    }
    String email =
        identity
            .email()
            .filter(address -> identity.emailVerified() && Mail.isAddress(address))
            .orElseThrow(
                () ->
                    new SsoRejectedException(
                        Reason.EMAIL_UNVERIFIED, "the provider sent no verified e-mail address"));
    // An account's address is also its username, so neither may be another account's.
    Optional<Account> other =
        accounts.findByEmail(tx, email).or(() -> accounts.findByLogin(tx, email));
    if (other.isPresent()) {
      throw new SsoRejectedException(
          Reason.EMAIL_TAKEN, "another account has the e-mail address of the new user", other);
    }
    Optional<Invitation> invitation = invitations.redeemFor(tx, email);
    boolean mayRegister =
        registration == RegistrationPolicy.OPEN
            || (registration == RegistrationPolicy.FIRST_ONLY && !tenants.exist(tx));
    if (invitation.isEmpty() && !mayRegister) {
      throw new SsoRejectedException(
          Reason.INVITATION_REQUIRED, "registration is not open, and there is no invitation");
    }
    Account account =
        accounts.create(
            tx,
            email,
            email,
            identity.name().orElse(email),
            Optional.empty(),
            invitation.map(i -> new Accounts.Membership(i.orgId(), i.role())));
    accounts.link(tx, account, identity.issuer(), identity.subject());
    return account;
  }

  private static SsoRejectedException expired(String message) {
    return new SsoRejectedException(Reason.EXPIRED, message);
  }

  /**
   * Sets the role that the member's groups map to, at every sign-in. Without a mapping, the role
   * stays as an administrator assigned it.
   */
  private Account withMappedRole(Tx tx, Account account, OidcIdentity identity) {
    Optional<Role> mapped = mapping.roleOf(identity.groups());
    if (account.orgId().isEmpty() || mapped.isEmpty()) {
      return account;
    }
    OrgId org = account.orgId().get();
    Role before = account.role().orElseThrow();
    Role after = mapped.get();
    if (!accounts.setMappedRole(tx, org, account, after)) {
      note(tx, org, account, "member.role_kept", before, after);
      LOG.warn(
          "groups map the last administrator {} of {} to {}; the role remains role_admin",
          account.userId(),
          org.value(),
          after);
      return account;
    }
    if (before == after) {
      return account;
    }
    sessions.endAll(tx, account.userId());
    note(tx, org, account, "member.role", before, after);
    return accounts.get(tx, account.userId());
  }

  private void note(Tx tx, OrgId org, Account account, String action, Role from, Role to) {
    audit.record(
        tx,
        org,
        Caller.system("single sign-on", org),
        AuditEvent.of(Category.ADMIN, action, "user", account.userId(), account.email())
            .with("from", from.toString())
            .with("to", to.toString()));
  }
}
