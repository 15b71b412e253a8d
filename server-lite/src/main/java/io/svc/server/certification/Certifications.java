package io.svc.server.certification;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.prometheus.metrics.core.metrics.Counter;
import io.svc.server.FeatureModule;
import io.svc.server.SharedComponents;
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
import io.svc.server.discovery.AssetAccess;
import io.svc.server.discovery.AssetFingerprint;
import io.svc.server.discovery.AssetListener;
import io.svc.server.http.Api;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.ErrorCode;
import io.svc.server.jobs.Job;
import io.svc.server.json.Json;
import io.svc.server.metrics.Metrics;
import io.svc.server.policies.Policies;
import io.svc.server.sessions.AgentSessions;
import io.svc.server.tenants.TenantAdministration.TenantDataOwner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Certifications of workflows: decided by four checks, bound to the state of the workflow, revoked
 * by members or by critical drift, and recorded in an append-only history. Safe for many threads,
 * and for several servers on one store.
 */
public final class Certifications implements AgentExtras, FeatureModule {
  private static final int MAX_COUNTED = 1_000;
  private static final Duration MONTH = Duration.ofDays(30);

  private final CertificationWriter ledger;
  private final CertificationTransitions standings;
  private final CertificationProcess certifying;
  private final DriftMonitor drift;
  private final InactivityMonitor silence;
  private final Database database;
  private final AuditLog audit;

  public Certifications(SharedComponents core, Alerts alerts, Metrics metrics) {
    this(core, alerts, counter(metrics));
  }

