package io.svc.server.tenants;

import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.ApiException;
import io.svc.server.http.ErrorCode;
import io.svc.server.http.Fields;
import io.svc.server.json.Json;
import java.text.Normalizer;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Tenants, read and changed within the caller's transaction. */
public final class Tenants {
  private static final int LONGEST_NAME = 200;
  private static final int LONGEST_SLUG = 40;
  private static final String SLUG_ENDING = "abcdefghjkmnpqrstvwxyz23456789";

  private final Identifiers identifiers;

  public Tenants(Identifiers identifiers) {
    this.identifiers = identifiers;
  }

  /** Creates a tenant before its onboarding. */
  public Tenant create(Tx tx, String name, String contactEmail) {
    return create(tx, name, contactEmail, Tenant.SELF_HOSTED);
  }

  /** Creates a demo tenant. */
  public Tenant createDemo(Tx tx, String name, String contactEmail) {
    return create(tx, name, contactEmail, Tenant.DEMO);
  }

  private Tenant create(Tx tx, String name, String contactEmail, String plan) {
    OrgId org = new OrgId(identifiers.next("org_"));
    TenantStore store = tx.on(TenantStore.class);
    String settings = Json.text(TenantSettings.DEFAULT);
    String slug = slug(name);
    String candidate = slug;
    while (store.insert(org, name, candidate, plan, contactEmail, settings, tx.now()) == 0) {
      candidate = slug + "-" + identifiers.random(SLUG_ENDING, 6);
    }
    return get(tx, org);
  }

  /** Returns the tenant of a member. */
  public Tenant get(Tx tx, OrgId org) {
    return find(tx, org).orElseThrow(() -> ApiException.notFound("organization", org.value()));
  }

  public Optional<Tenant> find(Tx tx, OrgId org) {
    return tx.on(TenantStore.class).find(org).map(Tenants::tenant);
  }

  /** Returns whether the instance has any tenant. */
  public boolean exist(Tx tx) {
    return tx.on(TenantStore.class).countAny() > 0;
  }

  /** Returns the newest tenants of the instance, latest first. */
  public List<OrgId> newest(Tx tx, int limit) {
    return tx.on(TenantStore.class).newest(limit);
  }

  /** Returns all tenants of the instance, for the operator's command line. */
  public List<Tenant> all(Tx tx) {
    return tx.on(TenantStore.class).all().stream().map(Tenants::tenant).toList();
  }

  /** Returns the deletion of a tenant, if one was ever requested. */
  public Optional<TenantDeletion> deletion(Tx tx, OrgId org) {
    return tx.on(TenantStore.class).deletion(org);
  }

  /** Returns whether a tenant is being deleted. */
  public boolean isBeingDeleted(Tx tx, OrgId org) {
    return deletion(tx, org).map(d -> d.status().isInProgress()).orElse(false);
  }

  /** Completes the onboarding of a tenant. */
  public Tenant setUp(Tx tx, Tenant tenant, Fields sent) {
    return store(tx, changed(tenant, sent, "organizationName"), true);
  }

  /** Changes the sent fields of the profile. */
  Tenant update(Tx tx, Tenant tenant, Fields sent) {
    Tenant changed = changed(tenant, sent, "name");
    if (changed.settings().denyRejected() != tenant.settings().denyRejected()) {
      Revisions.changed(tx, tenant.id());
    }
    return store(tx, changed, tenant.onboarded());
  }

  private static Tenant changed(Tenant tenant, Fields sent, String nameField) {
    String name = sent.optionalText(nameField, LONGEST_NAME).orElse(tenant.name());
    String timezone = sent.optionalText("timezone", 100).orElse(tenant.timezone());
    try {
      ZoneId.of(timezone);
    } catch (DateTimeException e) {
      sent.problem(
          "unknown_value",
          "timezone",
          "\"timezone\" is not a name of the IANA time zone database, such as Europe/Berlin.");
    }
    Tenant changed =
        new Tenant(
            tenant.id(),
            name,
            tenant.slug(),
            tenant.plan(),
            timezone,
            sent.optionalText("industry", LONGEST_NAME).orElse(tenant.industry()),
            sent.optionalText("size", LONGEST_NAME).orElse(tenant.size()),
            sent.optionalText("contactEmail", 254).orElse(tenant.contactEmail()),
            tenant.settings().with(sent.object("settings")),
            tenant.onboarded(),
            tenant.createdAt(),
            tenant.version());
    sent.echo(Json.tree(tenant));
    sent.check();
    return changed;
  }

  private Tenant store(Tx tx, Tenant tenant, boolean onboarded) {
    int rows =
        tx.on(TenantStore.class)
            .update(tenant.id(), tenant, Json.text(tenant.settings()), onboarded);
    if (rows == 0) {
      throw new ApiException(
          ErrorCode.VERSION_CONFLICT, "The profile was changed by someone else. Reload it.");
    }
    return get(tx, tenant.id());
  }

  private static String slug(String name) {
    String slug =
        Normalizer.normalize(name, Normalizer.Form.NFKD)
            .toLowerCase(Locale.ROOT)
            .replaceAll("\\p{M}+", "")
            .replaceAll("[^a-z0-9]+", "-")
            .replaceAll("^-+|-+$", "");
    if (slug.length() > LONGEST_SLUG) {
      slug = slug.substring(0, LONGEST_SLUG).replaceAll("-+$", "");
    }
    return slug.isEmpty() ? "workspace" : slug;
  }

  private static Tenant tenant(TenantStore.Row row) {
    return new Tenant(
        row.orgId(),
        row.name(),
        row.slug(),
        row.plan(),
        row.timezone(),
        row.industry(),
        row.size(),
        row.contactEmail(),
        Json.readStored(row.settings(), TenantSettings.class),
        row.onboarded(),
        row.createdAt(),
        row.version());
  }
}
