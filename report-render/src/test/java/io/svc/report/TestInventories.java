package io.svc.report;

import io.svc.baseline.JsonOutput;
import io.svc.rules.Severity;
import io.svc.scanner.component.Component;
import io.svc.scanner.component.Component.Kind;
import io.svc.scanner.config.Location;
import io.svc.scanner.finding.Finding;
import io.svc.scanner.scan.McpScanReport;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Sample reports that carry the components of their files. */
final class TestInventories {
  static final String DIGEST = "0123456789abcdef".repeat(4);

  private TestInventories() {}

  /** A report with a component of each kind, one of them vulnerable. */
  static McpScanReport ofEveryKind() {
    return report(
        "/srv/acme/.cursor/mcp.json",
        List.of(vulnerable("files", "@acme/files", 4)),
        server("files", 3),
        new Component(
            Kind.PACKAGE,
            "files",
            "npm",
            "@acme/files",
            "1.2.0",
            "",
            "",
            "pkg:npm/%40acme/files@1.2.0",
            at(4)),
        server("notes", 8),
        image("notes", 9),
        server("serena", 12),
        new Component(
            Kind.SOURCE,
            "serena",
            "",
            "github.com/oraios/serena",
            "",
            "main",
            "",
            "pkg:github/oraios/serena",
            at(13)),
        server("tickets", 16),
        endpoint("tickets", "https://***@mcp.acme.test/v1/mcp?key=***", 17),
        server("own", 20));
  }

  /** A report of a file at a path, with components. */
  static McpScanReport report(String path, List<Finding> findings, Component... components) {
    List<Object> listed = new ArrayList<>();
    for (Component component : components) {
      listed.add(JsonOutput.toMap(component));
    }
    return TestReports.at(path, findings).withExtensions(Map.of("components", listed));
  }

  static Component server(String name, int line) {
    return new Component(Kind.SERVER, name, "", name, "", "", "", "", at(line));
  }

  static Component endpoint(String server, String address, int line) {
    return new Component(Kind.ENDPOINT, server, "", address, "", "", "", "", at(line));
  }

  static Component image(String server, int line) {
    return new Component(
        Kind.IMAGE,
        server,
        "",
        "ghcr.io/acme/notes",
        "1.0.0",
        "",
        "sha256:" + DIGEST,
        "pkg:oci/notes@sha256%3A" + DIGEST + "?repository_url=ghcr.io%2Facme%2Fnotes&tag=1.0.0",
        at(line));
  }

  /** A finding on a package of a server. */
  static Finding vulnerable(String server, String name, int line) {
    Map<String, Object> extensions =
        TestFindings.extensions("supply-chain/known-vulnerable-package", line, 1);
    Map<String, Object> location = new LinkedHashMap<>();
    location.put("pointer", at(line).pointer());
    location.put("line", line);
    location.put("column", 5);
    extensions.put("location", location);
    extensions.put("package", name);
    extensions.put("advisory", "GHSA-aaaa-bbbb-cccc");
    extensions.put("advisory_aliases", List.of("CVE-2026-1234", "ACME-7"));
    extensions.put("fixed_version", "1.2.1");
    extensions.put("advisories_of", "2026-11-20");
    return TestFindings.finding(
        "A",
        "known_vulnerable_package",
        Severity.HIGH,
        server,
        "`" + name + "` in version `1.2.0`: reads files anywhere (GHSA-aaaa-bbbb-cccc).",
        "Update to a version without the problem.",
        extensions);
  }

  private static Location at(int line) {
    return new Location("/mcpServers/" + line, line, 5);
  }
}
