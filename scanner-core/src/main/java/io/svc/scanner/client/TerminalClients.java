package io.svc.scanner.client;

import static io.svc.scanner.client.FileKind.AGENT_FILE;
import static io.svc.scanner.client.FileKind.AGENT_SETTINGS;
import static io.svc.scanner.client.McpClientBuilder.terminal;
import static io.svc.scanner.client.OperatingSystem.LINUX;
import static io.svc.scanner.client.OperatingSystem.MACOS;
import static io.svc.scanner.client.OperatingSystem.WINDOWS;

/** Assistants that run in a terminal. */
final class TerminalClients {

  // Third parties. ~/.claude.json contains the servers of the user and of each project.
  static final McpClient CLAUDE_CODE =
      terminal("claude-code", "Claude Code")
          .files("{project}/.mcp.json")
          .settings(AGENT_SETTINGS, "{project}/.claude/settings.json")
          .settings(AGENT_SETTINGS, "{project}/.claude/settings.local.json")
          .settings("{home}/.claude.json")
          .settings(AGENT_SETTINGS, "{home}/.claude/settings.json")
          .settings(AGENT_FILE, "{project}/.claude/agents/*.md", "{home}/.claude/agents/*.md")
          .settings(AGENT_FILE, "{project}/.claude/commands/*.md", "{home}/.claude/commands/*.md")
          .settings(AGENT_FILE, "{project}/.claude/commands/*/*.md")
          .settings(AGENT_FILE, "{home}/.claude/commands/*/*.md")
          .settings(AGENT_FILE, "{project}/.claude/skills/*/SKILL.md")
          .settings(AGENT_FILE, "{home}/.claude/skills/*/SKILL.md")
          .settings(AGENT_FILE, "{project}/.claude-plugin/plugin.json")
          .settings(AGENT_FILE, "{project}/.claude-plugin/marketplace.json")
          .settings(AGENT_SETTINGS, "{project}/hooks/hooks.json")
          .files("{home}/.claude/plugins/cache/**/.mcp.json")
          .settings(AGENT_FILE, "{home}/.claude/plugins/cache/**/.claude-plugin/plugin.json")
          .settings(AGENT_SETTINGS, "{home}/.claude/plugins/cache/**/hooks/hooks.json")
          .files(LINUX, "/etc/claude-code/managed-mcp.json")
          .files(MACOS, "/Library/Application Support/ClaudeCode/managed-mcp.json")
          .files(WINDOWS, "{programfiles}/ClaudeCode/managed-mcp.json")
          .settings(LINUX, AGENT_SETTINGS, "/etc/claude-code/managed-settings.json")
          .settings(LINUX, AGENT_SETTINGS, "/etc/claude-code/managed-settings.d/*.json")
          .settings(
              MACOS,
              AGENT_SETTINGS,
              "/Library/Application Support/ClaudeCode/managed-settings.json")
          .settings(
              MACOS,
              AGENT_SETTINGS,
              "/Library/Application Support/ClaudeCode/managed-settings.d/*.json")
          .settings(WINDOWS, AGENT_SETTINGS, "{programfiles}/ClaudeCode/managed-settings.json")
          .settings(WINDOWS, AGENT_SETTINGS, "{programfiles}/ClaudeCode/managed-settings.d/*.json")
          // Before version 2.1.
          .settings(WINDOWS, AGENT_SETTINGS, "{programdata}/ClaudeCode/managed-settings.json")
          .build();

  // Vendor documentation; the plugins' files from a third party.
  static final McpClient CODEX =
      terminal("codex", "Codex CLI")
          .settings("{project}/.codex/config.toml")
          .settings("{home}/.codex/config.toml", "{home}/.codex/*.config.toml")
          .settings(AGENT_SETTINGS, "{project}/.codex/hooks.json", "{home}/.codex/hooks.json")
          .files("{home}/.codex/plugins/**/.mcp.json")
          .settings(LINUX, "/etc/codex/config.toml")
          .settings(MACOS, "/etc/codex/config.toml")
          .settings(WINDOWS, "{programdata}/OpenAI/Codex/config.toml")
          .build();

