package io.svc.scanner.checks.network;

import static io.svc.rules.Severity.HIGH;
import static io.svc.rules.Severity.LOW;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.scanner.detect.TestConfigs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TlsVerificationDisabledDetectorTest {
  private final TlsVerificationDisabledDetector detector = new TlsVerificationDisabledDetector();

  @ParameterizedTest
  @CsvSource({
    "NODE_TLS_REJECT_UNAUTHORIZED, 0",
    "node_tls_reject_unauthorized, ' 0 '",
    "PYTHONHTTPSVERIFY, 0",
    "GIT_SSL_NO_VERIFY, true",
    "GIT_SSL_NO_VERIFY, 1",
    "REQUESTS_CA_BUNDLE, ''",
    "CURL_CA_BUNDLE, ''",
    "SSL_VERIFY, false",
    "VERIFY_SSL, False",
    "JIRA_SSL_VERIFY, false",
    "CONFLUENCE_SSL_VERIFY, no",
    "PROXMOX_VERIFY_SSL, off",
    "CONSUL_HTTP_SSL_VERIFY, 0",
    "ES_VERIFY_CERTS, false",
    "TLS_VERIFY, 0",
    "SSL_CERT_VERIFICATION_ENABLED, false",
    "SSL_VERIFY_MODE, VERIFY_NONE",
    "HTTPS_VERIFY, false",
    "NPM_CONFIG_STRICT_SSL, false",
    "npm_config_strict-ssl, false",
    "YARN_ENABLE_STRICT_SSL, false",
    "GRAFANA_TLS_SKIP_VERIFY, true",
    "TLS_INSECURE_SKIP_VERIFY, yes",
    "ACME_SKIP_TLS_VERIFY, true",
    "ACME_INSECURE, true",
    "INSECURE, 1",
    "DISABLE_SSL_VERIFICATION, true",
    "IGNORE_HTTPS_ERRORS, true",
    "ALLOW_SELF_SIGNED_CERTS, true",
    "ACCEPT_INVALID_CERTS, on",
    "TRUST_SERVER_CERTIFICATE, true",
    "VAULT_SKIP_VERIFY, true",
    "UV_INSECURE_HOST, pypi.acme.test",
    "PIP_TRUSTED_HOST, pypi.acme.test",
    "GOINSECURE, *.acme.test",
    "SSL_VERIFY, ${VERIFY:-false}"
  })
  void a_variable_that_switches_the_check_off_is_seen(String name, String value) {
    assertThat(TestConfigs.severities(detector, TestConfigs.env(name, value)))
        .containsExactly(HIGH);
  }

  @ParameterizedTest
  @CsvSource({
    "NODE_TLS_REJECT_UNAUTHORIZED, 1",
    "NODE_TLS_REJECT_UNAUTHORIZED, ''",
    "NODE_TLS_REJECT_UNAUTHORIZED, ${TLS}",
    "NODE_EXTRA_CA_CERTS, /etc/ssl/acme.pem",
    "SSL_CERT_FILE, /etc/ssl/acme.pem",
    "SSL_CERT_FILE, ''",
    "REQUESTS_CA_BUNDLE, /etc/ssl/acme.pem",
    "JIRA_SSL_VERIFY, true",
    "JIRA_SSL_VERIFY, ''",
    "GRAFANA_TLS_SKIP_VERIFY, false",
    "ACME_INSECURE, false",
    "DISABLE_SSL_VERIFICATION, 0",
    "TRUST_SERVER_CERTIFICATE, false",
    "OTEL_EXPORTER_OTLP_INSECURE, true",
    "MCP_ALLOW_INSECURE_HTTP, true",
    "ALLOW_INSECURE_LOCALHOST, true",
    "REJECT_UNTRUSTED_CERTS, true",
    "FAIL_ON_INVALID_CERT, true",
    "CERT_CHECK_INTERVAL, 0",
    "TLS_VERIFY_DEPTH, 0",
    "SSL_VERIFY_TIMEOUT, 0",
    "DATABASE_SSL, false",
    "USE_TLS, false",
    "EMAIL_VERIFY, false",
    "SKIP_VERIFY, true",
    "UV_INSECURE_HOST, localhost",
    "PIP_TRUSTED_HOST, ''",
    "TRUSTED_HOST, acme.test",
    "CERTIFICATE_ID, 0",
    "DATABASE_URL, postgres://db.acme.test/x?sslmode=disable"
  })
  void a_variable_that_leaves_it_on_is_not(String name, String value) {
    assertThat(detector.detect(TestConfigs.env(name, value))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "uvx acme-mcp --insecure",
        "uvx acme-mcp --insecure https://acme.test",
        "uvx acme-mcp -insecure",
        "uvx acme-mcp --no-verify-ssl",
        "uvx acme-mcp --no-ssl-verify",
        "uvx acme-mcp --verify-ssl false",
        "uvx acme-mcp --ssl-verify=0",
        "uvx acme-mcp --skip-tls-verify",
        "uvx acme-mcp --insecure-skip-tls-verify=true",
        "uvx acme-mcp --tls-verify=false",
        "uvx acme-mcp --tls-skip-verify",
        "uvx acme-mcp --no-reject-unauthorized",
        "wget --no-check-certificate https://acme.test",
        "npx --strict-ssl=false acme-mcp",
        "uvx --allow-insecure-host pypi.acme.test acme-mcp",
        "pip install --trusted-host=pypi.acme.test acme-mcp",
        "npx @playwright/mcp@1.0.0 --ignore-https-errors",
        "npx chrome-devtools-mcp@1.0.0 --acceptInsecureCerts",
        "deno run --unsafely-ignore-certificate-errors=acme.test server.ts",
        "curl -k https://acme.test",
        "curl -sSLk https://acme.test",
        "docker run -i -e NODE_TLS_REJECT_UNAUTHORIZED=0 acme/mcp",
        "docker run -i --env=NODE_TLS_REJECT_UNAUTHORIZED=0 acme/mcp",
        "docker run -i -eNODE_TLS_REJECT_UNAUTHORIZED=0 acme/mcp",
        "env NODE_TLS_REJECT_UNAUTHORIZED=0 npx acme-mcp",
        "npx cross-env NODE_TLS_REJECT_UNAUTHORIZED=0 acme-mcp",
        "sh -c NODE_TLS_REJECT_UNAUTHORIZED=0\tnpx\tacme-mcp",
        "bash -lc export\tGIT_SSL_NO_VERIFY=1;\tuvx\tacme-mcp",
        "cmd /c set\tNODE_TLS_REJECT_UNAUTHORIZED=0&&\tnpx\tacme-mcp",
        "powershell -Command $env:NODE_TLS_REJECT_UNAUTHORIZED='0';\tnpx\tacme-mcp",
        "powershell -Command $env:NODE_TLS_REJECT_UNAUTHORIZED\t=\t0;\tnpx\tacme-mcp",
        "wsl -e bash -c curl\t-k\thttps://acme.test",
        "docker run -i acme/mcp sh -c PYTHONHTTPSVERIFY=0\tacme-mcp"
      })
  void an_option_or_a_variable_of_a_command_is_seen_once(String line) {
    assertThat(TestConfigs.severities(detector, TestConfigs.command(line))).containsExactly(HIGH);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "uvx acme-mcp --insecure=false",
        "uvx acme-mcp --insecure false",
        "uvx acme-mcp --insecure=${INSECURE}",
        "uvx acme-mcp --no-insecure",
        "uvx acme-mcp --verify-ssl",
        "uvx acme-mcp --verify-ssl true",
        "uvx acme-mcp --tls-verify https://acme.test",
        "uvx acme-mcp --skip-tls-verify=false",
        "git commit --no-verify",
        "uvx acme-mcp --no-verify",
        "npx mcp-remote http://acme.test --allow-http",
        "npx @playwright/mcp@1.0.0 --allow-insecure-localhost",
        "node -k server.js",
        "curl --insecure-registry acme.test",
        "curl -sSL https://acme.test/kk",
        "tar -k x",
        "uvx --trusted-host localhost acme-mcp",
        "uvx acme-mcp --prompt --never-set-NODE_TLS_REJECT_UNAUTHORIZED",
        "docker run -i -e NODE_TLS_REJECT_UNAUTHORIZED acme/mcp"
      })
  void other_options_are_not(String line) {
    assertThat(detector.detect(TestConfigs.command(line))).isEmpty();
  }

  @Test
  void text_that_no_shell_runs_is_no_setting() {
    var subject =
        TestConfigs.words(
            "uvx", "acme-mcp", "--prompt", "Never use --insecure or SSL_VERIFY=false");

    assertThat(detector.detect(subject)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"verify\": false",
        "\"rejectUnauthorized\": false",
        "\"ssl_verify\": \"false\"",
        "\"insecureSkipVerify\": true",
        "\"skipTLSVerify\": true",
        "\"requestOptions\": {\"verifySsl\": false}",
        "\"transport\": {\"tls\": {\"verify\": false}}",
        "\"tls\": {\"insecure\": true}"
      })
  void a_member_of_the_entry_is_seen(String member) {
    var subject = TestConfigs.server("{\"url\": \"https://mcp.acme.test\", " + member + "}");

    assertThat(TestConfigs.severities(detector, subject)).containsExactly(HIGH);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"verify\": true",
        "\"verify\": null",
        "\"insecureSkipVerify\": false",
        "\"tls\": {\"enabled\": false}",
        "\"ssl\": false",
        "\"tools\": [{\"inputSchema\": {\"verify_ssl\": {\"default\": false}}}]",
        "\"description\": \"verify: false\""
      })
  void other_members_are_not(String member) {
    var subject = TestConfigs.server("{\"url\": \"https://mcp.acme.test\", " + member + "}");

    assertThat(detector.detect(subject)).isEmpty();
  }

  @Test
  void what_a_file_sets_for_its_client_is_seen_at_the_file() {
    var subject =
        TestConfigs.of(
            """
            {
              "env": {"NODE_TLS_REJECT_UNAUTHORIZED": "0"},
              "http.proxyStrictSSL": false,
              "mcpServers": {"probe": {"command": "x", "env": {"DEBUG": "1"}}}
            }
            """);

    assertThat(detector.detect(subject))
        .allSatisfy(detection -> assertThat(detection.server()).isEmpty())
        .extracting(detection -> detection.location().pointer())
        .containsExactly("/http.proxyStrictSSL", "/env/NODE_TLS_REJECT_UNAUTHORIZED");
  }

  @Test
  void an_entry_without_a_map_round_it_is_reported_once() {
    var subject = TestConfigs.of("{\"command\": \"x\", \"env\": {\"SSL_VERIFY\": \"false\"}}");

    assertThat(detector.detect(subject)).hasSize(1);
  }

  @Test
  void a_server_that_speaks_to_this_machine_only_is_reported_with_lower_severity() {
    String entry =
        "{\"command\": \"uvx\", \"args\": [\"notes-mcp\"],"
            + " \"env\": {\"NOTES_VERIFY_SSL\": \"false\", \"NOTES_%s\": \"%s\"}}";

    assertThat(
            TestConfigs.severities(
                detector, TestConfigs.server(entry.formatted("URL", "https://127.0.0.1:27124"))))
        .containsExactly(LOW);
    assertThat(
            TestConfigs.severities(
                detector, TestConfigs.server(entry.formatted("HOST", "localhost"))))
        .containsExactly(LOW);
    assertThat(
            TestConfigs.severities(
                detector, TestConfigs.server(entry.formatted("URL", "https://10.0.0.9:8006"))))
        .containsExactly(HIGH);
  }

  @Test
  void what_every_connection_of_a_process_takes_is_not_excused_by_one_address() {
    var subject =
        TestConfigs.server(
            "{\"command\": \"npx\", \"args\": [\"mcp-remote\", \"https://localhost:3001/sse\"],"
                + " \"env\": {\"NODE_TLS_REJECT_UNAUTHORIZED\": \"0\"}}");

    assertThat(TestConfigs.severities(detector, subject)).containsExactly(HIGH);
  }

  @Test
  void names_the_setting_and_points_at_it() {
    var detection = detector.detect(TestConfigs.command("uvx x --verify-ssl false --y")).get(0);

    assertThat(detection.location().pointer()).isEqualTo("/mcpServers/probe/args/1");
    assertThat(detection.detail())
        .startsWith("`--verify-ssl` disables certificate verification: anyone on the network path");
  }
}
