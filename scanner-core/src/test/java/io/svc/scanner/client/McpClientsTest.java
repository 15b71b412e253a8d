package io.svc.scanner.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class McpClientsTest {

  static List<ExpectedPlace> expectedPlaces() {
    return ExpectedPlace.all();
  }

  @Test
  void the_four_clients_of_the_service_come_first() {
    assertThat(McpClients.labels()).startsWith("claude-desktop", "vscode", "cursor", "claude-code");
  }

  @Test
  void the_others_follow_by_label() {
    var labels = McpClients.labels();

    assertThat(labels.subList(4, labels.size())).isSorted();
  }

  @Test
  void labels_are_unique_and_in_lower_case_with_hyphens() {
    assertThat(McpClients.labels())
        .doesNotHaveDuplicates()
        .allSatisfy(label -> assertThat(label).matches("^[a-z0-9-]+$"));
  }

  @Test
  void no_client_has_a_place_twice_on_one_system() {
    for (McpClient client : McpClients.all()) {
      Set<String> locations = new HashSet<>();
      for (ConfigLocation location : client.locations()) {
        for (OperatingSystem system : location.systems()) {
          assertThat(locations.add(system + " " + location.pattern()))
              .as("%s: %s", client.label(), location.pattern())
              .isTrue();
        }
      }
    }
  }

  @Test
  void a_client_is_found_by_its_label() {
    assertThat(McpClients.byLabel("zed")).map(McpClient::displayName).contains("Zed");
  }

  @Test
  void an_unknown_label_finds_no_client() {
    assertThat(McpClients.byLabel("Zed")).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("expectedPlaces")
  void a_discovered_file_is_recognised_from_its_path_alone(ExpectedPlace expected) {
    var path = TestMachine.with(expected.system()).path(expected.path());

    assertThat(McpClients.ofPath(path)).map(McpClient::label).contains(expected.label());
    assertThat(McpClients.isSettingsFile(path, Optional.empty()))
        .isEqualTo(expected.settingsFile());
  }

  @ParameterizedTest
  @CsvSource({
    "/x/y/.cursor/mcp.json, cursor",
    "/x/y/.CURSOR/MCP.JSON, cursor",
    ".cursor/mcp.json, cursor",
    "claude_desktop_config.json, claude-desktop",
    "/backup/claude_desktop_config.json, claude-desktop",
    "/x/.mcp.json, claude-code",
    "/x/managed-mcp.json, claude-code",
    "/x/.claude.json, claude-code",
    "/x/.vscode/mcp.json, vscode",
    "/backup/Code/User/mcp.json, vscode",
    "/backup/Code - Insiders/User/profiles/ab12/mcp.json, vscode",
    "/x/cline_mcp_settings.json, cline",
    "/x/globalStorage/rooveterinaryinc.roo-cline/settings/cline_mcp_settings.json, roo-code",
    "/x/data/User/globalStorage/kilocode.kilo-code/settings/mcp_settings.json, kilo-code",
    "/x/.codex/config.toml, codex",
    "/x/.codex/work.config.toml, codex",
    "/x/.codex/plugins/a/b/.mcp.json, codex",
    "/x/.codex/plugins/.mcp.json, codex",
    "/x/.warp/.mcp.json, warp",
    "/x/.codeium/windsurf/mcp_config.json, windsurf",
    "/x/.windsurf/mcp_config.json, windsurf",
    "/x/antigravity/mcp_config.json, antigravity",
    "/x/opencode.jsonc, opencode",
    "/x/JetBrains/.cursor/mcp.json, cursor",
  })
  void a_copied_file_is_recognised_by_its_last_names(String path, String label) {
    assertThat(McpClients.ofPath(Path.of(path))).map(McpClient::label).contains(label);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/x/mcp.json",
        "mcp.json",
        "/x/mcp_config.json",
        "/x/config.toml",
        "/x/settings.json",
        "/x/.cursor/mcp.json.bak",
        "/x/.cursor/mcp.json/other",
        "/x/.codex.old/config.toml",
        "/",
        "",
      })
  void other_paths_are_nobodys(String path) {
    assertThat(McpClients.ofPath(Path.of(path))).isEmpty();
    assertThat(McpClients.isSettingsFile(Path.of(path), Optional.empty())).isFalse();
  }

  @Test
  void each_client_specifies_what_sort_of_program_it_is() {
    assertThat(
            List.of(
                McpClients.byLabel("claude-desktop").orElseThrow().kind(),
                McpClients.byLabel("cursor").orElseThrow().kind(),
                McpClients.byLabel("cline").orElseThrow().kind(),
                McpClients.byLabel("codex").orElseThrow().kind()))
        .containsExactly(
            ClientKind.DESKTOP, ClientKind.EDITOR, ClientKind.EXTENSION, ClientKind.TERMINAL);
    assertThat(ClientKind.TERMINAL.words()).isEqualTo("terminal assistant");
  }

  @ParameterizedTest
  @MethodSource("expectedPlaces")
  void the_name_of_every_known_file_is_one_to_check(ExpectedPlace expected) {
    String[] names = expected.path().split("[/\\\\]", -1);
    String name = names[names.length - 1];

    assertThat(McpClients.mayBeConfig(names[names.length - 2], name)).isTrue();
    assertThat(McpClients.mayBeConfig("", name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"package.json", "README.txt", "index.ts", "mcp.json.bak", ".mcp", ""})
  void most_names_are_not_worth_a_look(String name) {
    assertThat(McpClients.mayBeConfig("src", name)).isFalse();
  }

  @Test
  void folders_that_clients_have_in_a_project_are_known() {
    assertThat(List.of(".vscode", ".cursor", ".KIRO", ".continue"))
        .allMatch(McpClients::isProjectFolder);
    assertThat(List.of("src", ".git", ".mcp.json", "opencode.json", ""))
        .noneMatch(McpClients::isProjectFolder);
  }
}
