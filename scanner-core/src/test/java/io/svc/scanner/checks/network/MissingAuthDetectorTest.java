package io.svc.scanner.checks.network;

import static io.svc.rules.Severity.INFO;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.TestConfigs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MissingAuthDetectorTest {
  private final MissingAuthDetector detector = new MissingAuthDetector();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://mcp.acme.test/mcp",
        "wss://mcp.acme.test/mcp",
        "http://mcp.acme.test/mcp",
        "https://10.0.0.5/mcp",
        "https://jenkins:8443/mcp",
        "https://mcp.acme.test/mcp?project_ref=abc&readonly=true",
        "https://mcp.acme.test/mcp?max_tokens=100",
        "https://mcp.acme.test/2025-06-18/mcp",
        "https://${TENANT}.acme.test/mcp"
      })
  void an_address_and_nothing_else_is_reported_as_info(String url) {
    assertThat(TestConfigs.severities(detector, TestConfigs.url(url))).containsExactly(INFO);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://localhost:3000/mcp",
        "http://[::1]:3000/mcp",
        "http://host.docker.internal:3000/mcp",
        "unix:///run/mcp.sock",
        "http://169.254.169.254/latest",
        "https://me:pw@mcp.acme.test/mcp",
        "https://token@mcp.acme.test/mcp",
        "https://mcp.acme.test/mcp?token=${TOKEN}",
        "https://mcp.acme.test/mcp?apiKey=YOUR_KEY",
        "https://mcp.acme.test/mcp?x=1&sig=abc",
        "https://mcp.acme.test/mcp?code=abc",
        "https://mcp.acme.test/mcp/oauth",
        "https://mcp.acme.test/s/1b4e28ba-2fa1-11d2-883f-0016d3cca427/mcp",
        "https://${HOST}/mcp",
        "${input:MCP_URL}",
        "https://<your-host>/mcp",
        "https://your-server.acme.test/mcp",
        ""
      })
  void an_address_that_is_near_unknown_or_carries_a_credential_is_not(String url) {
    var subject =
        TestConfigs.server(
            "{\"type\": \"builtin\", \"url\": %s}".formatted(TestConfigs.quoted(url)));

    assertThat(detector.detect(subject)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"headers\": {\"Authorization\": \"Bearer ${TOKEN}\"}",
        "\"headers\": {\"X-Acme\": \"${ACME}\", \"Accept\": \"*/*\"}",
        "\"headers\": {\"CF-Access-Client-Id\": \"${ID}\"}",
        "\"headers\": {\"X-Acme\": \"op://dev/acme/token\"}",
        "\"headers\": {\"Cookie\": \"session=1\"}",
        "\"http_headers\": {\"X-Api-Key\": \"${KEY}\"}",
        "\"requestOptions\": {\"headers\": {\"X-Api-Key\": \"${KEY}\"}}",
        "\"bearer_token_env_var\": \"ACME_TOKEN\"",
        "\"env_http_headers\": {\"Authorization\": \"ACME_TOKEN\"}",
        "\"headersHelper\": \"/opt/acme/headers\"",
        "\"apiKey\": \"${KEY}\"",
        "\"auth\": {\"type\": \"bearer\"}",
        "\"auth\": \"oauth\"",
        "\"oauth\": {\"clientId\": \"x\"}",
        "\"oauth\": true",
        "\"authProviderType\": \"google_credentials\"",
        "\"transport\": {\"oauth2\": {}}",
        "\"clientId\": \"x\"",
        "\"env\": {\"ACME_TOKEN\": \"${TOKEN}\"}"
      })
  void an_entry_with_credentials_is_not_reported(String member) {
    assertThat(detector.detect(withMember(member))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"headers\": {}",
        "\"headers\": {\"Accept\": \"application/json\", \"User-Agent\": \"x\"}",
        "\"headers\": {\"X-Region\": \"eu\", \"X-MCP-Readonly\": \"true\"}",
        "\"headers\": {\"X-Workspace\": \"crm-production\"}",
        "\"headers\": {\"Authorization\": \"\"}",
        "\"oauth\": false",
        "\"auth\": \"none\"",
        "\"auth\": null",
        "\"timeout\": 30",
        "\"autoApprove\": []",
        "\"env\": {\"MAX_TOKENS\": \"100\"}",
        "\"description\": \"needs a token\""
      })
  void an_entry_without_credentials_is_reported(String member) {
    assertThat(TestConfigs.severities(detector, withMember(member))).containsExactly(INFO);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "npx mcp-remote https://mcp.acme.test/mcp",
        "node server.js --url https://mcp.acme.test/mcp"
      })
  void a_server_that_the_client_starts_is_not(String line) {
    assertThat(detector.detect(TestConfigs.command(line))).isEmpty();
  }

  @Test
  void names_the_host_at_the_first_address() {
    var subject =
        TestConfigs.server(
            "{\"url\": \"https://mcp.acme.test/mcp\", \"httpUrl\": \"https://b.acme.test\"}");

    var detections = detector.detect(subject);

    assertThat(detections).hasSize(1);
    assertThat(detections.get(0).location().pointer()).isEqualTo("/mcpServers/probe/url");
    assertThat(detections.get(0).detail())
        .startsWith(
            "The file configures no header, token, or sign-in for the server at"
                + " `mcp.acme.test`");
  }

  private static DetectionSubject withMember(String member) {
    return TestConfigs.server("{\"url\": \"https://mcp.acme.test/mcp\", " + member + "}");
  }
}
