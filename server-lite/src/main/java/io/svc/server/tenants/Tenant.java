package io.svc.server.tenants;

import io.svc.server.db.OrgId;
import java.time.Instant;

/**
 * A tenant.
 *
 * @param slug a short name, unique in the instance
 * @param plan {@link #SELF_HOSTED}, or {@link #DEMO} for a demo
 * @param timezone from the IANA database, such as {@code Europe/Berlin}
 * @param onboarded whether its first administrator has completed onboarding
 * @param version counts changes
 */
public record Tenant(
    OrgId id,
    String name,
    String slug,
    String plan,
    String timezone,
    String industry,
    String size,
    String contactEmail,
    TenantSettings settings,
    boolean onboarded,
    Instant createdAt,
    long version) {
  public static final String SELF_HOSTED = "self-hosted";
  public static final String DEMO = "demo";

  /** Returns whether it is a demo, which may be deleted. */
  public boolean isDemo() {
    return plan.equals(DEMO);
  }
}
