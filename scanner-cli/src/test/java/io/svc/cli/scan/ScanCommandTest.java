package io.svc.cli.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.cli.CommandRun;
import io.svc.cli.CommandRun.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScanCommandTest {
  private static final String CLEAN =
      "{\"mcpServers\": {\"notes\": {\"command\": \"node\", \"args\": [\"server.js\"]}}}";
  private static final String MEDIUM =
      "{\"mcpServers\": {\"notes\": {\"command\": \"/tmp/notes/server\"}}}";

  @TempDir private Path directory;
  private CommandRun command;

  @BeforeEach
  void setUp() {
    command = new CommandRun(directory);
  }

  @Test
  void a_clean_file_exits_0_and_prints_one_report() {
    Path file = command.file("mcp.json", CLEAN);

    Result result = command.run("scan", "--config", file.toString());

    assertThat(result.exitCode()).isZero();
    assertThat(result.out()).startsWith("{\n  \"report_id\": \"rpt_").endsWith("}\n");
    assertThat(result.err()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"info,1", "low,1", "medium,1", "high,0", "critical,0", "MEDIUM,1"})
  void the_threshold_decides_the_exit_code(String threshold, int exitCode) {
    Path file = command.file("mcp.json", MEDIUM);

    Result result =
        command.run("scan", "--config", file.toString(), "--severity-threshold", threshold);

    assertThat(result.exitCode()).isEqualTo(exitCode);
    assertThat(result.out()).contains("suspicious_path");
  }

  @Test
  void a_suppressed_type_is_in_neither_report_nor_exit_code() {
    Path file = command.file("mcp.json", MEDIUM);

    Result result =
        command.run(
            "scan",
            "--config",
            file.toString(),
            "--suppress",
            "suspicious_path",
            "--suppress",
            "auto_approve");

    assertThat(result.exitCode()).isZero();
    assertThat(result.out()).contains("\"findings_count\": 0").contains("\"findings\": []");
  }

  @Test
  void a_missing_file_is_reported_with_its_path() {
    Path file = command.project().resolve("none.json");

    Result result = command.run("scan", "--config", file.toString());

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).isEqualTo("error: config file not found at " + file + "\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " \n",
        "{",
        "{\"mcpServers\": {",
        "[1, 2]",
        "42",
        "{\"port\": 8080}",
        "{} {}",
        "nonsense"
      })
  void a_file_without_a_readable_shape_is_never_clean(String text) {
    Path file = command.file("mcp.json", text);

    Result result = command.run("scan", "--config", file.toString());

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    assertThat(result.err().lines()).hasSize(1);
    assertThat(result.err()).startsWith("error: config file cannot be scanned at " + file);
  }

  @Test
  void an_empty_map_of_servers_is_clean() {
    Path file = command.file("mcp.json", "{\"mcpServers\": {}}");

    Result result = command.run("scan", "--config", file.toString());

    assertThat(result.exitCode()).isZero();
    assertThat(result.out()).contains("\"servers_scanned\": 0");
  }

  @Test
  void a_settings_file_without_servers_is_clean() {
    Path file = command.file(".gemini/settings.json", "{\"theme\": \"dark\"}");

    Result result = command.run("scan", "--config", file.toString());

    assertThat(result.exitCode()).isZero();
  }

  @Test
  void a_file_larger_than_the_limit_is_rejected_and_the_limit_can_be_raised() {
    Path file = command.file("mcp.json", CLEAN + " ".repeat(3_000));

    Result rejected = command.run("scan", "--config", file.toString(), "--max-file-size", "2K");
    Result read = command.run("scan", "--config", file.toString(), "--max-file-size", "4k");

    assertThat(rejected.exitCode()).isEqualTo(2);
    assertThat(rejected.err()).contains("larger than 2048 bytes").contains("--max-file-size");
    assertThat(read.exitCode()).isZero();
  }

  @Test
  void one_unreadable_entry_makes_the_report_partial_and_does_not_fail_by_itself() {
    Path file =
        command.file(
            "mcp.json",
            "{\"mcpServers\": {\"good\": {\"command\": \"node\"}, \"odd\": {\"note\": \"x\"}}}");

    Result result = command.run("scan", "--config", file.toString());

    assertThat(result.exitCode()).isZero();
    assertThat(result.out())
        .contains("\"status\": \"partial\"")
        .contains("\"servers_scanned\": 1")
        .contains("`odd` (line 1): it has neither a command nor a url");
  }

  @Test
  void several_files_give_an_array_in_their_order_and_one_exit_code() {
    Path first = command.file("a.json", CLEAN);
    Path second = command.file("b.json", MEDIUM);

    Result result =
        command.run("scan", "--config", second.toString(), "--config", first.toString());

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.out()).startsWith("[");
    assertThat(result.out().indexOf("b.json")).isLessThan(result.out().indexOf("a.json"));
  }

  @Test
  void a_file_that_fails_next_to_others_still_exits_2_and_the_others_are_reported() {
    Path good = command.file("a.json", MEDIUM);

    Result result = command.run("scan", "--config", good.toString(), "--config", good + ".missing");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.out()).startsWith("{").contains("suspicious_path");
    assertThat(result.err()).contains("config file not found at");
  }

  @Test
  void without_a_file_all_clients_are_discovered() {
    command.file(".cursor/mcp.json", CLEAN);
    command.file(".vscode/mcp.json", CLEAN.replace("mcpServers", "servers"));
    command.homeFile(".claude.json", "{\"numStartups\": 3, " + MEDIUM.substring(1));
    command.homeFile(".config/Claude/claude_desktop_config.json", CLEAN);

    Result result = command.run("scan");

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.out())
        .contains("\"source\": \"claude-desktop\"")
        .contains("\"source\": \"vscode\"")
        .contains("\"source\": \"cursor\"")
        .contains("\"source\": \"claude-code\"");
  }

  @Test
  void finding_no_file_at_all_is_an_error() {
    Result result = command.run("scan");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("no MCP client configuration found").contains("--config");
  }

  @ParameterizedTest
  @ValueSource(strings = {"claude-desktop", "vscode", "cursor", "claude-code", "windsurf", "zed"})
  void the_source_label_can_be_given(String label) {
    Path file = command.file("mcp.json", MEDIUM);

    Result result = command.run("scan", "--config", file.toString(), "--source", label);

    assertThat(result.out()).contains("\"source\": \"" + label + "\"");
  }

  @Test
  void the_organisation_is_in_the_report() {
    Path file = command.file("mcp.json", CLEAN);

    Result result = command.run("scan", "--config", file.toString(), "--org-id", "org_acme");

    assertThat(result.out()).contains("\"org_id\": \"org_acme\"");
  }

  @Test
  void output_goes_to_a_file_whole_and_replaces_what_was_there() throws IOException {
    Path file = command.file("mcp.json", CLEAN);
    Path report = command.file("report.md", "old");

    Result result =
        command.run(
            "scan",
            "--config",
            file.toString(),
            "--format",
            "markdown",
            "--output",
            report.toString());

    assertThat(result.exitCode()).isZero();
    assertThat(result.out()).isEmpty();
    assertThat(Files.readString(report)).startsWith("# MCP Scan Report: ");
    try (var files = Files.list(command.project())) {
      assertThat(files.map(path -> path.getFileName().toString()))
          .containsExactlyInAnyOrder("mcp.json", "report.md");
    }
  }

  @Test
  void an_output_that_cannot_be_written_is_an_error() {
    Path file = command.file("mcp.json", CLEAN);
    String target = command.project().resolve("mcp.json/report.json").toString();

    Result result = command.run("scan", "--config", file.toString(), "--output", target);

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).startsWith("error: cannot write to " + target);
  }

  @Test
  void the_table_is_for_people_and_json_reports_it_at_a_terminal_only() {
    Path file = command.file("mcp.json", MEDIUM);

    Result table = command.run("scan", "--config", file.toString(), "-t");
    Result piped = command.run("scan", "--config", file.toString());
    command.atTerminal();
    Result shown = command.run("scan", "--config", file.toString());
    Result quiet = command.run("scan", "--config", file.toString(), "--quiet");
    Result colored = command.run("scan", "--config", file.toString(), "-t");
    Result plain = command.with("NO_COLOR", "1").run("scan", "--config", file.toString(), "-t");

    assertThat(table.out()).contains("MEDIUM").doesNotContain("\u001b");
    assertThat(piped.err()).isEmpty();
    assertThat(shown.err().lines().toList().get(0)).startsWith("hint: ").contains("-t");
    assertThat(shown.err()).hasLineCount(2);
    assertThat(quiet.err()).isEmpty();
    assertThat(colored.out()).contains("\u001b[");
    assertThat(colored.err()).isEmpty();
    assertThat(plain.out()).doesNotContain("\u001b");
  }

  @Test
  void assets_are_in_the_report_when_asked_for() {
    Path file = command.file("mcp.json", CLEAN);

    Result without = command.run("scan", "--config", file.toString());
    Result with = command.run("scan", "--config", file.toString(), "--include-assets");

    assertThat(without.out()).contains("\"extensions\": {}");
    assertThat(with.out()).contains("\"assets\": [").contains("\"server_name\": \"notes\"");
    assertThat(with.out()).contains("\"components\": [").contains("\"kind\": \"server\"");
  }

  @Test
  void what_was_skipped_is_listed_for_programs_next_to_the_assets() {
    Path file = command.file("mcp.json", "{\"mcpServers\": {\n \"bad\": {\"args\": []}}}");

    Result without = command.run("scan", "--config", file.toString());
    Result with = command.run("scan", "--config", file.toString(), "--include-assets");

    assertThat(without.out()).contains("\"partial\"").contains("\"extensions\": {}");
    assertThat(with.out().replaceAll("\\s+", " "))
        .contains(
            "\"skipped_servers\": [ { \"name\": \"bad\", \"line\": 2,"
                + " \"reason\": \"it has neither a command nor a url\" } ]");
  }

  @Test
  void inventory_is_another_name_for_including_assets() {
    Path file = command.file("mcp.json", CLEAN);

    Result result = command.run("scan", "--config", file.toString(), "--inventory");

    assertThat(result.out()).contains("\"server_name\": \"notes\"").contains("\"components\": [");
    assertThat(command.run("scan", "--help").out()).contains("--inventory, --include-assets");
  }

  @Test
  void a_bill_of_materials_has_components_without_being_asked() {
    command.file(
        ".mcp.json",
        """
        {"mcpServers": {"remote": {"command": "npx",
          "args": ["-y", "mcp-remote@0.1.10", "https://mcp.acme.example/sse"]}}}
        """);

    Result result = command.run("scan", "--format", "cyclonedx");

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.out())
        .contains("\"purl\": \"pkg:npm/mcp-remote@0.1.10\"")
        .contains("\"https://mcp.acme.example/sse\"")
        .contains("\"id\": \"GHSA-6xpm-ggf7-wc3p\"")
        .contains("\"ref\": \"pkg:npm/mcp-remote@0.1.10\"");
  }

  @Test
  void formats_for_a_repository_name_a_discovered_file_by_its_path_in_the_project() {
    command.file(".cursor/mcp.json", MEDIUM);

    Result json = command.run("scan");
    Result codeQuality = command.run("scan", "--format", "gitlab-codequality");
    Result bom = command.run("scan", "--format", "cyclonedx");

    assertThat(json.out()).contains("\"config_path\": \"" + command.project());
    assertThat(codeQuality.out()).contains("\"path\": \".cursor/mcp.json\"");
    assertThat(bom.out()).contains("\"bom-ref\": \"file:.cursor/mcp.json\"");
    assertThat(codeQuality.out() + bom.out()).doesNotContain(command.project().toString());
  }
}
