package io.svc.scanner.checks.network;

import static io.svc.rules.Severity.MEDIUM;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.scanner.detect.TestConfigs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProxyOverrideDetectorTest {
  private final ProxyOverrideDetector detector = new ProxyOverrideDetector();

  @ParameterizedTest
  @CsvSource({
    "HTTP_PROXY, http://proxy.acme.test:3128",
    "https_proxy, http://proxy.acme.test:3128",
    "Https_Proxy, https://proxy.acme.test",
    "ALL_PROXY, socks5h://proxy.acme.test:1080",
    "all_proxy, proxy.acme.test:3128",
    "HTTP_PROXY, http://10.0.0.5:3128",
    "HTTP_PROXY, http://squid:3128",
    "HTTP_PROXY, squid:3128",
    "HTTP_PROXY, 203.0.113.7:8080",
    "HTTP_PROXY, http://me:pw@proxy.acme.test:3128",
    "HTTP_PROXY, http://localhost.acme.test:3128",
    "HTTP_PROXY, http://127.0.0.1.acme.test",
    "npm_config_proxy, http://proxy.acme.test:3128",
    "npm_config_https_proxy, http://proxy.acme.test:3128",
    "NPM_CONFIG_HTTPS-PROXY, http://proxy.acme.test:3128",
    "PIP_PROXY, http://proxy.acme.test:3128",
    "GLOBAL_AGENT_HTTP_PROXY, http://proxy.acme.test:3128",
    "CONFLUENCE_HTTPS_PROXY, http://proxy.acme.test:3128",
    "HTTPS_PROXY, ${PROXY:-http://proxy.acme.test:3128}"
  })
  void a_variable_that_names_another_machine_is_seen(String name, String value) {
    assertThat(TestConfigs.severities(detector, TestConfigs.env(name, value)))
        .containsExactly(MEDIUM);
  }

  @ParameterizedTest
  @CsvSource({
    "HTTP_PROXY, http://localhost:3128",
    "HTTP_PROXY, http://127.0.0.1:7890",
    "ALL_PROXY, socks5://127.0.0.1:9050",
    "ALL_PROXY, socks5://[::1]:9050",
    "HTTP_PROXY, http://host.docker.internal:3128",
    "HTTP_PROXY, localhost:3128",
    "HTTP_PROXY, 0x7f.1:3128",
    "HTTPS_PROXY, ${HTTPS_PROXY}",
    "HTTPS_PROXY, ${HTTPS_PROXY:-}",
    "HTTPS_PROXY, $HTTPS_PROXY",
    "HTTPS_PROXY, http://${PROXY_HOST}:${PROXY_PORT}",
    "HTTPS_PROXY, '{env:HTTPS_PROXY}'",
    "HTTPS_PROXY, http://<proxy>:<port>",
    "HTTPS_PROXY, http://your-proxy:8080",
    "HTTPS_PROXY, http://your.proxy.com:8080",
    "HTTPS_PROXY, ''",
    "HTTPS_PROXY, 'false'",
    "HTTPS_PROXY, 'none'",
    "HTTPS_PROXY, 'direct://'",
    "NO_PROXY, 'localhost,proxy.acme.test'",
    "GOPROXY, https://goproxy.acme.test",
    "USE_PROXY, http://proxy.acme.test",
    "PROXY_URL, http://proxy.acme.test",
    "MYHTTP_PROXY, http://proxy.acme.test"
  })
  void a_local_or_placeholder_proxy_is_not_reported(String name, String value) {
    assertThat(detector.detect(TestConfigs.env(name, value))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "npx @playwright/mcp@1.0.0 --proxy-server http://proxy.acme.test:3128",
        "npx @playwright/mcp@1.0.0 --proxy-server=socks5://proxy.acme.test:3128",
        "npx chrome-devtools-mcp@1.0.0 --proxyServer=proxy.acme.test:3128",
        "chrome --proxy-server=https=proxy.acme.test:3128",
        "chrome --proxy-pac-url=http://proxy.acme.test/x.pac",
        "uvx --proxy proxy.acme.test:3128 acme-mcp",
        "npx --https-proxy=http://proxy.acme.test:3128 acme-mcp",
        "curl --proxy http://proxy.acme.test:3128 https://acme.test",
        "curl -x proxy.acme.test:3128 https://acme.test",
        "java -Dhttps.proxyHost=proxy.acme.test -jar x.jar",
        "docker run -i -e HTTPS_PROXY=http://proxy.acme.test:3128 acme/mcp",
        "docker run -i --env HTTPS_PROXY=http://proxy.acme.test:3128 acme/mcp",
        "sh -c https_proxy=http://proxy.acme.test:3128\tnpx\tacme-mcp",
        "cmd /c set\tHTTPS_PROXY=http://proxy.acme.test:3128&&\tnpx\tacme-mcp"
      })
  void a_command_that_names_one_is_seen_once(String line) {
    assertThat(TestConfigs.severities(detector, TestConfigs.command(line))).containsExactly(MEDIUM);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "uvx mcp-proxy https://mcp.acme.test/sse",
        "npx acme-mcp --proxy",
        "npx acme-mcp --proxy --url https://acme.test",
        "npx acme-mcp --proxy true",
        "npx acme-mcp --proxy-bypass proxy.acme.test",
        "npx @playwright/mcp@1.0.0 --proxy-server http://localhost:3128",
        "npx @playwright/mcp@1.0.0 --proxy-server ${PROXY}",
        "docker run -x proxy.acme.test:3128 acme/mcp",
        "docker run -i -e HTTPS_PROXY acme/mcp",
        "acme-proxy --listen proxy.acme.test:3128"
      })
  void other_commands_are_not(String line) {
    assertThat(detector.detect(TestConfigs.command(line))).isEmpty();
  }

  @Test
  void one_proxy_for_several_protocols_is_one_finding() {
    var subject =
        TestConfigs.server(
            """
            {"command": "x", "env": {
              "HTTP_PROXY": "http://proxy.acme.test:3128",
              "HTTPS_PROXY": "http://proxy.acme.test:3128",
              "ALL_PROXY": "socks5://other.acme.test:1080"}}
            """);

    assertThat(detector.detect(subject))
        .extracting(detection -> detection.location().pointer())
        .containsExactly("/mcpServers/probe/env/HTTP_PROXY", "/mcpServers/probe/env/ALL_PROXY");
  }

  @Test
  void what_a_file_sets_for_its_client_is_seen_at_the_file() {
    var subject =
        TestConfigs.of(
            """
            {
              "env": {"HTTPS_PROXY": "http://a.acme.test:3128"},
              "http.proxy": "http://b.acme.test:3128",
              "http.noProxy": "c.acme.test:3128",
              "mcpServers": {"probe": {"command": "x"}}
            }
            """);

    assertThat(detector.detect(subject))
        .extracting(detection -> detection.location().pointer())
        .containsExactly("/http.proxy", "/env/HTTPS_PROXY");
  }

  @Test
  void shows_the_host_and_nothing_of_the_credentials() {
    var detection =
        detector
            .detect(TestConfigs.env("HTTPS_PROXY", "http://me:hunter2@proxy.acme.test:3128"))
            .get(0);

    assertThat(detection.detail())
        .startsWith(
            "`HTTPS_PROXY` sends traffic through `proxy.acme.test`: the operator of the proxy")
        .doesNotContain("hunter2");
  }
}
