package io.svc.scanner.checks.commands;

import static io.svc.rules.Severity.MEDIUM;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.TestConfigs;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HeadersHelperCommandDetectorTest {
  private final HeadersHelperCommandDetector detector = new HeadersHelperCommandDetector();

  private static DetectionSubject server(String members) {
    return TestConfigs.server("{\"url\": \"https://mcp.acme.test/mcp\", " + members + "}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"headersHelper\": \"/opt/bin/acme-headers.sh\"",
        "\"headersHelper\": \"acme-headers --json\"",
        "\"headersHelper\": {\"command\": [\"node\", \"headers.js\"], \"timeout\": 10000}",
        "\"headers_helper\": \"acme-headers\"",
        "\"requestHeadersCommand\": {\"command\": \"python3\", \"args\": [\"headers.py\"]}",
        "\"headersCommand\": {\"Authorization\": [\"acme-token\"]}",
        "\"headersCommand\": [\"acme-token\", \"--json\"]",
        "\"headers_command\": \"acme-token\"",
        "\"tokenCommand\": \"acme-token\"",
        "\"token_command\": \"acme-token\"",
        "\"bearer-token-command\": \"acme-token\"",
        "\"authCommand\": \"acme-token\"",
        "\"auth_command\": \"acme-token\"",
        "\"authScript\": \"./auth.sh\"",
        "\"apiKeyHelper\": \"acme-token\"",
        "\"api_key_cmd\": \"acme-token\"",
        "\"passwordCommand\": \"acme-token\"",
        "\"credentialHelper\": \"acme-token\"",
        "\"credential_process\": \"acme-token\"",
        "\"oauthTokenCommand\": \"acme-token\"",
        "\"auth\": {\"command\": \"acme-token\", \"args\": [\"print\"]}",
        "\"auth\": {\"type\": \"bearer\", \"tokenCommand\": \"acme-token\"}",
        "\"apiKey\": {\"cmd\": \"acme-token\"}",
        "\"transport\": {\"auth\": {\"command\": \"acme-token\"}}",
        "\"headers\": {\"Authorization\": \"Bearer $(acme-token print)\"}",
        "\"headers\": {\"Authorization\": \"Bearer $(acme-token)\"}",
        "\"headers\": {\"Authorization\": \"Bearer ${cmd: op read op://vault/item}\"}",
        "\"headers\": {\"X-Api-Key\": \"!op read op://vault/item\"}",
        "\"headers\": {\"X-Api-Key\": \"!/opt/bin/token\"}",
        "\"http_headers\": {\"X-Api-Key\": \"$(cat ~/.acme)\"}"
      })
  void a_command_in_a_servers_entry_is_seen(String members) {
    assertThat(TestConfigs.severities(detector, server(members))).containsExactly(MEDIUM);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"headers\": {\"Authorization\": \"Bearer ${TOKEN}\"}",
        "\"headers\": {\"Authorization\": \"Bearer ${input:token}\"}",
        "\"headers\": {\"Authorization\": \"Bearer {file:~/.acme}\"}",
        "\"headers\": {\"Authorization\": \"Bearer $(API_TOKEN)\"}",
        "\"headers\": {\"Authorization\": \"Bearer ${command:acme.getToken}\"}",
        "\"headers\": {\"Authorization\": \"!secret api_token\"}",
        "\"headers\": {\"X-Note\": \"hello! you\"}",
        "\"headers\": {\"X-Price\": \"$5 (net)\"}",
        "\"headers\": {\"headersHelper\": \"x\"}",
        "\"headersHelper\": \"\"",
        "\"headersHelper\": null",
        "\"headersHelper\": false",
        "\"headersHelper\": {}",
        "\"headersHelper\": []",
        "\"headersHelperTtlSec\": 900",
        "\"headersHelperUrl\": \"https://acme.test/headers\"",
        "\"authCommand\": \"https://acme.test/login\"",
        "\"tokenCommandTimeout\": \"5000\"",
        "\"tokenHelper\": 3",
        "\"authProviderType\": \"google_credentials\"",
        "\"auth\": \"oauth\"",
        "\"auth\": {\"provider\": \"acme\", \"clientId\": \"x\"}",
        "\"oauth\": {\"clientId\": \"x\", \"scopes\": [\"read\"]}",
        "\"bearer_token_env_var\": \"ACME_TOKEN\"",
        "\"tokenizerCommand\": \"acme\"",
        "\"keyboardCommand\": \"acme\"",
        "\"startCommand\": \"acme\"",
        "\"installScript\": \"acme\"",
        "\"tools\": {\"tokenCommand\": \"acme\"}",
        "\"env\": {\"TOKEN_COMMAND\": \"acme-token\"}"
      })
  void a_value_that_is_there_already_is_not(String members) {
    assertThat(detector.detect(server(members))).isEmpty();
  }

  @Test
  void the_command_of_a_server_is_none() {
    var subject = TestConfigs.words("auth-helper", "--token-command", "acme-token");

    assertThat(detector.detect(subject)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "apiKeyHelper, acme-token",
    "awsAuthRefresh, aws sso login --profile acme",
    "awsCredentialExport, acme-token",
    "gcpAuthRefresh, gcloud auth login",
    "otelHeadersHelper, /opt/bin/acme-token",
    "proxyAuthHelper, acme-token"
  })
  void a_helper_of_the_whole_file_is_seen(String name, String command) {
    var subject = TestConfigs.of("{\"mcpServers\": {}, \"%s\": \"%s\"}".formatted(name, command));

    assertThat(detector.detect(subject))
        .singleElement()
        .satisfies(
            detection -> {
              assertThat(detection.server()).isEmpty();
              assertThat(detection.location().pointer()).isEqualTo("/" + name);
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"statusLine\": {\"type\": \"command\", \"command\": \"acme\"}",
        "\"hooks\": {\"Stop\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"acme\"}]}]}",
        "\"env\": {\"apiKeyHelper\": \"acme\"}",
        "\"apiKeyHelperTtlMs\": 5000",
        "\"permissions\": {\"allow\": [\"Bash(tokenCommand)\"]}",
        "\"acme.authScript\": \"acme\"",
        "\"inputs\": [{\"id\": \"token\", \"type\": \"command\", \"command\": \"acme.token\"}]"
      })
  void what_else_a_file_runs_is_not(String member) {
    assertThat(detector.detect(TestConfigs.of("{\"mcpServers\": {}, " + member + "}"))).isEmpty();
  }

  @Test
  void a_marketplace_of_a_file_has_one_too() {
    var subject =
        TestConfigs.of(
            """
            {"mcpServers": {}, "extraKnownMarketplaces": {"acme": {"source":
              {"source": "url", "url": "https://acme.test/m.json", "headersHelper": "acme-token"}}}}
            """);

    assertThat(detector.detect(subject))
        .extracting(detection -> detection.location().pointer())
        .containsExactly("/extraKnownMarketplaces/acme/source/headersHelper");
  }

  @Test
  void a_model_provider_of_codex_has_one_too() {
    var subject =
        TestConfigs.at(
            Path.of("config.toml"),
            """
            [model_providers.acme.auth]
            command = "acme-token"
            args = ["print"]

            [mcp_servers.acme]
            url = "https://mcp.acme.test/mcp"
            """,
            Optional.of("codex"),
            path -> false);

    assertThat(detector.detect(subject))
        .extracting(DetectedProblem::detail)
        .containsExactly(
            "`auth` runs `acme-token` whenever the client needs the value, and its output is"
                + " sent.");
  }

  @Test
  void a_file_that_is_a_single_server_has_it_once() {
    var subject =
        TestConfigs.of(
            """
            {"type": "http", "url": "https://mcp.acme.test/mcp", "headersHelper": "acme-token"}
            """);

    assertThat(detector.detect(subject)).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "/opt/Acme/bin/acme-token.sh --user me, acme-token.sh",
    "ACME_PIN=1234 acme-token, acme-token",
    "sh -c 'acme-token', sh"
  })
  void names_the_key_and_the_program_only(String command, String program) {
    var detection = detector.detect(server("\"headersHelper\": \"" + command + "\"")).get(0);

    assertThat(detection.location().pointer()).isEqualTo("/mcpServers/probe/headersHelper");
    assertThat(detection.detail())
        .isEqualTo(
            "`headersHelper` runs `"
                + program
                + "` whenever the client needs the value, and its output is sent.");
  }

  @Test
  void names_a_computed_header() {
    var detection =
        detector
            .detect(server("\"headers\": {\"Authorization\": \"Bearer $(acme-token x)\"}"))
            .get(0);

    assertThat(detection.location().pointer()).isEqualTo("/mcpServers/probe/headers/Authorization");
    assertThat(detection.detail())
        .isEqualTo(
            "The header `Authorization` is set to the output of `acme-token`, which the client"
                + " runs.");
  }
}
