package io.svc.server.integrations;

import io.svc.server.FeatureModule;
import io.svc.server.SharedComponents;
import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditEvent.Outcome;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.Category;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.egress.OutgoingClient;
import io.svc.server.egress.PlainHttpPolicy;
import io.svc.server.http.Api;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.ErrorCode;
import io.svc.server.json.Json;
import io.svc.server.mail.Mailer;
import io.svc.server.tenants.TenantAdministration.TenantDataOwner;
import io.svc.server.tenants.Tenants;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * The integrations of tenants. Secrets are sealed when they are written, and opened only to send a
 * request. Users of an integration report success or failure, which changes its status.
 */
public final class Integrations implements FeatureModule {
  /**
   * How long a webhook is also signed with its previous secret, so that receivers have time to
   * change.
   */
  static final Duration OVERLAP = Duration.ofHours(24);

  private static final int MAX = 200;
  private static final int LONGEST_ERROR = 500;

  private final Database database;
  private final Identifiers identifiers;
  private final Tenants tenants;
  private final AuditLog audit;
  private final Clock clock;
  private final SealedSecrets secrets;
  private final Probe probe;
  private volatile FailureListener listener = (tx, org, integration) -> {};

  /** Called when an integration stops working, in the same transaction. */
  @FunctionalInterface
  public interface FailureListener {
    void failing(Tx tx, OrgId org, Integration integration);
  }

  /**
   * Creates the integrations.
   *
   * @param mailer present if the server has a mail server
   */
  public Integrations(SharedComponents core, OutgoingClient client, Optional<Mailer> mailer) {
    this.database = core.database();
    this.identifiers = core.identifiers();
    this.tenants = core.tenants();
    this.audit = core.audit();
    this.secrets = new SealedSecrets(core.keyring());
    this.clock = core.clock();
    this.probe = new Probe(client, mailer, clock);
  }

  @Override
  public void register(Api api) {
    new IntegrationRoutes(this).register(api);
  }

  @Override
  public List<TenantDataOwner> tenantDataOwners() {
    return List.of(new TenantDataOwner("integrations", this::removeAll));
  }

  /**
   * Sets the failure listener; separate from the constructor, because the listener itself may need
   * integrations.
   */
  public void listen(FailureListener failureListener) {
    listener = failureListener;
  }

  /** Returns the enabled channels of any status, the oldest first. */
  public List<Integration> channels(Tx tx, OrgId org) {
    return tx.on(IntegrationStore.class).enabled(org, IntegrationCategory.NOTIFICATION);
  }

  public Optional<Integration> find(Tx tx, OrgId org, String id) {
    return tx.on(IntegrationStore.class).find(org, id);
  }

  /**
   * Returns the configuration with secrets, for sending requests and never for a response.
   *
   * @throws ApiException when it does not exist, when its secrets cannot be opened, or when the
   *     tenant is about to be deleted; its credentials are not used from then on
   */
  public Map<String, String> settings(Tx tx, OrgId org, String id) {
    Integration integration = get(tx, org, id);
    rejectDeletedTenant(tx, org);
    return secrets.open(org, integration).values();
  }

  /** Returns the previous secret of a webhook, while it is still valid. */
  public Optional<String> formerSecret(Tx tx, OrgId org, String id) {
    return secrets.former(org, get(tx, org, id), tx.now());
  }

  /**
   * A platform that sends webhooks, and the secrets that authenticate it.
   *
   * @param secrets the valid signing secrets; empty if none is configured
   */
  public record WebhookSender(OrgId org, String id, IntegrationType type, List<String> secrets) {
    public WebhookSender {
      secrets = List.copyOf(secrets);
    }

    /** Returns the identifier without secrets. */
    @Override
    public String toString() {
      return type + " " + id;
    }
  }

