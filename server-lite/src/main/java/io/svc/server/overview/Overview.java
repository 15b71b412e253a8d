package io.svc.server.overview;

import io.svc.rules.Severity;
import io.svc.server.auth.PageBanners;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How everything stands. What a tenant does not use is zero.
 *
 * @param sessions24h agents' sessions of the last day
 * @param decisions24h policy decisions of the last day, by their effect
 * @param banners what every page shows at its top
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

  /** Agents by how they are. */
  public record Agents(long total, long active, long contained, long degraded) {}

  /** Alerts that are not closed. */
  public record Alerts(long open, long critical, long high, long deliveryFailed) {}

  /** Incidents that go on. */
  public record Incidents(long open, Map<Severity, Long> bySeverity) {}

  /** Approvals that somebody waits for. */
  public record Approvals(long pending, long oldestAgeSeconds) {}

  /** Policies by their stage. */
  public record Policies(Map<String, Long> byStage) {}

  /** Discovered assets that nobody has looked at. */
  public record Discovery(long unreviewed, long shadow) {}

  /** MCP servers, and what is wrong with them. */
  public record Mcp(
      long servers, long drifted, long unreviewed, Map<Severity, Long> findingsBySeverity) {}

  /** Certified workflows. */
  public record Certifications(long certified, long revoked30d) {}

  /** What the kill switches stop, since when and why. */
  public record KillSwitch(
      boolean frozen,
      Optional<Instant> frozenAt,
      Optional<String> reason,
      Optional<Instant> enforcementDisabledAt,
      Optional<String> enforcementDisabledReason) {}

  /** Integrations that do not work. */
  public record Integrations(long failing) {}

  /**
   * One day.
   *
   * @param date such as {@code 2026-11-20}, in the tenant's time zone
   */
  public record Day(String date, long alerts, long denied) {}

  /** What a new tenant does first. */
  public record Onboarding(List<Step> steps) {}

  /** One thing to do. */
  public record Step(String id, boolean done) {}
}
