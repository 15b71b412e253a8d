package io.svc.cli.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.cli.CommandRun;
import io.svc.cli.CommandRun.Result;
import io.svc.cli.OwnRuleFiles;
import io.svc.cli.Reports;
import io.svc.rules.SampleTemplate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What a scan makes of the rules that users wrote. */
class CustomRuleLoaderTest {
  @TempDir private Path directory;
  private CommandRun command;

  @BeforeEach
  void writeConfig() {
    command = new CommandRun(directory);
    command.file(".mcp.json", OwnRuleFiles.config());
  }

  @Test
  void without_the_rule_the_secret_is_not_found() {
    assertThat(Reports.findings(scan(), "hardcoded_secret")).isEmpty();
  }

  @Test
  void a_rule_in_a_named_directory_finds_its_secret_and_masks_it() {
    command.file("own/deep/acme.yaml", OwnRuleFiles.VALID);

    assertFound(scan("--rules", "own"));
    assertFound(scan("--rules", command.project().resolve("own/deep").toString()));
  }

  @Test
  void a_rule_in_the_settings_finds_its_secret_and_masks_it() {
    command.file(".svc/preflight.yaml", OwnRuleFiles.inSettings(OwnRuleFiles.VALID));

    assertFound(scan());
  }

  @Test
  void a_rule_in_a_directory_of_the_settings_finds_its_secret_and_masks_it() {
    command.file(".svc/preflight.yaml", "rule_directories: [.svc/rules]\n");
    command.file(".svc/rules/acme.yml", OwnRuleFiles.VALID);

    assertFound(scan());
  }

  @Test
  void an_html_report_explains_it() {
    command.file(".svc/preflight.yaml", OwnRuleFiles.inSettings(OwnRuleFiles.VALID));

    assertThat(scan("--format", "html").out())
        .contains("<h3>Acme token</h3><code>own/acme-token</code>", "A token of Acme.");
  }

