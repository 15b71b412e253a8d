package io.svc.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.svc.rules.Severity;
import io.svc.scanner.finding.Finding;
import io.svc.scanner.scan.McpScanReport;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GitlabSecretsRendererTest {
  private final Renderer renderer = new GitlabSecretsRenderer(TestReports.PATHS);

  @Test
  void every_document_fits_the_schema() {
    assertThat(errors(rendered(TestReports.clean()))).isEmpty();
    assertThat(errors(rendered())).isEmpty();
    assertThat(errors(rendered(TestReports.withFindings(), TestReports.partial()))).isEmpty();
    assertThat(errors(rendered(TestReports.hostile()))).isEmpty();
    assertThat(errors(TestReports.rendered(renderer, Terminal.PLAIN, TestDiffs.drift()))).isEmpty();
    assertThat(errors(TestReports.rendered(renderer, Terminal.PLAIN, TestDiffs.noDrift())))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "'\"severity\": \"High\"';'\"severity\": \"high\"'",
        "'\"sha\": \"0000000\"';'\"sha\": \"\"'",
        "'\"start_time\": \"2026-11-20T10:15:30\"';'\"start_time\": \"2026-11-20T10:15:30Z\"'",
        "'\"status\": \"success\"';'\"status\": \"partial\"'",
        "'\"value\": \"secrets/github-pat\"';'\"value\": \"\"'"
      })
  void a_document_with_a_fault_does_not_fit(String right, String wrong) {
    String json = rendered(TestReports.withFindings());

    assertThat(json).contains(right);
    assertThat(errors(json.replace(right, wrong))).isNotEmpty();
  }

  @Test
  void only_secrets_are_in_it() throws IOException {
    JsonNode found = read(rendered(TestReports.withFindings())).get("vulnerabilities");

    assertThat(found).hasSize(1);
    assertThat(found.get(0).get("name").textValue())
        .isEqualTo("GitHub personal access token (classic)");
    assertThat(found.get(0).at("/location/start_line").intValue()).isEqualTo(12);
  }

  @Test
  void the_same_secret_has_the_same_id_and_a_second_one_another() throws IOException {
    McpScanReport report = TestReports.partial();

    String first = id(rendered(report), 0);
    JsonNode twice = read(rendered(report, report));

    assertThat(twice.at("/vulnerabilities/0/id").textValue()).isEqualTo(first);
    assertThat(twice.at("/vulnerabilities/1/id").textValue()).isNotEqualTo(first);
  }

  @Test
  void a_scan_that_left_something_out_does_not_look_clean() throws IOException {
    JsonNode partial = read(rendered(TestReports.clean(), TestReports.partial())).get("scan");
    JsonNode none = read(rendered()).get("scan");
    JsonNode diff =
        read(TestReports.rendered(renderer, Terminal.PLAIN, TestDiffs.noDrift())).get("scan");

    assertThat(read(rendered(TestReports.clean())).at("/scan/status").textValue())
        .isEqualTo("success");
    assertThat(partial.get("status").textValue()).isEqualTo("failure");
    assertThat(partial.at("/messages/0/value").textValue())
        .isEqualTo("Some server entries could not be read in " + TestFindings.PATH);
    assertThat(none.get("status").textValue()).isEqualTo("failure");
    assertThat(diff.get("status").textValue()).isEqualTo("failure");
  }

  @Test
  void a_rule_of_ones_own_is_named_by_its_id() throws IOException {
    Finding secret =
        TestFindings.finding(
            "1",
            "hardcoded_secret",
            Severity.CRITICAL,
            "x",
            "Found.",
            "Revoke.",
            TestFindings.extensions("secrets/lanternfish-api-key", 2, 1));

    JsonNode found =
        read(rendered(TestReports.at("/srv/acme/.mcp.json", List.of(secret))))
            .at("/vulnerabilities/0");

    assertThat(found.get("name").textValue())
        .isEqualTo("Hardcoded secret (secrets/lanternfish-api-key)");
    assertThat(found.get("severity").textValue()).isEqualTo("Critical");
  }

  @Test
  void texts_are_cut_to_what_gitlab_takes() {
    String longText = "\ud83d\ude00".repeat(600_000);
    Finding secret =
        TestFindings.finding(
            "1",
            "hardcoded_secret",
            Severity.HIGH,
            "x",
            longText,
            longText,
            TestFindings.extensions("secrets/" + "x".repeat(300), 2, 1));

    assertThat(errors(rendered(TestReports.at("mcp.json", List.of(secret))))).isEmpty();
  }

  @Test
  void a_hostile_name_is_text_in_the_markdown() throws IOException {
    String json = rendered(TestReports.hostile());

    assertThat(json).matches("[ -~\n]+");
    assertThat(read(json).at("/vulnerabilities/0/description").textValue())
        .doesNotContain("\n", "\u001b", " <img", "[x](javascript");
  }

  private static String id(String json, int index) throws IOException {
    return read(json).at("/vulnerabilities/" + index + "/id").textValue();
  }

  private String rendered(McpScanReport... reports) {
    return TestReports.rendered(renderer, Terminal.PLAIN, reports);
  }

  private static JsonNode read(String json) throws IOException {
    return new ObjectMapper().readTree(json);
  }

  private static String errors(String json) {
    return ForeignSchemas.errors("gitlab-secrets", json);
  }
}
