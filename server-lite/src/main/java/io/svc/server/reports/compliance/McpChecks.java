package io.svc.server.reports.compliance;

import io.svc.rules.Severity;
import io.svc.rules.WordListParser;
import io.svc.server.mcp.McpInventory;
import io.svc.server.reports.ReportDigest.Evidence;
import java.util.List;
import java.util.Map;

/** Checks of MCP servers. */
final class McpChecks {
  private static final int MAX = 20;

  static final List<String> SECRETS = List.of("hardcoded_secret");
  static final List<String> SUPPLY =
      WordListParser.list(
          """
          known_vulnerable_package mutable_git_ref relative_binary_path remote_code_pipe
          server_impersonation suspicious_path suspicious_url_host typosquat_package
          unpinned_container_image unpinned_package""");
  static final List<String> DECEPTION =
      List.of(
          "invisible_unicode",
          "server_name_collision",
          "server_name_confusable",
          "tool_description_injection",
          "tool_shadowing");
  static final List<String> EXECUTION =
      WordListParser.list(
          """
          auto_approve broad_filesystem_access container_host_mount container_host_namespace
          container_privileged inline_interpreter_code privilege_elevation remote_code_pipe
          sandbox_disabled shell_metacharacters shell_wrapper""");
  static final List<String> TRANSPORT =
      List.of(
          "api_base_url_override",
          "insecure_transport",
          "internal_or_metadata_url",
          "missing_auth",
          "proxy_override",
          "tls_verification_disabled",
          "wildcard_bind");

  static final Map<String, ComplianceCheck> ALL =
      Map.of(
          "mcp_secrets_absent",
          snapshot -> none(snapshot, SECRETS, "on secrets in configurations"),
          "mcp_supply_chain",
          snapshot -> none(snapshot, SUPPLY, "on the origin of servers"),
          "mcp_deception_absent",
          snapshot -> none(snapshot, DECEPTION, "on deceptive names and descriptions"),
          "mcp_execution_contained",
          snapshot -> none(snapshot, EXECUTION, "on the access of servers to the machine"),
          "mcp_transport_protected",
          snapshot -> none(snapshot, TRANSPORT, "on unprotected connections"),
          "mcp_severe_absent",
          McpChecks::severe,
          "mcp_baseline_kept",
          McpChecks::baseline,
          "mcp_servers_reviewed",
          McpChecks::reviewed);

  private McpChecks() {}

  private static boolean isUnknown(ComplianceSnapshot snapshot) {
    return snapshot.mcp().reports() == 0;
  }

  private static CheckResult unknown() {
    return CheckResult.notEvaluated("No scan report was uploaded yet.");
  }

  private static CheckResult none(ComplianceSnapshot snapshot, List<String> types, String about) {
    if (isUnknown(snapshot)) {
      return unknown();
    }
    List<McpInventory.FindingView> open =
        snapshot.read(
            tx -> snapshot.sources().inventory().openFindings(tx, snapshot.org(), types, MAX + 1));
    List<Evidence> evidence =
        open.stream()
            .limit(MAX)
            .map(
                seen ->
                    new Evidence(
                        "finding",
                        seen.findingId(),
                        seen.finding().path("finding_type").asText()
                            + " of "
                            + seen.finding().path("server").asText()))
            .toList();
    String more = open.size() > MAX ? "More than " : "";
    return CheckResult.passIf(
        open.isEmpty(),
        evidence,
        more + CountTexts.count(evidence.size(), "open finding") + " " + about);
  }

  private static CheckResult severe(ComplianceSnapshot snapshot) {
    if (isUnknown(snapshot)) {
      return unknown();
    }
    long critical = snapshot.mcp().findingsBySeverity().getOrDefault(Severity.CRITICAL, 0L);
    long high = snapshot.mcp().findingsBySeverity().getOrDefault(Severity.HIGH, 0L);
    String gap = critical + " critical and " + high + " high findings are open";
    if (critical > 0) {
      return CheckResult.fail(List.of(), gap);
    }
    return high > 0 ? CheckResult.partial(List.of(), gap) : CheckResult.pass(List.of());
  }

  private static CheckResult baseline(ComplianceSnapshot snapshot) {
    if (isUnknown(snapshot)) {
      return unknown();
    }
    if (!snapshot.mcp().hasBaseline()) {
      return CheckResult.fail(List.of(), "No baseline of MCP servers was approved");
    }
    long drifted = snapshot.mcp().drifted();
    return drifted > 0
        ? CheckResult.partial(
            List.of(),
            CountTexts.count(drifted, "server") + " different from the approved" + " baseline")
        : CheckResult.pass(List.of());
  }

  private static CheckResult reviewed(ComplianceSnapshot snapshot) {
    if (isUnknown(snapshot)) {
      return unknown();
    }
    return CheckResult.of(
        snapshot.mcp().servers(),
        snapshot.mcp().unreviewed(),
        List.of(),
        CountTexts.count(snapshot.mcp().unreviewed(), "server") + " not reviewed");
  }
}
