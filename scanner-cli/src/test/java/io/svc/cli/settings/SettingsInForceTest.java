package io.svc.cli.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.cli.CommandRun;
import io.svc.cli.CommandRun.Result;
import io.svc.cli.OwnRuleFiles;
import io.svc.cli.Reports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the commands make of the settings files. */
class SettingsInForceTest {
  private static final String PROJECT = ".svc/preflight.yaml";
  private static final String USER = ".config/svc-preflight/config.yaml";

  /** One finding, unpinned_package, of severity low. */
  private static final String UNPINNED =
      "{\"mcpServers\": {\"notes\": {\"command\": \"npx\", \"args\": [\"-y\", \"acme-notes\"]}}}";

  private static final String CLEAN =
      "{\"mcpServers\": {\"notes\": {\"command\": \"/usr/bin/notes\"}}}";

  @TempDir private Path directory;
  private CommandRun command;

  @BeforeEach
  void writeConfig() {
    command = new CommandRun(directory);
    command.file(".mcp.json", UNPINNED);
  }

  @Test
  void the_command_line_comes_before_the_project_before_the_user() {
    assertThat(org(scan())).isEmpty();

    command.homeFile(USER, "org_id: of_user\ninclude_assets: true\n");
    assertThat(org(scan())).isEqualTo("of_user");

    command.file(PROJECT, "org_id: of_project\n");
    Result both = scan();
    assertThat(org(both)).isEqualTo("of_project");
    assertThat(Reports.only(both).at("/extensions/assets")).hasSize(1);
    assertThat(org(scan("--org-id", "of_flag"))).isEqualTo("of_flag");
  }

  @Test
  void a_format_of_the_files_gives_way_to_either_option() {
    command.file(PROJECT, "format: markdown\n");

    assertThat(scan().out()).startsWith("# MCP Scan Report");
    assertThat(scan("--format", "json").out()).startsWith("{");
    assertThat(scan("-t").out()).contains("LOW").doesNotStartWith("#");
    assertThat(scan("-t").exitCode()).isEqualTo(1);
  }

  @Test
  void a_threshold_of_the_project_decides_the_exit_code_and_is_reported() {
    command.file(PROJECT, "# Ours.\nseverity_threshold: high\n");

    Result result = scan();

    assertThat(result.exitCode()).isZero();
    assertThat(Reports.findings(result, "unpinned_package")).hasSize(1);
    assertThat(result.err())
        .isEqualTo("note: .svc/preflight.yaml applies: severity_threshold high\n");
    assertThat(scan("--quiet").err()).isEmpty();
    assertThat(scan("--severity-threshold", "low").exitCode()).isEqualTo(1);
    assertThat(scan("--severity-threshold", "low").err()).isEmpty();
  }

  @Test
  void a_threshold_of_the_user_is_the_users_own_affair() {
    command.homeFile(USER, "severity_threshold: high\n");

    Result result = scan();

    assertThat(result.exitCode()).isZero();
    assertThat(result.err()).isEmpty();
  }

  @Test
  void a_list_replaces_that_of_a_farther_file() {
    command.homeFile(USER, "suppress: [unpinned_package]\n");
    assertThat(scan().exitCode()).isZero();

    command.file(PROJECT, "suppress: [auto_approve]\n");
    Result result = scan();
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err()).contains("suppress auto_approve");

