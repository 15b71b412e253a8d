package io.svc.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.svc.scanner.scan.McpScanReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReportSchemaTest {
  private static final String DIRECTORY = "https://svc-preflight.dev/schema/";
  private static final String REPORT = "mcp-scan-report.schema.json";
  private static final String BASELINE = "mcp-baseline.schema.json";
  private static final String DIFF = "mcp-baseline-diff.schema.json";

  private static final Map<String, String> SCHEMAS = readSchemas();

  private final SchemaRegistry registry =
      SchemaRegistry.withDefaultDialect(
          SpecificationVersion.DRAFT_2020_12, builder -> builder.schemas(SCHEMAS));

  @Test
  void every_kind_of_report_fits_the_schema() {
    assertThat(errors(REPORT, json(TestReports.clean()))).isEmpty();
    assertThat(errors(REPORT, json(TestReports.withFindings()))).isEmpty();
    assertThat(errors(REPORT, json(TestReports.partial()))).isEmpty();
    assertThat(errors(REPORT, json(TestReports.hostile()))).isEmpty();
  }

  @Test
  void every_kind_of_diff_fits_the_schema() {
    assertThat(errors(DIFF, diffJson())).isEmpty();
    assertThat(
            errors(
                DIFF,
                TestReports.rendered(new JsonRenderer(), Terminal.PLAIN, TestDiffs.hostile())))
        .isEmpty();
    assertThat(
            errors(
                DIFF,
                TestReports.rendered(new JsonRenderer(), Terminal.PLAIN, TestDiffs.noDrift())))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "'\"servers_scanned\": 3,';''",
        "'\"servers_scanned\": 3';'\"servers_scanned\": \"3\"'",
        "'\"servers_scanned\": 3';'\"servers_scanned\": 3, \"surplus\": 1'",
        "'\"severity\": \"high\"';'\"severity\": \"HIGH\"'",
        "'\"severity\": \"high\",';''",
        "'\"status\": \"complete\"';'\"status\": \"done\"'",
        "'\"report_id\": \"rpt_01';'\"report_id\": \"rpt_0U'",
        "'\"report_id\": \"rpt_';'\"report_id\": \"fnd_'",
        "'\"finding_id\": \"fnd_01';'\"finding_id\": \"fnd_1'",
        "'\"suppressed_by\": \"\"';'\"suppressed_by\": \"\", \"surplus\": 1'",
        "'\"line\": 12';'\"line\": 0'",
        "'.120Z';'Z'",
        "'\"source\": \"claude-desktop\"';'\"source\": \"Claude Desktop\"'"
      })
  void a_report_with_a_fault_does_not_fit(String right, String wrong) {
    String json = json(TestReports.withFindings());
    String broken = json.replace(right, wrong);

    assertThat(broken).isNotEqualTo(json);
    assertThat(errors(REPORT, json)).isEmpty();
    assertThat(errors(REPORT, broken)).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "'\"GITHUB_TOKEN\": \"***\"';'\"GITHUB_TOKEN\": \"ghp_x\"'",
        "'\"auth_mode\": \"env\"';'\"auth_mode\": \"magic\"'",
        "'\"asset_id\": \"ast_';'\"asset_id\": \"asset_'",
        "'\"baseline_id\": \"bsl_01';'\"baseline_id\": \"bsl_O1'",
        "'\"config_hash\": \"sha256:';'\"config_hash\": \"'",
        "'\"kind\": \"server\",';''",
        "'\"kind\": \"server\"';'\"kind\": \"server\", \"surplus\": 1'",
        "'\"severity\": \"medium\"';'\"severity\": \"moderate\"'",
        "'\"server_name\": \"files\",';''"
      })
  void a_diff_with_a_fault_does_not_fit(String right, String wrong) {
    String json = diffJson();
    String broken = json.replace(right, wrong);

    assertThat(broken).isNotEqualTo(json);
    assertThat(errors(DIFF, json)).isEmpty();
    assertThat(errors(DIFF, broken)).isNotEmpty();
  }

  private static String json(McpScanReport report) {
    return TestReports.rendered(new JsonRenderer(), Terminal.PLAIN, report);
  }

  private static String diffJson() {
    return TestReports.rendered(new JsonRenderer(), Terminal.PLAIN, TestDiffs.drift());
  }

  private static Map<String, String> readSchemas() {
    Map<String, String> schemas = new HashMap<>();
    for (String name : List.of(REPORT, BASELINE, DIFF)) {
      schemas.put(DIRECTORY + name, read(ProjectFiles.of("docs/schema").resolve(name)));
    }
    return schemas;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What the validator objects to, in its words. */
  private String errors(String schema, String json) {
    String text = SCHEMAS.get(DIRECTORY + schema);
    StringBuilder errors = new StringBuilder();
    registry
        .getSchema(text, InputFormat.JSON)
        .validate(json, InputFormat.JSON)
        .forEach(error -> errors.append(error).append('\n'));
    return errors.toString();
  }
}
