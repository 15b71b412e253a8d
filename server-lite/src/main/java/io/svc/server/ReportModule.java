package io.svc.server;

import io.svc.server.apikeys.ApiKeys;
import io.svc.server.attestation.DocumentSigner;
import io.svc.server.certification.Certifications;
import io.svc.server.db.OrgId;
import io.svc.server.http.Api;
import io.svc.server.incidents.Incidents;
import io.svc.server.integrations.Integrations;
import io.svc.server.jobs.Job;
import io.svc.server.mcp.McpInventory;
import io.svc.server.redaction.Masking;
import io.svc.server.reports.AccessSource;
import io.svc.server.reports.CertificationSource;
import io.svc.server.reports.DecisionSource;
import io.svc.server.reports.IncidentSource;
import io.svc.server.reports.McpSource;
import io.svc.server.reports.PostureSource;
import io.svc.server.reports.ReportRoutes;
import io.svc.server.reports.ReportSource;
import io.svc.server.reports.Reports;
import io.svc.server.reports.compliance.ComplianceSnapshot;
import io.svc.server.reports.compliance.ComplianceSource;
import io.svc.server.sessionlogs.SessionLogRetention;
import io.svc.server.sessionlogs.SessionLogRoutes;
import io.svc.server.sessionlogs.SessionLogs;
import io.svc.server.sessionlogs.TraceLinks;
import io.svc.server.tenants.TenantAdministration.TenantDataOwner;
import java.time.Duration;
import java.util.List;

/** Reports, and log lines and trace links of sessions. */
final class ReportModule implements FeatureModule {
  private final SharedComponents core;
  private final Masking masking = new Masking();
  private final Reports reports;
  private final SessionLogs logs;
  private final TraceLinks links;
  private final SessionLogRetention records;

  ReportModule(
      SharedComponents core,
      GovernanceModule governance,
      Integrations integrations,
      McpInventory inventory,
      Incidents incidents,
      Certifications certifications,
      ApiKeys keys) {
    this.core = core;
    ComplianceSnapshot.SnapshotSources snapshot =
        new ComplianceSnapshot.SnapshotSources(
            core.database(),
            core.tenants(),
            core.audit(),
            core.accounts(),
            keys,
            governance.agents(),
            governance.policies(),
            governance.claims(),
            governance.extras(),
            governance::killSwitch,
            governance.events(),
            inventory,
            integrations);
    this.reports =
        new Reports(
            core.database(),
            core.identifiers(),
            core.tenants(),
            core.audit(),
            new DocumentSigner(core.keyring(), core.identifiers()),
            List.<ReportSource>of(
                new ComplianceSource(snapshot, core.clock()),
                new PostureSource(
                    core.database(), governance.agents(), governance.extras(), inventory),
                new DecisionSource(core.database()),
                new McpSource(core.database(), inventory),
                new IncidentSource(core.database(), incidents),
                new CertificationSource(core.database(), certifications),
                new AccessSource(core.database(), core.accounts(), keys)));
    this.logs = new SessionLogs(core.identifiers(), governance.sessions(), masking);
    this.links = new TraceLinks(governance.sessions(), core.tenants(), masking);
    this.records = new SessionLogRetention(core.database(), core.tenants(), logs, links);
  }

  @Override
  public void register(Api api) {
    new ReportRoutes(reports, masking, core.clock()).register(api);
    new SessionLogRoutes(core.database(), logs, links).register(api);
  }

  @Override
  public List<TenantDataOwner> tenantDataOwners() {
    return List.of(
        new TenantDataOwner("reports", reports::removeAll),
        new TenantDataOwner("runtime_records", records::removeAll));
  }

  @Override
  public List<Job> jobs(Duration rounds) {
    return List.of(
        new Job("reports", rounds, reports::runWaiting),
        Job.removing(
            "report-sweep", Duration.ofHours(1), () -> reports.prune(core.clock().instant())),
        Job.removing(
            "runtime-sweep", Duration.ofHours(1), () -> records.prune(core.clock().instant())));
  }

  @Override
  public void work(OrgId org) {
    reports.runWaiting(org);
  }

  @Override
  public void end() {
    reports.end();
  }
}
