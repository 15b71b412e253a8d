package io.svc.server.reports.compliance;

import io.svc.rules.Severity;
import io.svc.rules.WordBlock;
import io.svc.server.mcp.McpInventory;
import io.svc.server.reports.ReportDigest.Evidence;
import java.util.List;
import java.util.Map;

/** Checks of MCP servers. */
final class McpChecks {
  private static final int MOST = 20;

  static final List<String> SECRETS = List.of("hardcoded_secret");
  static final List<String> SUPPLY =
      WordBlock.list(
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
      WordBlock.list(
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
          estate -> none(estate, SECRETS, "on secrets in configurations"),
          "mcp_supply_chain",
          estate -> none(estate, SUPPLY, "on where servers come from"),
          "mcp_deception_absent",
          estate -> none(estate, DECEPTION, "on names and descriptions that deceive"),
          "mcp_execution_contained",
          estate -> none(estate, EXECUTION, "on what servers may do to the machine"),
          "mcp_transport_protected",
          estate -> none(estate, TRANSPORT, "on unprotected connections"),
          "mcp_severe_absent",
          McpChecks::severe,
          "mcp_baseline_kept",
          McpChecks::baseline,
          "mcp_servers_reviewed",
          McpChecks::reviewed);

  private McpChecks() {}

  private static boolean isUnknown(ComplianceSnapshot estate) {
    return estate.mcp().reports() == 0;
  }

  private static CheckResult unknown() {
    return CheckResult.notEvaluated("No scan report was uploaded yet.");
  }

  private static CheckResult none(ComplianceSnapshot estate, List<String> types, String about) {
    if (isUnknown(estate)) {
      return unknown();
    }
    List<McpInventory.Seen> open =
        estate.read(
            tx -> estate.sources().inventory().openFindings(tx, estate.org(), types, MOST + 1));
    List<Evidence> evidence =
        open.stream()
            .limit(MOST)
            .map(
                seen ->
                    new Evidence(
                        "finding",
                        seen.findingId(),
                        seen.finding().path("finding_type").asText()
                            + " of "
                            + seen.finding().path("server").asText()))
            .toList();
    String more = open.size() > MOST ? "More than " : "";
    return CheckResult.when(
        open.isEmpty(),
        evidence,
        more + CountTexts.count(evidence.size(), "open finding") + " " + about);
  }

  private static CheckResult severe(ComplianceSnapshot estate) {
    if (isUnknown(estate)) {
      return unknown();
    }
    long critical = estate.mcp().findingsBySeverity().getOrDefault(Severity.CRITICAL, 0L);
    long high = estate.mcp().findingsBySeverity().getOrDefault(Severity.HIGH, 0L);
    String gap = critical + " critical and " + high + " high findings are open";
    if (critical > 0) {
      return CheckResult.fail(List.of(), gap);
    }
    return high > 0 ? CheckResult.partial(List.of(), gap) : CheckResult.pass(List.of());
  }

  private static CheckResult baseline(ComplianceSnapshot estate) {
    if (isUnknown(estate)) {
      return unknown();
    }
    if (!estate.mcp().hasBaseline()) {
      return CheckResult.fail(List.of(), "No baseline of MCP servers was approved");
    }
    long drifted = estate.mcp().drifted();
    return drifted > 0
        ? CheckResult.partial(
            List.of(), CountTexts.count(drifted, "server") + " other than in the approved baseline")
        : CheckResult.pass(List.of());
  }

  private static CheckResult reviewed(ComplianceSnapshot estate) {
    if (isUnknown(estate)) {
      return unknown();
    }
    return CheckResult.of(
        estate.mcp().servers(),
        estate.mcp().unreviewed(),
        List.of(),
        CountTexts.count(estate.mcp().unreviewed(), "server") + " not reviewed");
  }
}
