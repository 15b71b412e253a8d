package io.svc.server.overview;

import io.svc.rules.Severity;
import io.svc.server.auth.PageBanners;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The overview of a tenant. Unused features are zero.
 *
 * @param sessions24h agents' sessions of the last day
 * @param decisions24h policy decisions of the last day, by their effect
 * @param banners the banners at the top of every page
 * @param trend the last days, oldest first
 */
public record Overview(
    Agents agents,
    long sessions24h,
    Map<String, Long> decisions24h,
    Alerts alerts,
    Incidents incidents,
    Approvals approvals,
    Policies policies,
    Discovery discovery,
    Mcp mcp,
    Certifications certifications,
    KillSwitch killSwitch,
    List<PageBanners.Banner> banners,
    Integrations integrations,
    List<Day> trend,
    Onboarding onboarding) {

  /** Agents by status. */
  public record Agents(long total, long active, long contained, long degraded) {}

  /** Open alerts. */
  public record Alerts(long open, long critical, long high, long deliveryFailed) {}

  /** Open incidents. */
  public record Incidents(long open, Map<Severity, Long> bySeverity) {}

  /** Pending approvals. */
  public record Approvals(long pending, long oldestAgeSeconds) {}

  /** Policies by stage. */
  public record Policies(Map<String, Long> byStage) {}

  /** Unreviewed discovered assets. */
  public record Discovery(long unreviewed, long shadow) {}

  /** MCP servers, and their findings. */
  public record Mcp(
      long servers, long drifted, long unreviewed, Map<Severity, Long> findingsBySeverity) {}

  /** Certified workflows. */
  public record Certifications(long certified, long revoked30d) {}

  /** The state of the kill switches, with time and reason. */
  public record KillSwitch(
      boolean frozen,
      Optional<Instant> frozenAt,
      Optional<String> reason,
      Optional<Instant> enforcementDisabledAt,
      Optional<String> enforcementDisabledReason) {}

  /** Integrations with failures. */
  public record Integrations(long failing) {}

  /**
   * One day.
   *
   * @param date such as {@code 2026-11-20}, in the tenant's time zone
   */
  public record Day(String date, long alerts, long denied) {}

  /** The onboarding steps of a new tenant. */
  public record Onboarding(List<Step> steps) {}

  /** An onboarding step. */
  public record Step(String id, boolean done) {}
}
