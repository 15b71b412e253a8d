package io.svc.server.auth;

import static java.util.Objects.requireNonNull;

import io.svc.server.accounts.Account;
import io.svc.server.accounts.Accounts;
import io.svc.server.config.Registration;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.Tx;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.ErrorCode;
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
import java.util.Map;
import java.util.Optional;

/**
 * Signing in by an identity provider (OpenID Connect, code flow with PKCE, state and nonce). What
 * belongs to one attempt travels in a sealed cookie, so that only the browser that began it can end
 * it. Users are known by issuer and subject alone: an address can change hands.
 */
final class SingleSignOn {
  static final Duration LIFE = Duration.ofMinutes(10);
  private static final String USE = "single sign-on";

  private final OidcClient client;
  private final Map<String, String> roleOfGroup;
  private final Database database;
  private final Identifiers identifiers;
  private final Accounts accounts;
  private final Tenants tenants;
  private final Invitations invitations;
  private final SignIn signIn;
  private final Registration registration;
  private final Keyring keyring;
  private final Clock clock;

  SingleSignOn(
      OidcClient client,
      Map<String, String> roleOfGroup,
      Database database,
      Identifiers identifiers,
      Accounts accounts,
      Tenants tenants,
      Invitations invitations,
      SignIn signIn,
      Registration registration,
      Keyring keyring,
      Clock clock) {
    this.client = requireNonNull(client, "client is null");
    this.roleOfGroup = Map.copyOf(roleOfGroup);
    this.database = requireNonNull(database, "database is null");
    this.identifiers = requireNonNull(identifiers, "identifiers is null");
    this.accounts = requireNonNull(accounts, "accounts is null");
    this.tenants = requireNonNull(tenants, "tenants is null");
    this.invitations = requireNonNull(invitations, "invitations is null");
    this.signIn = requireNonNull(signIn, "signIn is null");
    this.registration = requireNonNull(registration, "registration is null");
    this.keyring = requireNonNull(keyring, "keyring is null");
    this.clock = requireNonNull(clock, "clock is null");
  }

  /** What belongs to one attempt. */
  record Attempt(String state, String nonce, String verifier, String returnTo, long begun) {}

  /** Where to send the browser, and what it keeps meanwhile. */
  record Departure(URI provider, String sealed) {
    /** Says nothing of what is sealed. */
    @Override
    public String toString() {
      return "departure";
    }
  }

  /** Somebody came back and is in. */
  record Arrival(SignIn.Welcome welcome, String returnTo) {}

  /**
   * Begins an attempt.
   *
   * @param returnTo a path of the dashboard to go to in the end; empty for the usual one
   */
  Departure depart(URI callback, String returnTo) throws OidcException {
    Attempt attempt =
        new Attempt(
            identifiers.token(),
            identifiers.token(),
            identifiers.token(),
            returnTo,
            clock.millis());
    URI provider =
        client.authorizationUri(callback, attempt.state(), attempt.nonce(), attempt.verifier());
    return new Departure(provider, keyring.seal(USE, Json.text(attempt)));
  }

  /**
   * Ends an attempt.
   *
   * @throws OidcException for the log, when it cannot be believed
   * @throws ApiException when the user may not come in
   */
  Arrival arrive(
      OidcClient.Answer answer, String state, String sealed, URI callback, Caller.Origin origin)
      throws OidcException {
    Attempt attempt =
        keyring
            .open(USE, sealed)
            .map(json -> Json.own(json, Attempt.class))
            .orElseThrow(() -> refused("this browser began no attempt"));
    if (Instant.ofEpochMilli(attempt.begun()).plus(LIFE).isBefore(clock.instant())) {
      throw refused("the attempt took longer than " + LIFE.toMinutes() + " minutes");
    }
    if (!attempt.state().equals(state)) {
      throw refused("the answer belongs to another attempt");
    }
    OidcIdentity identity = client.exchange(answer, callback, attempt.nonce(), attempt.verifier());
    SignIn.Welcome welcome =
        database.write(
            tx -> {
              Account account = account(tx, identity);
              return signIn.welcome(tx, withRole(tx, account, identity), "sso", origin);
            });
    return new Arrival(welcome, attempt.returnTo());
  }

  private Account account(Tx tx, OidcIdentity identity) {
    Optional<Account> linked = accounts.findByIdentity(tx, identity.issuer(), identity.subject());
    if (linked.isPresent()) {
      if (linked.get().status() != Account.Status.ACTIVE) {
        throw refused("the user is disabled");
      }
      return linked.get();
    }
    String email =
        identity
            .email()
            .filter(address -> identity.emailVerified() && Mail.isAddress(address))
            .orElseThrow(() -> refused("the provider vouches for no e-mail address"));
    if (accounts.findByEmail(tx, email).isPresent()) {
      throw refused("another user has the e-mail address of this new one");
    }
    Optional<Invitation> invitation = invitations.redeemFor(tx, email);
    boolean mayRegister =
        registration == Registration.OPEN
            || (registration == Registration.FIRST_ONLY && !tenants.exist(tx));
    if (invitation.isEmpty() && !mayRegister) {
      throw refused("registration is closed, and there is no invitation");
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

  /** The provider's groups say what a member is, each time he comes. */
  private Account withRole(Tx tx, Account account, OidcIdentity identity) {
    Optional<Role> wanted =
        identity.groups().stream()
            .filter(roleOfGroup::containsKey)
            .map(roleOfGroup::get)
            .flatMap(SingleSignOn::role)
            .min(Role::compareTo);
    if (account.orgId().isEmpty() || wanted.isEmpty() || account.role().equals(wanted)) {
      return account;
    }
    accounts.setRole(tx, account.orgId().get(), account, wanted.get());
    return accounts.get(tx, account.userId());
  }

  private static java.util.stream.Stream<Role> role(String label) {
    return java.util.stream.Stream.of(Role.values()).filter(r -> r.toString().equals(label));
  }

  private static ApiException refused(String reason) {
    return new ApiException(ErrorCode.FORBIDDEN, reason);
  }
}
