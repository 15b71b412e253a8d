package io.svc.scanner.checks.secrets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.svc.rules.SampleTemplate;
import io.svc.rules.Severity;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.TestConfigs;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a credential may stand: one of no known format, so that only its place tells. */
class HardcodedSecretPlacesTest {
  private static final String KEY = SampleTemplate.fill("{{base62:40}}", new Random(3));

  private final HardcodedSecretDetector detector = new HardcodedSecretDetector();

  static List<Arguments> environments() {
    return List.of(
        arguments("`API_KEY`", "{\"command\": \"x\", \"env\": {\"API_KEY\": \"KEY\"}}"),
        arguments("`API_KEY`", "{\"command\": \"x\", \"env\": [\"API_KEY=KEY\"]}"),
        arguments(
            "`API_KEY`",
            "{\"command\": \"x\", \"env\": [{\"name\": \"API_KEY\", \"value\": \"KEY\"}]}"),
        arguments("`API_KEY`", "{\"command\": \"x\", \"environment\": {\"API_KEY\": \"KEY\"}}"),
        arguments("`API_KEY`", "{\"cmd\": \"x\", \"envs\": {\"API_KEY\": \"KEY\"}}"),
        arguments(
            "`API_KEY`",
            "{\"command\": {\"path\": \"x\", \"args\": [], \"env\": {\"API_KEY\": \"KEY\"}}}"),
        arguments(
            "`AUTH_HEADER`", "{\"command\": \"x\", \"env\": {\"AUTH_HEADER\": \"Bearer KEY\"}}"),
        arguments(
            "`Authorization`",
            "{\"command\": \"x\", \"env\": {\"OPENAPI_MCP_HEADERS\": \"{\\\"Authorization\\\":"
                + " \\\"Bearer KEY\\\", \\\"X-Version\\\": \\\"1\\\"}\"}}"));
  }

  static List<Arguments> settings() {
    return List.of(
        arguments("`apiKey`", "{\"command\": \"x\", \"apiKey\": \"KEY\"}"),
        arguments("`token`", "{\"url\": \"https://x.test\", \"auth\": {\"token\": \"KEY\"}}"),
        arguments(
            "`clientSecret`",
            "{\"url\": \"https://x.test\", \"auth\": {\"oauth\": {\"clientSecret\": \"KEY\"}}}"),
        arguments("`bearer_token`", "{\"url\": \"https://x.test\", \"bearer_token\": \"KEY\"}"));
  }

  static List<Arguments> headers() {
    return List.of(
        arguments("`Authorization`", "\"headers\": {\"Authorization\": \"Bearer KEY\"}"),
        arguments("`authorization`", "\"headers\": {\"authorization\": \"bearer KEY\"}"),
        arguments("`Authorization`", "\"headers\": {\"Authorization\": \"Token KEY\"}"),
        arguments("`Authorization`", "\"headers\": {\"Authorization\": \"KEY\"}"),
        arguments("`X-API-Key`", "\"headers\": {\"X-API-Key\": \"KEY\"}"),
        arguments("`X-Auth-Token`", "\"http_headers\": {\"X-Auth-Token\": \"KEY\"}"),
        arguments("`x-api-key`", "\"requestOptions\": {\"headers\": {\"x-api-key\": \"KEY\"}}"),
        arguments(
            "`Authorization`",
            "\"requestOptions\": {\"headers\": {\"Authorization\": \"Bearer KEY\"}}"),
        arguments(
            "`x-api-key`",
            "\"transport\": {\"type\": \"sse\", \"headers\": {\"x-api-key\": \"KEY\"}}"));
  }

  @ParameterizedTest
  @MethodSource({"environments", "settings"})
  void a_credential_in_an_entry_is_seen_once(String location, String entry) {
    assertSingleFinding(TestConfigs.server(filled(entry)), location);
  }

