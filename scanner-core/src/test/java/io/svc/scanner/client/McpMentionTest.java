package io.svc.scanner.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class McpMentionTest {
  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "image: mcp/fetch",
        "MCP_PORT: 1",
        "\"$schema\": \"https://static.modelcontextprotocol.io/x\"",
        "# Model Context Protocol",
      })
  void a_file_that_mentions_mcp_is_found(String text) {
    assertThat(McpMention.isIn(text.getBytes(StandardCharsets.UTF_8))).isTrue();
    assertThat(McpMention.isIn(text.getBytes(StandardCharsets.UTF_16LE))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "image: postgres", "m c p"})
  void another_file_is_not(String text) {
    assertThat(McpMention.isIn(text.getBytes(StandardCharsets.UTF_8))).isFalse();
  }

  @Test
  void a_file_with_a_shared_name_is_a_config_only_if_it_mentions_mcp() throws IOException {
    Path web = Files.writeString(directory.resolve("compose.yaml"), "services: {web: {}}");
    Path gateway = Files.writeString(directory.resolve("server.json"), "{\"name\": \"a-mcp\"}");

    assertThat(McpClients.isConfig(web)).isFalse();
    assertThat(McpClients.isConfig(gateway)).isTrue();
    assertThat(McpClients.isConfig(directory.resolve("manifest.json"))).isFalse();
    assertThat(McpClients.isConfig(directory.resolve(".mcp.json"))).isTrue();
    assertThat(McpClients.hasSharedName(web)).isTrue();
    assertThat(McpClients.hasSharedName(directory.resolve(".mcp.json"))).isFalse();
  }

  @Test
  void discovery_leaves_out_files_of_other_programs() throws IOException {
    var machine = TestMachine.with(OperatingSystem.LINUX);
    Files.writeString(machine.create("./compose.yaml"), "services: {web: {image: nginx}}");
    var gateway = machine.create("./docker-compose.tools.yml");

    assertThat(machine.discovery().find())
        .extracting(DiscoveredConfig::path)
        .containsExactly(gateway);
  }
}
