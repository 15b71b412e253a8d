package io.svc.cli.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.cli.OwnRuleFiles;
import io.svc.cli.console.UserErrorException;
import io.svc.scanner.scan.Suppression;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProjectSettingsTest {
  private static final Set<String> TYPES = new TreeSet<>(Set.of("auto_approve", "shell_wrapper"));
  private static final String KEYS =
      "baseline, exclude, fail_on_partial, format, include_assets, max_file_size, min_confidence,"
          + " no_instructions, org_id, paths, rule_directories, rules, severity_threshold,"
          + " show_suppressed, suppress, suppressions, track_values";
  private static final String FINGERPRINT = "sha256:" + "0123456789abcdef".repeat(4);

  @Test
  void everything_that_a_project_decides_is_read() {
    ProjectSettings settings =
        parse(
            OwnRuleFiles.inSettings(OwnRuleFiles.VALID)
                + """
                rule_directories: [rules, ../shared/rules]
                suppressions:
                  - fingerprint: %s
                    type: auto_approve
                    server: notes
                    file: .mcp.json
                    reason: Read-only tools.
                    expires: 2027-01-31
                  - type: shell_wrapper
                    server: "internal-*"
                    reason: >-
                      Our own
                      scripts.
                """
                    .formatted(FINGERPRINT));

    assertThat(settings.rules())
        .extracting(rule -> rule.rule().id())
        .containsExactly(OwnRuleFiles.ID);
    assertThat(settings.ruleDirectories()).containsExactly("rules", "../shared/rules");
    int first = 4 + (int) OwnRuleFiles.VALID.lines().count();
    assertThat(settings.suppressions())
        .containsExactly(
            new Suppression(
                ".svc/preflight.yaml",
                first,
                FINGERPRINT,
                "auto_approve",
                "notes",
                ".mcp.json",
                "Read-only tools.",
                Optional.of(LocalDate.parse("2027-01-31"))),
            new Suppression(
                ".svc/preflight.yaml",
                first + 6,
                "",
                "shell_wrapper",
                "internal-*",
                "",
                "Our own scripts.",
                Optional.empty()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "# Nothing decided yet.\n",
        "suppressions:\n",
        "suppressions: []\nrules: []\nrule_directories: []\n",
        "rules:\n\nsuppressions:\n"
      })
  void a_project_may_have_decided_nothing(String text) {
    assertThat(parse(text)).isEqualTo(new ProjectSettings(List.of(), List.of(), List.of()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '@',
      quoteCharacter = '`',
      value = {
        "supressions: []@1@unknown key 'supressions'; did you mean 'suppressions'?",
        "rules: []\\nrule_directory: x@2@unknown key 'rule_directory'; expected one of KEYS",
        "ignore: []@1@unknown key 'ignore'; expected one of KEYS",
        "suppressions: shell_wrapper@1@'suppressions' must be a list",
        "suppressions: {type: shell_wrapper}@1@'suppressions' must be a list",
        "suppressions:\\n  - shell_wrapper@2@expected a mapping of keys to values",
        "rules: own.yaml@1@'rules' must be a list",
        "rules:\\n  - own.yaml@2@expected a mapping of keys to values",
        "rule_directories: rules@1@'rule_directories' must be a list",
        "rule_directories: [{a: b}]@1@'rule_directories' must be a list of strings",
        "suppressions: []\\nsuppressions: []@2@key 'suppressions' occurs twice",
        "suppressions: &a []@1@anchors and aliases are not allowed here; write the value out",
        "suppressions: [@1@not readable as YAML",
        "- type: shell_wrapper@1@expected a mapping of keys to values"
      })
  void a_file_of_another_shape_is_rejected_at_its_line(String text, int line, String problem) {
    assertThatThrownBy(() -> parse(text.replace("\\n", "\n")))
        .isInstanceOf(UserErrorException.class)
        .hasMessageMatching(
            "\\.svc/preflight\\.yaml:"
                + line
                + ":\\d+: "
                + Pattern.quote(problem.replace("KEYS", KEYS)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '@',
      quoteCharacter = '`',
      value = {
        "type: shell_wrapper\\n server: a@2@key 'reason' is missing or empty",
        "type: shell_wrapper\\n server: a\\n reason: ''@4@key 'reason' is missing or empty",
        "type: shell_wrapper\\n server: a\\n reason: ' '@4@key 'reason' is missing or empty",
        "type: shell_wrapper\\n server: a\\n reason: [x]@4@'reason' must be a text",
        "type: shell_wrapper\\n server: a\\n reson: x@4@unknown key 'reson'; did you mean"
            + " 'reason'?",
        "type: shell_wrapper\\n server: a\\n reason: x\\n until: 2027-01-31@5@unknown key 'until';"
            + " expected one of expires, file, fingerprint, reason, server, type",
        "server: a\\n reason: x@2@a suppression requires 'fingerprint', or 'type' with 'server'",
        "type: shell_wrapper\\n reason: x@2@a suppression by type requires 'server' or 'file';"
            + " \"*\" matches all",
        "type: shell\\n server: a\\n reason: x@2@unknown finding type \"shell\"; expected one of"
            + " auto_approve, shell_wrapper",
        "type: Shell_Wrapper\\n server: a\\n reason: x@2@unknown finding type \"Shell_Wrapper\";"
            + " expected one of auto_approve, shell_wrapper",
        "server: a\\n type: '*'\\n reason: x@3@unknown finding type \"*\"; expected one of"
            + " auto_approve, shell_wrapper",
        "fingerprint: abc\\n reason: x@2@fingerprint \"abc\" is invalid; expected sha256: and 64"
            + " hexadecimal digits",
        "reason: x\\n fingerprint: sha256:abc@3@fingerprint \"sha256:abc\" is invalid; expected"
            + " sha256: and 64 hexadecimal digits",
        "type: shell_wrapper\\n server: a\\n reason: x\\n expires: soon@5@expires is \"soon\";"
            + " expected a date such as 2027-01-31",
        "type: shell_wrapper\\n server: a\\n reason: x\\n expires: 2027-1-31@5@expires is"
            + " \"2027-1-31\"; expected a date such as 2027-01-31",
        "type: shell_wrapper\\n server: a\\n reason: x\\n expires: 2027-02-30@5@expires is"
            + " \"2027-02-30\"; expected a date such as 2027-01-31",
        "type: shell_wrapper\\n server: a\\n reason: x\\n expires:@5@expires is \"\"; expected a"
            + " date such as 2027-01-31",
        "type: shell_wrapper\\n server: a\\n reason: x\\n expires: [2027-01-31]@5@'expires' must be"
            + " a text"
      })
  void a_decision_that_is_none_is_rejected_at_its_line(String entry, int line, String problem) {
    String text = "suppressions:\n  - " + entry.replace("\\n ", "\n    ");

    assertThatThrownBy(() -> parse(text))
        .isInstanceOf(UserErrorException.class)
        .hasMessageMatching("\\.svc/preflight\\.yaml:" + line + ":\\d+: " + Pattern.quote(problem));
  }

  @Test
  void a_fingerprint_in_capitals_is_none() {
    String text =
        "suppressions:\n  - fingerprint: "
            + FINGERPRINT.toUpperCase(Locale.ROOT)
            + "\n    reason: x\n";

    assertThatThrownBy(() -> parse(text))
        .hasMessageStartingWith(".svc/preflight.yaml:2:5: fingerprint \"SHA256:");
  }

  @Test
  void a_broken_rule_is_rejected_at_its_own_line() {
    String rule = OwnRuleFiles.VALID.replace("{20})'", "{20,})'");

    assertThatThrownBy(() -> parse("# Our rules.\n" + OwnRuleFiles.inSettings(rule)))
        .isInstanceOf(UserErrorException.class)
        .hasMessage(".svc/preflight.yaml:8:5: the quantifier at 30 is unbounded; write {m,n}");
  }

  @Test
  void lines_of_other_ends_are_counted_too() {
    assertThatThrownBy(() -> parse("# One.\r\n\r\nsuppressions:\r\n  - type: shell\r\n"))
        .hasMessageStartingWith(".svc/preflight.yaml:4:5: unknown finding type \"shell\"");
  }

  private static ProjectSettings parse(String text) {
    return ProjectSettings.parse(text, TYPES);
  }
}
