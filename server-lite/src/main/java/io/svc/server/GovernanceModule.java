package io.svc.server;

import io.svc.server.agents.AgentExtras;
import io.svc.server.agents.AgentRoutes;
import io.svc.server.agents.Agents;
import io.svc.server.alerts.Alerts;
import io.svc.server.alerts.DenialAlerts;
import io.svc.server.attestation.AgentSubjects;
import io.svc.server.attestation.AttestationRoutes;
import io.svc.server.attestation.ClaimStatus;
import io.svc.server.attestation.Claims;
import io.svc.server.auth.PageBanners;
import io.svc.server.certification.Certifications;
import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.decisions.BudgetExcess;
import io.svc.server.decisions.DangerousDenial;
import io.svc.server.decisions.DangerousDenialListener;
import io.svc.server.decisions.DecisionHours;
import io.svc.server.decisions.DecisionRetention;
import io.svc.server.decisions.DecisionRoutes;
import io.svc.server.decisions.DecisionStats;
import io.svc.server.decisions.Decisions;
import io.svc.server.decisions.Outcome;
import io.svc.server.decisions.RoutingMode;
import io.svc.server.detection.DetectionService;
import io.svc.server.discovery.Discovery;
import io.svc.server.events.EventRoutes;
import io.svc.server.events.Events;
import io.svc.server.events.GovernanceCounters;
import io.svc.server.http.Api;
import io.svc.server.jobs.Job;
import io.svc.server.lifecycle.DegradedAgents;
import io.svc.server.mcp.McpInventory;
import io.svc.server.metrics.Metrics;
import io.svc.server.overview.Overview;
import io.svc.server.overview.OverviewRoutes;
import io.svc.server.policies.Policies;
import io.svc.server.policies.PolicyRoutes;
import io.svc.server.policies.Stage;
import io.svc.server.policies.dsl.PolicyDsl;
import io.svc.server.rollout.KillSwitchState;
import io.svc.server.rollout.Rollout;
import io.svc.server.sessions.AgentSessions;
import io.svc.server.sessions.SessionHealth;
import io.svc.server.sessions.SessionRoutes;
import io.svc.server.tenants.Revisions;
import io.svc.server.tenants.TenantAdministration.TenantDataOwner;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Agents and their governance: policies, decisions, rollouts, and their events. */
final class GovernanceModule implements FeatureModule, OverviewRoutes.GovernanceStatistics {
  /** Maximum number of organizations, and of policies, with series from startup. */
  private static final int MAX_SERIES = 1_000;

  private static final GovernanceCounters.KnownLabels LABELS =
      new GovernanceCounters.KnownLabels(
          labels((Object[]) Stage.values()),
          Rollout.replayVerdicts(),
          labels((Object[]) ClaimStatus.values()),
          labels((Object[]) RoutingMode.values()),
          labels((Object[]) Outcome.values()),
          Rollout.killSwitchOperations());

  private final SharedComponents core;
  private final Database database;
  private final Agents agents;
  private final AgentSessions sessions;
  private final Policies policies;
  private final PolicyDsl language;
  private final Events events;
  private final Decisions decisions;
  private final Rollout rollout;
  private final SessionHealth health = new SessionHealth();
  private final DegradedAgents production = new DegradedAgents();
  private final Claims claims;
  private final GovernanceCounters counters;
  private final List<AgentExtras> others;
  private final McpInventory inventory;

  GovernanceModule(
      SharedComponents core,
      Metrics metrics,
      Alerts alerts,
      DetectionService detection,
      Discovery discovery,
      Certifications certifications,
      McpInventory inventory) {
    this.core = core;
    this.others = List.of(alerts, discovery, certifications);
    this.inventory = inventory;
    this.database = core.database();
    this.counters = new GovernanceCounters(metrics);
    metrics.beforeScrape(this::createSeries);
    this.agents = new Agents(core.identifiers(), discovery.agents());
    this.sessions = new AgentSessions(core.identifiers());
    this.policies = new Policies();
    this.language = new PolicyDsl();
    this.events = new Events(database, core.identifiers());
    this.decisions =
        new Decisions(
            database,
            core.identifiers(),
            core.clock(),
            agents,
            sessions,
            policies,
            language,
            core.tenants(),
            events,
            counters,
            core.audit(),
            core.keyring(),
            core.originals(),
            discovery::isRejected,
            listener(new DenialAlerts(alerts), detection));
    this.rollout =
        new Rollout(
            database,
            core.identifiers(),
            core.clock(),
            policies,
            language,
            core.tenants(),
            events,
            counters,
            core.audit(),
            core.originals());
    this.claims =
        new Claims(
            database,
            core.identifiers(),
            core.keyring(),
            new AgentSubjects(agents, policies, this.others),
            events,
            counters,
            core.audit());
  }

  private static DangerousDenialListener listener(DenialAlerts alerts, DetectionService detection) {
    return new DangerousDenialListener() {
      @Override
      public void denied(Tx tx, OrgId org, List<DangerousDenial> refusals) {
        alerts.denied(tx, org, refusals);
      }

      @Override
      public void overBudget(Tx tx, OrgId org, List<BudgetExcess> excesses) {
        alerts.overBudget(tx, org, excesses);
      }

      @Override
      public void recorded(Tx tx, OrgId org) {
        detection.recorded(tx, org);
      }
    };
  }

  Agents agents() {
    return agents;
  }

