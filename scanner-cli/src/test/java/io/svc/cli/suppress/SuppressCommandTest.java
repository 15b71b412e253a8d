package io.svc.cli.suppress;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.cli.CommandRun;
import io.svc.cli.CommandRun.Result;
import io.svc.cli.Reports;
import io.svc.scanner.finding.Fingerprint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SuppressCommandTest {
  private static final String TYPE = "suspicious_path";
  private static final String CONFIG =
      "{\"mcpServers\": {\"notes\": {\"command\": \"/tmp/notes\"},"
          + " \"mail\": {\"command\": \"/tmp/mail\"}}}";

  @TempDir private Path directory;
  private CommandRun command;
  private Path config;
  private Path settings;

  @BeforeEach
  void writeConfig() {
    command = new CommandRun(directory);
    config = command.file(".mcp.json", CONFIG);
    settings = command.project().resolve(".svc/preflight.yaml");
  }

  @Test
  void a_finding_is_accepted_by_the_first_digits_of_its_fingerprint() throws IOException {
    String fingerprint = fingerprintOf("notes");

    Result result = suppress(digits(fingerprint, 8), "--reason", "Our own.");

    assertThat(result)
        .isEqualTo(
            new Result(0, "suspicious_path of notes is suppressed in .svc/preflight.yaml\n", ""));
    assertThat(settings)
        .hasContent(
            """
            # Decisions of this project for svc-preflight.
            suppressions:
              - fingerprint: %s
                type: suspicious_path
                server: "notes"
                file: ".mcp.json"
                reason: "Our own."
            """
                .formatted(fingerprint));
    assertThat(Files.readString(settings)).endsWith("\n").doesNotContain("\r");
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 20, 64})
  void any_number_of_digits_from_eight_on_will_do(int number) {
    assertThat(suppress(digits(fingerprintOf("notes"), number), "--reason", "r").exitCode())
        .isZero();
  }

  @Test
  void the_whole_fingerprint_with_its_algorithm_will_do() {
    assertThat(suppress(fingerprintOf("notes"), "--reason", "r").exitCode()).isZero();
    assertThat(suppress(fingerprintOf("mail").substring(0, 16), "--reason", "r").exitCode())
        .isZero();
  }

  @Test
  void the_next_scan_is_silent_about_it_and_only_about_it() {
    assertThat(suppress(digits(fingerprintOf("notes"), 12), "--reason", "r").exitCode()).isZero();

    Result scan = scan();

    assertThat(Reports.findings(scan, TYPE))
        .extracting(finding -> finding.get("server").asText())
        .containsExactly("mail");
    assertThat(Reports.findings(scan, "suppression_unused")).isEmpty();
  }

  @Test
  void a_second_decision_follows_the_first() throws IOException {
    String mail = fingerprintOf("mail");
    assertThat(suppress(fingerprintOf("notes"), "--reason", "first").exitCode()).isZero();
    String before = Files.readString(settings);

    assertThat(suppress(mail, "--reason", "second").exitCode()).isZero();

    String after = Files.readString(settings);
    assertThat(after).startsWith(before);
    assertThat(after.substring(before.length()))
        .startsWith("  - fingerprint: " + mail + "\n")
        .contains("reason: \"second\"");
    assertThat(Reports.findings(scan(), TYPE)).isEmpty();
    assertThat(scan().exitCode()).isZero();
  }

  @Test
  void what_is_in_the_file_stays_byte_for_byte() throws IOException {
    String before =
        "# Ours.\r\n\r\nsuppressions: [] # Nobody yet.\r\n\r\n# Rules.\r\nrules: []\r\n";
    command.file(".svc/preflight.yaml", before);

    assertThat(suppress(fingerprintOf("notes"), "--reason", "r").exitCode()).isZero();

    assertThat(Files.readString(settings))
        .startsWith("# Ours.\r\n\r\nsuppressions: # Nobody yet.\r\n  - fingerprint: sha256:")
        .endsWith("    reason: \"r\"\r\n\r\n# Rules.\r\nrules: []\r\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "suppressions: [{type: auto_approve, server: a, reason: r}]\n",
        "suppressions: [\n  {type: auto_approve, server: a, reason: r}]\n",
        "suppressions: ~\n",
        "\"suppressions\":\n  - type: auto_approve\n    server: a\n    reason: r\n",
        "{suppressions: [], rules: []}\n",
        "rules: []\n...\n"
      })
  void a_list_of_another_shape_is_left_as_it_is_and_the_entry_is_shown(String text)
      throws IOException {
    command.file(".svc/preflight.yaml", text);
    String fingerprint = fingerprintOf("notes");

    Result result = suppress(fingerprint, "--reason", "Our own.");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    assertThat(result.err())
        .isEqualTo(
            """
            error: cannot add to .svc/preflight.yaml: its suppressions are not a simple list; \
            add this entry manually:
              - fingerprint: %s
                type: suspicious_path
                server: "notes"
                file: ".mcp.json"
                reason: "Our own."
            """
                .formatted(fingerprint));
    assertThat(Files.readString(settings)).isEqualTo(text);
  }

  @Test
  void settings_that_cannot_be_read_are_left_as_they_are() throws IOException {
    String fingerprint = fingerprintOf("notes");
    command.file(".svc/preflight.yaml", "supressions: []\n");

    Result result = suppress(fingerprint, "--reason", "r");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err())
        .isEqualTo(
            "error: .svc/preflight.yaml:1:1: unknown key 'supressions'; did you mean"
                + " 'suppressions'?\n");
    assertThat(Files.readString(settings)).isEqualTo("supressions: []\n");
  }

  @Test
  void a_finding_that_is_accepted_already_is_reported_with_its_place() throws IOException {
    String fingerprint = fingerprintOf("notes");
    assertThat(suppress(fingerprint, "--reason", "r").exitCode()).isZero();
    String before = Files.readString(settings);

    Result result = suppress(fingerprint, "--reason", "again");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err())
        .isEqualTo("error: the finding is already suppressed in .svc/preflight.yaml:3\n");
    assertThat(Files.readString(settings)).isEqualTo(before);
  }

  @Test
  void an_expired_decision_can_be_taken_again() {
    String fingerprint = fingerprintOf("notes");
    command.file(
        ".svc/preflight.yaml",
        "suppressions:\n  - fingerprint: "
            + fingerprint
            + "\n    reason: r\n    expires: 2020-01-31\n");
    assertThat(Reports.findings(scan(), "suppression_expired")).hasSize(1);

    assertThat(suppress(fingerprint, "--reason", "still").exitCode()).isZero();

    assertThat(Reports.findings(scan(), TYPE)).hasSize(1);
  }

  @Test
  void two_findings_that_begin_alike_are_distinguished_by_more_digits() {
    String ruleId = findingOf("notes").at("/extensions/rule_id").asText();
    List<String> twins = twins(ruleId);
    command.file(
        ".mcp.json",
        "{\"mcpServers\": {\"%s\": {\"command\": \"/tmp/x\"}, \"%s\": {\"command\": \"/tmp/x\"}}}"
            .formatted(twins.get(0), twins.get(1)));
    String fingerprint = fingerprintOf(twins.get(0));

    Result result = suppress(digits(fingerprint, 8), "--reason", "r");

    assertThat(digits(fingerprintOf(twins.get(1)), 8)).isEqualTo(digits(fingerprint, 8));
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err())
        .isEqualTo("error: 2 findings have fingerprints with this prefix; specify more digits\n");
    assertThat(settings).doesNotExist();
    assertThat(suppress(fingerprint, "--reason", "r").exitCode()).isZero();
  }

  @Test
  void a_file_that_is_named_twice_has_each_finding_once() {
    Result result =
        command.run(
            "suppress",
            digits(fingerprintOf("notes"), 8),
            "--reason",
            "r",
            "--config",
            config.toString(),
            "--config",
            ".mcp.json");

    assertThat(result.exitCode()).isZero();
  }

  @Test
  void a_server_whose_name_a_terminal_would_act_on_is_accepted() throws IOException {
    command.file(
        ".mcp.json", "{\"mcpServers\": {\"a\\u001b[2J\\n- b: \\\"c\": {\"command\": \"/tmp/x\"}}}");
    String fingerprint = Reports.fingerprint(Reports.findings(scan(), TYPE).get(0));

    Result result = suppress(fingerprint, "--reason", "r");

    assertThat(result.exitCode()).isZero();
    assertThat(result.out()).doesNotContain("\u001b").hasLineCount(1);
    assertThat(Files.readString(settings)).doesNotContain("\u001b");
    assertThat(Reports.findings(scan(), TYPE)).isEmpty();
  }

  @Test
  void without_a_file_all_that_are_found_are_checked() {
    assertThat(command.run("suppress", digits(fingerprintOf("notes"), 8), "--reason", "r"))
        .extracting(Result::exitCode)
        .isEqualTo(0);
  }

  @Test
  void a_last_day_is_written_and_today_is_one() throws IOException {
    String today = LocalDate.now(ZoneOffset.UTC).toString();

    assertThat(suppress(fingerprintOf("notes"), "--reason", "r", "--expires", "2999-12-31"))
        .extracting(Result::exitCode)
        .isEqualTo(0);
    assertThat(suppress(fingerprintOf("mail"), "--reason", "r", "--expires", today))
        .extracting(Result::exitCode)
        .isEqualTo(0);

    assertThat(Files.readString(settings)).contains("expires: 2999-12-31\n", "expires: " + today);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0123456789abcdef --reason r|no finding in the scanned files has the fingerprint"
            + " \"0123456789abcdef\"",
        "0123456 --reason r|fingerprint \"0123456\" is invalid; expected at least 8 hexadecimal"
            + " digits",
        "0123456X --reason r|fingerprint \"0123456X\" is invalid; expected at least 8 hexadecimal"
            + " digits",
        "0123456G --reason r|fingerprint \"0123456G\" is invalid; expected at least 8 hexadecimal"
            + " digits",
        "suspicious_path --reason r|fingerprint \"suspicious_path\" is invalid; expected at least"
            + " 8",
        "sha256: --reason r|fingerprint \"sha256:\" is invalid; expected at least 8 hexadecimal"
            + " digits",
        "md5:0123456789 --reason r|fingerprint \"md5:0123456789\" is invalid; expected at least 8",
        "0123456789abcdef|missing --reason; specify why the finding is accepted",
        "--reason r|FINGERPRINT is required",
        "0123456789abcdef --reason r --expires 2020-01-31|--expires is \"2020-01-31\", which is in"
            + " the past",
        "0123456789abcdef --reason r --expires soon|--expires is \"soon\"; expected a date such as"
            + " 2027-01-31",
        "0123456789abcdef --reason r --expires 2027-02-30|--expires is \"2027-02-30\"; expected a"
            + " date",
        "0123456789abcdef abc --reason r|unexpected argument \"abc\"",
        "0123456789abcdef --reason r --config none.json|config file not found at"
      })
  void a_wrong_call_is_reported_and_writes_nothing(String line, String problem) {
    Result result = command.run(("suppress " + line).split(" ", -1));

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).startsWith("error: " + problem);
    assertThat(settings).doesNotExist();
  }

  @Test
  void an_empty_reason_is_rejected() {
    Result result = suppress("0123456789abcdef", "--reason", " ");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).isEqualTo("error: --reason is empty; expected a value\n");
  }

  private Result suppress(String fingerprint, String... more) {
    List<String> arguments = new ArrayList<>(List.of("suppress", fingerprint));
    arguments.addAll(List.of(more));
    arguments.addAll(List.of("--config", config.toString()));
    return command.run(arguments.toArray(String[]::new));
  }

  private Result scan() {
    return command.run("scan", "--config", config.toString());
  }

  private String fingerprintOf(String server) {
    return Reports.fingerprint(findingOf(server));
  }

  private JsonNode findingOf(String server) {
    return Reports.findings(
            command.run("scan", "--config", config.toString(), "--show-suppressed"), TYPE)
        .stream()
        .filter(finding -> finding.get("server").asText().equals(server))
        .findFirst()
        .orElseThrow();
  }

  private static String digits(String fingerprint, int number) {
    return fingerprint.substring("sha256:".length(), "sha256:".length() + number);
  }

  /** Two servers' names whose findings have fingerprints with the same first eight digits. */
  private static List<String> twins(String ruleId) {
    Map<String, String> known = new HashMap<>();
    for (int i = 0; ; i++) {
      String name = "s" + i;
      String fingerprint =
          Fingerprint.of(TYPE, ruleId, ".mcp.json", name, "/mcpServers/" + name + "/command");
      String twin = known.put(digits(fingerprint, 8), name);
      if (twin != null) {
        return List.of(twin, name);
      }
    }
  }
}
