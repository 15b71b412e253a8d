package io.svc.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import io.svc.scanner.scan.McpScanReport;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CsvRendererTest {
  private final Renderer renderer = new CsvRenderer();

  @Test
  void a_reader_gets_every_cell_back() throws IOException {
    List<Map<String, String>> rows = rows(TestReports.withFindings());

    assertThat(rows).hasSize(6);
    assertThat(rows.get(1))
        .isEqualTo(
            Map.ofEntries(
                Map.entry("severity", "high"),
                Map.entry("finding_type", "hardcoded_secret"),
                Map.entry("rule_id", "secrets/github-pat"),
                Map.entry("config_path", TestFindings.PATH),
                Map.entry("line", "12"),
                Map.entry("column", "25"),
                Map.entry("pointer", "/mcpServers/github/env/GITHUB_TOKEN"),
                Map.entry("server", "github"),
                Map.entry("source", "claude-desktop"),
                Map.entry(
                    "detail",
                    "The variable GITHUB_TOKEN in \"env\" holds a GitHub token in clear:"
                        + " ghp_****"),
                Map.entry(
                    "remediation",
                    "Take the token out of the file, revoke it, and refer to a variable of the"
                        + " environment."),
                Map.entry("confidence", ""),
                Map.entry("suppressed", "false"),
                Map.entry("suppressed_by", ""),
                Map.entry("suppression_reason", ""),
                Map.entry("fingerprint", TestFindings.HASH)));
    assertThat(rows.get(5))
        .containsEntry("suppressed", "true")
        .containsEntry("suppressed_by", ".svc/preflight.yaml:7")
        .containsEntry("suppression_reason", "Only on the *build* machine");
  }

  @Test
  void a_skipped_entry_is_a_row_of_its_own_kind() throws IOException {
    List<Map<String, String>> rows = rows(TestReports.partial("- `odd` (line 8): not an object"));

    assertThat(rows).hasSize(2);
    assertThat(rows.get(0))
        .containsEntry("severity", "")
        .containsEntry("finding_type", "skipped_server")
        .containsEntry("line", "8")
        .containsEntry("detail", "`odd` (line 8): not an object");
  }

  @Test
  void every_line_ends_in_cr_lf_and_is_a_row() {
    String table = TestReports.rendered(renderer, Terminal.PLAIN, TestReports.hostile());

    assertThat(table).endsWith("\r\n");
    assertThat(table.split("\r\n")).hasSize(2);
    assertThat(table.replace("\r\n", "").codePoints().filter(PlainText::isHidden)).isEmpty();
  }

  @Test
  void a_hostile_file_gets_its_own_cells_only() throws IOException {
    String evil = "a\",b;c\r\n=cmd|' /C calc'!A0,\"";
    Map<String, String> row = rows(TestReports.of(TestFindings.withText(evil))).get(0);

    assertThat(row).hasSize(16);
    assertThat(row)
        .containsEntry("server", "a\",b;c\\u{d}\\u{a}=cmd|' /C calc'!A0,\"")
        .containsEntry("detail", "a\",b;c\\u{d}\\u{a}=cmd|' /C calc'!A0,\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "=1+1",
        "+1",
        "-1",
        "-",
        "@SUM(A1)",
        "  =1",
        "\uFF1D1",
        "\uFF0B1",
        "\uFF0D1",
        "\uFF201",
        "=\"a\"",
        "-y"
      })
  void what_begins_as_a_formula_is_text(String text) throws IOException {
    assertThat(CsvCell.of(text)).startsWith("\"'").endsWith("\"");
    assertThat(rows(TestReports.of(TestFindings.withText(text))).get(0))
        .containsEntry("server", "'" + text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "~~|~~",
        "high|high",
        "/mcpServers/a-b/env.x_1|/mcpServers/a-b/env.x_1",
        "two words|\"two words\"",
        "semi;colon|\"semi;colon\"",
        "say \"no\"|\"say \"\"no\"\"\"",
        "~\t=1~|\"\\u{9}=1\"",
        "~\r=1~|\"\\u{d}=1\""
      })
  void a_cell_is_quoted_unless_it_is_a_word(String text, String cell) {
    assertThat(CsvCell.of(text)).isEqualTo(cell);
  }

  private List<Map<String, String>> rows(McpScanReport... reports) throws IOException {
    String table = TestReports.rendered(renderer, Terminal.PLAIN, reports);
    try (MappingIterator<Map<String, String>> rows =
        new CsvMapper()
            .enable(CsvParser.Feature.FAIL_ON_MISSING_COLUMNS)
            .readerForMapOf(String.class)
            .with(CsvSchema.emptySchema().withHeader())
            .readValues(table)) {
      return rows.readAll();
    }
  }
}
