package io.svc.server;

import io.svc.baseline.BaselineAsset;
import io.svc.rules.Severity;
import io.svc.scanner.finding.Finding;
import io.svc.scanner.scan.McpScanReport;
import io.svc.server.db.Identifiers;
import io.svc.server.json.Json;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Scan reports as the command uploads them. */
public final class Reports {
  private static final Identifiers IDENTIFIERS = new Identifiers(Clock.systemUTC());

  private Reports() {}

  /** A report on one server with one finding, as JSON. */
  public static String withOneFinding(String org) {
    return withOneFinding(org, Severity.MEDIUM);
  }

  /** The same, with how bad the finding is. */
  public static String withOneFinding(String org, Severity severity) {
    return withOneFinding(org, severity, "postgres");
  }

  /** The same, with the name of the server, which tells findings apart. */
  public static String withOneFinding(String org, Severity severity, String server) {
    Instant now = Instant.parse("2026-11-20T09:28:30.123Z");
    Finding finding =
        new Finding(
            IDENTIFIERS.next("fnd_"),
            "suspicious_path",
            severity,
            server,
            "The server's program lies in a temporary directory.",
            "Install it where only an administrator can write.",
            ".cursor/mcp.json",
            "cursor",
            false,
            "",
            now,
            now,
            now,
            Map.of());
    return Json.text(
        new McpScanReport(
            IDENTIFIERS.next("rpt_"),
            org,
            "cursor",
            ".cursor/mcp.json",
            McpScanReport.Status.COMPLETE,
            1,
            1,
            0,
            0,
            12.5,
            now,
            now,
            now,
            now,
            "1 server, 1 finding.",
            List.of(finding),
            Map.of("assets", List.of(asset()))));
  }

  private static BaselineAsset asset() {
    return new BaselineAsset(
        IDENTIFIERS.next("ast_"),
        "server",
        "postgres",
        "postgres",
        "/tmp/postgres-mcp",
        List.of("--read-only"),
        Map.of("PG_URL", "***"),
        "env",
        0,
        0,
        "",
        "sha256:" + "a".repeat(64),
        Map.of("config_path", ".cursor/mcp.json", "source", "cursor"));
  }
}
