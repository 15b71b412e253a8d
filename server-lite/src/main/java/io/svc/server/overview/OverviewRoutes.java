package io.svc.server.overview;

import io.svc.rules.Severity;
import io.svc.server.accounts.Accounts;
import io.svc.server.agents.Agent;
import io.svc.server.alerts.Alerts;
import io.svc.server.apikeys.ApiKeys;
import io.svc.server.approvals.Approvals;
import io.svc.server.auth.PageBanners;
import io.svc.server.certification.Certifications;
import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.discovery.Discovery;
import io.svc.server.http.Api;
import io.svc.server.http.Call;
import io.svc.server.http.Permission;
import io.svc.server.http.RouteAccess;
import io.svc.server.incidents.Incidents;
import io.svc.server.mcp.McpInventory;
import io.svc.server.policies.Stage;
import io.svc.server.tenants.Tenant;
import io.svc.server.tenants.Tenants;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongBiFunction;

/** {@code /api/overview}. */
public final class OverviewRoutes {
  private static final List<String> EFFECTS =
      List.of("allow", "warn", "redact", "require_approval", "deny");
  private static final int DAYS = 7;

  private final Database database;
  private final Tenants tenants;
  private final Accounts accounts;
  private final ApiKeys keys;
  private final McpInventory mcp;
  private final Alerts alerts;
  private final Incidents incidents;
  private final GovernanceStatistics governed;
  private final ToLongBiFunction<Tx, OrgId> failingIntegrations;
  private final Discovery discovery;
  private final Certifications certifications;
  private final Approvals approvals;

  /** The figures of governance. */
  public interface GovernanceStatistics {
    /**
     * The figures.
     *
     * @param degraded the number of degraded agents
     * @param decisions of the last 24 hours, by effect
     * @param deniedByDay the number of denials on each day with at least one
     */
    record Totals(
        Map<Agent.Status, Long> agents,
        long degraded,
        long sessions,
        Map<String, Long> decisions,
        Map<LocalDate, Long> deniedByDay,
        Map<Stage, Long> policies,
        Overview.KillSwitch killSwitch) {}

    /** Returns the figures of a tenant, with days in a time zone. */
    Totals figures(Tx tx, OrgId org, ZoneId zone, int days);

    /** Returns the banners at the top of every page. */
    List<PageBanners.Banner> banners(Tx tx, OrgId org);
  }

  public OverviewRoutes(
      Database database,
      Tenants tenants,
      Accounts accounts,
      ApiKeys keys,
      McpInventory mcp,
      Alerts alerts,
      Incidents incidents,
      GovernanceStatistics governed,
      ToLongBiFunction<Tx, OrgId> failingIntegrations,
      Discovery discovery,
      Certifications certifications,
      Approvals approvals) {
    this.database = database;
    this.tenants = tenants;
    this.accounts = accounts;
    this.keys = keys;
    this.mcp = mcp;
    this.alerts = alerts;
    this.incidents = incidents;
    this.governed = governed;
    this.failingIntegrations = failingIntegrations;
    this.discovery = discovery;
    this.certifications = certifications;
    this.approvals = approvals;
  }

  public void register(Api api) {
    api.get("/api/overview", RouteAccess.session(Permission.RESOURCES_READ), this::overview);
  }

  private void overview(Call call) {
    call.ok(new OverviewResponse(database.read(tx -> overview(tx, call.org()))));
  }

  private Overview overview(Tx tx, OrgId org) {
    Tenant tenant = tenants.get(tx, org);
    McpInventory.Overview inventory = mcp.overview(tx, org);
    ZoneId zone = ZoneId.of(tenant.timezone());
    GovernanceStatistics.Totals figures = governed.figures(tx, org, zone, DAYS);
    Alerts.OpenAlertCounts raised = alerts.figures(tx, org);
    Discovery.AssetCounts found = discovery.figures(tx, org);
    Certifications.Totals certified = certifications.figures(tx, org);
    Approvals.PendingSummary approvalFigures = approvals.figures(tx, org);
    Map<Severity, Long> active = incidents.active(tx, org);
    Map<String, Long> decisions = none(EFFECTS);
    decisions.putAll(figures.decisions());
    return new Overview(
        agents(figures.agents(), figures.degraded()),
        figures.sessions(),
        decisions,
        new Overview.Alerts(
            raised.open(), raised.critical(), raised.high(), raised.deliveryFailed()),
        new Overview.Incidents(
            active.values().stream().mapToLong(Long::longValue).sum(), worstFirst(active)),
        new Overview.Approvals(approvalFigures.pending(), approvalFigures.oldestAgeSeconds()),
        new Overview.Policies(byStage(figures.policies())),
        new Overview.Discovery(found.unreviewed(), found.shadow()),
        new Overview.Mcp(
            inventory.servers(),
            inventory.drifted(),
            inventory.unreviewed(),
            worstFirst(inventory.findingsBySeverity())),
        new Overview.Certifications(certified.certified(), certified.revoked30d()),
        figures.killSwitch(),
        governed.banners(tx, org),
        new Overview.Integrations(failingIntegrations.applyAsLong(tx, org)),
        trend(tx, org, zone, figures.deniedByDay()),
        new Overview.Onboarding(steps(tx, tenant, inventory)));
  }

  private static Overview.Agents agents(Map<Agent.Status, Long> byStatus, long degraded) {
    return new Overview.Agents(
        byStatus.values().stream().mapToLong(Long::longValue).sum(),
        byStatus.getOrDefault(Agent.Status.ACTIVE, 0L),
        byStatus.getOrDefault(Agent.Status.CONTAINED, 0L),
        degraded);
  }

  private static Map<String, Long> byStage(Map<Stage, Long> stages) {
    Map<String, Long> counts = new LinkedHashMap<>();
    stages.forEach((stage, count) -> counts.put(stage.toString(), count));
    return counts;
  }

  private List<Overview.Step> steps(Tx tx, Tenant tenant, McpInventory.Overview inventory) {
    OrgId org = tenant.id();
    return List.of(
        new Overview.Step("set_up_organization", tenant.onboarded()),
        new Overview.Step("create_api_key", keys.exist(tx, org)),
        new Overview.Step("upload_report", inventory.reports() > 0),
        new Overview.Step("approve_baseline", inventory.hasBaseline()),
        new Overview.Step("invite_member", accounts.members(tx, org).size() > 1));
  }

  private List<Overview.Day> trend(Tx tx, OrgId org, ZoneId zone, Map<LocalDate, Long> denied) {
    LocalDate today = LocalDate.ofInstant(tx.now(), zone);
    List<Overview.Day> days = new ArrayList<>();
    for (int back = DAYS - 1; back >= 0; back--) {
      LocalDate day = today.minusDays(back);
      long total =
          alerts.countRaised(
              tx,
              org,
              day.atStartOfDay(zone).toInstant(),
              day.plusDays(1).atStartOfDay(zone).toInstant());
      days.add(new Overview.Day(day.toString(), total, denied.getOrDefault(day, 0L)));
    }
    return days;
  }

  private static Map<String, Long> none(List<String> names) {
    Map<String, Long> counts = new LinkedHashMap<>();
    names.forEach(name -> counts.put(name, 0L));
    return counts;
  }

  private static Map<Severity, Long> worstFirst(Map<Severity, Long> counts) {
    Map<Severity, Long> all = new TreeMap<>(Comparator.reverseOrder());
    for (Severity severity : Severity.values()) {
      all.put(severity, counts.getOrDefault(severity, 0L));
    }
    return all;
  }

  /** The response. */
  record OverviewResponse(Overview overview) {}
}
