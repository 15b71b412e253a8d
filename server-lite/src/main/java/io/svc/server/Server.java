package io.svc.server;

import io.svc.server.accounts.Accounts;
import io.svc.server.accounts.Passwords;
import io.svc.server.apikeys.ApiKeyRoutes;
import io.svc.server.apikeys.ApiKeys;
import io.svc.server.apikeys.CurrentRights;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.AuditRetention;
import io.svc.server.audit.AuditRoutes;
import io.svc.server.auth.Administrators;
import io.svc.server.auth.Auth;
import io.svc.server.config.Secret;
import io.svc.server.config.ServerConfig;
import io.svc.server.data.DataDirectory;
import io.svc.server.data.DiskProbe;
import io.svc.server.db.Database;
import io.svc.server.db.FreePages;
import io.svc.server.db.Identifiers;
import io.svc.server.db.Migrations;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.db.Vendor;
import io.svc.server.health.HealthRoutes;
import io.svc.server.http.Api;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.Credentials;
import io.svc.server.http.CsrfTokens;
import io.svc.server.http.ErrorCode;
import io.svc.server.http.HttpServer;
import io.svc.server.http.Idempotency;
import io.svc.server.http.Limit;
import io.svc.server.http.OpenApiRoutes;
import io.svc.server.http.RateLimits;
import io.svc.server.invitations.Invitations;
import io.svc.server.jobs.Job;
import io.svc.server.jobs.Jobs;
import io.svc.server.mail.Links;
import io.svc.server.mail.MailSettings;
import io.svc.server.mail.Mailer;
import io.svc.server.mail.OutgoingMail;
import io.svc.server.mcp.Mcp;
import io.svc.server.mcp.ReportListener;
import io.svc.server.members.MemberRoutes;
import io.svc.server.metrics.Metrics;
import io.svc.server.metrics.MetricsRoutes;
import io.svc.server.ops.Version;
import io.svc.server.outgoing.NetworkGuard;
import io.svc.server.overview.OverviewRoutes;
import io.svc.server.search.SearchRoutes;
import io.svc.server.search.SearchSources;
import io.svc.server.secrets.Keyring;
import io.svc.server.tenants.TenantAdministration;
import io.svc.server.tenants.TenantAdministration.Holding;
import io.svc.server.tenants.TenantRoutes;
import io.svc.server.tenants.Tenants;
import io.svc.server.web.Dashboard;
import java.net.URI;
import java.nio.file.Files;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The service: everything there is, joined by hand. Reads as its table of contents. */
public final class Server implements Listener {
  private static final long LEAST_FREE_BYTES = 64L << 20;

  private final ServerConfig config;
  private final DataDirectory data;
  private final Database database;
  private final HttpServer http;
  private final List<Api.Route> routes;
  private final Auth auth;
  private final ApiKeys keys;
  private final Jobs jobs;
  private final Governance governance;
  private final List<Part> parts;
  private final TenantAdministration administration;
  private final Optional<FreePages> freePages;

