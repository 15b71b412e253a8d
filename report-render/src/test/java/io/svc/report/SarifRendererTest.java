package io.svc.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.svc.rules.Severity;
import io.svc.scanner.finding.Finding;
import io.svc.scanner.scan.McpScanReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SarifRendererTest {
  private final Renderer renderer = new SarifRenderer(new SourceRoot(Path.of("/home/ada")));

  @Test
  void every_result_points_to_its_rule_and_every_rule_has_a_result() {
    JsonNode run = run(TestReports.withFindings(), TestReports.partial());
    JsonNode rules = run.at("/tool/driver/rules");

    assertThat(run.at("/results")).hasSize(7);
    assertThat(rules).hasSize(6);
    for (JsonNode result : run.at("/results")) {
      assertThat(rules.get(result.get("ruleIndex").intValue()).get("id"))
          .isEqualTo(result.get("ruleId"));
    }
    assertThat(run.at("/results").findValuesAsText("ruleId"))
        .containsAll(rules.findValuesAsText("id"));
  }

  @ParameterizedTest
  @CsvSource({
    "CRITICAL,error,error,9.5",
    "HIGH,error,error,8.0",
    "MEDIUM,warning,warning,5.5",
    "LOW,note,recommendation,2.0",
    "INFO,note,recommendation,"
  })
  void severities_become_levels_and_scores(
      Severity severity, String level, String problem, String score) {
    Finding finding = finding(severity, Map.of("rule_id", "acme/own"));
    JsonNode run = run(TestReports.of(finding));

    assertThat(run.at("/results/0/level").textValue()).isEqualTo(level);
    assertThat(run.at("/results/0/properties/severity").textValue()).isEqualTo(severity.label());
    JsonNode properties = run.at("/tool/driver/rules/0/properties");
    assertThat(run.at("/tool/driver/rules/0/defaultConfiguration/level").textValue())
        .isEqualTo(level);
    assertThat(properties.path("problem.severity").textValue()).isEqualTo(problem);
    assertThat(properties.path("security-severity").textValue()).isEqualTo(score);
  }

  @Test
  void the_least_confidence_is_the_precision_of_a_rule() {
    JsonNode run =
        run(
            TestReports.of(
                finding(Severity.HIGH, Map.of("rule_id", "a/b", "confidence", "high")),
                finding(Severity.HIGH, Map.of("rule_id", "a/b", "confidence", "medium")),
                finding(Severity.HIGH, Map.of("rule_id", "a/c", "confidence", "high")),
                finding(Severity.HIGH, Map.of("rule_id", "a/d", "confidence", "surely")),
                finding(Severity.HIGH, Map.of("rule_id", "a/e"))));

    assertThat(run.at("/tool/driver/rules").findValues("properties"))
        .extracting(properties -> properties.path("precision").asText("none"))
        .containsExactly("medium", "high", "none", "none");
    assertThat(run.at("/results/1/properties/confidence").textValue()).isEqualTo("medium");
  }

  @Test
  void a_file_below_the_directory_is_named_from_it_and_any_other_by_its_full_uri() {
    JsonNode inside = run(TestReports.at("/home/ada/my project/ä#1.json"));
    JsonNode relative = run(TestReports.at(".cursor/mcp.json"));
    JsonNode outside = run(TestReports.at("/srv/my project/mcp.json"));
    JsonNode home = run(TestReports.at("~/.cursor/mcp.json"));

    assertThat(artifact(inside))
        .isEqualTo("{\"uri\":\"my%20project/%C3%A4%231.json\",\"uriBaseId\":\"SRCROOT\"}");
    assertThat(artifact(relative))
        .isEqualTo("{\"uri\":\".cursor/mcp.json\",\"uriBaseId\":\"SRCROOT\"}");
    assertThat(artifact(outside)).isEqualTo("{\"uri\":\"file:///srv/my%20project/mcp.json\"}");
    assertThat(artifact(home)).isEqualTo("{\"uri\":\"~/.cursor/mcp.json\"}");
    assertThat(inside.at("/results/0/locations/0/physicalLocation/artifactLocation"))
        .isEqualTo(inside.at("/artifacts/0/location"));
  }

  @Test
  void the_fingerprint_is_the_findings_and_its_other_extensions_are_properties() {
    Map<String, Object> extensions = TestFindings.extensions("supply-chain/unpinned-package", 4, 2);
    extensions.put("package", "acme-mcp");
    extensions.put("advisory_aliases", List.of("CVE-2025-1"));
    JsonNode result = run(TestReports.of(finding(Severity.LOW, extensions))).at("/results/0");

    assertThat(result.get("partialFingerprints").toString())
        .isEqualTo("{\"svcPreflight/v1\":\"" + TestFindings.HASH + "\"}");
    assertThat(result.get("properties").toString())
        .isEqualTo(
            "{\"finding_type\":\"unpinned_package\",\"severity\":\"low\",\"server\":\"files\","
                + "\"source\":\"claude-desktop\",\"remediation\":\"Pin it.\","
                + "\"package\":\"acme-mcp\",\"advisory_aliases\":[\"CVE-2025-1\"]}");
  }

  @Test
  void all_results_report_suppressions_or_none_does() {
    JsonNode none = run(TestReports.partial());
    JsonNode all = run(TestReports.withFindings());

    assertThat(none.findValues("suppressions")).isEmpty();
    assertThat(all.findValues("suppressions")).hasSize(6);
    assertThat(all.at("/results/5/suppressions").toString())
        .isEqualTo(
            "[{\"kind\":\"external\",\"status\":\"accepted\","
                + "\"justification\":\"Only on the *build* machine\"}]");
    assertThat(all.at("/results/0/suppressions")).isEmpty();
  }

  @Test
  void a_partial_report_names_what_was_skipped_and_where() {
    JsonNode invocation =
        run(TestReports.partial("- `odd` (line 8): not an object\n\nNote: Read with comments."))
            .at("/invocations/0");

    assertThat(invocation.get("executionSuccessful").booleanValue()).isTrue();
    JsonNode notifications = invocation.get("toolExecutionNotifications");
    assertThat(notifications.findValuesAsText("level")).containsExactly("error", "note");
    assertThat(notifications.findValuesAsText("text"))
        .containsExactly(
            "Skipped; the results are incomplete: `odd` (line 8): not an object",
            "Read with comments.");
    assertThat(notifications.findValuesAsText("startLine")).containsExactly("8", "1");
  }

  @Test
  void files_without_findings_are_artifacts_too_and_none_is_twice() {
    JsonNode run = run(TestReports.at("a.json"), TestReports.at("./a.json"), TestReports.clean());

    assertThat(run.get("artifacts").findValuesAsText("uri"))
        .containsExactly("a.json", ".config/Claude/claude_desktop_config.json");
  }

  @Test
  void a_hostile_file_makes_no_link_no_placeholder_and_nothing_hidden() {
    JsonNode result = run(TestReports.hostile()).at("/results/0");
    String text = result.at("/message/text").textValue();
    String markdown = result.at("/message/markdown").textValue();

    assertThat(text).contains("[x\\](javascript:y)").contains("\\u{{202e}}evil");
    assertThat(text.codePoints().filter(PlainText::isHidden)).isEmpty();
    assertThat(markdown).contains("\\[x\\](javascript:y)").doesNotContain("\n# Owned", "\n<img");
    assertThat(result.at("/locations/0/logicalLocations/0/name").textValue())
        .isEqualTo(PlainText.of(TestFindings.HOSTILE));
  }

  @Test
  void text_beyond_ascii_is_written_as_escapes() {
    assertThat(log(TestReports.hostile())).matches("[\\n\\x20-\\x7e]*");
  }

  private static Finding finding(Severity severity, Map<String, Object> extensions) {
    return TestFindings.finding(
        "4",
        "unpinned_package",
        severity,
        "files",
        "No version.",
        "Pin it.",
        new LinkedHashMap<>(extensions));
  }

  private static String artifact(JsonNode run) {
    return run.at("/artifacts/0/location").toString();
  }

  private JsonNode run(McpScanReport... reports) {
    try {
      return new ObjectMapper().readTree(log(reports)).at("/runs/0");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String log(McpScanReport... reports) {
    return TestReports.rendered(renderer, Terminal.PLAIN, reports);
  }
}
