package io.svc.server.integrations;

import static java.util.Objects.requireNonNull;

import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditEvent.Outcome;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.Category;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.ErrorCode;
import io.svc.server.json.Json;
import io.svc.server.mail.Mailer;
import io.svc.server.outgoing.OutgoingClient;
import io.svc.server.outgoing.PlainHttp;
import io.svc.server.secrets.Keyring;
import io.svc.server.tenants.Tenants;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * Connections to what tenants have elsewhere. Secrets are sealed when they are written, and opened
 * for whoever sends alone. Whoever uses one tells how it went, which moves its status.
 */
public final class Integrations {
  private static final int MOST = 200;
  private static final int LONGEST_ERROR = 500;

  private final Database database;
  private final Identifiers identifiers;
  private final Tenants tenants;
  private final AuditLog audit;
  private final SealedSecrets secrets;
  private final Probe probe;

  /**
   * The integrations.
   *
   * @param mailer where the server has a mail server
   */
  public Integrations(
      Database database,
      Identifiers identifiers,
      Clock clock,
      Tenants tenants,
      AuditLog audit,
      Keyring keyring,
      OutgoingClient client,
      Optional<Mailer> mailer) {
    this.database = requireNonNull(database, "database is null");
    this.identifiers = requireNonNull(identifiers, "identifiers is null");
    this.tenants = requireNonNull(tenants, "tenants is null");
    this.audit = requireNonNull(audit, "audit is null");
    this.secrets = new SealedSecrets(keyring);
    this.probe = new Probe(client, mailer, clock);
  }

  /** Those that alerts can go to: switched on, whatever their status, the oldest first. */
  public List<Integration> channels(Tx tx, OrgId org) {
    return tx.on(IntegrationStore.class).enabled(org, IntegrationCategory.NOTIFICATION);
  }

  public Optional<Integration> find(Tx tx, OrgId org, String id) {
    return tx.on(IntegrationStore.class).find(org, id);
  }

  /**
   * What an integration is configured with, secrets included: for whoever sends, and for no answer.
   *
   * @throws ApiException when there is none, or when its secrets cannot be opened
   */
  public Map<String, String> settings(Tx tx, OrgId org, String id) {
    return secrets.open(org, get(tx, org, id)).values();
  }

  /** It worked. */
  public void succeeded(Tx tx, OrgId org, String id) {
    tx.on(IntegrationStore.class).succeeded(org, id);
  }

  /**
   * It failed.
   *
   * @param error a sentence for people, without a secret
   * @param credentials whether the other side refused the credentials
   */
  public void failed(Tx tx, OrgId org, String id, String error, boolean credentials) {
    String told = error.length() <= LONGEST_ERROR ? error : error.substring(0, LONGEST_ERROR);
    tx.on(IntegrationStore.class)
        .failed(org, id, told, credentials, IntegrationStatus.FAILURES_OF_ERROR);
  }

  /** How many are switched on and do not work. */
  public long countFailing(Tx tx, OrgId org) {
    return tx.on(IntegrationStore.class).countFailing(org);
  }

  /** Removes what a tenant has; tells how many rows. */
  public long removeAll(Tx tx, OrgId org) {
    return tx.on(IntegrationStore.class).deleteAll(org);
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

  Settings open(OrgId org, Integration integration) {
    return secrets.open(org, integration);
  }

  Integration create(Caller caller, String name, boolean enabled, Settings settings) {
    OrgId org = caller.tenant();
    String id = identifiers.next("itg_");
    String sealed = secrets.seal(org, id, settings);
    return database.write(
        tx -> {
          if (tx.on(IntegrationStore.class).count(org) >= MOST) {
            throw new ApiException(
                ErrorCode.CONFLICT,
                "There are " + MOST + " integrations already, which is the most there can be.");
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
                  tx.now(),
                  caller.id());
          Integration made = get(tx, org, id);
          audit.record(tx, caller, event("integration.create", made));
          return made;
        });
  }

  /**
   * Changes one. What was configured anew, or switched on, counts as untried.
   *
   * @param before as it was read when the change was put together
   */
  Integration change(
      Caller caller, Integration before, String name, boolean enabled, Settings settings) {
    OrgId org = caller.tenant();
    boolean isReconfigured = !settings.equals(secrets.open(org, before));
    String sealed = isReconfigured ? secrets.seal(org, before.id(), settings) : before.sealed();
    boolean isUntried = isReconfigured || (enabled && !before.enabled());
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
                      tx.now());
          Integration after = get(tx, org, before.id());
          if (changed == 0) {
            throw new ApiException(
                ErrorCode.VERSION_CONFLICT,
                "The integration was changed by somebody else meanwhile. Read it again.");
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

  void delete(Caller caller, String id, LongConsumer expectVersion) {
    database.change(
        tx -> {
          Integration gone = get(tx, caller.tenant(), id);
          expectVersion.accept(gone.version());
          tx.on(IntegrationStore.class).delete(caller.tenant(), id);
          audit.record(tx, caller, event("integration.delete", gone));
        });
  }

  /** Uses one, to see whether it works. */
  TestResult test(Caller caller, String id) {
    OrgId org = caller.tenant();
    Integration integration = get(org, id);
    Settings settings = secrets.open(org, integration);
    boolean isPlain = database.read(tx -> tenants.get(tx, org).settings().allowPlainHttp());
    TestResult result =
        probe.run(id, settings, isPlain ? PlainHttp.ANYWHERE : PlainHttp.OPENED_NETWORKS);
    database.change(
        tx -> {
          int noted =
              tx.on(IntegrationStore.class)
                  .tested(org, id, integration.version(), tx.now(), Json.text(result));
          audit.record(tx, caller, event("integration.test", integration).with(outcome(result)));
          if (noted == 0) {
            // It was changed or removed meanwhile: what was tried is not what it is now.
            return;
          }
          if (result.ok()) {
            succeeded(tx, org, id);
          } else {
            failed(tx, org, id, result.error().orElseThrow().message(), result.isRefusal());
          }
        });
    return result;
  }

  private static Outcome outcome(TestResult result) {
    return result.ok() ? Outcome.SUCCESS : Outcome.FAILURE;
  }

  private static AuditEvent event(String action, Integration integration) {
    return AuditEvent.of(
            Category.INTEGRATION, action, "integration", integration.id(), integration.name())
        .with("type", integration.type().toString());
  }
}
