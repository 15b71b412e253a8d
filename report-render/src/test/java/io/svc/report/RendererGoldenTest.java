package io.svc.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every byte of the output. {@code -Dgolden.update=true} writes the files anew. */
class RendererGoldenTest {
  /** Every format, and the ending of its expected files. */
  static List<Arguments> formats() {
    return List.of(
        Arguments.of("json", "json"),
        Arguments.of("markdown", "md"),
        Arguments.of("table", "txt"),
        Arguments.of("html", "html"),
        Arguments.of("sarif", "sarif"),
        Arguments.of("github", "github.txt"),
        Arguments.of("junit", "xml"),
        Arguments.of("csv", "csv"),
        Arguments.of("lines", "lines"),
        Arguments.of("gitlab-codequality", "codequality.json"),
        Arguments.of("gitlab-secrets", "secrets.json"),
        Arguments.of("cyclonedx", "cdx.json"));
  }

  private static final String GOLDEN = "report-render/src/test/resources/golden";

  @ParameterizedTest
  @MethodSource("formats")
  void a_clean_report_is_written_as_approved(String format, String extension) throws IOException {
    String text = TestReports.rendered(renderer(format), Terminal.PLAIN, TestReports.clean());

    assertApproved("clean." + extension, text);
  }

  @ParameterizedTest
  @MethodSource("formats")
  void findings_are_written_as_approved(String format, String extension) throws IOException {
    String text =
        TestReports.rendered(renderer(format), Terminal.PLAIN, TestReports.withFindings());

    assertApproved("findings." + extension, text);
  }

  @ParameterizedTest
  @MethodSource("formats")
  void a_partial_report_is_written_as_approved(String format, String extension) throws IOException {
    String text = TestReports.rendered(renderer(format), Terminal.PLAIN, TestReports.partial());

    assertApproved("partial." + extension, text);
  }

  @ParameterizedTest
  @MethodSource("formats")
  void several_reports_are_written_as_approved(String format, String extension) throws IOException {
    String text =
        TestReports.rendered(
            renderer(format),
            Terminal.PLAIN,
            TestReports.partial(),
            TestReports.withNote(),
            TestReports.clean());

    assertApproved("several." + extension, text);
  }

  @ParameterizedTest
  @MethodSource("formats")
  void a_diff_is_written_as_approved(String format, String extension) throws IOException {
    String text = TestReports.rendered(renderer(format), Terminal.PLAIN, TestDiffs.drift());

    assertApproved("diff." + extension, text);
  }

  @ParameterizedTest
  @CsvSource({"json,json", "cyclonedx,cdx.json"})
  void an_inventory_is_written_as_approved(String format, String extension) throws IOException {
    String text =
        TestReports.rendered(renderer(format), Terminal.PLAIN, TestInventories.ofEveryKind());

    assertApproved("inventory." + extension, text);
  }

  private static Renderer renderer(String format) {
    return Renderers.ofFormat(format, new ReportProject(TestReports.PATHS, List.of()))
        .orElseThrow();
  }

  private static void assertApproved(String name, String rendered) throws IOException {
    String text = name.endsWith(".html") ? HtmlText.withoutAssets(rendered) : rendered;
    Path golden = ProjectFiles.of(GOLDEN).resolve(name);
    // A release must not make all of the files anew.
    String versionless = text.replace('"' + ToolMetadata.version() + '"', "\"VERSION\"");
    if (Boolean.getBoolean("golden.update")) {
      Files.createDirectories(golden.getParent());
      Files.writeString(golden, versionless, StandardCharsets.UTF_8);
    }
    assertThat(versionless).isEqualTo(Files.readString(golden, StandardCharsets.UTF_8));
  }
}
