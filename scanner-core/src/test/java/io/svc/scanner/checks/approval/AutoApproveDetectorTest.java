package io.svc.scanner.checks.approval;

import static io.svc.rules.Severity.HIGH;
import static io.svc.rules.Severity.LOW;
import static io.svc.rules.Severity.MEDIUM;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.rules.Severity;
import io.svc.scanner.detect.TestConfigs;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AutoApproveDetectorTest {
  private final AutoApproveDetector detector = new AutoApproveDetector();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"autoApprove\": [\"*\"]",
        "\"alwaysAllow\": [\"read_file\", \"*\"]",
        "\"autoApprove\": true",
        "\"autoApprove\": \"*\"",
        "\"alwaysAllow\": true",
        "\"trust\": true",
        "\"trust\": \"true\"",
        "\"autoApproveAll\": true",
        "\"yolo\": true",
        "\"allowedCommands\": [\"ls\", \"*\"]",
        "\"config\": {\"allowed_commands\": \"*\"}",
        "\"env\": {\"ALLOW_COMMANDS\": \"all\"}"
      })
  void a_server_that_may_do_everything_is_seen(String setting) {
    assertThat(severities(setting)).containsExactly(HIGH);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"autoApprove\": [\"write_file\"]|MEDIUM",
        "\"alwaysAllow\": [\"get_issue\", \"create_issue\"]|MEDIUM",
        "\"alwaysAllow\": [\"executeCommand\"]|MEDIUM",
        "\"autoApprove\": [\"run-shell\"]|MEDIUM",
        "\"autoApprove\": [\"delete_all\"]|MEDIUM",
        "\"alwaysAllow\": [\"browser_click\"]|MEDIUM",
        "\"autoApprove\": [\"read_file\"]|LOW",
        "\"alwaysAllow\": [\"get_issue\", \"list_issues\", \"search_code\"]|LOW",
        "\"autoApprove\": [\"resolve-library-id\", \"get-library-docs\"]|LOW"
      })
  void a_list_is_as_bad_as_the_worst_tool_in_it(String setting, Severity severity) {
    assertThat(severities(setting)).containsExactly(severity);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"autoApprove\": []",
        "\"autoApprove\": false",
        "\"alwaysAllow\": null",
        "\"trust\": false",
        "\"trust\": \"false\"",
        "\"disabled\": true",
        "\"description\": \"trust: true\"",
        "\"env\": {\"TRUST\": \"true\"}",
        "\"allowedCommands\": [\"ls\", \"git status\"]",
        "\"blockedCommands\": [\"*\"]",
        "\"config\": {\"allowedCommands\": []}"
      })
  void a_server_that_asks_is_not(String setting) {
    assertThat(severities(setting)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"enableAllProjectMcpServers\": true",
        "\"chat.tools.autoApprove\": true",
        "\"chat.tools.global.autoApprove\": true",
        "\"GOOSE_MODE\": \"auto\"",
        "\"yolo\": true"
      })
  void a_switch_for_the_whole_file_is_seen(String setting) {
    var subject =
        TestConfigs.of("{" + setting + ", \"mcpServers\": {\"x\": {\"command\": \"x\"}}}");

    var detections = detector.detect(subject);

    assertThat(detections).hasSize(1);
    assertThat(detections.get(0).severity()).isEqualTo(HIGH);
    assertThat(detections.get(0).server()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"enableAllProjectMcpServers\": false",
        "\"GOOSE_MODE\": \"approve\"",
        "\"enabledMcpjsonServers\": [\"x\"]"
      })
  void a_switch_that_is_off_is_not(String setting) {
    var subject =
        TestConfigs.of("{" + setting + ", \"mcpServers\": {\"x\": {\"command\": \"x\"}}}");

    assertThat(detector.detect(subject)).isEmpty();
  }

  @Test
  void counts_the_tools_and_names_the_worst() {
    var subject =
        TestConfigs.server(
            "{\"command\": \"x\", \"autoApprove\": [\"read_file\", \"write_file\"]}");

    var detection = detector.detect(subject).get(0);

    assertThat(detection.severity()).isEqualTo(MEDIUM);
    assertThat(detection.location().pointer()).isEqualTo("/mcpServers/probe/autoApprove");
    assertThat(detection.detail())
        .isEqualTo(
            "`autoApprove` runs 2 tools without approval, including `write_file`, which is not"
                + " read-only.");
  }

  @Test
  void one_tool_is_called_one() {
    var subject = TestConfigs.server("{\"command\": \"x\", \"autoApprove\": [\"read_file\"]}");

    assertThat(detector.detect(subject).get(0).detail())
        .isEqualTo("`autoApprove` runs 1 tool without approval.");
    assertThat(TestConfigs.severities(detector, subject)).containsExactly(LOW);
  }

  private List<Severity> severities(String setting) {
    return TestConfigs.severities(
        detector, TestConfigs.server("{\"command\": \"x\", " + setting + "}"));
  }

  @Test
  void the_only_tool_is_called_by_its_name_where_it_acts() {
    var subject = TestConfigs.server("{\"command\": \"x\", \"autoApprove\": [\"execute_sql\"]}");

    assertThat(detector.detect(subject).get(0).detail())
        .isEqualTo("`autoApprove` runs `execute_sql` without approval, which is not read-only.");
  }
}
