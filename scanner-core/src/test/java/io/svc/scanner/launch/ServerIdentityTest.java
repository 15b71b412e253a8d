package io.svc.scanner.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.TestConfigs;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerIdentityTest {
  @ParameterizedTest
  @CsvSource({
    "npx -y acme-mcp, npm acme-mcp",
    "npx acme-mcp@1.2.3, npm acme-mcp",
    "bunx ACME-mcp@latest, npm acme-mcp",
    "cmd /c npx -y acme-mcp, npm acme-mcp",
    "uvx Acme_MCP==1.0, PyPI acme-mcp",
    "uv tool run acme.mcp, PyPI acme-mcp",
    "go run acme.test/MCP@v1, Go acme.test/MCP",
    "docker run -i --rm -e TOKEN acme/mcp:1.0.0, image acme/mcp",
    "podman run docker.io/acme/mcp, image acme/mcp",
    "node server.js, program node server.js",
    "/usr/bin/node --inspect server.js --port 1, program node server.js",
    "C:\\tools\\Acme.exe --stdio, program acme",
    "acme-mcp, program acme-mcp",
    "npx ./local, program npx ./local",
    "npx -y mcp-remote https://A.test/mcp/?key=1#x, npm mcp-remote https://a.test/mcp",
    "npx -y mcp-remote@0.1.16 HTTPS://a.test/mcp, npm mcp-remote https://a.test/mcp",
    "docker run acme/bridge http://a.test, image acme/bridge http://a.test"
  })
  void a_local_server_is_what_it_launches(String line, String identity) {
    assertThat(identityOf(TestConfigs.command(line))).isEqualTo(identity);
  }

  @ParameterizedTest
  @CsvSource({
    "https://a.test/mcp, url https://a.test/mcp",
    "https://A.test/mcp/, url https://a.test/mcp",
    "https://a.test/mcp?key=1, url https://a.test/mcp",
    "https://a.test/mcp#x, url https://a.test/mcp",
    "https://a.test/mcp/?key=1/, url https://a.test/mcp",
    "?, 'url '",
    "/, 'url '"
  })
  void a_remote_server_is_its_address(String url, String identity) {
    assertThat(identityOf(TestConfigs.url(url))).isEqualTo(identity);
  }

  @ParameterizedTest
  @CsvSource({
    "npx -y acme-mcp, npx -y acme-mcp2",
    "npx -y acme-mcp, npx -y @acme/mcp",
    "npx -y acme-mcp, uvx acme-mcp",
    "docker run acme/mcp, docker run evil/acme/mcp",
    "node server.js, node other.js",
    "node server.js, deno server.js",
    "npx -y mcp-remote https://a.test/mcp, npx -y mcp-remote https://b.test/mcp",
    "npx -y mcp-remote https://a.test/mcp, npx -y mcp-remote"
  })
  void other_launches_are_other_servers(String a, String b) {
    assertThat(identityOf(TestConfigs.command(a))).isNotEqualTo(identityOf(TestConfigs.command(b)));
  }

  private static String identityOf(DetectionSubject subject) {
    return ServerIdentity.of(subject.config().servers().get(0));
  }
}
