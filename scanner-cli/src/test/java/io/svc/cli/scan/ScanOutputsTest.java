package io.svc.cli.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.cli.CommandRun;
import io.svc.cli.CommandRun.Result;
import io.svc.cli.Reports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where reports go, and what makes the exit code. */
class ScanOutputsTest {
  private static final String MEDIUM =
      "{\"mcpServers\": {\"notes\": {\"command\": \"/tmp/notes/server\"}}}";
  private static final String PARTIAL =
      "{\"mcpServers\": {\"good\": {\"command\": \"node\"}, \"odd\": {\"note\": \"x\"}}}";

  @TempDir private Path directory;
  private CommandRun command;

  @BeforeEach
  void setUp() {
    command = new CommandRun(directory);
    command.file(".mcp.json", MEDIUM);
  }

  @Test
  void one_run_gives_several_formats() throws IOException {
    Result result =
        command.run(
            "scan", ".mcp.json", "--format", "markdown=a.md", "--format=JSON=b=c.json", "-t");

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err()).isEmpty();
    assertThat(result.out()).contains("MEDIUM    suspicious_path");
    assertThat(read("a.md")).startsWith("# MCP Scan Report: claude-code");
    assertThat(read("b=c.json")).startsWith("{\n  \"report_id\"").endsWith("}\n");
  }

  @Test
  void standard_output_stays_empty_when_every_format_has_its_file() throws IOException {
    Result files = command.run("scan", ".mcp.json", "-f", "json=a.json", "-f", "table=a.txt");
    Result mixed =
        command.run("scan", ".mcp.json", "-f", "json=b.json", "-f", "table", "-o", "b.txt");
    Result dash = command.run("scan", ".mcp.json", "-f", "json=c.json", "-f", "markdown=-");

    assertThat(files.out()).isEmpty();
    assertThat(read("a.json")).startsWith("{");
    assertThat(read("a.txt")).contains("MEDIUM");
    assertThat(mixed.out()).isEmpty();
    assertThat(read("b.json")).startsWith("{");
    assertThat(read("b.txt")).contains("MEDIUM");
    assertThat(dash.out()).startsWith("# MCP Scan Report");
    try (Stream<Path> all = Files.list(command.project())) {
      assertThat(all.map(path -> path.getFileName().toString()))
          .containsExactlyInAnyOrder(".mcp.json", "a.json", "a.txt", "b.json", "b.txt", "c.json");
    }
  }

  @Test
  void a_file_that_cannot_be_written_is_an_error_and_standard_output_stays_empty() {
    Result result = command.run("scan", ".mcp.json", "-f", "json=.mcp.json/a.json", "-t");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    assertThat(result.err())
        .startsWith("error: cannot write to ")
        .contains(".mcp.json/a.json: a part of the path is a file");
  }

  @Test
  void a_diff_from_a_baseline_has_several_formats_too() throws IOException {
    command.run("baseline", "create", "--config", ".mcp.json", "--quiet");
    command.file(".mcp.json", MEDIUM.replace("/tmp", "/var/tmp"));

    Result result =
        command.run(
            "baseline", "diff", "--config", ".mcp.json", "-f", "json=d.json", "-f", "markdown");

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.out()).startsWith("#");
    assertThat(read("d.json")).contains("\"modified_assets\"");
  }

  @Test
  void findings_do_not_fail_a_run_that_is_to_exit_with_zero_but_errors_do() {
    Result findings = command.run("scan", ".mcp.json", "--exit-zero");
    Result missing = command.run("scan", ".mcp.json", "none.json", "--exit-zero");

    assertThat(findings.exitCode()).isZero();
    assertThat(findings.out()).contains("suspicious_path");
    assertThat(missing.exitCode()).isEqualTo(2);
  }

  @Test
  void a_partial_report_fails_a_run_that_must_be_whole() {
    command.file("partial.json", PARTIAL);

    Result tolerant = command.run("scan", "partial.json");
    Result strict = command.run("scan", "partial.json", "--fail-on-partial", "--exit-zero");
    Result whole = command.run("scan", ".mcp.json", "--fail-on-partial");

    assertThat(tolerant.exitCode()).isZero();
    assertThat(strict.exitCode()).isEqualTo(2);
    assertThat(strict.out()).isNotEmpty();
    assertThat(strict.err())
        .isEqualTo(
            "error: config file was scanned only partially: "
                + command.project().resolve("partial.json")
                + "\n");
    assertThat(whole.exitCode()).isEqualTo(1);
  }

  @Test
  void findings_that_are_less_sure_are_left_out_and_the_certain_stay() {
    command.file(
        ".mcp.json",
        "{\"mcpServers\": {\"a\": {\"command\": \"/tmp/a\", \"env\": {\"DB_PASSWORD\":"
            + " \"winter-is-over-77\"}}}}");

    Result all = command.run("scan", ".mcp.json", "--min-confidence", "low");
    Result sure = command.run("scan", ".mcp.json", "--min-confidence", "HIGH");

    assertThat(Reports.findings(all, "hardcoded_secret")).hasSize(1);
    assertThat(Reports.findings(sure, "hardcoded_secret")).isEmpty();
    assertThat(Reports.findings(sure, "suspicious_path")).hasSize(1);
    assertThat(Reports.only(sure).get("findings_count").asInt())
        .isEqualTo(Reports.only(all).get("findings_count").asInt() - 1);
  }

  @Test
  void standard_input_is_one_config_file() {
    Result bare = command.reading(MEDIUM).run("scan", "-");
    Result named = command.reading(MEDIUM).run("scan", "-", "--stdin-name", "x/.cursor/mcp.json");
    Result toml =
        command
            .reading("[mcp_servers.a]\ncommand = \"/tmp/a\"\n")
            .run("scan", "-", "--stdin-name", ".codex/config.toml");
    Result source = command.reading(MEDIUM).run("scan", "-", "--source", "zed");

    assertThat(bare.exitCode()).isEqualTo(1);
    assertThat(Reports.fields(bare, "config_path").get(0)).endsWith("/-");
    assertThat(Reports.fields(named, "source")).containsExactly("cursor");
    assertThat(Reports.fields(named, "config_path").get(0)).endsWith("/x/.cursor/mcp.json");
    assertThat(Reports.fields(toml, "source")).containsExactly("codex");
    assertThat(Reports.fields(source, "source")).containsExactly("zed");
  }

  @Test
  void standard_input_that_is_empty_too_large_or_no_config_is_never_clean() {
    Result empty = command.reading("").run("scan", "-");
    Result large =
        command.reading(MEDIUM + " ".repeat(5_000)).run("scan", "-", "--max-file-size", "1K");
    Result other = command.reading("{\"a\": 1}").run("scan", "-", "--stdin-name", "package.json");

    assertThat(empty.exitCode()).isEqualTo(2);
    assertThat(empty.err()).contains("the file is empty");
    assertThat(large.exitCode()).isEqualTo(2);
    assertThat(large.err()).contains("larger than 1024 bytes");
    assertThat(other.exitCode()).isEqualTo(2);
    assertThat(other.err()).contains("not an MCP configuration");
  }

  @Test
  void without_a_table_a_summary_is_printed() {
    command.atTerminal();

    Result toFile = command.run("scan", ".mcp.json", "-f", "json=a.json");
    Result table = command.run("scan", ".mcp.json", "-t");
    Result quiet = command.run("scan", ".mcp.json", "-f", "json=a.json", "--quiet");

    assertThat(toFile.err())
        .matches("1 file, 1 server, 1 finding \\(1 medium\\) in \\d+\\.\\d\\d s\n");
    assertThat(table.err()).isEmpty();
    assertThat(quiet.err()).isEmpty();
  }

  private String read(String name) throws IOException {
    return Files.readString(command.project().resolve(name));
  }
}
