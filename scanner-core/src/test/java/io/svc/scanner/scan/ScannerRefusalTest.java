package io.svc.scanner.scan;

import static io.svc.scanner.scan.TestScans.password;
import static io.svc.scanner.scan.TestScans.report;
import static io.svc.scanner.scan.TestScans.scan;
import static io.svc.scanner.scan.TestScans.settings;
import static io.svc.scanner.scan.TestScans.token;
import static io.svc.scanner.scan.TestScans.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.svc.scanner.finding.Finding;
import io.svc.scanner.redact.SecretFinder.RawSecret;
import io.svc.scanner.scan.McpScanReport.Status;
import io.svc.scanner.scan.ScanOutcome.NotFound;
import io.svc.scanner.scan.ScanOutcome.Scanned;
import io.svc.scanner.scan.ScanOutcome.UnreadableFile;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that give no report, or half a report. */
class ScannerRefusalTest {
  private static final String EMPTY_CONFIG = "{\"mcpServers\": {}}";

  @TempDir private Path directory;

  @Test
  void a_missing_file_is_not_found() {
    var file = directory.resolve("missing.json");

    assertThat(scan(settings(directory), file)).isEqualTo(new NotFound(file));
  }

  @Test
  void a_file_in_a_missing_directory_is_not_found() {
    var file = directory.resolve("missing/mcp.json");

    assertThat(scan(settings(directory), file)).isEqualTo(new NotFound(file));
  }

  @Test
  void a_path_below_a_file_is_not_found() {
    var file = write(directory, "mcp.json", EMPTY_CONFIG).resolve("mcp.json");

    assertThat(scan(settings(directory), file)).isEqualTo(new NotFound(file));
  }

  @Test
  void a_directory_is_rejected() {
    assertThat(scan(settings(directory), directory))
        .isEqualTo(new UnreadableFile(directory, "it is a directory; expected a file", List.of()));
  }

  @Test
  void a_file_without_permission_is_rejected() throws IOException {
    var file = write(directory, "mcp.json", EMPTY_CONFIG);
    assumeFalse(File.separatorChar == '\\');
    Files.setPosixFilePermissions(file, Set.of());
    // The superuser may read everything.
    assumeFalse(Files.isReadable(file));

    assertThat(scan(settings(directory), file))
        .isEqualTo(new UnreadableFile(file, "no read permission", List.of()));
  }

  @Test
  void a_file_above_the_limit_is_rejected() {
    var file = write(directory, "mcp.json", EMPTY_CONFIG);
    var settings = settings(directory).withMaxFileBytes(EMPTY_CONFIG.length() - 1);

    assertThat(scan(settings, file))
        .isEqualTo(
            new UnreadableFile(
                file,
                "it is larger than 17 bytes; raise the limit with --max-file-size",
                List.of()));
  }

  @Test
  void a_file_exactly_at_the_limit_is_read() {
    var file = write(directory, "mcp.json", EMPTY_CONFIG);
    var settings = settings(directory).withMaxFileBytes(EMPTY_CONFIG.length());

    assertThat(scan(settings, file)).isInstanceOf(Scanned.class);
  }

  @ParameterizedTest
  @ValueSource(longs = {Integer.MAX_VALUE, Integer.MAX_VALUE + 1L, Long.MAX_VALUE})
  void any_limit_may_be_set(long limit) {
    var file = write(directory, "mcp.json", EMPTY_CONFIG);

    assertThat(scan(settings(directory).withMaxFileBytes(limit), file)).isInstanceOf(Scanned.class);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE})
  void a_limit_below_one_byte_is_a_mistake(long limit) {
    var settings = settings(directory);

    assertThatThrownBy(() -> settings.withMaxFileBytes(limit))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("A file may have " + limit + " bytes; expected at least 1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " \r\n"})
  void an_empty_file_is_rejected(String text) {
    var file = write(directory, "mcp.json", text);

    assertThat(scan(settings(directory), file))
        .isEqualTo(new UnreadableFile(file, "the file is empty", List.of()));
  }

  @Test
  void secrets_in_an_unreadable_file_are_reported_by_line_and_masked() {
    var file =
        write(
            directory,
            "mcp.json",
            "{\"mcpServers\": {\n  \"env\": {\"A\": \"%s\"\n\n  \"B\": \"%s\"}"
                .formatted(token(1), token(2)));

    var outcome = scan(settings(directory), file);

    assertThat(outcome)
        .isEqualTo(
            new UnreadableFile(
                file,
                "not valid JSON (line 4, column 3)",
                List.of(
                    new RawSecret(2, "Supabase personal access token", "sbp_***"),
                    new RawSecret(4, "Supabase personal access token", "sbp_***"))));
    assertThat(outcome.toString()).doesNotContain(token(1).substring(4), token(2).substring(4));
  }

  @Test
  void a_file_of_something_else_is_rejected_with_its_secrets() {
    var file = write(directory, "mcp.json", "{\"db\": {\"key\": \"%s\"}}".formatted(token(1)));

    assertThat(((UnreadableFile) scan(settings(directory), file)).secrets())
        .containsExactly(new RawSecret(1, "Supabase personal access token", "sbp_***"));
  }

  @Test
  void a_report_is_partial_when_a_server_is_skipped() {
    var report =
        report(
            directory,
            """
            {
              "mcpServers": {
                "good": {"command": "own-server"},
                "bad `one`": {"args": ["x"]},
                "worse": 7
              }
            }
            """);

    assertThat(report.status()).isEqualTo(Status.PARTIAL).hasToString("partial");
    assertThat(report.serversScanned()).isEqualTo(1);
    assertThat(report.markdownSummary())
        .isEqualTo(
            """
            **0 findings** in 1 server: 0 critical, 0 high, 0 medium, 0 low, 0 info.

            Skipped servers:

            - `bad 'one'` (line 4): it has neither a command nor a url
            - `worse` (line 5): expected an object, found a number\
            """);
  }

  @Test
  void a_secret_of_a_skipped_server_is_found_under_its_name() {
    var report =
        report(
            directory,
            """
            {"mcpServers": {
              "bad": {"args": [], "env": {"API_KEY": "%s", "OTHER_TOKEN": "%s"}}}}
            """
                .formatted(password(1), token(2)));

    assertThat(report.status()).isEqualTo(Status.PARTIAL);
    assertThat(report.findings())
        .extracting(Finding::findingType, Finding::server)
        .containsOnly(tuple("hardcoded_secret", "bad"))
        .hasSize(2);
    assertThat(report.toString()).doesNotContain(password(1), token(2));
  }

  @Test
  void a_note_of_the_file_is_in_the_summary() {
    var report = report(directory, "\"mcpServers\": {\"a\": {\"command\": \"own-server\"}}");

    assertThat(report.markdownSummary())
        .endsWith("\n\nNote: the outer braces are missing; clients cannot read this file");
  }

  @Test
  void deep_values_do_not_exhaust_the_stack() {
    var text = new StringBuilder("a0: &a0 [x]\n");
    for (int i = 1; i <= 30; i++) {
      text.append("a%d: &a%d ".formatted(i, i));
      text.append("[".repeat(195)).append("*a").append(i - 1).append("]".repeat(195)).append('\n');
    }
    text.append("mcpServers: {a: {command: own-server}}\n");
    var file = write(directory, "mcp.yaml", text.toString());

    assertThat(scan(settings(directory), file)).isNotNull();
  }
}
