package io.svc.server.detection;

import io.svc.server.FeatureModule;
import io.svc.server.SharedComponents;
import io.svc.server.alerts.Alerts;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.Api;
import io.svc.server.jobs.Job;
import io.svc.server.redaction.TenantRedactions;
import io.svc.server.sessions.AgentSessions;
import io.svc.server.tenants.Tenant;
import io.svc.server.tenants.TenantAdministration.TenantDataOwner;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the detection cascade. Decisions and other observations are evaluated asynchronously after
 * they are stored, so detection never delays a decision. Safe for many threads, and for several
 * servers on one store.
 */
public final class DetectionService implements FeatureModule {
  private static final Logger LOG = LoggerFactory.getLogger(DetectionService.class);

  private static final int ROUNDS_BETWEEN_SWEEPS = 10;
  private static final int WINDOW_HOURS = 24;
  private static final int MAX_WAITING = 10_000;
  private static final Duration HOURLY_RETENTION = Duration.ofDays(32);
  private static final Duration AGENT_RETENTION = Duration.ofDays(120);
  private static final long HOUR_MILLIS = 3_600_000;

  /**
   * The delay in which decisions are collected, so that a busy tenant needs one transaction for
   * many.
   */
  private static final long PAUSE_MILLIS = 100;

  private final SharedComponents core;
  private final Database database;
  private final Identifiers identifiers;
  private final DetectionConfigs configs;
  private final Alerts alerts;
  private final DetectionRound round;
  private final Set<OrgId> due = ConcurrentHashMap.newKeySet();
  private final Thread thread = new Thread(this::work, "detection");
  private final CountDownLatch closing = new CountDownLatch(1);

  public DetectionService(SharedComponents core, DetectionConfigs configs, Alerts alerts) {
    this.core = core;
    this.database = core.database();
    this.identifiers = core.identifiers();
    this.configs = configs;
    this.alerts = alerts;
    this.round =
        new DetectionRound(
            database,
            configs,
            alerts,
            new AgentSessions(identifiers),
            core.originals(),
            new TenantRedactions());
    thread.setDaemon(true);
  }

  @Override
  public void register(Api api) {
    new DetectionRoutes(database, configs, this).register(api);
  }

  @Override
  public List<TenantDataOwner> tenantDataOwners() {
    return List.of(new TenantDataOwner("detection", this::removeAll));
  }

  @Override
  public List<Job> jobs(Duration rounds) {
    return List.of(
        new Job("detection", rounds.multipliedBy(ROUNDS_BETWEEN_SWEEPS), this::sweep),
        Job.removing(
            "detection-sweep",
            Duration.ofHours(1),
            () ->
                prune(
                    database.read(tx -> core.tenants().all(tx).stream().map(Tenant::id).toList()),
                    core.clock().instant())));
  }

  @Override
  public void work(OrgId org) {
    sweep(List.of(org));
  }

  @Override
  public void start() {
    thread.start();
  }

  /** Schedules detection for a tenant after the transaction that recorded its decisions. */
  public void recorded(Tx tx, OrgId org) {
    tx.afterCommit(() -> due.add(org));
  }

  /**
   * Adds observations from other sources; they are evaluated after the transaction. The number of
   * pending ones is limited; above the limit, no more are accepted until some are evaluated.
   *
   * @return the number of accepted observations, which are the first ones
   */
  public int observe(Tx tx, OrgId org, List<Observation> seen) {
    DetectionStore store = tx.on(DetectionStore.class);
    int availablePermits = MAX_WAITING - store.countPending(org, MAX_WAITING);
    List<Observation> accepted =
        seen.subList(0, Math.min(seen.size(), Math.max(0, availablePermits)));
    for (Observation observation : accepted) {
      store.insertPending(org, identifiers.next("obs_"), StoredObservation.write(observation));
    }
    recorded(tx, org);
    return accepted.size();
  }

  private void work() {
    // Loads the signatures in advance, because that takes a moment.
    LOG.debug("{} sets of signatures", SignatureSets.THREATS.size());
    try {
      while (!closing.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
        List<OrgId> tenants = List.copyOf(due);
        // New records schedule them again.
        tenants.forEach(due::remove);
        sweep(tenants);
      }
    } catch (InterruptedException e) {
      closing.countDown();
    }
  }

  /** Evaluates all pending observations of a tenant. */
  void judge(OrgId org) {
    boolean isMore = true;
    while (isMore && closing.getCount() > 0) {
      isMore = round.run(org);
    }
  }

  /** Evaluates records of all tenants from before the start, or from other servers. */
  void sweep() {
    sweep(database.read(tx -> tx.on(DetectionStore.class).unjudged()));
  }

  /** Evaluates the records of tenants. A failure does not affect other tenants. */
  void sweep(List<OrgId> tenants) {
    for (OrgId org : tenants) {
      try {
        judge(org);
      } catch (RuntimeException e) {
        LOG.error("detection of {} failed and will be retried", org.value(), e);
      }
    }
  }

  /** Deletes expired statistics and agent baselines. */
  void prune(List<OrgId> tenants, Instant now) {
    long hour = Math.floorDiv(now.minus(HOURLY_RETENTION).toEpochMilli(), HOUR_MILLIS);
    for (OrgId org : tenants) {
      database.change(
          tx -> {
            tx.on(DetectionStore.class).removeHours(org, hour);
            tx.on(DetectionStore.class).removeAgents(org, now.minus(AGENT_RETENTION));
          });
    }
  }

  DetectionStats stats(Tx tx, OrgId org) {
    HourlyCounts hours = HourlyCounts.read(tx, org, WINDOW_HOURS);
    Alerts.TriageCounts triaged =
        alerts.triaged(tx, org, "detection", tx.now().minus(Duration.ofHours(WINDOW_HOURS)));
    return new DetectionStats(
        WINDOW_HOURS,
        hours.layers(),
        hours.verdicts(),
        hours.threats(),
        triaged.closed() == 0
            ? Optional.empty()
            : Optional.of(
                Math.round(triaged.falsePositives() * 1_000.0 / triaged.closed()) / 1_000.0),
        triaged.closed(),
        tx.on(DetectionStore.class).countPending(org, MAX_WAITING));
  }

  private long removeAll(Tx tx, OrgId org) {
    return configs.removeAll(tx, org)
        + tx.removeAll(
            org, "detection_cursor", "detection_pending", "detection_agent", "detection_hour");
  }

  /** Completes the current round; remaining observations are evaluated after the next start. */
  @Override
  public void close() {
    closing.countDown();
    try {
      thread.join(TimeUnit.SECONDS.toMillis(20));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Statistics of the latest hours.
   *
   * @param byThreatType the number of flagged observations by threat
   * @param falsePositiveRate the share of false positives among the triaged alerts of the window;
   *     empty without triaged alerts
   * @param waiting the number of pending observations, without observations of decisions
   */
  record DetectionStats(
      int windowHours,
      List<LayerStats> layers,
      Map<String, Long> verdicts,
      Map<String, Long> byThreatType,
      Optional<Double> falsePositiveRate,
      long triaged,
      long waiting) {

    /**
     * The statistics of a layer.
     *
     * @param p95LatencyMs rounded up to the next of fourteen steps
     */
    record LayerStats(
        String layer,
        long evaluated,
        long notEvaluated,
        long flagged,
        long escalated,
        double avgLatencyMs,
        double p95LatencyMs) {}
  }
}
