package io.svc.scanner.checks.network;

import static io.svc.rules.Severity.HIGH;
import static io.svc.rules.Severity.MEDIUM;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.scanner.detect.TestConfigs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InternalOrMetadataUrlDetectorTest {
  private final InternalOrMetadataUrlDetector detector = new InternalOrMetadataUrlDetector();
  private final InsecureTransportDetector insecure = new InsecureTransportDetector();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://169.254.169.254/latest/meta-data/",
        "https://169.254.169.254/",
        "http://169.254.169.254:80/",
        "http://2852039166/",
        "http://0xa9fea9fe/",
        "http://0251.0376.0251.0376/",
        "http://169.254.43518/",
        "http://[::ffff:169.254.169.254]/",
        "http://[::ffff:a9fe:a9fe]/",
        "http://[fd00:ec2::254]/latest",
        "http://metadata.google.internal/computeMetadata/v1/",
        "http://METADATA.google.internal./",
        "http://metadata.azure.internal/",
        "http://100.100.100.200/latest/meta-data/",
        "http://169.254.170.2/v2/credentials",
        "http://169.254.169.254.nip.io/",
        "http://me@169.254.169.254/",
        "http://169%2e254%2e169%2e254/",
        "http://\u2460\u2465\u2468.254.169.254/",
        "ws://169.254.169.254/"
      })
  void a_clouds_metadata_is_reported_once_and_as_what_it_is(String url) {
    assertThat(TestConfigs.severities(detector, TestConfigs.url(url))).containsExactly(HIGH);
    assertThat(insecure.detect(TestConfigs.url(url))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://10.0.0.2:8080/sse",
        "https://172.20.1.1/mcp",
        "https://192.168.1.10:8123/mcp",
        "https://3232235786/mcp",
        "https://0300.0250.1.10/mcp",
        "wss://192.168.1.10/mcp",
        "https://169.254.1.1/mcp",
        "https://100.64.0.9/mcp",
        "https://[fd12::1]/mcp",
        "https://[fe80::1]/mcp",
        "https://[::ffff:10.0.0.2]/mcp"
      })
  void a_private_number_behind_encryption_is_reported(String url) {
    assertThat(TestConfigs.severities(detector, TestConfigs.url(url))).containsExactly(MEDIUM);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"http://10.0.0.2:8080/sse", "http://192.168.64.1/mcp", "ws://167772162/mcp"})
  void a_private_number_without_encryption_is_reported_as_such(String url) {
    assertThat(detector.detect(TestConfigs.url(url))).isEmpty();
    assertThat(TestConfigs.severities(insecure, TestConfigs.url(url))).containsExactly(HIGH);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://mcp.acme.test/mcp",
        "https://jenkins:8443/mcp",
        "https://mcp.corp.internal/mcp",
        "https://homeassistant.local:8123/mcp",
        "https://mcp.default.svc.cluster.local/mcp",
        "https://localhost:8443/mcp",
        "https://127.0.0.1/mcp",
        "https://0x7f.1/mcp",
        "https://[::1]/mcp",
        "https://0.0.0.0:8443/mcp",
        "https://172.32.0.1/mcp",
        "https://11.0.0.1/mcp",
        "https://10.0.0.1.acme.test/mcp",
        "https://169.254.169.254.acme.test/mcp",
        "https://metadata.acme.test/mcp",
        "https://${HOST}/mcp",
        "https://acme.test/?u=x169.254.169.254"
      })
  void names_public_numbers_and_this_machine_are_not(String url) {
    assertThat(detector.detect(TestConfigs.url(url))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "npx mcp-remote http://169.254.169.254/latest",
        "npx fetch-mcp --url=http://169.254.169.254/latest",
        "node server.js http://169.254.169.254/latest",
        "curl 169.254.169.254/latest/meta-data/iam/",
        "sh -c curl\t-s\thttp://169.254.169.254/latest\t|\tnode\tx.js",
        "sh -c curl\tmetadata.google.internal/computeMetadata/v1/",
        "docker run -i -e BACKEND=http://169.254.169.254/ acme/mcp",
        "npx fetch-mcp https://acme.test/?u=http://169.254.169.254/block-device-mapping"
      })
  void a_command_that_names_a_clouds_metadata_is_reported_once(String line) {
    assertThat(TestConfigs.severities(detector, TestConfigs.command(line))).containsExactly(HIGH);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "npx mcp-remote https://10.0.0.2:8443/sse",
        "uvx mcp-proxy https://192.168.1.10/sse"
      })
  void a_bridge_to_a_private_number_is_reported(String line) {
    assertThat(TestConfigs.severities(detector, TestConfigs.command(line))).containsExactly(MEDIUM);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "uvx proxmox-mcp --url https://192.168.1.10:8006",
        "uvx fetch-mcp --deny-url http://169.254.169.254/",
        "uvx fetch-mcp --blocked-hosts=http://169.254.169.254/",
        "uvx fetch-mcp 169.254.169.254",
        "uvx time-mcp 2852039166",
        "curl https://acme.test/169.254.169.254"
      })
  void where_a_server_gets_its_data_and_what_it_keeps_out_are_not(String line) {
    assertThat(detector.detect(TestConfigs.command(line))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "BACKEND_URL, http://169.254.169.254/latest/meta-data",
    "BACKEND_URL, http://metadata.google.internal/",
    "TARGETS, 'https://acme.test,http://169.254.169.254'",
    "BACKEND_URL, ${BACKEND:-http://169.254.169.254}"
  })
  void a_variable_that_names_a_clouds_metadata_is_reported(String name, String value) {
    assertThat(TestConfigs.severities(detector, TestConfigs.env(name, value)))
        .containsExactly(HIGH);
  }

  @ParameterizedTest
  @CsvSource({
    "ODOO_URL, https://192.168.178.10:8069",
    "BACKEND_URL, http://10.0.0.5/",
    "AWS_EC2_METADATA_SERVICE_ENDPOINT, http://169.254.169.254",
    "AWS_CONTAINER_CREDENTIALS_FULL_URI, http://169.254.170.2/x",
    "NO_PROXY, 'http://169.254.169.254,localhost'",
    "BLOCKED_URLS, http://169.254.169.254",
    "NODE_ID, 169.254.169.254"
  })
  void ordinary_variables_are_not(String name, String value) {
    assertThat(detector.detect(TestConfigs.env(name, value))).isEmpty();
  }

  @Test
  void names_the_host_and_points_at_the_address() {
    var metadata = detector.detect(TestConfigs.url("http://169.254.169.254/latest")).get(0);
    var internal = detector.detect(TestConfigs.url("https://10.0.0.2/mcp")).get(0);

    assertThat(metadata.location().pointer()).isEqualTo("/mcpServers/probe/url");
    assertThat(metadata.detail()).startsWith("`169.254.169.254` is a cloud metadata service");
    assertThat(internal.detail())
        .startsWith("The server address is `10.0.0.2`, an IP address of an internal network");
    assertThat(metadata.ruleId()).isEqualTo(internal.ruleId());
  }
}
