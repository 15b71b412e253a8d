package io.svc.report;

import io.svc.report.Bom.Completeness;
import io.svc.scanner.finding.Finding;
import io.svc.scanner.scan.McpScanReport;
import io.svc.scanner.scan.ProjectPaths;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Collects the bill of materials of reports: files, their servers, and what these fetch and connect
 * to.
 */
final class ReportBom {
  private static final String VULNERABLE = "known_vulnerable_package";
  private static final String SHA256 = "sha256:";
  private static final int SHA256_LENGTH = 64;

  private final ProjectPaths paths;
  private final Bom bom = new Bom();

  private ReportBom(ProjectPaths paths) {
    this.paths = paths;
  }

  static Bom of(List<McpScanReport> reports, ProjectPaths paths) {
    ReportBom gathered = new ReportBom(paths);
    for (McpScanReport report : reports) {
      gathered.addReport(report);
    }
    return gathered.bom;
  }

  private void addReport(McpScanReport report) {
    String path = paths.display(report.configPath());
    Optional<List<ReportedComponent>> listed = ReportedComponent.of(report);
    BomServers servers = new BomServers(bom, path, report.source());
    servers.addFile(completeness(report, listed.isPresent()));
    List<ReportedComponent> components = listed.orElse(List.of());
    for (ReportedComponent component : components) {
      add(component, servers, PlainText.of(path));
    }
    for (Finding finding : report.findings()) {
      if (finding.findingType().equals(VULNERABLE) && !finding.suppressed()) {
        addVulnerability(finding, components);
      }
    }
  }

  private static Completeness completeness(McpScanReport report, boolean isListed) {
    if (!isListed) {
      return Completeness.UNKNOWN;
    }
    return report.status() == McpScanReport.Status.COMPLETE
        ? Completeness.COMPLETE
        : Completeness.INCOMPLETE;
  }

  private void add(ReportedComponent component, BomServers servers, String path) {
    if (component.kind().equals(ReportedComponent.SERVER)) {
      bom.addOccurrence(servers.addServer(component.server()), path, component.line());
    } else if (component.kind().equals(ReportedComponent.ENDPOINT)) {
      servers.addAddress(component.server(), component.name());
    } else {
      String reference = BomReference.ofComponent(component);
      bom.add(described(component, reference));
      bom.addOccurrence(reference, path, component.line());
      bom.addProperty(reference, "kind", PlainText.of(component.kind()));
      bom.addProperty(reference, "requested", PlainText.of(component.requested()));
      servers.addDependency(component.server(), reference);
    }
  }

  private static Bom.Component described(ReportedComponent component, String reference) {
    String name = component.name();
    int slash = name.indexOf('/');
    boolean isScoped = component.purl().startsWith("pkg:npm/") && name.startsWith("@") && slash > 0;
    boolean isImage = component.kind().equals(ReportedComponent.IMAGE);
    boolean isSha256 =
        component.digest().startsWith(SHA256)
            && component.digest().length() == SHA256.length() + SHA256_LENGTH;
    return new Bom.Component(
        reference,
        isImage ? "container" : "application",
        isScoped ? PlainText.of(name.substring(0, slash)) : "",
        PlainText.of(isScoped ? name.substring(slash + 1) : name),
        PlainText.of(component.version()),
        component.purl(),
        isSha256 ? component.digest().substring(SHA256.length()) : "");
  }

  private void addVulnerability(Finding finding, List<ReportedComponent> components) {
    String id = PlainText.of(text(finding, "advisory"));
    if (id.isEmpty()) {
      return;
    }
    String fixed = text(finding, "fixed_version");
    bom.add(
        new Bom.Vulnerability(
            id,
            finding.severity().label(),
            PlainText.of(finding.detail()),
            PlainText.of(
                (fixed.isEmpty() ? "" : "Fixed in version " + fixed + ". ")
                    + finding.remediation()),
            aliases(finding)));
    bom.addProperty(
        BomReference.ofVulnerability(id),
        "advisories_of",
        PlainText.of(text(finding, "advisories_of")));
    for (ReportedComponent component : components) {
      if (isOf(finding, component)) {
        bom.addAffected(id, BomReference.ofComponent(component), PlainText.of(component.version()));
      }
    }
  }

  /** A server may use two versions of a package, each in a separate value. */
  private static boolean isOf(Finding finding, ReportedComponent component) {
    return component.server().equals(finding.server())
        && component.name().equals(text(finding, "package"))
        && component
            .pointer()
            .equals(ReportedComponent.pointer(finding.extensions().get("location")));
  }

  private static List<String> aliases(Finding finding) {
    List<String> aliases = new ArrayList<>();
    if (finding.extensions().get("advisory_aliases") instanceof List<?> list) {
      for (Object alias : list) {
        aliases.add(PlainText.of(String.valueOf(alias)));
      }
    }
    return aliases;
  }

  private static String text(Finding finding, String extension) {
    return finding.extensions().get(extension) instanceof String text ? text : "";
  }
}