  AgentSessions sessions() {
    return sessions;
  }

  Policies policies() {
    return policies;
  }

  Events events() {
    return events;
  }

  Decisions decisions() {
    return decisions;
  }

  KillSwitchState killSwitch(Tx tx, OrgId org) {
    return rollout.killSwitch(tx, org);
  }

  Claims claims() {
    return claims;
  }

  SessionHealth health() {
    return health;
  }

  /** Returns additional facts about agents. */
  List<AgentExtras> extras() {
    List<AgentExtras> all =
        new ArrayList<>(List.of(sessions, health, production, policies, claims));
    all.addAll(others);
    return all;
  }

  /** Returns the banners at the top of every page. */
  @Override
  public List<PageBanners.Banner> banners(Tx tx, OrgId org) {
    KillSwitchState state = rollout.killSwitch(tx, org);
    List<PageBanners.Banner> banners = new ArrayList<>();
    state
        .frozenAt()
        .ifPresent(
            at ->
                banners.add(
                    new PageBanners.Banner(
                        "rollouts_frozen", at, withReason("Rollouts are frozen", state.reason()))));
    state
        .enforcementDisabledAt()
        .ifPresent(
            at ->
                banners.add(
                    new PageBanners.Banner(
                        "enforcement_disabled",
                        at,
                        withReason("Enforcement is disabled", state.enforcementDisabledReason()))));
    return banners;
  }

  private static String withReason(String event, Optional<String> reason) {
    return reason
        .filter(text -> !text.isEmpty())
        .map(text -> event + ": " + text)
        .orElse(event + ".");
  }

  @Override
  public Totals figures(Tx tx, OrgId org, ZoneId zone, int days) {
    KillSwitchState state = rollout.killSwitch(tx, org);
    DecisionHours hours = new DecisionHours(tx, org);
    SessionHealth.DailySummary day = health.day(tx, org);
    Set<String> degraded = new HashSet<>(day.degraded());
    degraded.addAll(production.all(tx, org));
    return new Totals(
        agents.byStatus(tx, org),
        degraded.size(),
        day.sessions(),
        hours.lastDay(),
        hours.deniedByDay(zone, days),
        policies.byStage(tx, org),
        new Overview.KillSwitch(
            state.frozen(),
            state.frozenAt(),
            state.reason(),
            state.enforcementDisabledAt(),
            state.enforcementDisabledReason()));
  }

  /** Exposes the counters of each organization and policy before their first event. */
  private void createSeries() {
    database.read(
        tx -> {
          core.tenants().newest(tx, MAX_SERIES).forEach(org -> counters.createSeries(org, LABELS));
          for (Policies.Reference policy : policies.newest(tx, MAX_SERIES)) {
            counters.createSeries(policy.orgId(), policy.policyId(), LABELS);
          }
          return null;
        });
  }

  private static List<String> labels(Object... values) {
    return Stream.of(values).map(Object::toString).toList();
  }

  @Override
  public void register(Api api) {
    new AgentRoutes(database, agents, extras()).register(api);
    new SessionRoutes(database, agents, sessions).register(api);
    new PolicyRoutes(
            core.clock(),
            database,
            core.identifiers(),
            core.audit(),
            agents,
            policies,
            language,
            (tx, org) ->
                TenantNameInventory.of(
                    tx, org, agents, inventory, core.tenants().get(tx, org).settings()),
            new DecisionStats())
        .register(api);
    new DecisionRoutes(database, decisions, events, counters, core.audit(), core.originals())
        .register(api);
    rollout.register(api);
    new AttestationRoutes(database, claims, events).register(api);
    new EventRoutes(database, events).register(api);
  }

  @Override
  public List<TenantDataOwner> tenantDataOwners() {
    return List.of(
        new TenantDataOwner("attestation", claims::removeAll),
        new TenantDataOwner("events", events::removeAll),
        new TenantDataOwner("decisions", decisions::removeAll),
        new TenantDataOwner("rollouts", rollout::removeAll),
        new TenantDataOwner("policies", policies::removeAll),
        new TenantDataOwner("revisions", Revisions::removeAll),
        new TenantDataOwner("sessions", sessions::removeAll),
        new TenantDataOwner("agents", agents::removeAll));
  }

  @Override
  public List<Job> jobs(Duration rounds) {
    DecisionRetention retention = new DecisionRetention(core.database(), core.tenants(), sessions);
    return List.of(
        new Job("replays", rounds, rollout::runReplays),
        Job.removing(
            "session-sweep", Duration.ofHours(1), () -> retention.prune(core.clock().instant())),
        Job.removing(
            "replay-sweep",
            Duration.ofHours(24),
            () -> rollout.pruneReplays(core.clock().instant())),
        Job.removing(
            "claim-sweep",
            Duration.ofHours(1),
            () -> claims.prune(core.clock().instant(), this::eventRetention)),
        Job.removing(
            "event-sweep",
            Duration.ofHours(1),
            () -> events.prune(core.clock().instant(), this::eventRetention)));
  }

  private Duration eventRetention(Tx tx, OrgId org) {
    return Duration.ofDays(core.tenants().get(tx, org).settings().retentionDays().events());
  }

  @Override
  public void work(OrgId org) {
    rollout.runReplays(org);
  }

  @Override
  public void startToListen() {
    decisions.start();
  }

  @Override
  public void end() {
    rollout.endReplays();
  }

  @Override
  public void close() {
    decisions.close();
  }
}