  @ParameterizedTest
  @MethodSource("headers")
  void a_credential_in_a_header_is_seen_once(String location, String headers) {
    var subject = TestConfigs.server("{\"url\": \"https://x.test/mcp\", " + filled(headers) + "}");

    assertSingleFinding(subject, location);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--api-key|KEY",
        "--api-key=KEY",
        "--token|KEY",
        "--access-token=KEY",
        "--clarity_api_token=KEY",
        "--secret|KEY",
        "-e|API_KEY=KEY",
        "--env|API_KEY=KEY",
        "--env=API_KEY=KEY",
        "-e=API_KEY=KEY",
        "-i|API_KEY=KEY",
        "--verbose|API_KEY=KEY",
        "API_KEY=KEY",
        "--header|Authorization: Bearer KEY",
        "--header|Authorization:Bearer KEY",
        "--header=Authorization: Bearer KEY",
        "-H|X-Api-Key: KEY",
        "/c|npx|acme|--api-key|KEY",
        "Authorization: Bearer KEY",
        "https://me:KEY@x.test/mcp",
        "https://x.test/mcp?token=KEY",
        "--url|https://x.test/mcp?api_key=KEY&page=1",
        "--config|{\"apiKey\": \"KEY\"}"
      })
  void a_credential_among_the_arguments_is_seen_once(String arguments) {
    String words = "x|" + filled(arguments);

    assertSingleFinding(TestConfigs.words(words.split("\\|", -1)), "");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sh|-c|API_KEY=KEY npx acme",
        "sh|-c|export API_KEY=KEY && npx acme",
        "bash|-lc|export API_KEY='KEY'; npx acme",
        "bash|-c|npx acme --api-key KEY",
        "bash|-c|npx acme --api-key=\"KEY\" | tee log",
        "zsh|-c|curl -H 'Authorization: Bearer KEY' https://x.test",
        "/bin/sh|-c|docker run -e API_KEY=KEY acme",
        "cmd|/c|set API_KEY=KEY&& npx acme",
        "cmd|/c|npx acme --api-key KEY",
        "powershell|-Command|$env:API_KEY='KEY'; npx acme"
      })
  void a_credential_inside_a_shells_command_is_seen_once(String line) {
    String words = filled(line);

    assertSingleFinding(TestConfigs.words(words.split("\\|", 3)), "");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://me:KEY@x.test/mcp",
        "https://KEY@x.test/mcp",
        "https://x.test/mcp?token=KEY",
        "https://x.test/mcp?page=1&apiKey=KEY#top",
        "https://x.test/mcp?access_token=KEY",
        "https://x.test/mcp?key=KEY",
        "https://x.test/mcp?token=${TOKEN:-KEY}",
        "wss://me:KEY@x.test/mcp"
      })
  void a_credential_in_a_url_is_seen_once(String url) {
    assertSingleFinding(TestConfigs.url(filled(url)), "");
  }

  @ParameterizedTest
  @ValueSource(strings = {"${API_KEY:-KEY}", "${env:API_KEY:-KEY}", "Bearer ${API_KEY:-KEY}"})
  void a_credential_as_the_default_of_a_reference_is_seen_once(String value) {
    String text = filled(value);

    assertSingleFinding(TestConfigs.env("API_KEY", text), "");
  }

  @Test
  void a_known_format_is_found_without_a_telling_name() {
    String token = SampleTemplate.fill("ghp_{{base62:36}}", new Random(3));

    assertSingleFinding(TestConfigs.words("x", token), "An argument");
    assertSingleFinding(TestConfigs.words(token), "The command");
    assertSingleFinding(TestConfigs.env("ANYTHING", "prefix:" + token), "`ANYTHING`");
    assertSingleFinding(TestConfigs.words("npx", "-y", "acme", token), "An argument");
  }

  @Test
  void the_default_of_an_input_is_seen() {
    var subject =
        TestConfigs.of(
            """
            {"inputs": [{"type": "promptString", "id": "api-key", "default": "%s"}],
             "servers": {"x": {"command": "x", "env": {"API_KEY": "${input:api-key}"}}}}
            """
                .formatted(KEY));

    assertSingleFinding(subject, "The default of `api-key`");
  }

  @Test
  void a_credential_outside_all_servers_belongs_to_none() {
    var subject =
        TestConfigs.of("{\"bearerKeys\": [{\"token\": \"" + KEY + "\"}], \"mcpServers\": {}}");

    assertSingleFinding(subject, "The setting `token`");
    assertThat(detector.detect(subject).get(0).server()).isEmpty();
  }

  @Test
  void a_server_that_cannot_be_read_may_still_contain_one() {
    var subject = TestConfigs.server("{\"env\": {\"API_KEY\": \"" + KEY + "\"}}");

    assertSingleFinding(subject, "`API_KEY`");
    assertThat(detector.detect(subject).get(0).server()).isEqualTo("probe");
  }

  @Test
  void other_languages_of_files_are_no_hiding_place() {
    var toml =
        TestConfigs.at(
            Path.of("config.toml"),
            "[mcp_servers.x]\nurl = \"https://x.test\"\n"
                + "http_headers = { Authorization = \"Bearer "
                + KEY
                + "\" }\n",
            Optional.empty(),
            path -> false);
    var yaml =
        TestConfigs.at(
            Path.of("config.yaml"),
            "mcpServers:\n  - name: x\n    command: x\n    env:\n      API_KEY: " + KEY + "\n",
            Optional.empty(),
            path -> false);

    assertSingleFinding(toml, "The header `Authorization`");
    assertSingleFinding(yaml, "The environment variable `API_KEY`");
  }

  /** The text with the key at the place of each word KEY, but not within a name. */
  private static String filled(String text) {
    return text.replaceAll("(?<![A-Z_])KEY(?![A-Z_])(?!=)", KEY);
  }

  private void assertSingleFinding(DetectionSubject subject, String location) {
    var detections = detector.detect(subject);

    assertThat(detections).hasSize(1);
    assertThat(detections.get(0).detail()).contains(location).doesNotContain(KEY);
    assertThat(detections.get(0).severity()).isEqualTo(Severity.HIGH);
  }
}
