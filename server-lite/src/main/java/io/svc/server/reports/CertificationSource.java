package io.svc.server.reports;

import io.svc.rules.WordListParser;
import io.svc.server.certification.CertificationStatus;
import io.svc.server.certification.Certifications;
import io.svc.server.certification.CertifiedWorkflow;
import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import java.util.List;
import java.util.Optional;

/** The certification status of every workflow with a request for certification, and its drift. */
public final class CertificationSource implements ReportSource {
  private final Database database;
  private final Certifications certifications;

  public CertificationSource(Database database, Certifications certifications) {
    this.database = database;
    this.certifications = certifications;
  }

  @Override
  public String type() {
    return "certifications";
  }

  @Override
  public String title() {
    return "Certifications";
  }

  @Override
  public List<String> columns() {
    return WordListParser.list(
        """
        assetId certId workflowId platform name agentId status decidedBy decidedAt riskScore
        fingerprint flagged drift""");
  }

  @Override
  public List<ReportFilter> filters() {
    return List.of(
        new ReportFilter(
            "status",
            List.of(
                CertificationStatus.CERTIFIED.toString(),
                CertificationStatus.BLOCKED.toString(),
                CertificationStatus.REVOKED.toString())),
        ReportFilter.text("platform"));
  }

  @Override
  public List<String> counted() {
    return List.of("status", "platform");
  }

  @Override
  public Page page(OrgId org, ReportScope scope, String after, int limit) {
    List<CertifiedWorkflow> page = database.read(tx -> certifications.after(tx, org, after, limit));
    return new Page(
        page.stream()
            .filter(certification -> scope.overlaps(certification.decidedAt(), scope.to()))
            .filter(certification -> scope.matches("status", certification.status().toString()))
            .filter(certification -> scope.matches("platform", certification.platform()))
            .map(CertificationSource::row)
            .toList(),
        page.size() < limit ? Optional.empty() : Optional.of(page.get(limit - 1).assetId()));
  }

  private static ReportRow row(CertifiedWorkflow workflow) {
    return ReportRow.of(
        workflow.assetId(),
        workflow.certId(),
        workflow.workflowId(),
        workflow.platform(),
        workflow.name(),
        Optional.of(workflow.agentId()).filter(id -> !id.isEmpty()),
        workflow.status(),
        workflow.decidedBy(),
        workflow.decidedAt(),
        workflow.riskScore(),
        workflow.fingerprint(),
        workflow.flagged(),
        workflow.driftPaths());
  }
}