  private Server(
      ServerConfig config, DataDirectory data, Clock clock, Passwords passwords, Pace pace) {
    this.config = config;
    this.data = data;
    Core core = Core.open(config, data, clock);
    this.database = core.database();
    this.freePages =
        database.vendor() == Vendor.SQLITE
            ? Optional.of(new FreePages(database))
            : Optional.empty();
    try {
      Keyring keyring = core.keyring();
      Identifiers identifiers = core.identifiers();
      Metrics metrics = new Metrics(Version.current().number());
      AuditLog audit = core.audit();
      Accounts accounts = core.accounts();
      Tenants tenants = core.tenants();
      OutgoingMail mail = core.mail();
      Optional<Mailer> mailer =
          config
              .mail()
              .map(
                  url ->
                      new Mailer(
                          mailSettings(url),
                          clock,
                          NetworkGuard.ofOperator(() -> address().getPort())));
      Operations operations = new Operations(core, config, () -> address().getPort(), mailer);
      Links links = new Links(this::publicAddress);
      AlertParts alerts = new AlertParts(core, operations, links, metrics, pace);
      DetectionParts detection = new DetectionParts(core, alerts.alerts());
      DiscoveryParts discovery = new DiscoveryParts(core);
      CertificationParts certification =
          new CertificationParts(core, alerts.alerts(), discovery.discovery(), metrics);
      CredentialParts credentials = new CredentialParts(core, config, () -> address().getPort());
      ScanParts scans = new ScanParts(core, operations, discovery.discovery());
      Governance governance =
          new Governance(
              core,
              metrics,
              new Governance.Others(
                  detection.besides(alerts.refusals()),
                  discovery.agents(),
                  discovery.discovery()::isRejected,
                  List.of(alerts.alerts(), discovery.discovery(), certification.certifications())));
      CsrfTokens csrf = new CsrfTokens(keyring);
      Invitations invitations =
          new Invitations(
              database,
              identifiers,
              accounts,
              tenants,
              mail,
              audit,
              new CurrentRights(accounts),
              links,
              config.mail().isPresent());
      Auth auth =
          new Auth(
              config,
              clock,
              database,
              identifiers,
              accounts,
              tenants,
              passwords,
              mail,
              audit,
              csrf,
              invitations,
              keyring,
              links,
              governance::banners,
              () -> address().getPort());
      ApiKeys keys =
          new ApiKeys(database, identifiers, accounts, governance.agents(), tenants, audit, clock);
      LifecycleParts lifecycle =
          new LifecycleParts(core, governance, keys, alerts.alerts()::openCritical);
      IncidentParts incidents =
          new IncidentParts(
              core,
              governance,
              operations,
              keys,
              lifecycle.lifecycle(),
              alerts.alerts(),
              detection.configs(),
              mailer);
      Mcp mcp =
          new Mcp(
              clock,
              database,
              identifiers,
              audit,
              core.tenants(),
              ReportListener.all(discovery.reports(), alerts.reports()));
      ProxyParts proxy =
          new ProxyParts(
              core, config, () -> address().getPort(), governance, credentials.credentials());
      ApprovalParts approvals =
          new ApprovalParts(core, governance, alerts.alerts(), proxy.executor());
      // In the order in which what they keep of a tenant goes; calls elsewhere end last.
      this.parts =
          List.of(
              new ReportParts(
                  core,
                  governance,
                  operations,
                  mcp.inventory(),
                  incidents.incidents(),
                  certification.certifications(),
                  keys),
              new TelemetryParts(
                  core,
                  governance,
                  operations,
                  detection.detection(),
                  discovery.discovery(),
                  certification.changes(),
                  metrics),
              scans,
              certification,
              new ConnectorParts(
                  core,
                  governance,
                  lifecycle.lifecycle(),
                  discovery.discovery(),
                  certification.drift()),
              proxy.with(approvals.approvals()),
              approvals,
              incidents,
              lifecycle,
              detection,
              alerts,
              discovery.with(governance, lifecycle.lifecycle()),
              credentials,
              operations);
      this.administration =
          new TenantAdministration(
              database,
              identifiers,
              tenants,
              audit,
              clock,
              auth.sessions()::endAll,
              holdings(
                  governance,
                  new Holding("mcp", mcp.inventory()::removeAll),
                  new Holding("replies", Idempotency::removeAll),
                  new Holding("api_keys", keys::removeAll),
                  new Holding("invitations", invitations::removeAll),
                  new Holding("mails", mail::removeAll),
                  new Holding("members", accounts::removeAll),
                  new Holding("audit_entries", audit::eraseAll)));

      metrics.start(
          Stream.of(ErrorCode.values())
              .filter(Server::isAuthFailure)
              .map(ErrorCode::toString)
              .toList(),
          Stream.of(Limit.values())
              .filter(limit -> limit != Limit.NONE)
              .map(Limit::toString)
              .toList());
      metrics.gauge(
          "svc_outbox_pending",
          "Mails and messages about alerts that are still to be sent.",
          () -> mail.countPending() + alerts.countPending());
      metrics.gauge(
          "svc_audit_chain_ok",
          "Whether the last check found every audit log whole: 1 or 0.",
          () -> audit.isWhole() ? 1 : 0);
      if (database.vendor() == Vendor.SQLITE) {
        metrics.gauge(
            "svc_db_size_bytes",
            "Size of the store's file.",
            () -> data.database().toFile().length());
      }

      Api api = new Api();
      new HealthRoutes(checks(audit)).register(api);
      new MetricsRoutes(metrics, config.metricsToken()).register(api);
      new OpenApiRoutes().register(api);
      auth.register(api);
      new ApiKeyRoutes(keys).register(api);
      new AuditRoutes(audit, clock).register(api);
      new MemberRoutes(database, accounts, invitations, auth.sessions(), keys, audit).register(api);
      new TenantRoutes(administration).register(api);
      governance.register(api, mcp.inventory());
      mcp.register(api);
      parts.forEach(part -> part.register(api));
      new OverviewRoutes(
              database,
              tenants,
              accounts,
              keys,
              mcp.inventory(),
              alerts.alerts(),
              incidents.incidents(),
              governance,
              operations.integrations()::countFailing,
              discovery.discovery(),
              certification.certifications(),
              approvals.approvals())
          .register(api);
      new SearchRoutes(
              database,
              Map.of(
                  "agents", SearchSources.agents(governance.agents()),
                  "sessions", SearchSources.sessions(governance.agents(), governance.sessions()),
                  "policies", SearchSources.policies(governance.policies()),
                  "servers", SearchSources.servers(mcp.inventory()),
                  "alerts", SearchSources.alerts(alerts.alerts()),
                  "incidents", SearchSources.incidents(incidents.incidents()),
                  "approvals", SearchSources.approvals(approvals.approvals())))
          .register(api);
      this.routes = api.routes();
      this.http =
          new HttpServer(
              new HttpServer.Settings(
                  config.listen().host(),
                  config.listen().port(),
                  config.baseUrl(),
                  config.trustedProxies(),
                  config.listen().slowLimit(),
                  pace.lastWord()),
              routes,
              credentials(auth, keys),
              new RateLimits(config.rateLimits()),
              csrf,
              identifiers,
              observer(metrics, audit),
              Dashboard.lazy());
      this.keys = keys;
      this.governance = governance;
      this.auth = auth;
      if (database.vendor() == Vendor.SQLITE) {
        data.makePrivate(data.jobs());
      }
      this.jobs =
          new Jobs(
              database,
              data.jobs(),
              pace.rounds(),
              jobs(pace, clock, auth, keys, core, mcp, mail, mailer));
      bootstrap(auth.administrators());
    } catch (RuntimeException e) {
      database.close();
      throw e;
    }
  }

