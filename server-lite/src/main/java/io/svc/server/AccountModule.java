package io.svc.server;

import io.svc.server.accounts.Passwords;
import io.svc.server.apikeys.ApiKeyRoutes;
import io.svc.server.apikeys.ApiKeys;
import io.svc.server.apikeys.CurrentRights;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.AuditRetention;
import io.svc.server.audit.AuditRoutes;
import io.svc.server.auth.Administrators;
import io.svc.server.auth.Auth;
import io.svc.server.config.ServerConfig;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.Api;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.Credentials;
import io.svc.server.http.CsrfTokens;
import io.svc.server.http.Idempotency;
import io.svc.server.invitations.Invitations;
import io.svc.server.jobs.Job;
import io.svc.server.mail.DashboardLinks;
import io.svc.server.mail.Mailer;
import io.svc.server.members.MemberRoutes;
import io.svc.server.tenants.TenantAdministration.TenantDataOwner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;

/** Accounts, their credentials, members, audit entries and mails. */
final class AccountModule implements FeatureModule, Credentials {
  private final SharedComponents core;
  private final ServerConfig config;
  private final Invitations invitations;
  private final Auth auth;
  private final ApiKeys keys;
  private final Optional<Mailer> mailer;

  AccountModule(
      SharedComponents core,
      ServerConfig config,
      Passwords passwords,
      CsrfTokens csrf,
      DashboardLinks links,
      GovernanceModule governance,
      Optional<Mailer> mailer,
      IntSupplier serverPort) {
    this.core = core;
    this.config = config;
    this.mailer = mailer;
    this.invitations =
        new Invitations(
            core.database(),
            core.identifiers(),
            core.accounts(),
            core.tenants(),
            core.mail(),
            core.audit(),
            new CurrentRights(core.accounts()),
            links,
            config.mail().isPresent());
    this.auth =
        new Auth(
            config,
            core.clock(),
            core.database(),
            core.identifiers(),
            core.accounts(),
            core.tenants(),
            passwords,
            core.mail(),
            core.audit(),
            csrf,
            invitations,
            core.keyring(),
            links,
            governance::banners,
            serverPort);
    this.keys =
        new ApiKeys(
            core.database(),
            core.identifiers(),
            core.accounts(),
            governance.agents(),
            core.tenants(),
            core.audit(),
            core.clock());
  }

  Auth auth() {
    return auth;
  }

  ApiKeys keys() {
    return keys;
  }

  @Override
  public Optional<Caller> session(String token, Caller.Origin origin, boolean isBackground) {
    return auth.sessions().find(token, origin, isBackground);
  }

  @Override
  public Optional<Caller> key(String key, Caller.Origin origin) {
    return keys.find(key, origin);
  }

  @Override
  public void register(Api api) {
    auth.register(api);
    new ApiKeyRoutes(keys).register(api);
    new AuditRoutes(core.audit(), core.clock()).register(api);
    new MemberRoutes(
            core.database(), core.accounts(), invitations, auth.sessions(), keys, core.audit())
        .register(api);
  }

  @Override
  public List<TenantDataOwner> tenantDataOwners() {
    return List.of(
        new TenantDataOwner("replies", Idempotency::removeAll),
        new TenantDataOwner("api_keys", keys::removeAll),
        new TenantDataOwner("invitations", invitations::removeAll),
        new TenantDataOwner("mails", core.mail()::removeAll),
        new TenantDataOwner("members", core.accounts()::removeAll),
        new TenantDataOwner("audit_entries", core.audit()::eraseAll));
  }

  @Override
  public List<Job> jobs(Duration rounds) {
    AuditLog audit = core.audit();
    AuditRetention retention = new AuditRetention(core.database());
    List<Job> all = new ArrayList<>();
    all.add(Job.ofEach("key-uses", Duration.ofSeconds(10), keys::storeUses));
    all.add(new Job("audit-checkpoints", Duration.ofHours(1), audit::checkpoint));
    all.add(
        new Job("audit-check", Duration.ofHours(24), () -> audit.checkAll(core.clock().instant())));
    all.add(
        Job.removing(
            "audit-sweep",
            Duration.ofHours(1),
            () -> retention.prune(core.clock().instant(), this::auditRetention)));
    all.add(new Job("password-resets", rounds, auth::answerResets));
    all.add(Job.removing("sign-in-sweep", Duration.ofMinutes(15), auth::sweep));
    all.add(Job.removing("mail-sweep", Duration.ofHours(24), core.mail()::sweep));
    mailer.ifPresent(
        sender ->
            all.add(new Job("mail", rounds.multipliedBy(2), () -> core.mail().deliver(sender))));
    return all;
  }

  /** Empty for the audit log of the server itself, which is never deleted. */
  private Optional<Duration> auditRetention(Tx tx, OrgId org) {
    return core.tenants()
        .find(tx, org)
        .map(tenant -> Duration.ofDays(tenant.settings().retentionDays().audit()));
  }

  /** Creates the administrator of the configuration, unless the account exists. */
  void bootstrap() {
    Administrators administrators = auth.administrators();
    config
        .bootstrapAdmin()
        .filter(admin -> !administrators.exists(admin.email()))
        .ifPresent(
            admin -> {
              String password = admin.password().reveal();
              administrators
                  .problem(password, admin.email())
                  .ifPresent(
                      problem -> {
                        throw new OperatorErrorException("the bootstrap administrator: " + problem);
                      });
              try {
                administrators.create(admin.email(), password, Optional.empty(), "Workspace");
              } catch (ApiException e) {
                // Another of several servers that start at the same time with one store was faster.
                if (!administrators.exists(admin.email())) {
                  throw e;
                }
              }
            });
  }

  @Override
  public void work(OrgId org) {
    keys.storeUses();
  }

  @Override
  public void end() {
    auth.close();
  }

  @Override
  public void close() {
    keys.storeUses();
  }
}
