package io.svc.server.telemetry;

import io.prometheus.metrics.core.metrics.Counter;
import io.svc.server.FeatureModule;
import io.svc.server.SharedComponents;
import io.svc.server.agents.Agents;
import io.svc.server.certification.Certifications;
import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.detection.DetectionService;
import io.svc.server.discovery.Discovery;
import io.svc.server.events.Events;
import io.svc.server.http.Api;
import io.svc.server.integrations.Integrations;
import io.svc.server.jobs.Job;
import io.svc.server.metrics.Metrics;
import io.svc.server.redaction.Masking;
import io.svc.server.redaction.TenantRedactions;
import io.svc.server.sessionlogs.SessionLogs;
import io.svc.server.sessionlogs.TraceLinks;
import io.svc.server.sessions.AgentSessions;
import io.svc.server.tenants.TenantAdministration.TenantDataOwner;
import io.svc.server.tenants.Tenants;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Stores telemetry from agents and platforms, and responds when it is on disk. Agents never wait
 * for it: telemetry that cannot be stored is counted, and retried by its sender. Safe for many
 * threads, and for several servers on one store.
 */
public final class Telemetry implements FeatureModule {
  private static final int REMOVED_AT_ONCE = 5_000;

  private final Database database;
  private final Tenants tenants;
  private final Clock clock;
  private final SessionLogs logs;
  private final Integrations integrations;
  private final TenantRedactions redactions = new TenantRedactions();
  private final TelemetryRecorder recorder;
  private final Counter counted;

  /** Results of items that were not handed to the recorder, or not stored by it. */
  private static final List<String> OTHER_RESULTS =
      List.of("rejected", "ignored", "dropped", "failed");

  /** The signal of an upload. The labels are part of the interface of the metrics. */
  enum Signal {
    EVENTS,
    TRACES,
    LOGS,
    METRICS,
    WEBHOOKS;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public Telemetry(
      SharedComponents core,
      Agents agents,
      AgentSessions sessions,
      Events events,
      DetectionService detection,
      Integrations integrations,
      Discovery discovery,
      Certifications certifications,
      Metrics metrics) {
    this.database = core.database();
    this.tenants = core.tenants();
    this.clock = core.clock();
    Masking masking = new Masking();
    this.logs = new SessionLogs(core.identifiers(), sessions, masking);
    this.integrations = integrations;
    this.recorder =
        new TelemetryRecorder(
            database,
            new TelemetryWriter(
                agents,
                sessions,
                tenants,
                events,
                detection,
                logs,
                new TraceLinks(sessions, tenants, masking),
                new PlatformChangeHandler(integrations, discovery, certifications)));
    this.counted =
        metrics.counter(
            "svc_telemetry_items_total",
            "Received telemetry items, by channel and result.",
            "signal",
            "result");
    for (Signal signal : Signal.values()) {
      for (IngestResult ingestResult : IngestResult.values()) {
        counted.initLabelValues(signal.toString(), ingestResult.toString());
      }
      OTHER_RESULTS.forEach(result -> counted.initLabelValues(signal.toString(), result));
    }
  }

  @Override
  public void register(Api api) {
    new TelemetryRoutes(this).register(api);
  }

  @Override
  public List<TenantDataOwner> tenantDataOwners() {
    return List.of(
        new TenantDataOwner("telemetry", (tx, org) -> tx.removeAll(org, "telemetry_key")));
  }

  @Override
  public List<Job> jobs(Duration rounds) {
    return List.of(
        Job.removing("telemetry-sweep", Duration.ofHours(1), () -> prune(clock.instant())));
  }

  @Override
  public void startToListen() {
    recorder.start();
  }

  Instant now() {
    return clock.instant();
  }

  SessionLogs logs() {
    return logs;
  }

  /** Sanitizes telemetry of a tenant for storage. */
  TelemetrySanitizer sanitizer(OrgId org) {
    return new TelemetrySanitizer(database.read(tx -> redactions.of(tx, org)).mask());
  }

  /** Returns whether a tenant stores content of messages. */
  boolean storesContent(OrgId org) {
    return database.read(tx -> tenants.get(tx, org).settings().telemetryContent());
  }

  /** Returns the platform of a webhook; empty for an unknown identifier. */
  Optional<Integrations.WebhookSender> sender(String integrationId) {
    return database.read(tx -> integrations.sender(tx, integrationId));
  }

  /**
   * Stores items. Returns the result of each.
   *
   * @param boundTo the only agent that the sender can act for; empty for a sender without one
   */
  List<IngestResult> ingest(
      OrgId org, Optional<String> boundTo, Signal signal, List<TelemetryItem> all) {
    List<TelemetryItem> items =
        boundTo.isEmpty() ? all : all.stream().map(item -> item.boundTo(boundTo.get())).toList();
    List<IngestResult> results;
    try {
      results = items.isEmpty() ? List.of() : recorder.record(org, items);
    } catch (RuntimeException e) {
      count(signal, "failed", items.size());
      throw e;
    }
    Map<IngestResult, Integer> counts = new EnumMap<>(IngestResult.class);
    results.forEach(result -> counts.merge(result, 1, Integer::sum));
    counts.forEach((result, count) -> count(signal, result.toString(), count));
    return results;
  }

  /**
   * Counts items by result.
   *
   * @param result a {@link IngestResult}, or one of {@link #OTHER_RESULTS}
   */
  void count(Signal signal, String result, long count) {
    if (count > 0) {
      counted.labelValues(signal.toString(), result).inc(count);
    }
  }

  /** Deletes expired deduplication keys, whose items are no longer accepted. */
  void prune(Instant now) {
    int removed;
    do {
      removed =
          database.write(
              tx ->
                  tx.on(DeduplicationKeys.TelemetryStore.class)
                      .removeOlder(now.minus(EventTimeRange.OLDEST.plusHours(1)), REMOVED_AT_ONCE));
    } while (removed == REMOVED_AT_ONCE);
  }

  @Override
  public void close() {
    recorder.close();
  }
}
