package io.svc.cli.settings;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.svc.cli.CommandRun;
import io.svc.cli.CommandRun.Result;
import io.svc.rules.SampleTemplate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigCommandsTest {
  private static final JsonMapper JSON = new JsonMapper();

  @TempDir private Path directory;
  private CommandRun command;

  @BeforeEach
  void setUp() {
    command = new CommandRun(directory);
  }

  @Test
  void without_files_every_setting_has_its_default() {
    Result result = command.run("config", "show");

    assertThat(result.exitCode()).isZero();
    assertThat(result.err()).isEmpty();
    assertThat(result.out())
        .isEqualTo(
            """
            Settings files
              project  %s  (not found)
              user     %s  (not found)

            KEY                  VALUE                   FROM
            format               json                    default
            severity_threshold   info                    default
            min_confidence       low                     default
            fail_on_partial      false                   default
            suppress             -                       default
            show_suppressed      false                   default
            paths                -                       default
            exclude              -                       default
            max_file_size        16M                     default
            no_instructions      false                   default
            baseline             .svc/mcp-baseline.json  default
            track_values         false                   default
            approved_by          -                       default
            org_id               -                       default
            include_assets       false                   default
            upload.url           -                       default
            upload.api_key_file  -                       default
            rules                -                       default
            rule_directories     -                       default
            suppressions         -                       default
            """
                .formatted(
                    command.project().resolve(".svc/preflight.yaml"),
                    command.home().resolve(".config/svc-preflight/config.yaml")));
  }

  @Test
  void each_setting_names_the_flag_or_the_line_that_it_comes_from() throws IOException {
    Path user =
        command.homeFile(
            ".config/svc-preflight/config.yaml",
            "format: table\napproved_by: Dana\norg_id: of_user\n");
    command.file(
        ".svc/preflight.yaml",
        """
        severity_threshold: high
        suppress:
          - auto_approve
          - shell_wrapper
        org_id: of_project
        suppressions:
          - {type: shell_wrapper, server: "*", reason: x}
        """);

    Result result =
        command.run("config", "show", "--format", "json", "--severity-threshold", "low");

    JsonNode shown = JSON.readTree(result.out());
    List<String> rows = new ArrayList<>();
    for (JsonNode row : shown.get("settings")) {
      if (!row.get("source").asText().equals("default")) {
        rows.add(
            String.join(
                " ",
                row.get("key").asText(),
                row.get("value").toString(),
                row.get("source").asText(),
                row.get("file").asText(),
                row.get("line").toString()));
      }
    }
    assertThat(rows)
        .containsExactly(
            "format \"table\" user " + user + " 1",
            "severity_threshold \"low\" flag  0",
            "suppress [\"auto_approve\",\"shell_wrapper\"] project .svc/preflight.yaml 2",
            "approved_by \"Dana\" user " + user + " 2",
            "org_id \"of_project\" project .svc/preflight.yaml 5",
            "suppressions [\".svc/preflight.yaml:7\"] project .svc/preflight.yaml 0");
    assertThat(shown.get("files"))
        .extracting(file -> file.get("scope").asText() + " " + file.get("is_read"))
        .containsExactly("project true", "user true");
    assertThat(command.run("config", "show", "--severity-threshold", "low").out())
        .containsPattern("severity_threshold +low +--severity-threshold\n")
        .containsPattern("org_id +of_project +\\.svc/preflight\\.yaml:5\n");
  }

  @Test
  void a_file_that_is_passed_over_is_reported() {
    command.file(".svc/preflight.yaml", "org_id: of_project\n");
    command.file("trusted.yaml", "org_id: trusted\n");

    Result none = command.run("config", "show", "--no-settings");
    Result given = command.run("config", "show", "--settings", "trusted.yaml");

    assertThat(none.out()).contains("preflight.yaml  (ignored)\n").contains("org_id ");
    assertThat(none.out()).doesNotContain("of_project");
    assertThat(given.out())
        .contains("given    " + command.project().resolve("trusted.yaml") + "  (read)\n")
        .contains("preflight.yaml  (ignored)\n")
        .containsPattern("org_id +trusted +trusted\\.yaml:1\n");
  }

  @Test
  void wrong_values_and_formats_are_rejected() {
    assertThat(command.run("config", "show", "--format", "xml").err())
        .isEqualTo("error: --format is \"xml\"; expected one of table, json\n");
    assertThat(command.run("config", "show", "--severity-threshold", "awful").err())
        .isEqualTo(
            "error: --severity-threshold is \"awful\"; expected one of info, low, medium, high,"
                + " critical\n");
    assertThat(command.run("config").err()).startsWith("error: missing command\n");
  }

  @Test
  void no_secret_and_no_control_character_is_shown() {
    String secret = "ghp_" + SampleTemplate.fill("{{base62:36}}", new Random(3));
    command.file(".svc/preflight.yaml", "exclude: [\"a\\e[31mb\\u202Ec\"]\n");

    for (String format : List.of("table", "json")) {
      Result result = command.run("config", "show", "--format", format, "--org-id", "x " + secret);

      assertThat(result.exitCode()).as(result.err()).isZero();
      assertThat(result.out())
          .contains("ghp_***")
          .doesNotContain(secret.substring(6), "\u001b", "\u202e");
    }
  }
}
