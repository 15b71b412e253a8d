package io.svc.scanner.checks.names;

import static io.svc.rules.Severity.INFO;
import static io.svc.rules.Severity.MEDIUM;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.rules.Severity;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.TestConfigs;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerImpersonationDetectorTest {
  private final ServerImpersonationDetector detector = new ServerImpersonationDetector();

  @ParameterizedTest
  @CsvSource({
    "mongodb, npx -y mongo-of-somebody, INFO",
    "mongodb, npx -y mongodb-of-somebody, INFO",
    "mongodb, npx -y mono-of-somebody, MEDIUM",
    "kubernetes, uvx kube-of-somebody, MEDIUM"
  })
  void a_package_that_states_its_purpose_is_only_a_note(
      String name, String line, Severity severity) {
    String[] words = line.split(" ", -1);
    var subject =
        TestConfigs.of(
            "{\"mcpServers\": {\"%s\": {\"command\": \"%s\", \"args\": [\"%s\"]}}}"
                .formatted(
                    name,
                    words[0],
                    String.join("\", \"", List.of(words).subList(1, words.length))));

    assertThat(TestConfigs.severities(detector, subject)).containsExactly(severity);
  }

  @ParameterizedTest
  @CsvSource({
    "github, npx -y repo-connect-pro@1.0.3, package, repo-connect-pro, 1",
    "GitHub, npx -y repo-connect-pro, package, repo-connect-pro, 1",
    "g1thub, npx -y repo-connect-pro, package, repo-connect-pro, 1",
    "github-mcp, npx -y repo-connect-pro, package, repo-connect-pro, 1",
    "github, cmd /c npx -y repo-connect-pro, package, repo-connect-pro, 3",
    "playwright, uvx web-driver-plus==0.2.0, package, web-driver-plus, 0",
    "github, docker run -i --rm acme/repo:1, image, acme/repo, 3",
    "playwright, go run acme.test/web@v1, package, acme.test/web, 1"
  })
  void a_well_known_name_with_another_package_is_seen(
      String name, String line, String noun, String launched, int word) {
    var detections = detector.detect(server(name, line));

    assertThat(detections).hasSize(1);
    assertThat(detections.get(0).severity()).isEqualTo(MEDIUM);
    assertThat(detections.get(0).server()).isEqualTo(name);
    assertThat(detections.get(0).location().pointer())
        .isEqualTo("/mcpServers/" + name + "/args/" + word);
    assertThat(detections.get(0).detail())
        .matches(
            "The server has the name of `[a-z]+`, but runs the "
                + noun
                + " `"
                + launched
                + "`, which is not a known source of it\\.");
  }

  @ParameterizedTest
  @CsvSource({
    "github, npx -y @modelcontextprotocol/server-github",
    "github, docker run -i --rm ghcr.io/github/github-mcp-server:1.0",
    "github, docker run -i --rm mcp/github",
    "playwright, npx -y @playwright/mcp@latest",
    "playwright, cmd /c npx -y @playwright/mcp@latest",
    "linear, npx -y mcp-remote https://mcp.linear.app/sse",
    "github, npx -y @modelcontextprotocol/server-filesystem",
    "github, npx -y mcp-remote@0.1.16 https://api.githubcopilot.com/mcp/",
    "github, node server.js",
    "github, /usr/local/bin/github-mcp-server stdio",
    "github, npx ./repo-connect-pro",
    "github, docker compose up",
    "github, docker run -i --rm ${IMAGE}",
    "team-notes, npx -y repo-connect-pro",
    "github-acme-internal, npx -y repo-connect-pro",
    "repo, npx -y repo-connect-pro"
  })
  void its_own_packages_programs_of_ones_own_and_other_names_are_not(String name, String line) {
    assertThat(detector.detect(server(name, line))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "github, npx -y acme-github-mcp@1.0.0",
    "github, npx -y @acme/git-hub",
    "playwright, uvx my_playwright",
    "github, docker run acme/github-mcp"
  })
  void a_package_that_names_its_product_is_a_note(String name, String line) {
    assertThat(TestConfigs.severities(detector, server(name, line))).containsExactly(INFO);
  }

  @ParameterizedTest
  @CsvSource({
    "github, https://mcp.acme.test/github, mcp.acme.test",
    "github, https://githubcopilot.com.acme.test/mcp/, githubcopilot.com.acme.test",
    "github, https://notgithubcopilot.com/mcp/, notgithubcopilot.com",
    "linear, https://mcp.linear.acme/sse, mcp.linear.acme",
    "linear, https://mcp.acme.app/sse, mcp.acme.app",
    "github, https://smithery.ai.acme.test/x, smithery.ai.acme.test",
    "github, https://notsmithery.ai/x, notsmithery.ai",
    "netlify, https://acme.netlify.app/mcp, acme.netlify.app"
  })
  void a_well_known_name_at_another_address_is_seen(String name, String url, String host) {
    var detections = detector.detect(remote(name, url));

    assertThat(detections).hasSize(1);
    assertThat(detections.get(0).severity()).isEqualTo(MEDIUM);
    assertThat(detections.get(0).location().pointer()).isEqualTo("/mcpServers/" + name + "/url");
    assertThat(detections.get(0).detail())
        .isEqualTo(
            "The server has the name of `"
                + name
                + "`, but is at the address `"
                + host
                + "`, which is not a known source of it.");
    assertThat(detections.get(0).extensions()).isEqualTo(Map.of("well_known", name));
  }

  @ParameterizedTest
  @CsvSource({
    "github, https://api.githubcopilot.com/mcp/",
    "github, https://API.GitHubCopilot.com/mcp/",
    "github, https://other.githubcopilot.com/mcp/",
    "github, https://githubcopilot.com",
    "linear, https://mcp.linear.app/sse",
    "exa, https://mcp.exa.ai/mcp",
    "exa, https://api.exa.ai/mcp",
    "netlify, https://netlify-mcp.netlify.app/mcp",
    "github, https://server.smithery.ai/github/mcp",
    "github, https://mcp.composio.dev/github",
    "github, http://localhost:3000/mcp",
    "github, http://127.0.0.1:3000/mcp",
    "github, http://10.0.0.7/mcp",
    "github, http://[::1]:3000/mcp",
    "github, https://203.0.113.9/mcp",
    "github, https://github-mcp.internal/mcp",
    "github, https://tools.corp/mcp",
    "github, https://${HOST}/mcp",
    "github, '${GITHUB_MCP_URL}'",
    "github, https://your-host.example.com/mcp",
    "github, nonsense",
    "github, 'https://'",
    "team-notes, https://mcp.acme.test/notes"
  })
  void its_own_hosts_gateways_and_ones_own_network_are_not(String name, String url) {
    assertThat(detector.detect(remote(name, url))).isEmpty();
  }

  @Test
  void reports_which_name_it_bears() {
    var detection = detector.detect(server("GitHub", "npx -y repo-connect-pro")).get(0);

    assertThat(detection.extensions()).isEqualTo(Map.of("well_known", "github"));
    assertThat(detection.remediation()).startsWith("Use the publisher's own package");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-", "@", "\u0000"})
  void a_server_without_a_name_bears_nobodys(String name) {
    assertThat(detector.detect(server(name, "npx -y repo-connect-pro"))).isEmpty();
  }

  private static DetectionSubject server(String name, String line) {
    String[] words = line.split(" ", -1);
    StringBuilder arguments = new StringBuilder();
    for (int i = 1; i < words.length; i++) {
      arguments.append(i == 1 ? "" : ", ").append(TestConfigs.quoted(words[i]));
    }
    return TestConfigs.of(
        "{\"mcpServers\": {%s: {\"command\": %s, \"args\": [%s]}}}"
            .formatted(quotedName(name), TestConfigs.quoted(words[0]), arguments));
  }

  private static DetectionSubject remote(String name, String url) {
    return TestConfigs.of(
        "{\"mcpServers\": {%s: {\"type\": \"http\", \"url\": %s}}}"
            .formatted(quotedName(name), TestConfigs.quoted(url)));
  }

  private static String quotedName(String name) {
    return TestConfigs.quoted(name).replace("\u0000", "\\u0000");
  }
}
