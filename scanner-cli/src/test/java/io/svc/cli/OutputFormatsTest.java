package io.svc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.svc.cli.CommandRun.Result;
import io.svc.report.Renderers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What other programs are told by a whole run. */
class OutputFormatsTest {
  private static final String CONFIG =
      """
      {"mcpServers": {
        "notes": {"command": "/tmp/notes/server"},
        "odd": 7}}
      """;

  @TempDir private Path directory;
  private CommandRun command;

  @BeforeEach
  void writeConfig() {
    command = new CommandRun(directory);
    command.file(".mcp.json", CONFIG);
  }

  @Test
  void a_discovered_file_of_the_project_is_named_from_it() throws IOException {
    JsonNode run = sarif(command.run("scan", "--format", "sarif"));
    String annotations = command.run("scan", "--format", "github").out();
    String suites = command.run("scan", "--format", "junit").out();

    assertThat(run.at("/artifacts/0/location").toString())
        .isEqualTo("{\"uri\":\".mcp.json\",\"uriBaseId\":\"SRCROOT\"}");
    assertThat(annotations)
        .contains("\n::warning file=.mcp.json,line=2,col=24,title=suspicious_path%3A notes::");
    assertThat(suites).contains("<testsuite name=\".mcp.json\" ");
  }

  @Test
  void what_was_skipped_is_reported_by_every_format_that_reports_findings() throws IOException {
    JsonNode notification =
        sarif(command.run("scan", "--format", "sarif"))
            .at("/invocations/0/toolExecutionNotifications/0");

    assertThat(notification.at("/level").textValue()).isEqualTo("error");
    assertThat(notification.at("/locations/0/physicalLocation/region/startLine").intValue())
        .isEqualTo(3);
    assertThat(command.run("scan", "--format", "github").out())
        .startsWith("::warning file=.mcp.json,line=3,col=1,title=Skipped server::`odd` (line 3): ");
    assertThat(command.run("scan", "--format", "junit").out())
        .contains("<error message=\"1 entry was skipped\"");
    assertThat(command.run("scan", "--format", "csv").out()).contains("\r\n,skipped_server,,");
  }

  @Test
  void a_rule_of_ones_own_is_a_rule_of_the_log() throws IOException {
    command.file(".mcp.json", OwnRuleFiles.config());
    command.file("own/acme.yaml", OwnRuleFiles.VALID);

    JsonNode run = sarif(command.run("scan", "--format", "sarif", "--rules", "own"));

    List<String> ids = run.at("/tool/driver/rules").findValuesAsText("id");
    String own =
        Reports.findings(command.run("scan", "--rules", "own"), "hardcoded_secret")
            .get(0)
            .at("/extensions/rule_id")
            .textValue();
    assertThat(ids).contains(own);
    assertThat(run.at("/tool/driver/rules").get(ids.indexOf(own)).at("/shortDescription/text"))
        .hasToString("\"The file contains a credential in plain text (" + own + ").\"");
  }

  @ParameterizedTest
  @MethodSource("io.svc.report.Renderers#formats")
  void every_format_has_a_form_for_drift_and_one_for_none(String format) {
    assertThat(command.run("baseline", "create", "--config", ".mcp.json").exitCode()).isZero();
    Result same = command.run("baseline", "diff", "--format", format);
    command.file(".mcp.json", CONFIG.replace("/tmp/notes/server", "/opt/notes/server"));
    Result other = command.run("baseline", "diff", "--format", format);

    assertThat(same.exitCode()).isZero();
    assertThat(other.exitCode()).isEqualTo(1);
    assertThat(List.of(same.out(), other.out()))
        .allMatch(out -> out.isEmpty() || out.endsWith("\n"));
    assertThat(other.out()).isNotEqualTo(same.out());
  }

  @Test
  void help_and_documents_name_every_format() {
    String help = command.run("scan", "--help").out().replaceAll("\\s+", " ");

    assertThat(help).contains("one of " + String.join(", ", Renderers.formats()) + ";");
    assertThat(new Markdown(ProjectFiles.read("docs/formats.md")).anchors())
        .containsAll(Renderers.formats());
  }

  private static JsonNode sarif(Result result) throws IOException {
    return new ObjectMapper().readTree(result.out()).at("/runs/0");
  }
}
