package io.svc.server.tenants;

import static java.util.Objects.requireNonNull;

import io.svc.server.db.OrgId;
import java.time.Instant;

/**
 * A tenant.
 *
 * @param slug short name, unique in the instance
 * @param plan always {@code self-hosted}
 * @param timezone of the IANA database, such as {@code Europe/Berlin}
 * @param onboarded whether its first administrator has set it up
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
  public Tenant {
    requireNonNull(id, "id is null");
    requireNonNull(name, "name is null");
    requireNonNull(slug, "slug is null");
    requireNonNull(plan, "plan is null");
    requireNonNull(timezone, "timezone is null");
    requireNonNull(industry, "industry is null");
    requireNonNull(size, "size is null");
    requireNonNull(contactEmail, "contactEmail is null");
    requireNonNull(settings, "settings is null");
    requireNonNull(createdAt, "createdAt is null");
  }
}
