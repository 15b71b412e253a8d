package io.svc.cli.scan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.cli.CommandRun;
import io.svc.cli.CommandRun.Result;
import io.svc.cli.Reports;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What a scan makes of the findings that a project has accepted. */
class ScanSuppressionTest {
  private static final String TYPE = "suspicious_path";
  private static final String CONFIG =
      "{\"mcpServers\": {\"notes\": {\"command\": \"/tmp/notes\"}}}";
  private static final String ACCEPTED =
      """
      suppressions:
        - type: suspicious_path
          server: notes
          reason: Only on the *build* machine.
      """;

  @TempDir private Path directory;
  private CommandRun command;

  @BeforeEach
  void writeConfig() {
    command = new CommandRun(directory);
    command.file(".mcp.json", CONFIG);
    command.file(".svc/preflight.yaml", ACCEPTED);
  }

  @Test
  void an_accepted_finding_is_in_neither_report_nor_exit_code() {
    Result result = scan();

    assertThat(result.exitCode()).isZero();
    assertThat(Reports.findings(result)).isEmpty();
    assertThat(result.err()).isEmpty();
  }

  @Test
  void in_json_it_can_be_listed_marked_and_uncounted() {
    Result result = scan("--show-suppressed");

    JsonNode report = Reports.only(result);
    JsonNode finding = report.get("findings").get(0);
    assertThat(result.exitCode()).isZero();
    assertThat(report.get("findings")).hasSize(1);
    assertThat(report.get("findings_count").asInt()).isZero();
    assertThat(report.get("high_count").asInt()).isZero();
    assertThat(report.get("markdown_summary").asText()).startsWith("**0 findings** in 1 server:");
    assertThat(finding.get("finding_type").asText()).isEqualTo(TYPE);
    assertThat(finding.get("suppressed").asBoolean()).isTrue();
    assertThat(finding.get("suppressed_by").asText()).isEqualTo(".svc/preflight.yaml:2");
    assertThat(finding.at("/extensions/suppression_reason").asText())
        .isEqualTo("Only on the *build* machine.");
  }

  @Test
  void in_markdown_it_can_be_listed_marked_and_uncounted() {
    Result result = scan("--show-suppressed", "--format", "markdown");

    assertThat(result.exitCode()).isZero();
    assertThat(result.out())
        .contains("- **Findings:** 0 (0 critical, 0 high, 0 medium, 0 low, 0 info)\n")
        .contains("### MEDIUM (suppressed): suspicious_path: notes\n")
        .contains("Suppressed by .svc/preflight.yaml:2: Only on the \\*build\\* machine.\n");
  }

  @Test
  void in_the_table_it_can_be_listed_marked_and_uncounted() {
    Result result = scan("--show-suppressed", "-t");

    assertThat(result.exitCode()).isZero();
    assertThat(result.out())
        .contains("  MEDIUM    suspicious_path  notes  1:38  suppressed\n")
        .contains("Suppressed by .svc/preflight.yaml:2: Only on the *build* machine.\n")
        .endsWith("\nNo findings.\n");
  }

  @ParameterizedTest
  @MethodSource("io.svc.report.Renderers#formats")
  void unasked_it_is_in_no_format(String format) {
    assertThat(scan("--format", format).out()).doesNotContain("suspicious_path", "uppressed by");
  }

  @Test
  void a_type_that_is_left_out_is_not_listed_either() {
    Result result = scan("--show-suppressed", "--suppress", TYPE);

    assertThat(Reports.findings(result)).isEmpty();
  }

  @Test
  void an_expired_decision_brings_the_finding_back_and_is_reported() {
    command.file(".svc/preflight.yaml", ACCEPTED + "    expires: 2020-01-31\n");

    Result result = scan();

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(types(result)).containsExactly(TYPE, "suppression_expired");
    JsonNode expired = Reports.findings(result, "suppression_expired").get(0);
    assertThat(expired.get("config_path").asText()).isEqualTo(".svc/preflight.yaml");
    assertThat(expired.at("/extensions/location/line").asInt()).isEqualTo(2);
    assertThat(Reports.only(result).get("findings_count").asInt()).isEqualTo(2);
    assertThat(scan("--severity-threshold", "high").exitCode()).isZero();
  }

  @Test
  void a_decision_that_nothing_needs_is_reported_where_the_scan_looked() {
    command.file(".mcp.json", "{\"mcpServers\": {}}");
    command.file(".svc/preflight.yaml", ACCEPTED + "    file: .mcp.json\n");
    Path other = command.file("other.json", "{\"mcpServers\": {}}");

    assertThat(types(scan())).containsExactly("suppression_unused");
    assertThat(types(command.run("scan", "--config", other.toString()))).isEmpty();
    assertThat(types(scan("--suppress", "suppression_unused"))).isEmpty();
    assertThat(types(scan("--suppress", TYPE))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"server_name_collision", "server_name_confusable", "baseline_drift"})
  void a_decision_about_what_one_file_alone_cannot_show_is_not_called_unused(String type) {
    command.file(".mcp.json", "{\"mcpServers\": {}}");
    command.file(
        ".svc/preflight.yaml",
        "suppressions:\n  - type: %s\n    server: notes\n    file: .mcp.json\n    reason: r\n"
            .formatted(type));

    assertThat(types(scan())).isEmpty();
  }

  @Test
  void a_decision_about_two_files_is_called_unused_when_all_were_scanned() {
    command.file(".mcp.json", "{\"mcpServers\": {}}");
    command.file(
        ".svc/preflight.yaml",
        "suppressions:\n  - type: server_name_collision\n    server: notes\n    reason: r\n");

    assertThat(types(command.run("scan"))).containsExactly("suppression_unused");
  }

  @Test
  void drift_that_was_accepted_is_needed_while_there_is_a_baseline() {
    command.file(".svc/preflight.yaml", "");
    assertThat(command.run("baseline", "create", "--config", ".mcp.json").exitCode()).isZero();
    command.file(".mcp.json", CONFIG.replace("/tmp/notes", "/usr/bin/notes"));
    command.file(
        ".svc/preflight.yaml",
        """
        suppressions:
          - type: baseline_drift
            server: notes
            file: .mcp.json
            reason: r
        """);

    assertThat(types(scan())).isEmpty();
    assertThat(types(scan("--no-baseline"))).isEmpty();
    assertThat(types(scan("--show-suppressed"))).containsExactly("baseline_drift");
  }

  @Test
  void a_file_that_fails_leaves_it_open_what_is_unused() {
    Result result = scan("--config", "none.json");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("config file not found at");
    assertThat(types(result)).isEmpty();
  }

  @Test
  void settings_that_cannot_be_used_end_the_scan() {
    command.file(".svc/preflight.yaml", ACCEPTED.replace("notes", "[notes]"));

    Result result = scan();

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).isEqualTo("error: .svc/preflight.yaml:3:5: 'server' must be a text\n");
  }

  private Result scan(String... more) {
    List<String> arguments = new ArrayList<>(List.of("scan", "--config", ".mcp.json"));
    arguments.addAll(List.of(more));
    return command.run(arguments.toArray(String[]::new));
  }

  private static List<String> types(Result result) {
    return Reports.findings(result).stream()
        .map(finding -> finding.get("finding_type").asText())
        .toList();
  }
}
