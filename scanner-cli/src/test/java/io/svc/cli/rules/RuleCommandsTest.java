package io.svc.cli.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.cli.CommandRun;
import io.svc.cli.CommandRun.Result;
import io.svc.cli.OwnRuleFiles;
import io.svc.report.CheckCatalog;
import io.svc.scanner.detect.Check;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RuleCommandsTest {
  @TempDir private Path directory;
  private CommandRun command;

  @BeforeEach
  void setUp() {
    command = new CommandRun(directory);
  }

  @Test
  void the_list_has_every_check_and_every_rule_on_a_line_of_its_own() {
    Result result = command.run("rules", "list");

    assertThat(result.exitCode()).isZero();
    assertThat(result.err()).isEmpty();
    List<String> lines = result.out().lines().toList();
    assertThat(lines)
        .hasSize(CheckCatalog.all().size() + RuleCommands.shippedRules().size())
        .allMatch(line -> line.matches("[a-z_/0-9-]+\t(info|low|medium|high|critical)\t[^\t]+"));
    Set<String> ids = new HashSet<>();
    lines.forEach(line -> ids.add(line.substring(0, line.indexOf('\t'))));
    assertThat(ids).hasSize(lines.size());
    for (Check check : CheckCatalog.all()) {
      assertThat(ids).contains(check.findingType());
    }
    assertThat(ids).contains("secrets/github-pat").doesNotContain(OwnRuleFiles.ID);
  }

  @Test
  void the_list_has_rules_of_ones_own() {
    command.file("own/acme.yaml", OwnRuleFiles.VALID);

    assertThat(command.run("rules", "list", "--rules", "own").out())
        .endsWith("own/acme-token\thigh\tAcme token\n");
  }

  @Test
  void the_list_has_the_rules_of_the_projects_settings() {
    command.file(".svc/preflight.yaml", OwnRuleFiles.inSettings(OwnRuleFiles.VALID));

    assertThat(command.run("rules", "list").out()).endsWith("own/acme-token\thigh\tAcme token\n");
  }

  @ParameterizedTest
  @CsvSource({
    "unpinned_package, # unpinned_package",
    "supply-chain/unpinned-package, # unpinned_package",
    "suppression_unused, # suppression_unused",
    "baseline_drift, # baseline_drift",
    "secrets/github-pat, # secrets/github-pat"
  })
  void a_check_or_a_rule_is_shown_by_its_names(String id, String title) {
    Result result = command.run("rules", "show", id);

    assertThat(result.exitCode()).isZero();
    assertThat(result.err()).isEmpty();
    assertThat(result.out()).startsWith(title + "\n\n").contains("\n## ", "| severity | ");
  }

  @Test
  void a_rule_of_ones_own_is_shown() {
    command.file("own/acme.yaml", OwnRuleFiles.VALID);

    Result result = command.run("rules", "show", OwnRuleFiles.ID, "--rules", "own");

    assertThat(result.exitCode()).isZero();
    assertThat(result.out())
        .startsWith("# own/acme-token\n\nAcme token, issued by Acme.\n")
        .contains("| pattern | `(?<![a-z])(acmetok_[A-Za-z0-9]{20})` |\n")
        .contains("- `ACME_TOKEN=acmetok_{{base62:20}}`\n")
        .contains("## How to revoke it\n\nDelete it at Acme.\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nothing",
        "secrets/nothing",
        "secrets/github-pat.yaml",
        "secrets/../secrets/github-pat",
        "checks/unpinned-package",
        "own/acme-token",
        "UNPINNED_PACKAGE"
      })
  void unknown_rules_are_reported(String id) {
    Result result = command.run("rules", "show", id);

    assertThat(result)
        .isEqualTo(
            new Result(
                2,
                "",
                "error: unknown check or rule \""
                    + id
                    + "\"; run svc-preflight rules list to see all of them\n"));
  }

  @Test
  void a_name_is_needed() {
    Result result = command.run("rules", "show");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).isEqualTo("error: ID is required\n");
  }

  @Test
  void sound_rule_files_are_counted() {
    command.file("own/acme.yaml", OwnRuleFiles.VALID);
    command.file("own/deep/other.yml", OwnRuleFiles.VALID.replace("own/acme-", "own/other-"));
    command.file("own/README.md", "no rule");

    assertThat(command.run("rules", "check", "own/acme.yaml"))
        .isEqualTo(new Result(0, "1 rule can be used\n", ""));
    assertThat(command.run("rules", "check", "own"))
        .isEqualTo(new Result(0, "2 rules can be used\n", ""));
    assertThat(command.run("rules", "check", "own/acme.yaml", "own/deep"))
        .isEqualTo(new Result(0, "2 rules can be used\n", ""));
  }

  @Test
  void every_broken_rule_is_reported_with_file_and_line() {
    command.file("own/a.yaml", OwnRuleFiles.VALID.replace("severity: high", "severity: bad"));
    command.file("own/b.yaml", OwnRuleFiles.VALID);
    command.file("own/c.yaml", OwnRuleFiles.VALID.replace("title:", "titel:"));
    command.file("own/d.yaml", "id: [");

    Result result = command.run("rules", "check", "own");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    String own = command.project() + "/own/";
    assertThat(result.err().lines())
        .containsExactly(
            "error: "
                + own
                + "a.yaml:4:1: unknown severity \"bad\"; expected [info, low, medium, high,"
                + " critical]",
            "error: " + own + "c.yaml:2:1: unknown key 'titel'; did you mean 'title'?",
            "error: " + own + "d.yaml:1:6: not readable as YAML");
  }

  @Test
  void two_rules_of_one_id_cannot_be_used() {
    command.file("own/a.yaml", OwnRuleFiles.VALID);
    command.file("own/b.yaml", OwnRuleFiles.VALID);

    assertThat(command.run("rules", "check", "own"))
        .isEqualTo(
            new Result(
                2,
                "",
                "error: "
                    + command.project()
                    + "/own/b.yaml:1:1: a rule with the id \"own/acme-token\" already exists\n"));
  }

  @Test
  void a_file_that_is_no_text_is_reported() throws IOException {
    Files.write(command.file("own/a.yaml", ""), new byte[] {'i', 'd', ':', (byte) 0xFF});

    assertThat(command.run("rules", "check", "own").err())
        .isEqualTo("error: " + command.project() + "/own/a.yaml:1:1: not a text in UTF-8\n");
  }

  @Test
  void a_path_is_needed_and_must_lead_to_rules() throws IOException {
    Files.createDirectories(command.project().resolve("empty"));

    assertThat(command.run("rules", "check"))
        .isEqualTo(new Result(2, "", "error: no rule files found; specify a path to *.yaml\n"));
    assertThat(command.run("rules", "check", "empty"))
        .isEqualTo(new Result(2, "", "error: no rule files found; specify a path to *.yaml\n"));
    assertThat(command.run("rules", "check", "none.yaml"))
        .isEqualTo(new Result(2, "", "error: rule file or directory not found at none.yaml\n"));
  }

  @Test
  void the_examples_of_all_shipped_rules_are_as_they_specify() {
    Result result = command.run("rules", "test");

    assertThat(result.exitCode()).isZero();
    assertThat(result.err()).isEmpty();
    assertThat(result.out())
        .matches("\\d+ examples of " + RuleCommands.shippedRules().size() + " rules passed\n");
  }

  @Test
  void the_examples_of_ones_own_rules_are_tried_with_all_others_present() {
    command.file("own/acme.yaml", OwnRuleFiles.VALID);

    assertThat(command.run("rules", "test", "--rules", "own"))
        .isEqualTo(new Result(0, "6 examples of 1 rule passed\n", ""));
  }

  @Test
  void an_example_that_is_not_as_its_rule_specifies_is_reported() {
    command.file(
        "own/acme.yaml",
        OwnRuleFiles.VALID.replace("  - 'acmetok_{{base62:10}}'", "  - 'acmetok_{{base62:20}}'"));

    assertThat(command.run("rules", "test", "--rules", "own"))
        .isEqualTo(
            new Result(
                2,
                "",
                "error: own/acme-token: the example \"acmetok_{{base62:20}}\" is found; expected"
                    + " no match\n"));
  }

  @Test
  void an_example_that_another_rule_finds_is_reported_with_that_rule() {
    command.file(
        "own/acme.yaml",
        OwnRuleFiles.VALID
            .replace("acmetok_", "ghp_")
            .replace("{20}", "{36}")
            .replace("{{base62:20}}", "{{begin}}{{base62:30}}{{crc32-base62}}"));

    Result result = command.run("rules", "test", "--rules", "own");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err())
        .contains(
            "own/acme-token: the example \"ghp_{{begin}}{{base62:30}}{{crc32-base62}}\" is not"
                + " found, but")
        .contains("secrets/github-pat is");
  }

  @ParameterizedTest
  @ValueSource(strings = {"list", "show", "test"})
  void a_broken_rule_of_ones_own_ends_the_command(String name) {
    command.file("own/acme.yaml", OwnRuleFiles.VALID.replace("{20})'", "{20,})'"));
    String[] line =
        name.equals("show")
            ? new String[] {"rules", name, "own/other", "--rules", "own"}
            : new String[] {"rules", name, "--rules", "own"};

    Result result = command.run(line);

    assertThat(result)
        .isEqualTo(
            new Result(
                2,
                "",
                "error: "
                    + command.project()
                    + "/own/acme.yaml:6:1: the quantifier at 30 is unbounded; write {m,n}\n"));
  }

  @Test
  void a_command_is_needed() {
    Result result = command.run("rules");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).startsWith("error: missing command\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"rules", "rules list", "rules show", "rules check", "rules test", "suppress"})
  void each_command_explains_itself(String line) {
    Result result = command.run((line + " --help").split(" ", -1));

    assertThat(result.exitCode()).isZero();
    assertThat(result.out()).startsWith("Usage: svc-preflight " + line);
    assertThat(result.err()).isEmpty();
  }
}
