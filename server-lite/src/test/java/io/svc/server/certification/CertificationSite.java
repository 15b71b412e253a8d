package io.svc.server.certification;

import io.svc.server.agents.Agent;
import io.svc.server.agents.Agents;
import io.svc.server.agents.Lifecycle;
import io.svc.server.alerts.Alerts;
import io.svc.server.alerts.Channels;
import io.svc.server.alerts.WakeupSignal;
import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.discovery.AssetEvidence;
import io.svc.server.discovery.AssetKind;
import io.svc.server.discovery.AssetSource;
import io.svc.server.discovery.Discovery;
import io.svc.server.discovery.MaskedSighting;
import io.svc.server.discovery.ScanPermissions;
import io.svc.server.discovery.Sighting;
import io.svc.server.discovery.SightingConnector;
import io.svc.server.events.Events;
import io.svc.server.policies.Stage;
import io.svc.server.sessions.AgentSessions;
import io.svc.server.testing.Workspace;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Discovery and certifications over one store, with what they need. */
final class CertificationSite {
  static final SightingConnector NOTION =
      new SightingConnector(
          "notion", List.of("get"), List.of("read"), Optional.of("Notion of sales"));
  static final SightingConnector SLACK =
      new SightingConnector("slack", List.of("get"), List.of("chat:read"), Optional.empty());
  static final String INTEGRATION = "itg_01JD5Z8S4T3Q6V9X2B7N1M0KGE";

  final Database database;
  final Workspace workspace;
  final Discovery discovery;
  final Agents agents;
  final AgentSessions sessions;
  final Alerts alerts;
  final Certifications certifications;
  final List<CertificationEvent> counted = new ArrayList<>();
  final OrgId org;

  /** A workflow as it is seen; an invoice workflow with one connector unless a test says more. */
  static final class Flow {
    String id = "wf_1";
    String name = "Invoice intake";
    String integration = INTEGRATION;
    List<SightingConnector> connectors = List.of(NOTION);
    int steps = 3;
    boolean active = true;
    Map<String, String> settings = Map.of("errorWorkflow", "wf_9", "stepsOrder", "a");
    List<String> subWorkflows = List.of();
    List<String> tags = List.of("finance");

    Flow called(String other) {
      this.id = other;
      return this;
    }

    Flow with(SightingConnector... ways) {
      this.connectors = List.of(ways);
      return this;
    }

    Flow set(String setting, String value) {
      Map<String, String> all = new java.util.TreeMap<>(settings);
      all.put(setting, value);
      this.settings = all;
      return this;
    }

    Sighting seen() {
      return new Sighting(
          AssetKind.WORKFLOW,
          AssetSource.N8N,
          Optional.of(integration),
          id,
          name,
          Optional.empty(),
          Optional.of("owner@example.com"),
          active,
          connectors,
          steps,
          List.of("schedule"),
          false,
          settings,
          subWorkflows,
          List.of(
              new AssetEvidence(
                  "n8n_api", "platform_api", "GET /workflows", "Listed", 1, Instant.EPOCH)),
          new ScanPermissions(
              "saas_read_only", List.of(), List.of(), "redacted_in_place", Instant.EPOCH),
          tags);
    }
  }

  CertificationSite(Database database, Path directory, Clock clock) {
    this.database = database;
    this.workspace = new Workspace(database, directory, clock);
    this.org = workspace.org();
    this.discovery = new Discovery(workspace.identifiers(), workspace.audit());
    this.agents = new Agents(workspace.identifiers(), discovery.agents());
    this.sessions = new AgentSessions(workspace.identifiers());
    this.alerts =
        new Alerts(
            database,
            workspace.identifiers(),
            agents,
            sessions,
            new Events(database, workspace.identifiers()),
            new Nowhere(),
            new WakeupSignal(),
            workspace.audit());
    this.certifications = new Certifications(workspace.core(), alerts, counted::add);
    discovery.listen(certifications.drift());
  }

  private static final class Nowhere implements Channels {
    @Override
    public List<Channel> enabled(Tx tx, OrgId org) {
      return List.of();
    }

    @Override
    public Optional<Channel> find(Tx tx, OrgId org, String id) {
      return Optional.empty();
    }
  }

  static Flow flow() {
    return new Flow();
  }

  /** Somebody looks at a workflow; gives the asset. */
  String observe(Flow flow) {
    return database
        .write(tx -> discovery.observe(tx, org, MaskedSighting.of(flow.seen())))
        .assetId();
  }

  /** It is a registered agent with an owner, and its connectors are classified. */
  String govern(Flow flow) {
    classify("notion", "business");
    return database.write(
        tx -> {
          Agent agent = agents.discovered(tx, org, "n8n", flow.id, flow.name, tx.now());
          return agents
              .save(
                  tx,
                  org,
                  agent
                      .ownedBy(new Agent.Owner("", "Jo", ""))
                      .at(Lifecycle.REGISTERED, Optional.empty()))
              .id();
        });
  }

  void classify(String connector, String as) {
    database.change(
        tx ->
            tx.handle()
                .execute(
                    "UPDATE discovery_tenant SET version = version + 1, connectors = ?"
                        + " WHERE org_id = ?",
                    "[{\"name\":\"" + connector + "\",\"classification\":\"" + as + "\"}]",
                    org.value()));
  }

  /** A policy for all agents. */
  void policy(Stage mode) {
    database.change(
        tx -> {
          tx.handle()
              .execute(
                  "INSERT INTO policy (org_id, policy_id, name, description, severity, tags,"
                      + " template_id, stage, previous_stage, effective_mode, enabled,"
                      + " active_version, latest_version, replay_job_id, evidence_summary, search,"
                      + " created_at, created_by, updated_at, updated_by, record_version) VALUES"
                      + " (?, ?, 'No shell', '', 'high', '[]', '', ?, '', ?, TRUE, 1, 1, '', '',"
                      + " '', 0, '', 0, '', 1)",
                  org.value(),
                  "pol_" + mode,
                  mode.toString(),
                  mode.toString());
          tx.handle()
              .execute(
                  "INSERT INTO policy_version (org_id, policy_id, version, dsl, content_hash,"
                      + " rule_count, created_at, created_by) VALUES (?, ?, 1, 'x', 'x', 0, 0, '')",
                  org.value(),
                  "pol_" + mode);
        });
  }

  /** A workflow that passes every check. */
  String ready(Flow flow) {
    String asset = observe(flow);
    govern(flow);
    return asset;
  }

  CertificationResult certify(String workflowId) {
    return certify(List.of(workflowId)).get(0);
  }

  List<CertificationResult> certify(List<String> workflowIds) {
    return database.write(
        tx ->
            certifications.certify(
                tx,
                workspace.caller(),
                new CertificationRequest(
                    workflowIds, Optional.of("n8n"), "dana@example.com", Optional.empty())));
  }

  CertifiedWorkflow workflow(String assetId) {
    return database.read(tx -> tx.on(WorkflowStore.class).find(org, assetId)).orElseThrow();
  }

  Certifications.Page history() {
    return database.read(tx -> certifications.page(tx, org, Optional.empty(), 0, 500));
  }

  List<String> events() {
    return history().rows().stream().map(row -> row.path("event").asText()).toList();
  }

  List<String> threats() {
    return database.read(
        tx ->
            tx.handle()
                .createQuery(
                    "SELECT threat_type || ' ' || triage_status FROM alert WHERE org_id = :org"
                        + " ORDER BY alert_id")
                .bind("org", org.value())
                .mapTo(String.class)
                .list());
  }
}
