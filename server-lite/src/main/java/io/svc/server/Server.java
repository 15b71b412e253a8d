package io.svc.server;

import io.svc.server.accounts.Passwords;
import io.svc.server.agents.Agents;
import io.svc.server.alerts.Alerts;
import io.svc.server.alerts.ReportAlerts;
import io.svc.server.apikeys.ApiKeys;
import io.svc.server.approvals.Approvals;
import io.svc.server.auth.Administrators;
import io.svc.server.certification.Certifications;
import io.svc.server.channels.ChannelMessenger;
import io.svc.server.commands.ServerVersion;
import io.svc.server.config.Secret;
import io.svc.server.config.ServerConfig;
import io.svc.server.credentials.CredentialModule;
import io.svc.server.data.DataDirectory;
import io.svc.server.db.Database;
import io.svc.server.db.FreePages;
import io.svc.server.db.OrgId;
import io.svc.server.db.Vendor;
import io.svc.server.detection.DetectionConfigs;
import io.svc.server.detection.DetectionService;
import io.svc.server.discovery.Discovery;
import io.svc.server.discovery.DiscoveryModule;
import io.svc.server.discovery.DriftFindings;
import io.svc.server.discovery.McpSightings;
import io.svc.server.discovery.platform.Platforms;
import io.svc.server.discovery.scan.PlatformScanner;
import io.svc.server.egress.NetworkGuard;
import io.svc.server.egress.OutgoingClient;
import io.svc.server.http.Api;
import io.svc.server.http.CsrfTokens;
import io.svc.server.http.HttpServer;
import io.svc.server.http.OpenApiRoutes;
import io.svc.server.http.RateLimits;
import io.svc.server.incidents.IncidentMessenger;
import io.svc.server.incidents.IncidentModule;
import io.svc.server.integrations.Integrations;
import io.svc.server.jobs.Job;
import io.svc.server.jobs.Jobs;
import io.svc.server.lifecycle.AgentLifecycle;
import io.svc.server.mail.DashboardLinks;
import io.svc.server.mail.MailSettings;
import io.svc.server.mail.Mailer;
import io.svc.server.mcp.McpModule;
import io.svc.server.mcp.ReportListener;
import io.svc.server.metrics.Metrics;
import io.svc.server.overview.OverviewRoutes;
import io.svc.server.redaction.RedactionRoutes;
import io.svc.server.registration.Registrations;
import io.svc.server.search.SearchRoutes;
import io.svc.server.search.SearchSources;
import io.svc.server.sessions.AgentSessions;
import io.svc.server.telemetry.Telemetry;
import io.svc.server.tenants.TenantAdministration;
import io.svc.server.tenants.TenantRoutes;
import io.svc.server.web.Dashboard;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntSupplier;
import org.slf4j.LoggerFactory;

/** The service: all modules and their dependencies. */
public final class Server implements ListeningServer {
  private final ServerConfig config;
  private final DataDirectory data;
  private final Database database;
  private final HttpServer http;
  private final List<Api.Route> routes;
  private final Jobs jobs;
  private final AccountModule accounts;
  private final List<FeatureModule> modules;
  private final OutgoingClient outgoing;
  private final TenantAdministration administration;
  private final Optional<FreePages> freePages;

