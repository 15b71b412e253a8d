package io.svc.server.certification;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.prometheus.metrics.core.metrics.Counter;
import io.svc.server.Core;
import io.svc.server.FeatureModule;
import io.svc.server.agents.AgentExtras;
import io.svc.server.agents.Agents;
import io.svc.server.alerts.Alerts;
import io.svc.server.attestation.DocumentSigner;
import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.Category;
import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.discovery.AssetFingerprint;
import io.svc.server.discovery.AssetListener;
import io.svc.server.discovery.Assets;
import io.svc.server.http.Api;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.ErrorCode;
import io.svc.server.jobs.Job;
import io.svc.server.json.Json;
import io.svc.server.metrics.Metrics;
import io.svc.server.policies.Policies;
import io.svc.server.sessions.AgentSessions;
import io.svc.server.tenants.TenantAdministration.Holding;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Certifications of workflows: decided by four checks, bound to what the workflow was then, ended
 * by people or by critical drift, and all of it in a history that only grows. Safe for many
 * threads, and for several servers on one store.
 */
public final class Certifications implements AgentExtras, FeatureModule {
  private static final int MOST_COUNTED = 1_000;
  private static final Duration MONTH = Duration.ofDays(30);

  private final CertificationWriter ledger;
  private final CertificationTransitions standings;
  private final CertificationProcess certifying;
  private final DriftMonitor drift;
  private final InactivityMonitor silence;
  private final Database database;
  private final AuditLog audit;

  public Certifications(Core core, Alerts alerts, Metrics metrics) {
    this(core, alerts, counter(metrics));
  }

  Certifications(Core core, Alerts raised, Consumer<CertificationEvent> counter) {
    this.database = core.database();
    this.audit = core.audit();
    this.ledger =
        new CertificationWriter(new DocumentSigner(core.keyring(), core.identifiers()), counter);
    Agents agents = new Agents(core.identifiers());
    CertificationAlerts alerts = new CertificationAlerts(raised);
    this.standings = new CertificationTransitions(ledger, alerts);
    this.certifying =
        new CertificationProcess(
            core.identifiers(), core.tenants(), agents, new Policies(), raised, standings, audit);
    this.drift = new DriftMonitor(ledger, standings, alerts, audit);
    this.silence =
        new InactivityMonitor(database, new AgentSessions(core.identifiers()), agents, alerts);
  }

  private static Consumer<CertificationEvent> counter(Metrics metrics) {
    Counter events =
        metrics.counter(
            "svc_certification_events_total",
            "What was decided about certifications, and drift that was seen since.",
            "event");
    for (CertificationEvent event : CertificationEvent.values()) {
      events.initLabelValues(event.toString());
    }
    return event -> events.labelValues(event.toString()).inc();
  }

  @Override
  public void register(Api api) {
    new CertificationRoutes(database, this).register(api);
  }

  @Override
  public List<Holding> holdings() {
    return List.of(new Holding("certifications", this::removeAll));
  }

  @Override
  public List<Job> jobs(Duration rounds) {
    return List.of(new Job("certification-silence", Duration.ofMinutes(1), this::listen));
  }

  /** Is to be told of every asset that is looked at. */
  public AssetListener drift() {
    return drift;
  }

  /** Finds certified workflows that became inactive. */
  void listen() {
    silence.look();
  }

  List<CertificationResult> certify(Tx tx, Caller caller, CertificationOrder order) {
    return certifying.certify(tx, caller, order);
  }

  CertificationResult certifyAgent(
      Tx tx, Caller caller, String agentId, String by, Optional<String> fingerprint) {
    return certifying.certify(tx, caller, agentId, by, fingerprint);
  }

  /**
   * Ends a certification.
   *
   * @param by who answers for that
   * @throws ApiException when there is none, or it does not stand
   */
  CertificationDocument revoke(Tx tx, Caller caller, String certId, String by, String reason) {
    OrgId org = caller.tenant();
    Assets.hold(tx, org);
    CertifiedWorkflow workflow =
        tx.on(WorkflowStore.class)
            .byCert(org, certId)
            .filter(CertifiedWorkflow::isCertified)
            .orElseThrow(() -> refusal(tx, org, certId));
    CertificationDocument document =
        standings
            .revoke(
                tx,
                caller,
                workflow,
                new CertificationTransitions.End(
                    by,
                    reason,
                    List.of(),
                    AssetFingerprint.of(DriftMonitor.baseline(tx, org, workflow))))
            .document();
    audit.record(
        tx,
        caller,
        AuditEvent.of(
                Category.CERTIFICATION,
                "certification.revoke",
                "certification",
                certId,
                workflow.name())
            .with("reason", reason)
            .with("revokedBy", by));
    return document;
  }

  private static ApiException refusal(Tx tx, OrgId org, String certId) {
    Optional<HistoryStore.Row> last = tx.on(HistoryStore.class).last(org, certId);
    if (last.isEmpty()) {
      return ApiException.notFound("certification", certId);
    }
    String how =
        switch (last.get().event()) {
          case REVOKED -> "is revoked already";
          case BLOCKED -> "was never given: the workflow did not pass";
          default -> "no longer counts: the workflow was certified again since";
        };
    return new ApiException(
        ErrorCode.INVALID_TRANSITION, "The certification \"" + certId + "\" " + how + ".");
  }