  /**
   * A server over a data directory that is locked.
   *
   * @throws RefusedException when the store cannot be used
   */
  public static Server of(ServerConfig config, DataDirectory data) {
    return new Server(config, data, Clock.systemUTC(), new Passwords(), Pace.USUAL);
  }

  static Server of(
      ServerConfig config, DataDirectory data, Clock clock, Passwords passwords, Pace pace) {
    return new Server(config, data, clock, passwords, pace);
  }

  private HttpServer http() {
    return http;
  }

  private Map<String, HealthRoutes.Check> checks(AuditLog audit) {
    Map<String, HealthRoutes.Check> checks = new LinkedHashMap<>();
    boolean isFile = database.vendor() == Vendor.SQLITE;
    DiskProbe probe = new DiskProbe(data.path());
    checks.put(
        "database", () -> database.health().isWritable() && (!isFile || probe.takesWrites()));
    checks.put(
        "migrations",
        // Where the store is silent, asking it once more would take as long again.
        () -> database.health().isWritable() && new Migrations(database).pending().isEmpty());
    checks.put("serving", () -> !http().isLeaving());
    checks.put("audit", audit::isWhole);
    if (isFile) {
      checks.put("disk", () -> Files.getFileStore(data.path()).getUsableSpace() > LEAST_FREE_BYTES);
    }
    return checks;
  }

  private List<Holding> holdings(Governance governing, Holding... others) {
    List<Holding> all = new ArrayList<>();
    parts.forEach(part -> all.addAll(part.holdings()));
    all.addAll(governing.holdings());
    all.addAll(List.of(others));
    return all;
  }

  /** What is done again and again. */
  private List<Job> jobs(
      Pace pace,
      Clock clock,
      Auth auth,
      ApiKeys keys,
      Core core,
      Mcp mcp,
      OutgoingMail mail,
      Optional<Mailer> mailer) {
    AuditLog audit = core.audit();
    AuditRetention retention = new AuditRetention(database);
    List<Job> all = new ArrayList<>(governance.jobs(pace));
    parts.forEach(part -> all.addAll(part.jobs(pace)));
    all.add(Job.ofEach("key-uses", Duration.ofSeconds(10), keys::storeUses));
    all.add(new Job("audit-checkpoints", Duration.ofHours(1), audit::checkpoint));
    all.add(new Job("audit-check", Duration.ofHours(24), () -> audit.checkAll(clock.instant())));
    all.add(
        Job.removing(
            "audit-sweep",
            Duration.ofHours(1),
            () -> retention.prune(clock.instant(), (tx, org) -> keptAudit(core, tx, org))));
    all.add(Job.removing("inventory-sweep", Duration.ofHours(24), mcp::prune));
    all.add(Job.removing("tenant-purge", Duration.ofMinutes(1), administration::purgeDue));
    all.add(new Job("password-resets", pace.rounds(), auth::answerResets));
    all.add(Job.removing("sign-in-sweep", Duration.ofMinutes(15), auth::sweep));
    all.add(Job.removing("mail-sweep", Duration.ofHours(24), mail::sweep));
    if (database.vendor() == Vendor.SQLITE) {
      all.add(
          new Job(
              "store-check", Duration.ofHours(24), () -> database.lookThrough(data.database())));
      freePages.ifPresent(
          pages -> all.add(new Job("store-compaction", Duration.ofHours(24), pages::giveBack)));
    }
    mailer.ifPresent(
        sender ->
            all.add(new Job("mail", pace.rounds().multipliedBy(2), () -> mail.deliver(sender))));
    return all;
  }

