package io.svc.scanner.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.scanner.detect.FileFacts;
import io.svc.scanner.detect.FileFacts.Access;
import io.svc.scanner.detect.FileFacts.Link;
import io.svc.scanner.finding.Finding;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Environment files with the facts about them that the command determines. */
class EnvironmentFileScanTest {
  private static final String SECRETS =
      "TOKEN=" + TestScans.token(1) + "\nPASSWORD=" + TestScans.password(2) + "\n";

  @TempDir private Path directory;

  private McpScanReport scan(String name, String text, Access others, boolean isTracked) {
    Path file = TestScans.write(directory, name, text);
    Scanner scanner =
        new Scanner(
            ScanSettings.standard().withFileFacts(path -> new FileFacts(others, Link.NONE)));
    ScanRequest request = ScanRequest.environmentFile(file, Optional.of("cursor"), isTracked);
    return ((ScanOutcome.Scanned) scanner.scan(request)).report();
  }

  private static List<String> found(McpScanReport report) {
    return report.findings().stream()
        .map(finding -> finding.findingType() + " " + finding.severity().label())
        .toList();
  }

  @Test
  void secrets_of_a_tracked_file_are_findings() {
    McpScanReport report = scan(".env", SECRETS, Access.NONE, true);

    assertThat(found(report)).containsExactly("hardcoded_secret high", "hardcoded_secret high");
    assertThat(report.source()).isEqualTo("cursor");
    assertThat(report.serversScanned()).isZero();
    assertThat(report.extensions()).containsEntry("file_kind", "environment_file");
    assertThat(report.toString()).doesNotContain(TestScans.token(1), TestScans.password(2));
  }

  @ParameterizedTest
  @EnumSource(Access.class)
  void of_a_local_file_only_the_permissions_are_reported(Access others) {
    List<String> expected =
        switch (others) {
          case NONE -> List.of();
          case READ -> List.of("config_permissions info");
          case WRITE, REPLACE -> List.of("config_permissions high");
        };

    assertThat(found(scan(".env", SECRETS, others, false))).isEqualTo(expected);
  }

  @Test
  void the_name_of_a_local_file_can_be_any() {
    assertThat(found(scan("settings.txt", SECRETS, Access.READ, false)))
        .containsExactly("config_permissions info");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "KEY=\"first line\n" + "%s" + "\nlast\"\n",
        "export KEY='%s'\r\n",
        "not an assignment %s\n",
        "A=1 # %s\n",
        "A='1' # %s\n",
        "#KEY=%s\n"
      })
  void a_known_format_is_found_in_every_kind_of_line(String text) {
    McpScanReport report = scan(".env", text.replace("%s", TestScans.token(3)), Access.NONE, true);

    assertThat(found(report)).containsExactly("hardcoded_secret high");
  }

  @Test
  void references_and_placeholders_are_no_findings() {
    String text =
        """
        TOKEN=${OTHER_TOKEN}
        API_KEY=<your-api-key>
        PASSWORD=
        SECRET="op://vault/item/field"
        LOG_LEVEL=info
        """;

    assertThat(found(scan(".env", text, Access.NONE, true))).isEmpty();
  }

  @Test
  void bytes_that_are_no_text_are_noted_and_the_rest_is_examined() {
    McpScanReport report = scan(".env", "A=\0\0\0\n" + SECRETS, Access.NONE, true);

    assertThat(found(report)).hasSize(2);
    assertThat(report.markdownSummary()).contains("invalid UTF-8 bytes were read as U+FFFD");
  }

  @Test
  void findings_of_one_file_have_different_fingerprints() {
    List<Finding> findings = scan(".env", SECRETS, Access.NONE, true).findings();

    assertThat(findings)
        .extracting(finding -> finding.extensions().get("fingerprint"))
        .doesNotHaveDuplicates()
        .hasSize(2);
  }
}