  Certifications(SharedComponents core, Alerts raised, Consumer<CertificationEvent> counter) {
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
            "Certification decisions, and drift detected since then.",
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
  public List<TenantDataOwner> tenantDataOwners() {
    return List.of(new TenantDataOwner("certifications", this::removeAll));
  }

  @Override
  public List<Job> jobs(Duration rounds) {
    return List.of(new Job("certification-silence", Duration.ofMinutes(1), this::listen));
  }

  /** Returns the listener that must receive every observed asset. */
  public AssetListener drift() {
    return drift;
  }

  /** Finds certified workflows that became inactive. */
  void listen() {
    silence.checkDue();
  }

  List<CertificationResult> certify(Tx tx, Caller caller, CertificationRequest order) {
    return certifying.certify(tx, caller, order);
  }

  CertificationResult certifyAgent(
      Tx tx, Caller caller, String agentId, String by, Optional<String> fingerprint) {
    return certifying.certify(tx, caller, agentId, by, fingerprint);
  }

  /**
   * Revokes a certification.
   *
   * @param by the person responsible for it
   * @throws ApiException when it does not exist, or is not valid
   */
  CertificationDocument revoke(Tx tx, Caller caller, String certId, String by, String reason) {
    OrgId org = caller.tenant();
    AssetAccess.lock(tx, org);
    CertifiedWorkflow workflow =
        tx.on(WorkflowStore.class)
            .byCert(org, certId)
            .filter(CertifiedWorkflow::isCertified)
            .orElseThrow(() -> notCertified(tx, org, certId));
    CertificationDocument document =
        standings
            .revoke(
                tx,
                caller,
                workflow,
                new CertificationTransitions.CertificationEnd(
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

  private static ApiException notCertified(Tx tx, OrgId org, String certId) {
    Optional<HistoryStore.Row> last = tx.on(HistoryStore.class).last(org, certId);
    if (last.isEmpty()) {
      return ApiException.notFound("certification", certId);
    }
    String reason =
        switch (last.get().event()) {
          case REVOKED -> "is already revoked";
          case BLOCKED -> "was not granted: the workflow did not pass";
          default -> "was replaced: the workflow was certified again";
        };
    return new ApiException(
        ErrorCode.INVALID_TRANSITION, "The certification \"" + certId + "\" " + reason + ".");
  }

  /**
   * A page of the history, oldest first.
   *
   * @param rows the rows in API format
   * @param next the number after which the next page starts; empty on the last page
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
      rows.add(signedRow(tx, org, row));
    }
    long counted =
        workflowId
            .map(id -> store.countOfWorkflow(org, id, MAX_COUNTED + 1))
            .orElseGet(() -> rows(tx, org));
    boolean isMinimum = workflowId.isPresent() && counted > MAX_COUNTED;
    return new Page(
        rows,
        isMinimum ? MAX_COUNTED : counted,
        isMinimum,
        isCut ? Optional.of(found.get(limit - 1).seq()) : Optional.empty());
  }

  /** Returns the number of rows; row numbers have no gaps. */
  private static long rows(Tx tx, OrgId org) {
    return tx.on(WorkflowStore.class).counted(org).map(counted -> counted.nextSeq() - 1).orElse(0L);
  }

  /** Returns the signed content, with the signature and whether it is valid. */
  private ObjectNode signedRow(Tx tx, OrgId org, HistoryStore.Row row) {
    ObjectNode document = (ObjectNode) Json.readStored(row.document());
    document
        .withObject("/signature")
        .put("value", row.signature())
        .put(
            "verified",
            ledger.verifies(tx, org, row) && document.path("seq").asLong() == row.seq());
    return document;
  }

  /** Returns a page of workflows by their assets, for reports. */
  public List<CertifiedWorkflow> after(Tx tx, OrgId org, String assetId, int limit) {
    return tx.on(WorkflowStore.class).after(org, assetId, limit);
  }

  /**
   * The figures of a tenant.
   *
   * @param certified the number of currently certified workflows
   * @param revoked30d the number of certifications revoked within 30 days
   */
  public record Totals(long certified, long revoked30d) {}

  /** Returns the figures of a tenant. */
  public Totals figures(Tx tx, OrgId org) {
    return new Totals(
        tx.on(WorkflowStore.class)
            .counted(org)
            .map(WorkflowStore.TenantCounters::certified)
            .orElse(0L),
        tx.on(HistoryStore.class).countRevoked(org, tx.now().minus(MONTH)));
  }

  /**
   * Returns the certification of each agent; for an agent with several workflows, the worst one.
   */
  @Override
  public Map<String, Certification> certifications(Tx tx, OrgId org, List<String> agentIds) {
    Map<String, CertifiedWorkflow> worst = new HashMap<>();
    if (!agentIds.isEmpty()) {
      tx.on(WorkflowStore.class)
          .ofAgents(org, agentIds)
          .forEach(
              workflow ->
                  worst.merge(
                      workflow.agentId(),
                      workflow,
                      (a, b) -> a.status().compareTo(b.status()) >= 0 ? a : b));
    }
    Map<String, Certification> byAsset = new HashMap<>();
    worst.forEach(
        (agentId, workflow) ->
            byAsset.put(
                agentId,
                new Certification(
                    workflow.status().toString(),
                    workflow.certId(),
                    workflow.decidedAt(),
                    workflow.decidedBy(),
                    Optional.of(workflow.decidedAt()).filter(at -> workflow.isCertified()),
                    Optional.of(workflow.decidedBy()).filter(by -> workflow.isCertified()))));
    return byAsset;
  }

  /**
   * Handles a change of a workflow that a platform reports.
   *
   * @param platform such as {@code n8n}
   * @param workflowId the platform's identifier
   * @param changeType such as {@code connector_added}
   * @param content the content of the report, without secrets
   */
  public void recordReportedChange(
      Tx tx, OrgId org, String platform, String workflowId, String changeType, JsonNode content) {
    ReportedDrift.of(changeType, content)
        .ifPresent(
            entry -> {
              AssetAccess.lock(tx, org);
              AssetAccess.called(tx, org, Optional.of(platform), workflowId)
                  .forEach(asset -> drift.addReported(tx, org, asset, entry));
            });
  }

  /**
   * Returns the drift of an agent from its certified state, most severe first; after a revocation,
   * the drift at that time.
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