  // Vendor documentation. Versions before 1.0 used XDG_CONFIG_HOME, with the dot.
  static final McpClient COPILOT_CLI =
      terminal("copilot-cli", "GitHub Copilot CLI")
          .files("{home}/.copilot/mcp-config.json", "{config}/.copilot/mcp-config.json")
          .files("{project}/.github/mcp.json")
          .settings("{home}/.copilot/config.json", "{config}/.copilot/config.json")
          .settings("{home}/.copilot/settings.json", "{config}/.copilot/settings.json")
          .settings(
              AGENT_SETTINGS, "{project}/.github/hooks/*.json", "{home}/.copilot/hooks/*.json")
          .build();

  // Third party.
  static final McpClient CORTEX_CODE =
      terminal("cortex-code", "Snowflake Cortex Code")
          .files("{home}/.snowflake/cortex/mcp.json")
          .build();

  // Vendor documentation.
  static final McpClient CRUSH =
      terminal("crush", "Crush")
          .settings("{project}/crush.json", "{project}/.crush.json")
          .settings("{config}/crush/crush.json")
          .settings("{project}/crushrc", "{project}/.crushrc", "{config}/crush/crushrc")
          .build();

  // Vendor documentation.
  static final McpClient FACTORY =
      terminal("factory", "Factory Droid")
          .files("{project}/.factory/mcp.json", "{home}/.factory/mcp.json")
          .settings("{project}/.factory/settings.json", "{home}/.factory/settings.json")
          .settings("{project}/.factory/settings.local.json", "{home}/.factory/settings.local.json")
          .settings(AGENT_SETTINGS, "{project}/.factory/hooks.json", "{home}/.factory/hooks.json")
          .settings(LINUX, "/etc/factory/settings.json")
          .settings(MACOS, "/Library/Application Support/Factory/settings.json")
          .build();

  // Vendor documentation; it truncates the folder name on macOS (unconfirmed).
  static final McpClient GEMINI_CLI =
      terminal("gemini-cli", "Gemini CLI")
          .settings("{project}/.gemini/settings.json", "{home}/.gemini/settings.json")
          .settings("{project}/gemini-extension.json")
          .settings("{home}/.gemini/extensions/*/gemini-extension.json")
          .settings(AGENT_SETTINGS, "{home}/.gemini/extensions/*/hooks/hooks.json")
          .settings(LINUX, "/etc/gemini-cli/settings.json")
          .settings(MACOS, "/Library/Application Support/GeminiCli/settings.json")
          .settings(WINDOWS, "{programdata}/gemini-cli/settings.json")
          .build();

  // Vendor documentation.
  static final McpClient GOOSE =
      terminal("goose", "Goose")
          .settings(LINUX, "{config}/goose/config.yaml")
          .settings(MACOS, "{config}/goose/config.yaml")
          .settings(WINDOWS, "{appdata}/Block/goose/config/config.yaml")
          .settings(AGENT_FILE, "{project}/.goose/recipes/*.yaml", "{config}/goose/recipes/*.yaml")
          .build();

  // Third party.
  static final McpClient MCP_CLI =
      terminal("mcp-cli", "mcp-cli").files("{home}/.mcp/config.json").build();

  // Vendor documentation. It honors XDG_CONFIG_HOME on Windows too.
  static final McpClient OPENCODE =
      terminal("opencode", "opencode")
          .settings("{project}/opencode.json", "{project}/opencode.jsonc")
          .settings("{project}/.opencode/opencode.json", "{project}/.opencode/opencode.jsonc")
          .settings("{config}/opencode/opencode.json", "{config}/opencode/opencode.jsonc")
          .build();

  // Vendor documentation exists, but its paths were not seen (unconfirmed).
  static final McpClient QWEN_CODE =
      terminal("qwen-code", "Qwen Code")
          .settings("{project}/.qwen/settings.json", "{home}/.qwen/settings.json")
          .build();

  // Vendor documentation.
  static final McpClient WARP =
      terminal("warp", "Warp").files("{project}/.warp/.mcp.json", "{home}/.warp/.mcp.json").build();

  private TerminalClients() {}
}
