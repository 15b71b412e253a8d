package io.svc.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.svc.rules.Severity;
import io.svc.scanner.finding.Finding;
import io.svc.scanner.scan.McpScanReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GitlabCodeQualityRendererTest {
  private final Renderer renderer = new GitlabCodeQualityRenderer(TestReports.PATHS);

  @Test
  void every_document_fits_the_schema() {
    assertThat(errors(rendered(TestReports.clean()))).isEmpty();
    assertThat(errors(rendered())).isEmpty();
    assertThat(errors(rendered(TestReports.withFindings(), TestReports.partial()))).isEmpty();
    assertThat(errors(rendered(TestReports.hostile()))).isEmpty();
    assertThat(errors(TestReports.rendered(renderer, Terminal.PLAIN, TestDiffs.drift()))).isEmpty();
    assertThat(errors(TestReports.rendered(renderer, Terminal.PLAIN, TestDiffs.hostile())))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "'\"severity\": \"critical\"';'\"severity\": \"high\"'",
        "'\"path\": \"/home';'\"path\": \"./home'",
        "'\"begin\": 12';'\"begin\": 0'",
        "'\"check_name\": \"hardcoded_secret\",';''",
        "'\"fingerprint\": \"';'\"fingerprint\": \"sha256:'"
      })
  void a_document_with_a_fault_does_not_fit(String right, String wrong) {
    String json = rendered(TestReports.withFindings());

    assertThat(json).contains(right);
    assertThat(errors(json.replace(right, wrong))).isNotEmpty();
  }

  @Test
  void each_severity_has_the_word_that_gitlab_has_for_it() throws IOException {
    List<String> words = new ArrayList<>();
    for (JsonNode entry : read(rendered(TestReports.withFindings()))) {
      words.add(entry.get("severity").textValue());
    }

    assertThat(words).containsExactly("blocker", "critical", "major", "minor", "info");
  }

  @Test
  void a_suppressed_finding_is_left_out() {
    assertThat(rendered(TestReports.withFindings())).doesNotContain("suspicious_path");
  }

  @Test
  void fingerprints_are_distinct_also_in_a_file_that_is_named_twice_and_stay_the_same()
      throws IOException {
    McpScanReport report = TestReports.withFindings();

    List<String> once = fingerprints(rendered(report));
    List<String> twice = fingerprints(rendered(report, report));

    assertThat(new HashSet<>(twice)).hasSize(10);
    assertThat(twice.subList(0, 5)).isEqualTo(once);
    assertThat(fingerprints(rendered(report, report))).isEqualTo(twice);
    assertThat(once.get(1)).matches("[0-9a-f]{64}");
  }

  @ParameterizedTest
  @CsvSource({
    "/srv/acme/.mcp.json,.mcp.json",
    "./.mcp.json,.mcp.json",
    ".vscode/../a/mcp.json,a/mcp.json",
    "/home/ci/.cursor/mcp.json,~/.cursor/mcp.json",
    "/etc/mcp.json,/etc/mcp.json",
    "a\\b\\mcp.json,a/b/mcp.json",
    "d\u00e9p\u00f4t/mcp.json,d\u00e9p\u00f4t/mcp.json"
  })
  void a_path_is_that_of_the_file_in_the_project(String configPath, String path)
      throws IOException {
    JsonNode entry = read(rendered(TestReports.at(configPath, at(configPath)))).get(0);

    assertThat(entry.at("/location/path").textValue()).isEqualTo(path);
  }

  @Test
  void a_finding_without_a_place_is_in_the_first_line() throws IOException {
    JsonNode entries = read(rendered(TestReports.withFindings()));

    assertThat(entries.get(4).at("/location/lines/begin").intValue()).isEqualTo(1);
    assertThat(entries.get(1).at("/location/lines/begin").intValue()).isEqualTo(12);
  }

  @Test
  void nothing_hidden_is_in_a_description() throws IOException {
    String json = rendered(TestReports.hostile());

    assertThat(json).matches("[ -~\n]+");
    assertThat(read(json).get(0).get("description").textValue())
        .contains("\\u{1b}[2J", "\\u{202e}evil", "\\u{a}# Owned")
        .matches("[ -~]+");
  }

  private static List<Finding> at(String configPath) {
    Finding any = TestFindings.secret();
    return List.of(
        new Finding(
            any.findingId(),
            any.findingType(),
            Severity.LOW,
            any.server(),
            any.detail(),
            any.remediation(),
            configPath,
            any.source(),
            false,
            "",
            any.observedAt(),
            any.collectedAt(),
            any.processedAt(),
            Map.of()));
  }

  private List<String> fingerprints(String json) throws IOException {
    List<String> fingerprints = new ArrayList<>();
    for (JsonNode entry : read(json)) {
      fingerprints.add(entry.get("fingerprint").textValue());
    }
    return fingerprints;
  }

  private String rendered(McpScanReport... reports) {
    return TestReports.rendered(renderer, Terminal.PLAIN, reports);
  }

  private static JsonNode read(String json) throws IOException {
    return new ObjectMapper().readTree(json);
  }

  private static String errors(String json) {
    return ForeignSchemas.errors("gitlab-codequality", json);
  }
}