    command.file(PROJECT, "suppress: []\n");
    assertThat(scan().exitCode()).isEqualTo(1);
    assertThat(scan().err()).isEmpty();
    assertThat(scan("--suppress", "unpinned_package").exitCode()).isZero();
  }

  @Test
  void without_settings_a_scan_cannot_be_silenced() {
    command.file(PROJECT, "suppress: [unpinned_package]\nseverity_threshold: critical\n");
    command.homeFile(USER, "max_file_size: 1\n");

    Result result = scan("--no-settings");

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err()).isEmpty();
  }

  @Test
  void a_broken_file_is_not_even_read_without_settings() {
    command.file(PROJECT, "format: [\n");

    assertThat(scan().exitCode()).isEqualTo(2);
    assertThat(scan().err()).matches("error: \\.svc/preflight\\.yaml:\\d+:\\d+: not readable.*\n");
    assertThat(scan("--no-settings").exitCode()).isEqualTo(1);
  }

  @Test
  void a_file_without_end_or_of_no_use_is_not_read() throws IOException {
    Path file = command.project().resolve(PROJECT);
    Files.createDirectories(file);
    assertThat(scan().err())
        .isEqualTo("error: cannot read .svc/preflight.yaml: it is a directory; expected a file\n");

    Files.delete(file);
    command.file(PROJECT, "#".repeat(5 * 1024 * 1024));
    assertThat(scan().err())
        .isEqualTo(
            "error: cannot read .svc/preflight.yaml: it exceeds the size limit for settings"
                + " files\n");
  }

  @Test
  void a_given_file_stands_in_for_that_of_the_project() {
    command.file(PROJECT, "suppress: [unpinned_package]\n");
    command.file("trusted.yaml", "org_id: trusted\n");
    command.homeFile(USER, "include_assets: true\n");

    Result result = scan("--settings", "trusted.yaml");

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err()).isEmpty();
    assertThat(org(result)).isEqualTo("trusted");
    assertThat(Reports.only(result).at("/extensions/assets")).hasSize(1);
    assertThat(scan("--settings", "none.yaml").err())
        .isEqualTo("error: settings file not found at none.yaml\n");
    assertThat(scan("--settings", "").err()).contains("--settings is empty");
    assertThat(scan("--settings", "trusted.yaml", "--no-settings").err())
        .isEqualTo("error: --settings and --no-settings cannot be combined\n");
  }

  @Test
  void a_size_of_the_files_limits_what_is_read() {
    command.file(PROJECT, "max_file_size: 10\n");

    assertThat(scan().exitCode()).isEqualTo(2);
    assertThat(scan("--max-file-size", "1M").exitCode()).isEqualTo(1);
  }

  @Test
  void the_paths_of_a_project_are_scanned_instead_of_discovered_files() {
    command.file("conf/a.json", CLEAN);
    command.file(PROJECT, "paths: [conf/a.json]\n");

    Result result = scan();

    assertThat(result.exitCode()).isZero();
    assertThat(Reports.only(result).get("config_path").asText())
        .isEqualTo(command.project().resolve("conf/a.json").toString());
    assertThat(result.err()).isEqualTo("note: .svc/preflight.yaml applies: paths conf/a.json\n");
    assertThat(scan("--config", ".mcp.json").exitCode()).isEqualTo(1);
    assertThat(scan("--config", ".mcp.json").err()).isEmpty();
  }

  @Test
  void excluded_files_are_left_out_unless_the_command_line_names_them() {
    command.file(".cursor/mcp.json", CLEAN);
    command.file(PROJECT, "exclude: [\".mcp.json\"]\n");

    Result result = scan();

    assertThat(result.exitCode()).isZero();
    assertThat(Reports.only(result).get("config_path").asText()).endsWith(".cursor/mcp.json");
    assertThat(result.err()).isEqualTo("note: .svc/preflight.yaml applies: exclude .mcp.json\n");
    assertThat(scan("--config", ".mcp.json").exitCode()).isEqualTo(1);
  }

  @Test
  void a_scan_of_nothing_is_an_error() {
    command.file(PROJECT, "exclude: [\"**\"]\n");

    Result result = scan();

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    assertThat(result.err())
        .isEqualTo(
            "error: 'exclude' excludes all config files (1); see svc-preflight config show\n");
  }

  @Test
  void a_baseline_of_the_settings_is_written_compared_and_missed() throws IOException {
    command.file(PROJECT, "baseline: approved/mcp.json\n");
    Result missing = scan();
    assertThat(missing.exitCode()).isEqualTo(2);
    assertThat(missing.err()).contains("baseline file not found at");

    assertThat(command.run("baseline", "create").exitCode()).isZero();
    assertThat(command.project().resolve("approved/mcp.json")).exists();
    assertThat(command.project().resolve(".svc/mcp-baseline.json")).doesNotExist();
    command.file(".mcp.json", CLEAN);

    assertThat(Reports.findings(scan(), "baseline_drift")).hasSize(1);
    assertThat(Reports.findings(scan("--no-baseline"), "baseline_drift")).isEmpty();
    assertThat(command.run("baseline", "diff").exitCode()).isEqualTo(1);
    assertThat(command.run("baseline", "create", "--output", "other.json").exitCode()).isZero();
    assertThat(command.project().resolve("other.json")).exists();
  }

  @Test
  void baselines_track_values_and_name_their_approver_as_the_files_specify() throws IOException {
    command.file(PROJECT, "track_values: true\n");
    command.homeFile(USER, "approved_by: \"Dana (security)\"\n");

    command.run("baseline", "create");

    assertThat(Files.readString(command.project().resolve(".svc/mcp-baseline.json")))
        .contains("\"approved_by\": \"Dana (security)\"", "\"tracks_values\": true");
  }

  @Test
  void rules_of_project_and_user_add_up() {
    command.file(".mcp.json", OwnRuleFiles.config());
    command.homeFile(USER, "rule_directories: [rules]\n");
    command.homeFile(".config/svc-preflight/rules/acme.yaml", OwnRuleFiles.VALID);
    command.file(
        PROJECT,
        OwnRuleFiles.inSettings(OwnRuleFiles.VALID.replace("own/acme-token", "own/other-token")));

    Result list = command.run("rules", "list");
    Result scan = scan();

    assertThat(list.out()).contains("own/acme-token\t", "own/other-token\t");
    assertThat(command.run("rules", "list", "--no-settings").out()).doesNotContain("own/");
    assertThat(Reports.findings(scan, "hardcoded_secret")).isNotEmpty();
  }

  @Test
  void a_directory_below_the_root_of_a_repository_has_the_settings_of_the_project()
      throws IOException {
    Files.createDirectories(command.project().resolve(".git"));
    command.file("packages/a/.mcp.json", UNPINNED);
    Result atRoot = scan("--config", "packages/a/.mcp.json");
    String fingerprint = fingerprint(atRoot);
    command.file(
        PROJECT,
        "org_id: of_project\nsuppressions:\n  - fingerprint: " + fingerprint + "\n    reason: x\n");

    Result below = command.from("packages/a").run("scan", "--config", ".mcp.json");

    assertThat(below.exitCode()).as(below.err()).isZero();
    assertThat(org(below)).isEqualTo("of_project");
    Result shown =
        command.from("packages/a").run("scan", "--config", ".mcp.json", "--show-suppressed");
    assertThat(Reports.findings(shown, "unpinned_package").get(0).get("suppressed_by").asText())
        .isEqualTo(".svc/preflight.yaml:3");
  }

  @Test
  void an_error_names_the_file_as_seen_from_the_directory() throws IOException {
    Files.createDirectories(command.project().resolve(".git"));
    Files.createDirectories(command.project().resolve("packages/a"));
    command.file(PROJECT, "format: xml\n");

    Result below = command.from("packages/a").run("scan");

    assertThat(below.err()).startsWith("error: ../../.svc/preflight.yaml:1:1: 'format' is \"xml\"");
  }

  @Test
  void paths_of_a_project_begin_at_its_root_wherever_the_command_runs() throws IOException {
    Files.createDirectories(command.project().resolve(".git"));
    Files.createDirectories(command.project().resolve("packages/a"));
    command.file("conf/a.json", CLEAN);
    command.file(PROJECT, "paths: [conf/a.json]\nbaseline: conf/baseline.json\n");

    assertThat(command.from("packages/a").run("baseline", "create").exitCode()).isZero();
    assertThat(command.project().resolve("conf/baseline.json")).exists();
    assertThat(command.from("packages/a").run("scan").exitCode()).isZero();
  }

  @Test
  void a_finding_is_suppressed_in_the_file_of_the_project() throws IOException {
    Files.createDirectories(command.project().resolve(".git"));
    command.file("packages/a/.mcp.json", UNPINNED);
    command.file(PROJECT, "org_id: of_project\n");
    CommandRun below = command.from("packages/a");
    String fingerprint = fingerprint(below.run("scan", "--config", ".mcp.json"));

    Result result =
        below.run(
            "suppress", fingerprint.substring(7, 20), "--reason", "x", "--config", ".mcp.json");

    assertThat(result.exitCode()).as(result.err()).isZero();
    assertThat(Files.readString(command.project().resolve(PROJECT)))
        .startsWith("org_id: of_project\n")
        .contains(fingerprint, "file: \"packages/a/.mcp.json\"");
    assertThat(below.run("scan", "--config", ".mcp.json").exitCode()).isZero();
  }

  private Result scan(String... options) {
    String[] arguments = new String[options.length + 1];
    arguments[0] = "scan";
    System.arraycopy(options, 0, arguments, 1, options.length);
    return command.run(arguments);
  }

  private static String org(Result result) {
    return Reports.only(result).get("org_id").asText();
  }

  private static String fingerprint(Result result) {
    return Reports.fingerprint(Reports.findings(result, "unpinned_package").get(0));
  }
}