  /**
   * A stretch of the history, oldest first.
   *
   * @param rows as they are told
   * @param next the number behind which it goes on; empty at the end
   */
  record Page(List<ObjectNode> rows, long total, boolean totalIsMinimum, Optional<Long> next) {}

  Page page(Tx tx, OrgId org, Optional<String> workflowId, long after, int limit) {
    HistoryStore store = tx.on(HistoryStore.class);
    List<HistoryStore.Row> found =
        workflowId
            .map(id -> store.ofWorkflow(org, id, after, limit + 1))
            .orElseGet(() -> store.after(org, after, limit + 1));
    boolean isCut = found.size() > limit;
    List<ObjectNode> rows = new ArrayList<>();
    for (HistoryStore.Row row : found.subList(0, Math.min(limit, found.size()))) {
      rows.add(told(tx, org, row));
    }
    long counted =
        workflowId
            .map(id -> store.countOfWorkflow(org, id, MOST_COUNTED + 1))
            .orElseGet(() -> rows(tx, org));
    boolean isMinimum = workflowId.isPresent() && counted > MOST_COUNTED;
    return new Page(
        rows,
        isMinimum ? MOST_COUNTED : counted,
        isMinimum,
        isCut ? Optional.of(found.get(limit - 1).seq()) : Optional.empty());
  }

  /** Numbers have no gaps. */
  private static long rows(Tx tx, OrgId org) {
    return tx.on(WorkflowStore.class).counted(org).map(counted -> counted.nextSeq() - 1).orElse(0L);
  }

  /** What was signed, with the signature and whether it is right. */
  private ObjectNode told(Tx tx, OrgId org, HistoryStore.Row row) {
    ObjectNode told = (ObjectNode) Json.own(row.document());
    told.withObject("/signature")
        .put("value", row.signature())
        .put("verified", ledger.verifies(tx, org, row) && told.path("seq").asLong() == row.seq());
    return told;
  }

  /** Some workflows by their assets, for reports. */
  public List<CertifiedWorkflow> after(Tx tx, OrgId org, String assetId, int most) {
    return tx.on(WorkflowStore.class).after(org, assetId, most);
  }

  /**
   * Figures of a tenant.
   *
   * @param certified workflows that are certified now
   * @param revoked30d certifications that ended within 30 days
   */
  public record Figures(long certified, long revoked30d) {}

  /** How many there are. */
  public Figures figures(Tx tx, OrgId org) {
    return new Figures(
        tx.on(WorkflowStore.class).counted(org).map(WorkflowStore.Counted::certified).orElse(0L),
        tx.on(HistoryStore.class).countRevoked(org, tx.now().minus(MONTH)));
  }

  /** How each agent is certified; of one that is several workflows, the worst counts. */
  @Override
  public Map<String, Certification> certifications(Tx tx, OrgId org, List<String> agentIds) {
    Map<String, CertifiedWorkflow> worst = new HashMap<>();
    if (!agentIds.isEmpty()) {
      tx.on(WorkflowStore.class)
          .ofAgents(org, agentIds)
          .forEach(
              one ->
                  worst.merge(
                      one.agentId(), one, (a, b) -> a.status().compareTo(b.status()) >= 0 ? a : b));
    }
    Map<String, Certification> told = new HashMap<>();
    worst.forEach(
        (agentId, one) ->
            told.put(
                agentId,
                new Certification(
                    one.status().toString(),
                    one.certId(),
                    one.decidedAt(),
                    one.decidedBy(),
                    Optional.of(one.decidedAt()).filter(at -> one.isCertified()),
                    Optional.of(one.decidedBy()).filter(by -> one.isCertified()))));
    return told;
  }

  /**
   * A platform tells of a change of a workflow.
   *
   * @param platform such as {@code n8n}
   * @param workflowId what the platform calls it
   * @param changeType such as {@code connector_added}
   * @param told all that it told, without secrets
   */
  public void told(
      Tx tx, OrgId org, String platform, String workflowId, String changeType, JsonNode told) {
    ReportedDrift.of(changeType, told)
        .ifPresent(
            entry -> {
              Assets.hold(tx, org);
              Assets.called(tx, org, Optional.of(platform), workflowId)
                  .forEach(asset -> drift.told(tx, org, asset, entry));
            });
  }

  /**
   * How an agent differs from what was certified of it, worst first; of one whose certification
   * that ended, how it did then.
   */
  public List<DriftEntry> drift(Tx tx, OrgId org, String agentId) {
    return tx.on(WorkflowStore.class).ofAgents(org, List.of(agentId)).stream()
        .flatMap(workflow -> DriftEntry.read(workflow.drift()).stream())
        .toList();
  }

  long removeAll(Tx tx, OrgId org) {
    return tx.removeAll(org, "certification_event", "certified_workflow", "certification_tenant");
  }
}