  private Server(
      ServerConfig config, DataDirectory data, Clock clock, Passwords passwords, JobTiming timing) {
    this.config = config;
    this.data = data;
    SharedComponents core = SharedComponents.open(config, data, clock);
    this.database = core.database();
    this.freePages =
        database.vendor() == Vendor.SQLITE
            ? Optional.of(new FreePages(database))
            : Optional.empty();
    try {
      Metrics metrics = new Metrics(ServerVersion.current().number());
      IntSupplier serverPort = () -> address().getPort();
      NetworkGuard guard = new NetworkGuard(config.egressAllowPrivate(), serverPort);
      Optional<Mailer> mailer =
          config
              .mail()
              .map(
                  url -> new Mailer(mailSettings(url), clock, NetworkGuard.ofOperator(serverPort)));
      DashboardLinks links = new DashboardLinks(this::publicAddress);
      CsrfTokens csrf = new CsrfTokens(core.keyring());
      this.outgoing = new OutgoingClient(guard);
      Integrations integrations = new Integrations(core, outgoing, mailer);
      AlertModule alerting =
          new AlertModule(
              core,
              integrations,
              new ChannelMessenger(database, integrations, outgoing, mailer, links, clock),
              metrics,
              timing.rounds());
      Alerts alerts = alerting.alerts();
      DetectionConfigs detectionConfigs = new DetectionConfigs(core.audit());
      DetectionService detection = new DetectionService(core, detectionConfigs, alerts);
      Discovery discovery = new Discovery(core.identifiers(), core.audit());
      Certifications certifications = new Certifications(core, alerts, metrics);
      discovery.listen(certifications.drift());
      CredentialModule credentials = new CredentialModule(core, config.vault(), serverPort);
      McpModule mcp =
          new McpModule(
              core,
              ReportListener.all(new McpSightings(discovery, clock), new ReportAlerts(alerts)));
      GovernanceModule governance =
          new GovernanceModule(
              core, metrics, alerts, detection, discovery, certifications, mcp.inventory());
      Agents agents = governance.agents();
      AgentSessions sessions = governance.sessions();
      this.accounts =
          new AccountModule(core, config, passwords, csrf, links, governance, mailer, serverPort);
      ApiKeys keys = accounts.keys();
      AgentLifecycle lifecycle =
          new AgentLifecycle(
              core,
              keys,
              agents,
              governance.policies(),
              governance.claims(),
              governance.health(),
              governance.extras(),
              alerts::openCritical);
      IncidentModule incidents =
          new IncidentModule(
              core,
              keys,
              agents,
              sessions,
              governance.policies(),
              governance.claims(),
              lifecycle,
              alerts,
              detectionConfigs,
              integrations,
              new IncidentMessenger(outgoing, mailer));
      ProxyModule proxy =
          new ProxyModule(core, config, guard, governance, alerts, credentials.credentials());
      Approvals approvals = proxy.approvals();
      // In the order in which the data of a tenant is deleted.
      this.modules =
          List.of(
              new ReportModule(
                  core,
                  governance,
                  integrations,
                  mcp.inventory(),
                  incidents.incidents(),
                  certifications,
                  keys),
              new Telemetry(
                  core,
                  agents,
                  sessions,
                  governance.events(),
                  detection,
                  integrations,
                  discovery,
                  certifications,
                  metrics),
              new PlatformScanner(
                  core,
                  integrations,
                  new Platforms(outgoing, core.keyring(), clock),
                  discovery,
                  new DriftFindings()::count),
              certifications,
              new Registrations(
                  core, agents, lifecycle, discovery, governance.extras(), certifications),
              new RedactionRoutes(core, agents, sessions),
              proxy,
              approvals,
              incidents,
              lifecycle,
              detection,
              alerting,
              new DiscoveryModule(core, discovery, agents, lifecycle, governance.extras()),
              credentials,
              integrations,
              governance,
              mcp,
              accounts);
      this.administration =
          new TenantAdministration(
              database,
              core.identifiers(),
              core.tenants(),
              core.audit(),
              clock,
              accounts.auth().sessions()::endAll,
              modules.stream().flatMap(module -> module.tenantDataOwners().stream()).toList());

      MonitoringModule monitoring =
          new MonitoringModule(
              core,
              data,
              metrics,
              config.metricsToken(),
              alerting::countPending,
              () -> http().isShuttingDown());
      Api api = new Api();
      monitoring.register(api);
      new OpenApiRoutes().register(api);
      new TenantRoutes(administration).register(api);
      modules.forEach(module -> module.register(api));
      new OverviewRoutes(
              database,
              core.tenants(),
              core.accounts(),
              keys,
              mcp.inventory(),
              alerts,
              incidents.incidents(),
              governance,
              integrations::countFailing,
              discovery,
              certifications,
              approvals)
          .register(api);
      new SearchRoutes(
              database,
              Map.of(
                  "agents", SearchSources.agents(agents),
                  "sessions", SearchSources.sessions(agents, sessions),
                  "policies", SearchSources.policies(governance.policies()),
                  "servers", SearchSources.servers(mcp.inventory()),
                  "alerts", SearchSources.alerts(alerts),
                  "incidents", SearchSources.incidents(incidents.incidents()),
                  "approvals", SearchSources.approvals(approvals)))
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
                  timing.lastWord()),
              routes,
              accounts,
              new RateLimits(config.rateLimits()),
              csrf,
              core.identifiers(),
              monitoring,
              Dashboard.lazy());
      if (database.vendor() == Vendor.SQLITE) {
        data.restrictToOwner(data.jobs());
      }
      this.jobs = new Jobs(database, data.jobs(), timing.rounds(), jobs(timing.rounds()));
      accounts.bootstrap();
    } catch (RuntimeException e) {
      database.close();
      throw e;
    }
  }

  /**
   * Creates a server for a locked data directory.
   *
   * @throws OperatorErrorException when the store cannot be used
   */
  public static Server of(ServerConfig config, DataDirectory data) {
    Thread preloading = new Thread(Server::preload, "preloading");
    preloading.setDaemon(true);
    preloading.start();
    return new Server(config, data, Clock.systemUTC(), new Passwords(), JobTiming.USUAL);
  }

  static Server of(
      ServerConfig config, DataDirectory data, Clock clock, Passwords passwords, JobTiming timing) {
    return new Server(config, data, clock, passwords, timing);
  }

  /**
   * Initializes classes of libraries that depend on nothing else, while the store is opened: the
   * events of JDBI for the flight recorder take 50 ms, Jetty's table of content types 30 ms.
   */
  private static void preload() {
    try {
      for (String name :
          List.of(
              "org.eclipse.jetty.http.MimeTypes",
              "org.jdbi.v3.core.statement.internal.JfrSupport")) {
        Class.forName(name);
      }
    } catch (ClassNotFoundException | LinkageError e) {
      // The first use of the class reports it.
      LoggerFactory.getLogger(Server.class).debug("not initialized early", e);
    }
  }

  private HttpServer http() {
    return http;
  }

  private List<Job> jobs(Duration rounds) {
    List<Job> all = new ArrayList<>();
    modules.forEach(module -> all.addAll(module.jobs(rounds)));
    all.add(Job.removing("tenant-purge", Duration.ofMinutes(1), administration::purgeDue));
    if (database.vendor() == Vendor.SQLITE) {
      all.add(
          new Job("store-check", Duration.ofHours(24), () -> database.checkCopy(data.database())));
    }
    freePages.ifPresent(
        pages -> all.add(new Job("store-compaction", Duration.ofHours(24), pages::releasePages)));
    return all;
  }

  private static MailSettings mailSettings(Secret url) {
    try {
      return MailSettings.parse(url.reveal());
    } catch (IllegalArgumentException e) {
      throw new OperatorErrorException(String.valueOf(e.getMessage()), e);
    }
  }

  private URI publicAddress() {
    return config.baseUrl().orElseGet(this::address);
  }

  /** The table of routes. */
  List<Api.Route> routes() {
    return routes;
  }

  /** The operations of the operator of the machine. */
  Administrators administrators() {
    return accounts.auth().administrators();
  }

  /** The store, for tests that check it directly. */
  Database database() {
    return database;
  }

  @Override
  public void start() {
    startWithoutJobs();
    jobs.start();
    modules.forEach(FeatureModule::start);
  }

  /** Starts listening without jobs; only {@link #work} does the due work of a tenant. */
  void startWithoutJobs() {
    modules.forEach(FeatureModule::startToListen);
    http.start();
  }

  /** Does the due work of a tenant now. */
  void work(OrgId org) {
    modules.forEach(module -> module.work(org));
  }

  /** Deletes a tenant with all its data immediately; returns the number of rows of each kind. */
  Map<String, Long> remove(OrgId org) {
    return administration.remove(org, "demo");
  }

  @Override
  public URI address() {
    return http.address();
  }

  @Override
  public void announceShutdown() {
    http.beginShutdown();
  }

  @Override
  public void close() {
    modules.forEach(FeatureModule::release);
    http.close();
    freePages.ifPresent(FreePages::end);
    modules.forEach(FeatureModule::end);
    outgoing.close();
    jobs.close();
    modules.forEach(FeatureModule::close);
    database.close();
  }
}