  @ParameterizedTest
  @MethodSource("io.svc.report.Renderers#formats")
  void its_secret_is_in_no_format_and_in_no_baseline(String format) throws IOException {
    command.file(".svc/preflight.yaml", OwnRuleFiles.inSettings(OwnRuleFiles.VALID));
    String body = OwnRuleFiles.secret().substring("acmetok_".length());

    String out = scan("--format", format, "--include-assets").out();

    assertThat(out).doesNotContain(body);
    // A bill of materials tells of packages and their vulnerabilities, not of other findings.
    if (!format.equals("cyclonedx")) {
      assertThat(out).contains("acmetok").containsAnyOf("hardcoded_secret", "own/acme-token");
    }
    assertThat(command.run("baseline", "create", "--config", ".mcp.json").exitCode()).isZero();
    try (var files = Files.walk(command.project().resolve(".svc"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(Files.readString(file)).doesNotContain(body);
      }
    }
  }

  @Test
  void shipped_rules_are_in_force_next_to_ones_own() {
    command.file("own/acme.yaml", OwnRuleFiles.VALID);
    String token = SampleTemplate.fill("ghp_{{begin}}{{base62:30}}{{crc32-base62}}", new Random(1));
    command.file(
        ".mcp.json", OwnRuleFiles.config().replace("\"--use\"", "\"--use\", \"" + token + "\""));

    assertThat(Reports.findings(scan("--rules", "own"), "hardcoded_secret"))
        .extracting(finding -> finding.at("/extensions/rule_id").asText())
        .containsExactlyInAnyOrder("secrets/github-pat", OwnRuleFiles.ID);
  }

  @Test
  void several_directories_are_read() {
    command.file("a/acme.yaml", OwnRuleFiles.VALID);
    command.file("b/other.yaml", OwnRuleFiles.VALID.replace("own/acme-", "own/other-"));

    assertThat(scan("--rules", "a", "--rules", "b").exitCode()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '@',
      quoteCharacter = '`',
      value = {
        "severity: high@severity: bad@4@1@unknown severity \"bad\"; expected [info, low, medium,"
            + " high, critical]",
        "title: Acme token@titel: Acme token@2@1@unknown key 'titel'; did you mean 'title'?",
        "window: 64@window: 0@7@1@'window' is \"0\"; expected a number from 1 to 4096",
        "{20})'@{20,})'@6@1@the quantifier at 30 is unbounded; write {m,n}",
        "[A-Za-z0-9]{20})'@(?:[A-Za-z0-9]{1,30}){1,30}=)'@6@1@the pattern does not complete on"
            + " \"acmetok_{{base62:20}}\"; avoid nested quantifiers",
        "remediation: Delete it at Acme.@remediation: *x@10@14@anchors and aliases are not allowed"
            + " here; write the value out"
      })
  void a_broken_rule_ends_the_scan_with_file_and_line_wherever_it_is(
      String part, String other, int line, int column, String problem) {
    String broken = OwnRuleFiles.VALID.replace(part, other);
    assertThat(broken).isNotEqualTo(OwnRuleFiles.VALID);

    command.file("own/acme.yaml", broken);
    String path = command.project() + "/own/acme.yaml:";
    assertError(path + line + ":" + column + ": " + problem, "--rules", "own");

    command.file(".svc/preflight.yaml", "rule_directories: [own]\n");
    assertError(path + line + ":" + column + ": " + problem);

    command.file(".svc/preflight.yaml", OwnRuleFiles.inSettings(broken));
    assertError(".svc/preflight.yaml:" + (line + 1) + ":" + (column + 4) + ": " + problem);
  }

  @Test
  void an_id_that_exists_already_ends_the_scan() {
    command.file(
        "own/acme.yaml", OwnRuleFiles.VALID.replace(OwnRuleFiles.ID, "secrets/github-pat"));

    assertError(
        "a rule with the id \"secrets/github-pat\" already exists; choose another id",
        "--rules",
        "own");
  }

  @Test
  void an_id_of_two_rules_of_ones_own_ends_the_scan() {
    command.file("own/a.yaml", OwnRuleFiles.VALID);
    command.file("more/b.yaml", OwnRuleFiles.VALID);

    assertError(
        "a rule with the id \"own/acme-token\" already exists; choose another id",
        "--rules",
        "own",
        "--rules",
        "more");
    assertError(
        "a rule with the id \"own/acme-token\" already exists; choose another id",
        "--rules",
        "own",
        "--rules",
        "own");
    command.file("own/b.yaml", OwnRuleFiles.VALID);
    assertError(
        command.project() + "/own/b.yaml:1:1: a rule with the id \"own/acme-token\" already exists",
        "--rules",
        "own");
  }

  @Test
  void a_directory_that_has_no_rules_ends_the_scan() throws IOException {
    Files.createDirectories(command.project().resolve("empty"));
    command.file("file.yaml", OwnRuleFiles.VALID);

    assertError("rules directory not found at none", "--rules", "none");
    assertError("rules directory not found at file.yaml", "--rules", "file.yaml");
    assertError("no rule file in empty; expected *.yaml", "--rules", "empty");
    command.file(".svc/preflight.yaml", "rule_directories: [none]\n");
    assertError("rules directory not found at none");
    command.file(".svc/preflight.yaml", "rule_directories: [\"a\\0b\"]\n");
    assertError(
        ".svc/preflight.yaml:1:20: 'rule_directories' is \"a\\u{0}b\", which is not a"
            + " valid path");
  }

  @Test
  void settings_that_are_no_text_end_the_scan() throws IOException {
    Files.write(command.file(".svc/preflight.yaml", ""), new byte[] {(byte) 0xC3, '(', '\n'});

    assertError(".svc/preflight.yaml:1:1: not valid UTF-8");
  }

  private void assertError(String problem, String... more) {
    assertThat(scan(more)).isEqualTo(new Result(2, "", "error: " + problem + "\n"));
  }

  private static void assertFound(Result result) {
    assertThat(result.exitCode()).isEqualTo(1);
    List<JsonNode> found = Reports.findings(result, "hardcoded_secret");
    assertThat(found).hasSize(1);
    assertThat(found.get(0).at("/extensions/rule_id").asText()).isEqualTo(OwnRuleFiles.ID);
    assertThat(found.get(0).get("severity").asText()).isEqualTo("high");
    assertThat(found.get(0).get("detail").asText()).contains("Acme token", "acmetok_***");
    assertThat(found.get(0).get("remediation").asText()).contains("Delete it at Acme.");
    assertThat(found.get(0).at("/extensions/location/pointer").asText())
        .isEqualTo("/mcpServers/notes/args/1");
    assertThat(result.out()).doesNotContain(OwnRuleFiles.secret().substring("acmetok_".length()));
  }

  private Result scan(String... more) {
    List<String> arguments = new ArrayList<>(List.of("scan", "--config", ".mcp.json"));
    arguments.addAll(List.of(more));
    return command.run(arguments.toArray(String[]::new));
  }
}
