package io.svc.server.auth;

import io.svc.server.OperatorErrorException;
import io.svc.server.accounts.Accounts;
import io.svc.server.accounts.Passwords;
import io.svc.server.audit.AuditLog;
import io.svc.server.config.Secret;
import io.svc.server.config.ServerConfig;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.egress.NetworkGuard;
import io.svc.server.http.Api;
import io.svc.server.http.CsrfTokens;
import io.svc.server.invitations.Invitations;
import io.svc.server.mail.DashboardLinks;
import io.svc.server.mail.OutgoingMail;
import io.svc.server.secrets.Keyring;
import io.svc.server.tenants.Tenants;
import java.time.Clock;
import java.util.Optional;
import java.util.function.IntSupplier;

/** The authentication feature. */
public final class Auth implements AutoCloseable {
  private final Clock clock;
  private final Sessions sessions;
  private final LoginThrottle throttle;
  private final PasswordResets resets;
  private final AuthRoutes routes;
  private final AccountSecurityRoutes securityRoutes;
  private final InviteRoutes invites;
  private final SsoRoutes sso;
  private final Administrators administrators;
  private final Optional<OidcClient> provider;

  public Auth(
      ServerConfig config,
      Clock clock,
      Database database,
      Identifiers identifiers,
      Accounts accounts,
      Tenants tenants,
      Passwords passwords,
      OutgoingMail mail,
      AuditLog audit,
      CsrfTokens csrf,
      Invitations invitations,
      Keyring keyring,
      DashboardLinks links,
      PageBanners banners,
      IntSupplier serverPort) {
    this.clock = clock;
    this.sessions =
        new Sessions(
            database, identifiers, clock, config.sessions().idle(), config.sessions().absolute());
    this.throttle = new LoginThrottle(database, clock);
    this.resets =
        new PasswordResets(
            database, identifiers, accounts, passwords, sessions, mail, audit, keyring);
    PasswordSignIn signIn =
        new PasswordSignIn(
            database,
            accounts,
            tenants,
            passwords,
            sessions,
            throttle,
            audit,
            config.registration());
    this.routes =
        new AuthRoutes(
            database,
            signIn,
            resets,
            sessions,
            accounts,
            tenants,
            passwords,
            csrf,
            new AuthRoutes.Features(config.singleSignOn().isPresent(), config.mail().isPresent()),
            links,
            banners);
    this.securityRoutes =
        new AccountSecurityRoutes(
            new AccountSecurity(database, accounts, passwords, resets, sessions, throttle, audit),
            sessions);
    this.invites =
        new InviteRoutes(
            database,
            accounts,
            passwords,
            invitations,
            signIn,
            sessions,
            audit,
            config.registration());
    this.provider = config.singleSignOn().map(sso -> oidcClient(sso, clock, serverPort));
    Optional<SingleSignOn> singleSignOn =
        config
            .singleSignOn()
            .map(
                sso ->
                    new SingleSignOn(
                        provider.orElseThrow(),
                        RoleMapping.of(sso.roles()),
                        database,
                        identifiers,
                        accounts,
                        tenants,
                        invitations,
                        signIn,
                        sessions,
                        audit,
                        config.registration(),
                        keyring,
                        clock));
    this.sso = new SsoRoutes(singleSignOn, sessions, links);
    this.administrators = new Administrators(database, accounts, tenants, passwords, resets, audit);
  }

  /**
   * Creates the client of the OpenID provider.
   *
   * @param serverPort the port that this server listens on, to which it never connects
   * @throws OperatorErrorException when the settings are invalid
   */
  public static OidcClient oidcClient(
      ServerConfig.SingleSignOn sso, Clock clock, IntSupplier serverPort) {
    return new OidcClient(settings(sso), clock, NetworkGuard.ofOperator(serverPort));
  }

  private static OidcSettings settings(ServerConfig.SingleSignOn sso) {
    try {
      return new OidcSettings(
          sso.issuer(),
          sso.clientId(),
          sso.clientSecret().map(Secret::reveal).orElse(""),
          sso.scopes(),
          sso.roleClaim(),
          sso.roles(),
          sso.audiences());
    } catch (IllegalArgumentException e) {
      throw new OperatorErrorException("single sign-on cannot be set up: " + e.getMessage(), e);
    }
  }

  public void register(Api api) {
    routes.register(api);
    securityRoutes.register(api);
    invites.register(api);
    sso.register(api);
  }

  public Sessions sessions() {
    return sessions;
  }

  /** The operations of the operator of the machine. */
  public Administrators administrators() {
    return administrators;
  }

  /** Processes stored requests for password resets. */
  public void answerResets() {
    resets.answer();
  }

  /** Closes the connections to the OpenID provider. */
  @Override
  public void close() {
    provider.ifPresent(OidcClient::close);
  }

  /** Deletes expired sessions, failed attempts and links. */
  public void sweep() {
    sessions.sweep();
    throttle.sweep();
    resets.sweep(clock.instant());
  }
}
