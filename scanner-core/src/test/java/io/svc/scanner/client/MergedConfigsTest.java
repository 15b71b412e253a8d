package io.svc.scanner.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.scanner.client.MergedConfigs.ClientFile;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MergedConfigsTest {
  @ParameterizedTest
  @CsvSource({
    "cursor, .cursor/mcp.json, cursor, ~/.cursor/mcp.json, true",
    "claude-code, .mcp.json, claude-code, ~/.claude.json, true",
    "continue, .continue/mcpServers/a.yaml, continue, .continue/mcpServers/b.yaml, true",
    "claude-desktop, ~/a/claude_desktop_config.json, cursor, ~/.cursor/mcp.json, false",
    "claude-code, .mcp.json, vscode, .vscode/mcp.json, false",
    "claude-code, .mcp.json, copilot-cli, ~/.copilot/mcp-config.json, true",
    "claude-code, ~/.claude.json, copilot-cli, ~/.copilot/mcp-config.json, false",
    "claude-code, ~/.claude/plugins/cache/a/.mcp.json, claude-code, ~/.claude.json, false",
    "codex, C:\\Users\\a\\.codex\\plugins\\b\\.mcp.json, codex, ~/.codex/config.toml, false",
    "vscode, ~/Code/User/profiles/1/mcp.json, vscode, ~/Code/User/mcp.json, false",
    "unheard-of, a.json, unheard-of, b.json, false"
  })
  void files_are_merged_by_a_client_that_loads_both(
      String client, String path, String otherClient, String otherPath, boolean areMerged) {
    ClientFile one = new ClientFile(client, path);
    ClientFile other = new ClientFile(otherClient, otherPath);

    assertThat(MergedConfigs.areMerged(one, other)).isEqualTo(areMerged);
    assertThat(MergedConfigs.areMerged(other, one)).isEqualTo(areMerged);
  }
}
