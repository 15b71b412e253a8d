package io.svc.cli.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.cli.CommandRun;
import io.svc.cli.CommandRun.Result;
import io.svc.cli.GitProject;
import io.svc.cli.Reports;
import io.svc.cli.console.TerminalSanitizer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code scan --diff}: findings that a revision did not have. */
class ScanDiffTest {
  private static final String ONE =
      "{\"mcpServers\": {\"notes\": {\"command\": \"/tmp/notes/server\"}}}";
  private static final String TWO =
      "{\"mcpServers\": {\"notes\": {\"command\": \"/tmp/notes/server\"},"
          + " \"other\": {\"command\": \"/tmp/other/server\"}}}";

  @TempDir private Path directory;
  private CommandRun command;
  private GitProject project;

  @BeforeEach
  void setUp() {
    command = new CommandRun(directory);
    project = GitProject.create(command.project());
  }

  @Test
  void old_findings_are_in_neither_report_nor_exit_code() {
    command.file(".mcp.json", ONE);
    project.commitAll();
    command.file(".mcp.json", "\n" + ONE);

    Result result = command.run("scan", "--diff", "HEAD");

    assertThat(result.err()).isEmpty();
    assertThat(result.exitCode()).isZero();
    assertThat(Reports.only(result).get("findings_count").asInt()).isZero();
    assertThat(Reports.only(result).get("markdown_summary").asText())
        .startsWith("**0 findings** in 1 server:");
  }

  @Test
  void new_findings_are_reported_by_the_server_and_by_the_file() {
    command.file(".mcp.json", ONE);
    project.commitAll();
    command.file(".mcp.json", TWO);
    command.file("new/.mcp.json", ONE);

    Result result = command.run("scan", "--diff", "HEAD", ".");

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(servers(result)).containsExactly("other", "notes");
    assertThat(Reports.fields(result, "findings_count")).containsExactly("1", "1");
  }

  @Test
  void the_same_finding_once_more_is_new() {
    String twice = "{\"mcpServers\": {\"a\": {\"command\": \"node\", \"args\": [%s]}}}";
    String key = "\"--password\", \"correct-horse-battery-%d\"";
    command.file(".mcp.json", twice.formatted(key.formatted(9)));
    project.commitAll();
    command.file(".mcp.json", twice.formatted(key.formatted(9) + ", " + key.formatted(8)));

    Result result = command.run("scan", "--diff", "HEAD");

    assertThat(Reports.findings(result, "hardcoded_secret")).hasSize(1);
  }

  @Test
  void it_works_together_with_staged_and_with_a_path() {
    command.file("a/.mcp.json", ONE);
    command.file("b/.mcp.json", ONE);
    project.commitAll();
    command.file("a/.mcp.json", TWO);
    project.git("add", "--all");
    command.file("a/.mcp.json", ONE);
    command.file("b/.mcp.json", TWO);

    Result staged = command.run("scan", "--staged", "--diff", "HEAD");
    Result path = command.run("scan", "--diff", "HEAD", "b");
    Result unchanged = command.run("scan", "--diff", "HEAD", "a");

    assertThat(servers(staged)).containsExactly("other");
    assertThat(servers(path)).containsExactly("other");
    assertThat(unchanged.exitCode()).isZero();
  }

  @Test
  void other_revisions_can_be_named_and_standard_input_compared() {
    command.file(".mcp.json", ONE);
    project.commitAll();
    project.git("tag", "--annotate", "v1", "--message", "One");
    command.file(".mcp.json", TWO);
    project.commitAll();

    assertThat(servers(command.run("scan", "--diff", "v1"))).containsExactly("other");
    assertThat(servers(command.run("scan", "--diff=HEAD~1"))).containsExactly("other");
    assertThat(servers(command.run("scan", "--diff", "main"))).isEmpty();
    Result buffer =
        command.reading(TWO).run("scan", "-", "--stdin-name", ".mcp.json", "--diff", "v1");
    assertThat(servers(buffer)).containsExactly("other");
  }

  @Test
  void before_the_first_commit_everything_is_new() {
    command.file(".mcp.json", ONE);
    project.git("add", "--all");

    Result result = command.run("scan", "--staged", "--diff", "HEAD");

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(servers(result)).containsExactly("notes");
  }

  @Test
  void a_file_that_could_not_be_read_then_had_no_findings() {
    command.file(".mcp.json", "{");
    project.commitAll();
    command.file(".mcp.json", ONE);

    Result result = command.run("scan", "--diff", "HEAD");

    assertThat(result.err()).isEmpty();
    assertThat(servers(result)).containsExactly("notes");
  }

  @Test
  void what_is_suppressed_now_stays_so_and_what_was_is_old() {
    command.file(".mcp.json", ONE);
    project.commitAll();
    command.file(".mcp.json", TWO);
    command.file(
        ".svc/preflight.yaml",
        "suppressions:\n  - {type: suspicious_path, server: other, reason: ours}\n");

    Result result = command.run("scan", "--diff", "HEAD");

    assertThat(result.exitCode()).isZero();
    assertThat(servers(result)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nope",
        "--upload-pack=x",
        "-x",
        "HEAD:none",
        "a..b",
        "HEAD^{blob}",
        "",
        "\u001b[31m"
      })
  void an_unknown_revision_is_reported_and_is_no_option_of_git(String revision) {
    command.file(".mcp.json", ONE);
    project.commitAll();

    Result result = command.run("scan", "--diff=" + revision);

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    assertThat(result.err())
        .isEqualTo(
            revision.isEmpty()
                ? "error: --diff is empty; expected a value\n"
                : "error: --diff is \""
                    + TerminalSanitizer.line(revision)
                    + "\"; expected a revision of this repository\n");
    assertThat(command.project().resolve("x")).doesNotExist();
  }

  private static List<String> servers(Result result) {
    return Reports.findings(result).stream()
        .map(finding -> finding.get("server").asText())
        .toList();
  }
}
