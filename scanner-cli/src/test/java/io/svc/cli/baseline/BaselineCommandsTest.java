package io.svc.cli.baseline;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.cli.CommandRun;
import io.svc.cli.CommandRun.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BaselineCommandsTest {
  private static final String APPROVED =
      """
      {"mcpServers": {
        "notes": {"command": "node", "args": ["server.js"], "env": {"NOTES_TOKEN": "%s"}},
        "search": {"url": "https://search.example.com/mcp", "headers": {"X-Key": "${KEY}"}}}}
      """;
  private static final String FIRST = "q8Zr2mVt6Lx4Wb0Ns7Ky";
  private static final String SECOND = "h3Jd9pQf5Gc1Tv8Ra2Xe";

  @TempDir private Path directory;
  private CommandRun command;
  private Path config;

  @BeforeEach
  void setUp() {
    command = new CommandRun(directory);
    config = command.file(".mcp.json", APPROVED.formatted(FIRST));
  }

  private Result scanForDrift() {
    return command.run("scan", "--config", config.toString(), "--suppress", "hardcoded_secret");
  }

  @Test
  void a_baseline_is_written_where_scans_look_for_it() {
    Result created = command.run("baseline", "create");

    assertThat(created.exitCode()).isZero();
    assertThat(created.out()).contains("2 servers", "approved by dana");
    assertThat(command.project().resolve(".svc/mcp-baseline.json")).isRegularFile();
    assertThat(scanForDrift().exitCode()).isZero();
  }

  @Test
  void formatting_order_comments_and_secret_values_are_no_drift() {
    command.run("baseline", "create");
    command.file(
        ".mcp.json",
        """
        // reordered by hand
        {"mcpServers": {
          "search": {"headers": {"X-Key": "${KEY}"}, "url": "https://search.example.com/mcp"},
          "notes": {
            "env": {"NOTES_TOKEN": "%s"}, "args": ["server.js"], "command": "node",
          },
        }}
        """
            .formatted(SECOND));

    Result diff = command.run("baseline", "diff");

    assertThat(diff.exitCode()).isZero();
    assertThat(diff.out()).contains("\"drift_findings\": []");
    assertThat(scanForDrift().exitCode()).isZero();
  }

  @Test
  void added_removed_and_modified_servers_are_reported_with_before_and_after() {
    command.run("baseline", "create");
    command.file(
        ".mcp.json",
        """
        {"mcpServers": {
          "notes": {"command": "node", "args": ["other.js"], "env": {"NOTES_TOKEN": "%s"}},
          "new": {"command": "node", "args": ["new.js"]}}}
        """
            .formatted(FIRST));

    Result diff = command.run("baseline", "diff", "--config", config.toString());
    Result scan = scanForDrift();

    assertThat(diff.exitCode()).isEqualTo(1);
    assertThat(diff.out())
        .contains("\"server_name\": \"new\"")
        .contains("\"server_name\": \"search\"")
        .containsSubsequence(
            "\"modified_assets\"", "\"changed_fields\"", "\"args\"", "server.js", "other.js");
    assertThat(scan.exitCode()).isEqualTo(1);
    assertThat(scan.out())
        .contains("\"finding_type\": \"baseline_drift\"")
        .contains("\"change\": \"added\"", "\"change\": \"modified\"", "\"change\": \"removed\"");
  }

  @Test
  void drift_is_not_searched_when_disabled() {
    command.run("baseline", "create");
    command.file(".mcp.json", "{\"mcpServers\": {\"new\": {\"command\": \"node\"}}}");

    Result result = command.run("scan", "--config", config.toString(), "--no-baseline");

    assertThat(result.exitCode()).isZero();
  }

  @Test
  void a_changed_value_is_drift_when_values_are_tracked() throws IOException {
    command.run("baseline", "create", "--track-values");
    Path key = command.project().resolve(".svc/mcp-baseline.json.key");
    assertThat(scanForDrift().exitCode()).isZero();

    command.file(".mcp.json", APPROVED.formatted(SECOND));
    Result diff = command.run("baseline", "diff");

    assertThat(diff.exitCode()).isEqualTo(1);
    assertThat(diff.out()).contains("value_hashes", "env/NOTES_TOKEN");
    assertThat(diff.out() + Files.readString(command.project().resolve(".svc/mcp-baseline.json")))
        .doesNotContain(FIRST, SECOND);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key)))
        .isEqualTo("rw-------");
  }

  @Test
  void a_tracking_baseline_without_its_key_is_an_error() throws IOException {
    command.run("baseline", "create", "--track-values");
    Files.delete(command.project().resolve(".svc/mcp-baseline.json.key"));

    Result result = command.run("baseline", "diff");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("its key cannot be read");
  }

  @Test
  void servers_of_the_same_name_in_two_files_are_retained_apart() {
    command.file(".cursor/mcp.json", APPROVED.formatted(FIRST));
    command.run("baseline", "create");
    command.file(".cursor/mcp.json", APPROVED.formatted(FIRST).replace("server.js", "changed.js"));

    Result diff = command.run("baseline", "diff");

    assertThat(diff.exitCode()).isEqualTo(1);
    assertThat(diff.out())
        .containsOnlyOnce("\"before\": {")
        .contains("\"config_path\": \".cursor/mcp.json\"")
        .contains("\"added_assets\": []", "\"removed_assets\": []");
  }

  @Test
  void a_copy_of_the_one_approved_file_is_compared_by_names() {
    command.run("baseline", "create", "--config", config.toString());
    Path copy = command.file("copy.json", APPROVED.formatted(FIRST));

    Result same = command.run("baseline", "diff", "--config", copy.toString());

    assertThat(same.exitCode()).isZero();
  }

  @Test
  void a_baseline_that_is_no_baseline_is_reported_and_never_ignored() {
    command.file(".svc/mcp-baseline.json", "{\"schema_version\": 99}");

    Result result = scanForDrift();

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("its schema_version is 99; this version reads 1");
  }

  @Test
  void nothing_is_written_when_a_file_cannot_be_read() {
    command.file(".mcp.json", "{");

    Result result = command.run("baseline", "create");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(command.project().resolve(".svc/mcp-baseline.json")).doesNotExist();
  }

  @Test
  void the_diff_has_a_markdown_and_a_table_form() {
    command.run("baseline", "create");
    command.file(".mcp.json", "{\"mcpServers\": {\"new\": {\"command\": \"node\"}}}");

    Result markdown = command.run("baseline", "diff", "--format", "markdown");
    Result table = command.run("baseline", "diff", "-t");

    assertThat(markdown.out()).startsWith("# MCP Baseline Diff");
    assertThat(table.out()).contains("new", "notes", "search");
  }

  @Test
  void an_approved_file_that_no_client_looks_at_is_compared_too() {
    Path other = command.file("other.json", APPROVED.formatted(FIRST));
    command.run("baseline", "create", "--config", config.toString(), "--config", other.toString());
    command.file("other.json", APPROVED.formatted(FIRST).replace("server.js", "changed.js"));

    Result diff = command.run("baseline", "diff");
    Result scan = command.run("scan", "--suppress", "hardcoded_secret");

    assertThat(diff.exitCode()).isEqualTo(1);
    assertThat(diff.out()).contains("\"config_path\": \"other.json\"", "\"removed_assets\": []");
    assertThat(scan.exitCode()).isEqualTo(1);
    assertThat(scan.err()).isEmpty();
  }

  @Test
  void an_approved_file_that_cannot_be_read_is_an_error_and_not_gone() {
    command.file(".cursor/mcp.json", APPROVED.formatted(FIRST));
    command.run("baseline", "create");
    command.file(".cursor/mcp.json", "{");

    Result scan = command.run("scan");

    assertThat(scan.exitCode()).isEqualTo(2);
    assertThat(scan.err()).contains("cannot be scanned").doesNotContain("is gone");
  }

  @Test
  void approved_files_that_are_all_gone_are_drift() throws IOException {
    command.run("baseline", "create");
    Files.delete(config);

    Result diff = command.run("baseline", "diff");

    assertThat(diff.exitCode()).isEqualTo(1);
    assertThat(diff.out()).contains("\"change\": \"removed\"");
  }

  @Test
  void one_of_several_approved_files_that_is_gone_is_warned_of_unless_quiet() throws IOException {
    Path other = command.file(".cursor/mcp.json", APPROVED.formatted(FIRST));
    command.run("baseline", "create");
    Files.delete(other);

    Result scan = command.run("scan");
    Result quiet = command.run("scan", "--quiet");

    assertThat(scan.err())
        .isEqualTo(
            "warning: approved file .cursor/mcp.json no longer exists; see svc-preflight baseline"
                + " diff\n");
    assertThat(quiet.err()).isEmpty();
  }
}