  /**
   * Returns the sender of an integration. The caller names no tenant; the integration identifies
   * it. Empty if there is no enabled integration, or if the tenant is about to be deleted.
   */
  public Optional<WebhookSender> sender(Tx tx, String id) {
    Optional<OrgId> org = tx.on(IntegrationStore.class).tenantOf(id);
    if (org.isEmpty() || tenants.isBeingDeleted(tx, org.get())) {
      return Optional.empty();
    }
    return find(tx, org.get(), id)
        .filter(Integration::enabled)
        .map(
            found -> {
              List<String> knownSecrets = new ArrayList<>();
              Optional.ofNullable(
                      secrets.open(org.get(), found).values().get(IntegrationType.WEBHOOK_SECRET))
                  .ifPresent(knownSecrets::add);
              if (!knownSecrets.isEmpty()) {
                secrets.former(org.get(), found, tx.now()).ifPresent(knownSecrets::add);
              }
              return new WebhookSender(org.get(), id, found.type(), knownSecrets);
            });
  }

  /** Returns the enabled integrations of a type. */
  public List<String> ofType(Tx tx, OrgId org, IntegrationType type) {
    return tx.on(IntegrationStore.class).enabled(org, type.category()).stream()
        .filter(integration -> integration.type() == type)
        .map(Integration::id)
        .toList();
  }

  private void rejectDeletedTenant(Tx tx, OrgId org) {
    if (tenants.isBeingDeleted(tx, org)) {
      throw new ApiException(
          ErrorCode.CONFLICT,
          "The organization is being deleted, and its integrations are no longer used.");
    }
  }

  /** Returns whether the platform's workflows can be read; otherwise only exports can. */
  public boolean canReadWorkflows(Tx tx, OrgId org, String id) {
    return secrets.open(org, get(tx, org, id)).canReadWorkflows();
  }

  /** Returns the hosts to which a tenant's requests may be sent unencrypted. */
  public PlainHttpPolicy plainHttp(Tx tx, OrgId org) {
    return tenants.get(tx, org).settings().allowPlainHttp()
        ? PlainHttpPolicy.ANYWHERE
        : PlainHttpPolicy.OPENED_NETWORKS;
  }

  /** Records a success. */
  public void succeeded(Tx tx, OrgId org, String id) {
    tx.on(IntegrationStore.class).succeeded(org, id);
  }

  /**
   * Records a failure.
   *
   * @param error a sentence for users, without a secret
   * @param credentials whether the other side rejected the credentials
   */
  public void failed(Tx tx, OrgId org, String id, String error, boolean credentials) {
    String shortened = error.length() <= LONGEST_ERROR ? error : error.substring(0, LONGEST_ERROR);
    Optional<Integration> before = find(tx, org, id);
    tx.on(IntegrationStore.class)
        .failed(org, id, shortened, credentials, IntegrationStatus.FAILURES_OF_ERROR);
    Optional<Integration> after = find(tx, org, id);
    if (before.isPresent()
        && after.isPresent()
        && before.get().status() != IntegrationStatus.ERROR
        && after.get().status() == IntegrationStatus.ERROR) {
      listener.failing(tx, org, after.get());
    }
  }

  /** Returns the number of enabled integrations that do not work. */
  public long countFailing(Tx tx, OrgId org) {
    return tx.on(IntegrationStore.class).countFailing(org);
  }

  long removeAll(Tx tx, OrgId org) {
    return tx.removeAll(org, "integration");
  }

  List<Integration> list(OrgId org) {
    return database.read(tx -> tx.on(IntegrationStore.class).list(org));
  }

  Integration get(OrgId org, String id) {
    return database.read(tx -> get(tx, org, id));
  }

  private Integration get(Tx tx, OrgId org, String id) {
    return find(tx, org, id).orElseThrow(() -> ApiException.notFound("integration", id));
  }

  IntegrationSettings open(OrgId org, Integration integration) {
    return secrets.open(org, integration);
  }

  Integration create(
      Caller caller,
      String name,
      boolean enabled,
      long pollInterval,
      IntegrationSettings settings) {
    OrgId org = caller.tenant();
    String id = identifiers.next("itg_");
    String sealed = secrets.seal(org, id, settings);
    return database.write(
        tx -> {
          if (tx.on(IntegrationStore.class).count(org) >= MAX) {
            throw new ApiException(
                ErrorCode.CONFLICT,
                "There are " + MAX + " integrations already, which is the maximum.");
          }
          tx.on(IntegrationStore.class)
              .insert(
                  org,
                  id,
                  settings.type(),
                  settings.type().category(),
                  name,
                  enabled,
                  enabled ? IntegrationStatus.DRAFT : IntegrationStatus.DISABLED,
                  settings.shown(),
                  sealed,
                  pollInterval,
                  DiscoveryScanPlan.first(settings, tx.now()),
                  tx.now(),
                  caller.id());
          Integration integration = get(tx, org, id);
          audit.record(tx, caller, event("integration.create", integration));
          return integration;
        });
  }

