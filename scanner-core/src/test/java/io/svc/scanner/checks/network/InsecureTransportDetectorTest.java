package io.svc.scanner.checks.network;

import static io.svc.rules.Severity.HIGH;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.scanner.detect.TestConfigs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InsecureTransportDetectorTest {
  private final InsecureTransportDetector detector = new InsecureTransportDetector();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://mcp.acme.test/mcp",
        "HTTP://mcp.acme.test",
        "ws://mcp.acme.test/mcp",
        "http://10.0.0.2:8080/sse",
        "http://192.168.64.1/mcp",
        "http://jenkins:8080/mcp",
        "http://203.0.113.7/mcp",
        "http://[2001:db8::1]:8080/mcp",
        "http://me:pw@mcp.acme.test/mcp",
        "http://localhost@mcp.acme.test/mcp",
        "http://localhost.acme.test/mcp",
        "http://127.0.0.1.acme.test/mcp",
        "http://acme.test?x=localhost",
        " http://mcp.acme.test/mcp ",
        "http:/mcp.acme.test/mcp",
        "http:\\\\mcp.acme.test/mcp",
        "http://${TENANT}.acme.test/mcp",
        "http://${HOST:-mcp.acme.test}:8080/mcp",
        "${MCP_URL:-http://mcp.acme.test}",
        "http://localhost\u3002acme.test/mcp",
        "http://2130706433.acme.test/mcp",
        "http://127.0.0.1.nip.io/mcp"
      })
  void a_plain_connection_over_a_network_is_seen(String url) {
    assertThat(TestConfigs.severities(detector, TestConfigs.url(url))).containsExactly(HIGH);
  }

  @ParameterizedTest
  @ValueSource(strings = {"url", "serverUrl", "httpUrl", "uri", "endpoint", "baseUrl", "link"})
  void every_spelling_of_the_key_counts(String key) {
    var subject =
        TestConfigs.server(
            "{\"%s\": \"http://mcp.acme.test\", \"type\": \"http\", \"command\": \"\"}"
                .formatted(key));

    assertThat(TestConfigs.severities(detector, subject)).containsExactly(HIGH);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://mcp.acme.test/mcp",
        "wss://mcp.acme.test/mcp",
        "http://localhost:3000/mcp",
        "http://your-server-ip:8000/mcp",
        "http://your_host/mcp",
        "http://xxxx.xxxx/mcp",
        "http://LOCALHOST/mcp",
        "http://app.localhost:3000/mcp",
        "http://127.0.0.1:8000/sse",
        "http://127.1.2.3/sse",
        "http://[::1]:8000/sse",
        "http://[::ffff:127.0.0.1]/sse",
        "http://0.0.0.0:8000/sse",
        "http://host.docker.internal:8811/sse",
        "http://host.containers.internal/sse",
        "ws://localhost:9000",
        "http://${HOST}/mcp",
        "http://${env:HOST}:${PORT}/mcp",
        "${input:MCP_URL}",
        "http://{{host}}/mcp",
        "http://%HOST%/mcp",
        "http://<your-host>/mcp",
        "http://$HOST:8080/mcp",
        "http://",
        "http://${HOST:-localhost}:3000/mcp",
        "http://api.${DOMAIN}/mcp",
        "http://{file:./host}/mcp",
        "http://2130706433/mcp",
        "http://0177.0.0.1/mcp",
        "http://0x7f.1/mcp",
        "http://127.1/mcp",
        "http://localhost./mcp",
        "http://[0:0:0:0:0:0:0:1]/mcp",
        "http://host.orb.internal/mcp"
      })
  void a_connection_that_stays_here_or_is_encrypted_is_not(String url) {
    assertThat(detector.detect(TestConfigs.url(url))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "npx -y mcp-remote@0.1.16 http://mcp.acme.test/sse",
        "npx -y mcp-remote@0.1.16 http://mcp.acme.test/sse --allow-http",
        "uvx mcp-proxy http://mcp.acme.test/sse",
        "npx supergateway --sse http://mcp.acme.test/sse",
        "npx supergateway --streamableHttp=http://mcp.acme.test/mcp",
        "python client.py --server http://kali.acme.test:5000/",
        "node index.js --url=http://mcp.acme.test",
        "npx -y mcp-remote@0.1.16 --allow-http http://mcp.acme.test/sse",
        "docker run -i acme/box sh -c npx\tmcp-remote\thttp://mcp.acme.test/sse",
        "bash -c npx\tmcp-remote\thttp://mcp.acme.test/sse",
        "cmd /c npx mcp-remote http://mcp.acme.test/sse"
      })
  void an_address_passed_to_a_bridge_is_reported_once(String line) {
    assertThat(TestConfigs.severities(detector, TestConfigs.command(line))).containsExactly(HIGH);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "npx -y mcp-remote@0.1.16 https://mcp.acme.test/sse",
        "npx -y mcp-remote@0.1.16 http://localhost:3000/sse",
        "node crawler.js http://acme.test/page",
        "npx mcp-remote https://mcp.acme.test --resource http://acme.test/id",
        "curl --proxy http://proxy.acme.test",
        "npx -y mcp-remote@0.1.16 http://169.254.169.254/latest"
      })
  void an_address_that_is_no_server_is_not(String line) {
    assertThat(detector.detect(TestConfigs.command(line))).isEmpty();
  }

  @Test
  void shows_the_host_and_nothing_of_the_credentials() {
    var detection =
        detector.detect(TestConfigs.url("http://me:hunter2@mcp.acme.test:8080/x?token=abc")).get(0);

    assertThat(detection.detail())
        .startsWith("The connection to `mcp.acme.test` uses `http://`")
        .doesNotContain("hunter2", "abc");
    assertThat(detection.location().pointer()).isEqualTo("/mcpServers/probe/url");
  }
}
