package io.svc.server.discovery;

import io.svc.baseline.BaselineAsset;
import io.svc.scanner.finding.Finding;
import io.svc.scanner.finding.Fingerprint;
import io.svc.scanner.scan.McpScanReport;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.Caller;
import io.svc.server.mcp.ReportListener;
import java.net.URI;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Turns MCP servers in uploaded reports into assets. A report that lists all servers of its file
 * also shows which were removed.
 */
public final class McpSightings implements ReportListener {
  private static final double OF_ASSETS = 0.95;
  private static final double OF_FINDINGS = 0.7;
  private static final String SECRET = "hardcoded_secret";

  private final Discovery discovery;
  private final Clock clock;

  public McpSightings(Discovery discovery, Clock clock) {
    this.discovery = discovery;
    this.clock = clock;
  }

  @Override
  public int accepted(Tx tx, Caller caller, McpScanReport report, List<Finding> opened) {
    return prepared(report).accepted(tx, caller, report, opened);
  }

  @Override
  public ReportListener prepared(McpScanReport report) {
    String scope = "file:" + Fingerprint.of(report.source(), report.configPath());
    Optional<List<BaselineAsset>> servers = servers(report);
    Map<String, MaskedSighting> seen = new LinkedHashMap<>();
    if (servers.isPresent()) {
      Set<String> withSecret = withSecret(report);
      for (BaselineAsset server : servers.get()) {
        String name = server.serverName();
        seen.put(name, sighting(name, report, Optional.of(server), withSecret.contains(name)));
      }
    } else {
      for (Finding finding : report.findings()) {
        boolean isPresent = !"removed".equals(finding.extensions().get("change"));
        if (isPresent && !finding.server().isBlank()) {
          seen.computeIfAbsent(
              finding.server(), name -> sighting(name, report, Optional.empty(), false));
        }
      }
    }
    boolean isComplete = servers.isPresent() && report.status() == McpScanReport.Status.COMPLETE;
    return (tx, caller, stored, opened) -> {
      OrgId org = caller.tenant();
      Discovery.SightingOrigin origin =
          new Discovery.SightingOrigin(scope, Optional.empty(), servers.isEmpty());
      seen.values().forEach(sighting -> discovery.observe(tx, org, sighting, origin));
      if (isComplete) {
        discovery.missed(tx, org, scope, seen.keySet(), 1);
      }
      return 0;
    };
  }

  /** Returns the servers that contain a secret. */
  private static Set<String> withSecret(McpScanReport report) {
    return report.findings().stream()
        .filter(finding -> finding.findingType().equals(SECRET) && !finding.suppressed())
        .map(Finding::server)
        .collect(Collectors.toSet());
  }

  /** Returns the servers of the file; empty when the report does not list them. */
  private static Optional<List<BaselineAsset>> servers(McpScanReport report) {
    if (!(report.extensions().get("assets") instanceof List<?> assets)) {
      return Optional.empty();
    }
    List<BaselineAsset> servers = new ArrayList<>();
    for (Object asset : assets) {
      if (asset instanceof BaselineAsset serverAsset
          && serverAsset.kind().equals(BaselineAsset.SERVER)
          && !serverAsset.serverName().isBlank()) {
        servers.add(serverAsset);
      }
    }
    return Optional.of(servers);
  }

  private MaskedSighting sighting(
      String name, McpScanReport report, Optional<BaselineAsset> server, boolean hasSecret) {
    Optional<String> url =
        server
            .map(serverAsset -> serverAsset.extensions().get("url"))
            .map(Object::toString)
            .filter(text -> !text.isBlank());
    return MaskedSighting.of(
        new Sighting(
            AssetKind.MCP_SERVER,
            AssetSource.MCP_CONFIG,
            Optional.empty(),
            name,
            name,
            url,
            Optional.empty(),
            server
                .map(serverAsset -> !"true".equals(extension(serverAsset, "disabled")))
                .orElse(true),
            connectors(server, url),
            0,
            List.of(),
            false,
            settings(server, hasSecret),
            List.of(),
            List.of(evidence(name, report, server.isPresent())),
            new ScanPermissions(
                "local_config",
                List.of(report.source() + ":" + report.configPath()),
                List.of("file:read"),
                "redacted_in_place",
                report.observedAt()),
            List.of()));
  }

  private AssetEvidence evidence(String name, McpScanReport report, boolean isListed) {
    return new AssetEvidence(
        "svc_preflight",
        isListed ? "config_file" : "finding",
        report.configPath(),
        "The server \"" + name + "\" of " + report.source(),
        isListed ? OF_ASSETS : OF_FINDINGS,
        clock.instant().truncatedTo(ChronoUnit.MILLIS));
  }

  /** Returns a connector for a remote server; none for one on the same machine. */
  private static List<SightingConnector> connectors(
      Optional<BaselineAsset> server, Optional<String> url) {
    Optional<String> host = url.flatMap(McpSightings::host);
    if (server.isEmpty() || host.isEmpty()) {
      return List.of();
    }
    return List.of(
        new SightingConnector(
            host.get(),
            List.of(),
            List.of(),
            Optional.of(server.get().authMode()).filter(mode -> !mode.isEmpty())));
  }

  private static Optional<String> host(String url) {
    try {
      return Optional.ofNullable(URI.create(url.strip()).getHost());
    } catch (IllegalArgumentException e) {
      // An invalid URL has no host to name.
      return Optional.empty();
    }
  }

  private static Map<String, String> settings(Optional<BaselineAsset> server, boolean hasSecret) {
    Map<String, String> settings = new TreeMap<>();
    if (server.isEmpty()) {
      return settings;
    }
    BaselineAsset serverAsset = server.get();
    put(settings, "command", serverAsset.command());
    put(settings, "arguments", String.join(" ", serverAsset.args()));
    put(settings, "environment", String.join(" ", new TreeMap<>(serverAsset.envKeys()).keySet()));
    put(settings, "transport", extension(serverAsset, "transport"));
    put(settings, "autoApprove", extension(serverAsset, "auto_approve"));
    put(settings, "configHash", serverAsset.configHash());
    put(settings, "inlineSecret", hasSecret ? "true" : "");
    return settings;
  }

  private static String extension(BaselineAsset server, String name) {
    return String.valueOf(server.extensions().getOrDefault(name, ""));
  }

  private static void put(Map<String, String> settings, String name, String value) {
    if (!value.isEmpty()) {
      settings.put(name, value);
    }
  }
}