  /**
   * Changes an integration. After a change of its configuration, or after it was enabled, it is a
   * draft.
   *
   * @param before the integration in its state before the change
   */
  Integration change(
      Caller caller,
      Integration before,
      String name,
      boolean enabled,
      long pollInterval,
      IntegrationSettings settings) {
    OrgId org = caller.tenant();
    IntegrationSettings old = secrets.open(org, before);
    boolean isReconfigured = !settings.equals(old);
    String sealed = isReconfigured ? sealed(org, before, old, settings) : before.sealed();
    boolean isUntried = isReconfigured || (enabled && !before.enabled());
    boolean isRescheduled = isUntried || pollInterval != before.pollIntervalSeconds();
    return database.write(
        tx -> {
          int changed =
              tx.on(IntegrationStore.class)
                  .update(
                      org,
                      before.id(),
                      before.version(),
                      name,
                      enabled,
                      isUntried,
                      settings.shown(),
                      sealed,
                      pollInterval,
                      isRescheduled,
                      DiscoveryScanPlan.next(before, pollInterval, settings, tx.now()),
                      tx.now());
          Integration after = get(tx, org, before.id());
          if (changed == 0) {
            throw new ApiException(
                ErrorCode.VERSION_CONFLICT,
                "The integration was changed by someone else. Reload it.");
          }
          audit.record(
              tx,
              caller,
              event("integration.update", after)
                  .with("reconfigured", isReconfigured)
                  .with("enabled", enabled));
          return after;
        });
  }

  private String sealed(
      OrgId org, Integration before, IntegrationSettings old, IntegrationSettings settings) {
    String name = settings.type().overlapping();
    String was = old.values().getOrDefault(name, "");
    boolean isChanged = !was.equals(settings.values().getOrDefault(name, was));
    if (isChanged && !was.isEmpty()) {
      return secrets.seal(org, before.id(), settings, was, clock.instant().plus(OVERLAP));
    }
    return secrets.resealed(org, before, settings);
  }

  void delete(Caller caller, String id, LongConsumer expectVersion) {
    database.change(
        tx -> {
          Integration integration = get(tx, caller.tenant(), id);
          expectVersion.accept(integration.version());
          tx.on(IntegrationStore.class).delete(caller.tenant(), id);
          audit.record(tx, caller, event("integration.delete", integration));
        });
  }

  /** Tests an integration by using it. */
  Probe.TestResult test(Caller caller, String id) {
    OrgId org = caller.tenant();
    Integration integration = get(org, id);
    IntegrationSettings settings = secrets.open(org, integration);
    PlainHttpPolicy plain =
        database.read(
            tx -> {
              rejectDeletedTenant(tx, org);
              return plainHttp(tx, org);
            });
    Probe.TestResult result = probe.run(id, settings, plain);
    database.change(
        tx -> {
          int noted =
              tx.on(IntegrationStore.class)
                  .tested(org, id, integration.version(), tx.now(), Json.text(result));
          audit.record(tx, caller, event("integration.test", integration).with(outcome(result)));
          if (noted == 0) {
            // It was changed or removed in the meantime, so the result no longer applies.
            return;
          }
          if (result.ok()) {
            succeeded(tx, org, id);
          } else {
            failed(
                tx,
                org,
                id,
                result.error().orElseThrow().message(),
                result.isCredentialRejection());
          }
        });
    return result;
  }

  private static Outcome outcome(Probe.TestResult result) {
    return result.ok() ? Outcome.SUCCESS : Outcome.FAILURE;
  }

  private static AuditEvent event(String action, Integration integration) {
    return AuditEvent.of(
            Category.INTEGRATION, action, "integration", integration.id(), integration.name())
        .with("type", integration.type().toString());
  }
}
