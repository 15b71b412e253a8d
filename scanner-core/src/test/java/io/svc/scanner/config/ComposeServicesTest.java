package io.svc.scanner.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ComposeServicesTest {
  private static McpConfig read(String text) {
    return TestConfigs.read("compose.yaml", text);
  }

  private static McpConfig service(String settings) {
    return read("services: {app: {" + settings + "}}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "image: mcp/fetch",
        "image: 'ghcr.io/acme/github-mcp-server:1.2.0'",
        "image: 'docker/mcp-gateway@sha256:00'",
        "image: supercorp/supergateway",
        "image: 'node:22', command: npx -y @modelcontextprotocol/server-memory",
        "image: 'python:3', entrypoint: [uvx, mcp-server-fetch]",
        "image: alpine, command: [--server-type, MCP]",
        "image: alpine, labels: [com.acme.mcp=true]",
        "image: alpine, labels: {mcp.server: 'true'}",
        "build: ., labels: {com.docker.compose.project: mcp-gateway-standalone}",
        "image: 'ghcr.io/acme/coolifymcp:latest'",
        "build: ., command: python mcp_server.py",
      })
  void a_service_is_a_server_by_its_image_its_command_or_its_labels(String settings) {
    assertThat(service(settings).servers()).extracting(McpServer::name).containsExactly("app");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "image: 'postgres:16'",
        "image: 'acme/app:mcp-branch'",
        "image: mcpherson/blog",
        "image: acme/dhcpmcpx",
        "image: alpine, labels: ['about=our mcp rollout']",
        "image: alpine, environment: {MCP_URL: 'http://mcp:8080'}",
        "build: .",
      })
  void another_service_is_not_examined(String settings) {
    McpConfig config = service(settings);

    assertThat(config.servers()).isEmpty();
    assertThat(config.notes())
        .containsExactly("1 service is not an MCP server and was not examined");
    assertThat(ConfigSource.valuesOf(config.root())).containsOnlyKeys("", "/services");
  }

  @Test
  void a_service_is_a_server_by_its_name() {
    McpConfig config =
        read(
            "services: {mcp-a: {build: .}, notes-mcp: {image: acme/notes},"
                + " mcp-db: {image: postgres}, web: {build: web}}");

    assertThat(config.servers()).extracting(McpServer::name).containsExactly("mcp-a", "notes-mcp");
    assertThat(config.notes())
        .containsExactly("2 services are not MCP servers and were not examined");
  }

  @Test
  void settings_of_an_anchor_belong_to_the_service() {
    McpConfig config =
        read(
            """
            x-base: &base
              privileged: true
            services:
              mcp-a: {<<: *base, image: acme/mcp-a}
            """);

    assertThat(ReadServer.only(config).words()).contains("--privileged");
  }

  @Test
  void inherited_settings_are_noted() {
    assertThat(service("image: mcp/a, extends: {file: base.yaml, service: a}").notes())
        .containsExactly("settings that a service inherits with extends were not examined");
  }

  @Test
  void a_variable_of_an_unknown_kind_makes_the_report_partial() {
    McpConfig config = service("image: mcp/a, environment: [[x]]");

    assertThat(config.servers()).hasSize(1);
    assertThat(config.skipped()).hasSize(1);
  }

  @Test
  void a_file_without_services_may_have_servers_of_clients() {
    assertThat(read("mcpServers: {a: {command: npx}}").servers()).hasSize(1);
    assertThat(read("services: []").servers()).isEmpty();
  }

  @Test
  void commands_of_hooks_are_read() {
    McpConfig config =
        service(
            "image: mcp/a, post_start: [{command: [sh, -c, id], environment: {A: b}}],"
                + " pre_stop: [{command: sync now}, {user: root}]");

    assertThat(config.servers())
        .extracting(McpServer::name, server -> server.launch().words().size())
        .containsExactly(tuple("app", 3), tuple("app (post_start)", 3), tuple("app (pre_stop)", 2));
    assertThat(config.servers().get(1).env()).extracting(NamedText::name).containsExactly("A");
    assertThat(config.skipped())
        .extracting(SkippedServer::name, SkippedServer::reason)
        .containsExactly(tuple("app (pre_stop)", "it has no command"));
  }

  @Test
  void included_files_are_noted() {
    assertThat(read("include: [other.yaml]\nservices: {app: {image: mcp/a}}").notes())
        .containsExactly("services of files under include were not examined");
  }
}
