package io.svc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.cli.CommandRun.Result;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class WrongOptionsTest {
  @TempDir private Path directory;

  static List<Arguments> wrongOptions() {
    return List.of(
        Arguments.of(
            "scan --source emacs", "--source is \"emacs\"; expected one of claude-desktop"),
        Arguments.of(
            "scan --format xml", "--format is \"xml\"; expected one of json, markdown, table"),
        Arguments.of("scan --format json -t", "-t means --format table, but --format is \"json\""),
        Arguments.of(
            "scan --severity-threshold fatal",
            "--severity-threshold is \"fatal\"; expected one of info, low, medium, high, critical"),
        Arguments.of("scan --suppress everything", "--suppress is \"everything\"; expected one of"),
        Arguments.of("scan --max-file-size big", "--max-file-size is \"big\"; expected bytes"),
        Arguments.of("scan --max-file-size 0", "--max-file-size is \"0\"; expected bytes"),
        Arguments.of("scan --max-file-size 9999999999G", "expected bytes"),
        Arguments.of(
            "scan --max-file-size 65M",
            "--max-file-size is \"65M\"; expected bytes, such as 16777216 or 16M, and 64M at most"),
        Arguments.of("scan --baseline b.json --no-baseline", "cannot be combined"),
        Arguments.of("scan --baseline none.json", "baseline file not found at"),
        Arguments.of("scan --config", "--config"),
        Arguments.of("scan --frobnicate", "unknown option \"--frobnicate\""),
        Arguments.of("scan a.json", "config file not found at "),
        Arguments.of("scan --config a.json b.json", "b.json"),
        Arguments.of("baseline create a.json", "unexpected argument \"a.json\"; use --config PATH"),
        Arguments.of(
            "scan --format json --format table",
            "two formats for one standard output, json and table; write all except one to separate"),
        Arguments.of("scan --format json=", "--format is \"json=\"; expected a file after"),
        Arguments.of("scan --format xml=a", "--format is \"xml\"; expected one of json"),
        Arguments.of("scan --format json=- -f table", "two formats for one standard output"),
        Arguments.of("scan -f json -f table -o a", "two formats for one file, json and table"),
        Arguments.of("scan -f json=a -f table=./a", "two formats for one file, "),
        Arguments.of("scan -f json=a -f table -o b/../a", "two formats for one file, "),
        Arguments.of("scan -f json=a -o b", "--output requires a --format without a file"),
        Arguments.of("scan - .mcp.json", "- reads standard input and cannot be combined"),
        Arguments.of("scan - --config .mcp.json", "- reads standard input and cannot be combined"),
        Arguments.of("scan - --staged", "- reads standard input and cannot be combined"),
        Arguments.of("scan --stdin-name a", "--stdin-name requires the PATH -"),
        Arguments.of("scan --staged --no-ignore", "--no-ignore and --staged cannot be combined"),
        Arguments.of("scan --no-ignore", "--no-ignore requires a PATH"),
        Arguments.of("scan --only-config", "--only-config requires a PATH"),
        Arguments.of("scan --staged --diff HEAD", "requires a Git work tree; Git reported: not a"),
        Arguments.of(
            "scan --min-confidence certain",
            "--min-confidence is \"certain\"; expected one of low, medium, high"),
        Arguments.of("scan --org-id a --org-id b", "option --org-id was specified more than once"),
        Arguments.of("baseline diff", "baseline file not found at"),
        Arguments.of("baseline create --config none.json", "config file not found at"),
        Arguments.of("baseline", "missing command"),
        Arguments.of(
            "frobnicate", "unknown command \"frobnicate\"; expected one of scan, baseline"),
        Arguments.of("baseline dif", "unknown command \"dif\"; expected one of create, diff"),
        Arguments.of("", "missing command"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("wrongOptions")
  void a_wrong_option_is_reported_with_its_value_and_exits_2(String line, String message) {
    CommandRun command = new CommandRun(directory);
    command.file(".mcp.json", "{\"mcpServers\": {}}");
    String[] arguments = line.isEmpty() ? new String[0] : line.split(" ");

    Result result = command.run(arguments);

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).startsWith("error: ").contains(message);
    assertThat(result.err()).doesNotContain("Exception", "io.svc", "picocli", "\tat ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--help",
        "scan --help",
        "baseline --help",
        "baseline create -h",
        "baseline diff --help"
      })
  void help_is_on_standard_output_with_examples(String line) {
    Result result = new CommandRun(directory).run(line.split(" "));

    assertThat(result.exitCode()).isZero();
    assertThat(result.err()).isEmpty();
    assertThat(result.out()).contains("Usage: svc-preflight");
  }

  @Test
  void the_help_of_scan_describes_arrays_and_exit_codes() {
    Result result = new CommandRun(directory).run("scan", "--help");

    assertThat(result.out())
        .contains("JSON array", "Exit codes:", "Examples:", "--severity-threshold", "--suppress");
    assertThat(result.out().lines().filter(line -> line.matches("[A-Z][a-z ]+:")))
        .containsExactly(
            "Input:",
            "Output:",
            "Comparison:",
            "Filtering and exit code:",
            "Other options:",
            "Exit codes:",
            "Examples:");
    assertThat(result.out().lines().filter(line -> line.strip().startsWith("-q, --quiet")))
        .hasSize(1);
  }

  @Test
  void the_version_names_the_commit() {
    Result result = new CommandRun(directory).run("--version");

    assertThat(result.exitCode()).isZero();
    assertThat(result.out()).matches("svc-preflight \\d+\\.\\d+\\.\\d+ \\(commit [0-9a-z]+\\)\n");
  }
}