  /** The chain of the instance itself is kept for good. */
  private static Optional<Duration> keptAudit(Core core, Tx tx, OrgId org) {
    return core.tenants()
        .find(tx, org)
        .map(tenant -> Duration.ofDays(tenant.settings().retentionDays().audit()));
  }

  private static MailSettings mailSettings(Secret url) {
    try {
      return MailSettings.parse(url.reveal());
    } catch (IllegalArgumentException e) {
      throw new RefusedException(String.valueOf(e.getMessage()), e);
    }
  }

  /** The administrator that the configuration names is made once, and left alone from then on. */
  private void bootstrap(Administrators administrators) {
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
                        throw new RefusedException("the bootstrap administrator: " + problem);
                      });
              try {
                administrators.create(admin.email(), password, Optional.empty(), "Workspace");
              } catch (ApiException e) {
                // Of several servers that start at once over one store, another one was quicker.
                if (!administrators.exists(admin.email())) {
                  throw e;
                }
              }
            });
  }

  private static Credentials credentials(Auth auth, ApiKeys keys) {
    return new Credentials() {
      @Override
      public Optional<Caller> session(String token, Caller.Origin origin, boolean isBackground) {
        return auth.sessions().find(token, origin, isBackground);
      }

      @Override
      public Optional<Caller> key(String key, Caller.Origin origin) {
        return keys.find(key, origin);
      }
    };
  }

  private static HttpServer.Observer observer(Metrics metrics, AuditLog audit) {
    return new HttpServer.Observer() {
      @Override
      public void answered(String method, String route, int status, double seconds) {
        metrics.answered(method, route, status, seconds);
      }

      @Override
      public void refused(ErrorCode code, Limit limit) {
        if (code == ErrorCode.RATE_LIMITED) {
          metrics.rateLimited(limit.toString());
        } else if (isAuthFailure(code)) {
          metrics.authFailed(code.toString());
        }
      }

      @Override
      public void denied(Caller caller, String route, ApiException reason) {
        audit.refused(caller, route, reason);
      }
    };
  }

  /** Whether {@code svc_auth_failures_total} counts refusals with a code. */
  private static boolean isAuthFailure(ErrorCode code) {
    return code != ErrorCode.RATE_LIMITED
        && (code.status() == 401 || code.status() == 403 || code.status() == 429);
  }

  private URI publicAddress() {
    return config.baseUrl().orElseGet(this::address);
  }

  /** The table of routes. */
  List<Api.Route> routes() {
    return routes;
  }

  /** What the operator of the machine does. */
  Administrators administrators() {
    return auth.administrators();
  }

  /** The store, for tests that look behind the API. */
  Database database() {
    return database;
  }

  @Override
  public void start() {
    governance.start();
    http.start();
    jobs.start();
    parts.forEach(Part::start);
  }

  /**
   * Begins to listen, and to do nothing by itself: what else it would come to do, it does for one
   * tenant when it is told to {@link #work}.
   */
  void startWithoutJobs() {
    governance.start();
    http.start();
    parts.forEach(Part::startToListen);
  }

  /** Does now what jobs would come to do for a tenant. */
  void work(OrgId org) {
    governance.work(org);
    parts.forEach(part -> part.work(org));
    keys.storeUses();
  }

  /** Removes a tenant and all that it has, at once; tells how many rows of each kind. */
  Map<String, Long> remove(OrgId org) {
    return administration.remove(org, "demo");
  }

  @Override
  public URI address() {
    return http.address();
  }

  @Override
  public void leave() {
    http.leave();
  }

  @Override
  public void close() {
    parts.forEach(Part::release);
    http.close();
    governance.endJobs();
    freePages.ifPresent(FreePages::end);
    parts.forEach(Part::end);
    auth.close();
    jobs.close();
    governance.close();
    parts.forEach(Part::close);
    keys.storeUses();
    database.close();
  }
}
