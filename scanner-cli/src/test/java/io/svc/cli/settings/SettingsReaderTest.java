package io.svc.cli.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.cli.console.UserErrorException;
import io.svc.cli.settings.SettingsKey.Scope;
import io.svc.report.CheckCatalog;
import io.svc.rules.SampleTemplate;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsReaderTest {
  private static final Path HOME = Path.of("/home/dana");

  @Test
  void every_key_of_a_project_is_read_with_its_place() {
    SettingsLayer layer =
        project(
            """
            format: table
            severity_threshold: "high"
            suppress: [unpinned_package, auto_approve]
            show_suppressed: true
            paths:
              - .mcp.json
              - ~/team/mcp.json
            exclude: ["fixtures/"]
            max_file_size: 32M
            baseline: security/baseline.json
            track_values: True
            org_id: org_1
            include_assets: false
            """);

    Map<String, List<String>> texts = new TreeMap<>();
    layer.values().forEach((key, value) -> texts.put(key, value.texts()));
    assertThat(texts)
        .containsExactlyInAnyOrderEntriesOf(
            Map.ofEntries(
                Map.entry("format", List.of("table")),
                Map.entry("severity_threshold", List.of("high")),
                Map.entry("suppress", List.of("unpinned_package", "auto_approve")),
                Map.entry("show_suppressed", List.of("true")),
                Map.entry("paths", List.of(".mcp.json", "/home/dana/team/mcp.json")),
                Map.entry("exclude", List.of("fixtures/")),
                Map.entry("max_file_size", List.of("32M")),
                Map.entry("baseline", List.of("security/baseline.json")),
                Map.entry("track_values", List.of("true")),
                Map.entry("org_id", List.of("org_1")),
                Map.entry("include_assets", List.of("false"))));
    assertThat(layer.values().get("paths").location()).isEqualTo(".svc/preflight.yaml:5");
    assertThat(layer.values().get("include_assets").line()).isEqualTo(13);
  }

  @Test
  void paths_of_a_user_begin_where_the_file_is() {
    SettingsLayer layer = user("rule_directories: [rules, /opt/rules, ~/rules]\n");

    assertThat(layer.decisions().ruleDirectories())
        .containsExactly(
            "/home/dana/.config/svc-preflight/rules", "/opt/rules", "/home/dana/rules");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "# Nothing.\n", "suppress:\n", "suppress: []\n", "\uFEFFsuppress: []\n"})
  void a_file_may_be_empty(String text) {
    List<String> said = new ArrayList<>();
    project(text).values().values().forEach(value -> said.addAll(value.texts()));

    assertThat(said).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '@',
      quoteCharacter = '`',
      value = {
        "severity_treshold: high@1:1@unknown key 'severity_treshold'; did you mean"
            + " 'severity_threshold'?",
        "format: xml@1:1@'format' is \"xml\"; expected one of json, markdown, table",
        "format: [json]@1:1@'format' must be one of json, markdown, table",
        "format:@1:1@'format' is empty; expected one of json, markdown, table",
        "format: JSON@1:1@'format' is \"JSON\"; expected one of json, markdown, table",
        "severity_threshold: hgih@1:1@'severity_threshold' is \"hgih\"; expected one of info, low,"
            + " medium, high, critical",
        "suppress: unpinned_package@1:1@'suppress' must be a list",
        "suppress: [{a: b}]@1:12@'suppress' must be a list of strings",
        "suppress:\\n  - everything@2:5@'suppress' is \"everything\"; expected one of",
        "include_assets: yes@1:1@'include_assets' is \"yes\"; expected true or false",
        "include_assets: \"true\"@1:1@'include_assets' is \"true\"; expected true or false",
        "include_assets: {}@1:1@'include_assets' must be true or false",
        "max_file_size: 0@1:1@'max_file_size' is \"0\"; expected bytes, such as 16777216 or 16M",
        "max_file_size: -1@1:1@'max_file_size' is \"-1\"; expected bytes",
        "max_file_size: 1T@1:1@'max_file_size' is \"1T\"; expected bytes",
        "max_file_size: 9999999999999@1:1@'max_file_size' is \"9999999999999\"; expected bytes",
        "org_id: 17@1:1@'org_id' must be a string; write \"17\" in quotes",
        "org_id: ''@1:1@'org_id' is empty; expected a string",
        "baseline: ' '@1:1@'baseline' is empty; expected a path",
        "paths: [a.json, '']@1:17@'paths' is empty; expected a path",
        "exit_zero: true@1:1@'exit_zero' is not allowed: use the option --exit-zero",
        "quiet: true@1:1@'quiet' is not allowed: use the option --quiet",
        "output: a.json@1:1@'output' is not allowed: use the option --output",
        "approved_by: Dana@1:1@'approved_by' is allowed only in user settings, not in project"
            + " settings",
        "api_key: x@1:1@'api_key' is not allowed: do not store secrets in this file",
        "API-Key: x@1:1@'API-Key' is not allowed: do not store secrets in this file"
      })
  void implausible_values_are_rejected_at_their_position(
      String text, String location, String problem) {
    assertThatThrownBy(() -> project(text.replace("\\n", "\n")))
        .isInstanceOf(UserErrorException.class)
        .hasMessageStartingWith(".svc/preflight.yaml:" + location + ": " + problem);
  }

  @ParameterizedTest
  @ValueSource(strings = {"suppressions: []", "paths: []", "baseline: a.json"})
  void what_is_for_projects_to_decide_is_rejected_in_a_users_file(String text) {
    String name = text.substring(0, text.indexOf(':'));

    assertThatThrownBy(() -> user(text))
        .hasMessage(
            "/home/dana/.config/svc-preflight/config.yaml:1:1: '"
                + name
                + "' is allowed only in project settings; move it to .svc/preflight.yaml");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "org_id: %s",
        "org_id: \"prefix %s suffix\"",
        "format: %s",
        "exclude: [a, %s]",
        "baseline: dir/%s",
        "%s: true",
        "suppressions: [{type: auto_approve, server: a, reason: \"see %s\"}]"
      })
  void a_secret_is_rejected_and_not_repeated(String text) {
    String secret = "ghp_" + SampleTemplate.fill("{{base62:36}}", new Random(9));

    assertThatThrownBy(() -> project(text.formatted(secret)))
        .isInstanceOf(UserErrorException.class)
        .hasMessageStartingWith(".svc/preflight.yaml:1:")
        .hasMessageNotContaining(secret.substring(6));
  }

  @Test
  void a_wrong_value_that_may_be_a_secret_of_no_known_format_is_not_repeated() {
    String secret = SampleTemplate.fill("{{base62:28}}", new Random(5));

    assertThatThrownBy(() -> project("severity_threshold: " + secret))
        .hasMessageStartingWith(
            ".svc/preflight.yaml:1:1: 'severity_threshold' is \"***\"; expected one of info");
  }

  @Test
  void a_section_contains_keys_of_its_own() {
    List<SettingsKey> keys =
        List.of(
            SettingsKey.text("upload.url", "--url", "https://svc.example.com", "Where to.")
                .onlyIn(Scope.USER),
            SettingsKey.text(
                    "upload.api_key_env", "--api-key-env", "SVC_API_KEY", "Which variable.")
                .onlyIn(Scope.USER));
    SettingsReader reader = new SettingsReader(userSource(), keys, CheckCatalog.findingTypes());

    assertThat(reader.parse("upload:\n  url: https://a.example.com\n").values())
        .extractingByKey("upload.url")
        .extracting(SettingValue::text, SettingValue::line)
        .containsExactly("https://a.example.com", 2);
    assertThatThrownBy(() -> reader.parse("upload:\n  api_key: abc\n"))
        .hasMessageContaining("config.yaml:2:3: 'api_key' is not allowed: do not store secrets");
    assertThatThrownBy(() -> reader.parse("upload:\n  ulr: abc\n"))
        .hasMessageContaining("config.yaml:2:3: unknown key 'ulr'; did you mean 'url'?");
    assertThatThrownBy(() -> reader.parse("upload: x\n"))
        .hasMessageContaining("config.yaml:1:1: expected a mapping of keys to values");
    assertThatThrownBy(
            () ->
                new SettingsReader(projectSource(), keys, CheckCatalog.findingTypes())
                    .parse("upload:\n  url: https://a.example.com\n"))
        .hasMessageContaining("'upload' is allowed only in user settings, not in project settings");
  }

  private static SettingsSource projectSource() {
    return new SettingsSource(
        ProjectSettings.FILE, true, false, ProjectSettings.NAME, Path.of(""), HOME);
  }

  private static SettingsSource userSource() {
    Path file = HOME.resolve(".config/svc-preflight/config.yaml");
    return new SettingsSource(file, false, false, file.toString(), file.getParent(), HOME);
  }

  static SettingsLayer project(String text) {
    return new SettingsReader(projectSource(), SettingsKeys.all(), CheckCatalog.findingTypes())
        .parse(text);
  }

  static SettingsLayer user(String text) {
    return new SettingsReader(userSource(), SettingsKeys.all(), CheckCatalog.findingTypes())
        .parse(text);
  }
}
