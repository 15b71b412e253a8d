package io.svc.server.mcp;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.scanner.finding.Fingerprint;
import io.svc.scanner.finding.Ids;
import io.svc.server.db.OrgId;
import java.time.Clock;
import java.util.function.Consumer;

/** Reports as scanners send them, put together for tests. */
final class Sample {
  static final String PATH = "/home/dana/.cursor/mcp.json";

  private static final Ids IDS = new Ids(Clock.systemUTC());
  private static final String TIME = "2026-03-04T05:06:07.089Z";

  private final ObjectNode json = JsonNodeFactory.instance.objectNode();
  private final ArrayNode findings;

  private Sample(OrgId org) {
    json.put("report_id", IDS.next("rpt_"));
    json.put("org_id", org.value());
    json.put("source", "cursor");
    json.put("config_path", PATH);
    json.put("status", "complete");
    json.put("servers_scanned", 1);
    json.put("findings_count", 99);
    json.put("critical_count", 99);
    json.put("high_count", 99);
    json.put("scan_duration_ms", 12.5);
    for (String time : new String[] {"scanned_at", "observed_at", "collected_at", "processed_at"}) {
      json.put(time, TIME);
    }
    json.put("markdown_summary", "1 server");
    this.findings = json.putArray("findings");
    json.putObject("extensions");
  }

  static Sample of(OrgId org) {
    return new Sample(org);
  }

  ObjectNode json() {
    return json;
  }

  String id() {
    return json.get("report_id").textValue();
  }

  Sample with(String field, String value) {
    json.put(field, value);
    return this;
  }

  Sample change(Consumer<ObjectNode> change) {
    change.accept(json);
    return this;
  }

  /** One more finding, recognised by its type and server. */
  Sample finding(String type, String severity, String server) {
    return finding(type, severity, server, finding -> {});
  }

  Sample finding(String type, String severity, String server, Consumer<ObjectNode> change) {
    ObjectNode finding = findings.addObject();
    finding.put("finding_id", IDS.next("fnd_"));
    finding.put("finding_type", type);
    finding.put("severity", severity);
    finding.put("server", server);
    finding.put("detail", "What was found at " + server + ".");
    finding.put("remediation", "Change it.");
    finding.put("config_path", json.get("config_path").textValue());
    finding.put("source", json.get("source").textValue());
    finding.put("suppressed", false);
    finding.put("suppressed_by", "");
    finding.put("observed_at", TIME);
    finding.put("collected_at", TIME);
    finding.put("processed_at", TIME);
    finding
        .putObject("extensions")
        .put("rule_id", "tests/" + type)
        .put("fingerprint", Fingerprint.of(type, server));
    change.accept(finding);
    return this;
  }

  /** The report carries assets, be it none. */
  Sample assets() {
    ((ObjectNode) json.get("extensions")).withArray("assets");
    return this;
  }

  /** One more asset. */
  Sample asset(String name, String command, String... args) {
    return asset(name, command, asset -> {}, args);
  }

  Sample asset(String name, String command, Consumer<ObjectNode> change, String... args) {
    ObjectNode asset = ((ObjectNode) json.get("extensions")).withArray("assets").addObject();
    asset.put("asset_id", IDS.next("ast_"));
    asset.put("kind", "server");
    asset.put("server_name", name);
    asset.put("name", name);
    asset.put("command", command);
    ArrayNode words = asset.putArray("args");
    for (String arg : args) {
      words.add(arg);
    }
    asset.putObject("env_keys").put("PG_URL", "***");
    asset.put("auth_mode", "");
    asset.put("tool_count", 4);
    asset.put("resource_count", 0);
    asset.put("description", "");
    asset.put("config_hash", Fingerprint.of(name, command, String.join(" ", args)));
    asset.putObject("extensions").put("config_path", ".mcp.json").put("source", "cursor");
    change.accept(asset);
    return this;
  }
}
