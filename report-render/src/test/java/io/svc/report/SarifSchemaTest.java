package io.svc.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.svc.baseline.BaselineDiff;
import io.svc.scanner.scan.McpScanReport;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Logs against the schema that the makers of SARIF publish. */
class SarifSchemaTest {
  private static final String SCHEMA_FILE = "/schema/sarif-schema-2.1.0.json";
  private static final Schema SCHEMA =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7)
          .getSchema(read(SCHEMA_FILE), InputFormat.JSON);

  private final Renderer renderer = new SarifRenderer(new SourceRoot(Path.of("/home/ada")));

  @ParameterizedTest
  @MethodSource("io.svc.report.TestReports#ofAllKinds")
  void a_log_of_reports_fits_the_schema(List<McpScanReport> reports) {
    assertThat(
            problems(
                TestReports.rendered(
                    renderer, Terminal.PLAIN, reports.toArray(McpScanReport[]::new))))
        .isEmpty();
  }

  @ParameterizedTest
  @MethodSource("io.svc.report.TestDiffs#ofAllKinds")
  void a_log_of_a_diff_fits_the_schema(BaselineDiff diff) {
    assertThat(problems(TestReports.rendered(renderer, Terminal.PLAIN, diff))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "'\"startLine\": 12';'\"startLine\": 0'",
        "'\"level\": \"error\"';'\"level\": \"high\"'",
        "'\"kind\": \"external\"';'\"kind\": \"elsewhere\"'",
        "'\"columnKind\": \"utf16CodeUnits\"';'\"columnKind\": \"bytes\"'",
        "'\"version\": \"2.1.0\"';'\"version\": \"2.2\"'"
      })
  void a_log_with_a_fault_does_not_fit(String right, String wrong) {
    String log = TestReports.rendered(renderer, Terminal.PLAIN, TestReports.withFindings());
    String broken = log.replace(right, wrong);

    assertThat(broken).isNotEqualTo(log);
    assertThat(problems(broken)).isNotEmpty();
  }

  /** What the validator objects to, in its words. */
  private static String problems(String log) {
    StringBuilder problems = new StringBuilder();
    SCHEMA
        .validate(log, InputFormat.JSON)
        .forEach(problem -> problems.append(problem).append('\n'));
    return problems.toString();
  }

  private static String read(String resource) {
    try (InputStream in = SarifSchemaTest.class.getResourceAsStream(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
