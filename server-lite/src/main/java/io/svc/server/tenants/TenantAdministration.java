package io.svc.server.tenants;

import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.Category;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.ErrorCode;
import io.svc.server.http.Fields;
import io.svc.server.json.Json;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The administration of a tenant: its profile, and its deletion. A deletion is scheduled after a
 * day, in which it can be canceled; then a job purges all data of the tenant, and leaves a
 * tombstone with identifiers and counts only.
 */
public final class TenantAdministration {
  private static final Logger LOG = LoggerFactory.getLogger(TenantAdministration.class);
  private static final Duration GRACE = Duration.ofDays(1);
  private static final Duration PROMISE = Duration.ofDays(3);

  private final Database database;
  private final Identifiers identifiers;
  private final Tenants tenants;
  private final AuditLog audit;
  private final Clock clock;
  private final BiConsumer<Tx, OrgId> endSessions;
  private final List<TenantDataOwner> tenantData;

  /**
   * The owner of a kind of tenant data.
   *
   * @param name the name in the tombstone
   * @param purge deletes the data within a transaction, and returns the number of rows
   */
  public record TenantDataOwner(String name, Purge purge) {}

  /** Deletes data of a tenant. */
  @FunctionalInterface
  public interface Purge {
    /** Deletes the data, and returns the number of rows. */
    long of(Tx tx, OrgId org);
  }

  /**
   * Creates the administration.
   *
   * @param endSessions ends the sessions of all members
   * @param tenantData the owners of tenant data, in the order of the purge
   */
  public TenantAdministration(
      Database database,
      Identifiers identifiers,
      Tenants tenants,
      AuditLog audit,
      Clock clock,
      BiConsumer<Tx, OrgId> endSessions,
      List<TenantDataOwner> tenantData) {
    this.database = database;
    this.identifiers = identifiers;
    this.tenants = tenants;
    this.audit = audit;
    this.clock = clock;
    this.endSessions = endSessions;
    this.tenantData = List.copyOf(tenantData);
  }

  Tenant get(OrgId org) {
    return database.read(tx -> tenants.get(tx, org));
  }

  Tenant update(Caller caller, Fields sent, LongConsumer expectVersion) {
    return database.write(
        tx -> {
          Tenant before = tenants.get(tx, caller.tenant());
          expectVersion.accept(before.version());
          Tenant after = tenants.update(tx, before, sent);
          audit.record(
              tx,
              caller,
              event("tenant.update", after).with("changed", String.join(" ", sent.sent())));
          return after;
        });
  }

  /** Schedules the deletion; idempotent. */
  TenantDeletion delete(Caller caller, Optional<String> confirmed) {
    return database.write(
        tx -> {
          OrgId org = caller.tenant();
          Tenant tenant = tenants.get(tx, org);
          if (confirmed.isPresent() && !confirmed.get().equals(tenant.slug())) {
            throw new ApiException(
                ErrorCode.VALIDATION_FAILED,
                "\"confirm\" is not the slug of the organization, \"" + tenant.slug() + "\".");
          }
          Optional<TenantDeletion> before = tenants.deletion(tx, org);
          if (before.isPresent() && before.get().status().isInProgress()) {
            return before.get();
          }
          tx.on(TenantStore.class)
              .queueDeletion(
                  org,
                  identifiers.next("del_"),
                  caller.id(),
                  tx.now(),
                  tx.now().plus(GRACE),
                  tx.now().plus(PROMISE));
          tx.outdate(TenantDeletion.class);
          endSessions.accept(tx, org);
          audit.record(tx, caller, event("tenant.delete", tenant));
          return tenants.deletion(tx, org).orElseThrow();
        });
  }

  /** Cancels the deletion before the scheduled time. */
  TenantDeletion cancel(Caller caller) {
    return database.write(
        tx -> {
          OrgId org = caller.tenant();
          int moved =
              tx.on(TenantStore.class)
                  .moveDeletion(
                      org,
                      TenantDeletion.Status.QUEUED,
                      TenantDeletion.Status.CANCELED,
                      Optional.empty(),
                      "{}");
          if (moved == 0) {
            throw new ApiException(
                ErrorCode.INVALID_TRANSITION,
                "There is no deletion to cancel: no deletion was requested, or the purge has"
                    + " started.");
          }
          tx.outdate(TenantDeletion.class);
          audit.record(tx, caller, event("tenant.delete_cancel", tenants.get(tx, org)));
          return tenants.deletion(tx, org).orElseThrow();
        });
  }

  private static AuditEvent event(String action, Tenant tenant) {
    return AuditEvent.of(Category.TENANT, action, "tenant", tenant.id().value(), tenant.name());
  }

  /**
   * Deletes a tenant immediately, for the operator of the machine.
   *
   * @param by the command that the operator uses
   * @return the number of rows of each kind
   */
  public Map<String, Long> remove(OrgId org, String by) {
    database.change(
        tx -> {
          tx.on(TenantStore.class)
              .queueDeletion(
                  org, identifiers.next("del_"), by, tx.now(), tx.now(), tx.now().plus(PROMISE));
          tx.outdate(TenantDeletion.class);
          endSessions.accept(tx, org);
        });
    purge(org);
    Map<String, Long> counts = new LinkedHashMap<>();
    String storedCounts = database.read(tx -> tenants.deletion(tx, org)).orElseThrow().counts();
    Json.readStored(storedCounts)
        .properties()
        .forEach(count -> counts.put(count.getKey(), count.getValue().asLong()));
    return counts;
  }

  /** Purges the tenants that are due; a failed purge is retried in the next run. */
  public void purgeDue() {
    Instant now = clock.instant();
    for (OrgId org : database.read(tx -> tx.on(TenantStore.class).due(now))) {
      try {
        purge(org);
      } catch (RuntimeException e) {
        LOG.error("the purge of {} failed and will be retried", org, e);
      }
    }
  }

  void purge(OrgId org) {
    boolean isRunning =
        database.write(
            tx -> {
              tx.on(TenantStore.class)
                  .moveDeletion(
                      org,
                      TenantDeletion.Status.QUEUED,
                      TenantDeletion.Status.RUNNING,
                      Optional.empty(),
                      "{}");
              return tenants
                  .deletion(tx, org)
                  .filter(deletion -> deletion.status() == TenantDeletion.Status.RUNNING)
                  .isPresent();
            });
    if (!isRunning) {
      // Canceled since it was found to be due.
      return;
    }
    database.change(
        tx -> {
          tx.outdate(TenantDeletion.class);
          Map<String, Object> counts = new LinkedHashMap<>();
          for (TenantDataOwner dataOwner : tenantData) {
            counts.put(dataOwner.name(), dataOwner.purge().of(tx, org));
          }
          TenantStore store = tx.on(TenantStore.class);
          counts.put("organizations", (long) store.delete(org));
          store.moveDeletion(
              org,
              TenantDeletion.Status.RUNNING,
              TenantDeletion.Status.COMPLETED,
              Optional.of(tx.now()),
              Json.text(counts));
          audit.record(
              tx,
              OrgId.INSTANCE,
              Caller.system("purge", OrgId.INSTANCE),
              new AuditEvent(
                  Category.TENANT,
                  "tenant.purge",
                  AuditEvent.Outcome.SUCCESS,
                  new AuditEvent.Target("tenant", org.value(), ""),
                  counts));
        });
    LOG.info("purged {}", org);
  }
}
