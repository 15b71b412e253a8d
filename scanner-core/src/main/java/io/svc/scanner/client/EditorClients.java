package io.svc.scanner.client;

import static io.svc.scanner.client.FileKind.AGENT_FILE;
import static io.svc.scanner.client.FileKind.AGENT_SETTINGS;
import static io.svc.scanner.client.McpClientBuilder.editor;
import static io.svc.scanner.client.OperatingSystem.LINUX;
import static io.svc.scanner.client.OperatingSystem.MACOS;
import static io.svc.scanner.client.OperatingSystem.WINDOWS;

/** Code editors and IDEs that are MCP clients. */
final class EditorClients {

  // Source: third parties.
  static final McpClient ANTIGRAVITY =
      editor("antigravity", "Google Antigravity")
          .files(
              "{home}/.gemini/antigravity/mcp_config.json", "{home}/.gemini/config/mcp_config.json")
          .build();

  // Source: third parties that quote the vendor's documentation.
  static final McpClient CURSOR =
      editor("cursor", "Cursor")
          .files("{project}/.cursor/mcp.json", "{home}/.cursor/mcp.json")
          .settings(AGENT_SETTINGS, "{project}/.cursor/hooks.json", "{home}/.cursor/hooks.json")
          .settings(AGENT_SETTINGS, "{project}/.cursor/cli.json", "{home}/.cursor/cli-config.json")
          .settings(
              AGENT_SETTINGS,
              "{project}/.cursor/permissions.json",
              "{home}/.cursor/permissions.json")
          .settings(AGENT_SETTINGS, "{project}/.cursor/sandbox.json", "{home}/.cursor/sandbox.json")
          .build();

  // Source: vendor documentation; third parties for the agents folder.
  static final McpClient KIRO =
      editor("kiro", "Kiro")
          .files("{project}/.kiro/settings/mcp.json", "{home}/.kiro/settings/mcp.json")
          .settings(AGENT_FILE, "{project}/.kiro/agents/*.json", "{home}/.kiro/agents/*.json")
          .settings(
              AGENT_SETTINGS, "{project}/.kiro/hooks/*.kiro.hook", "{home}/.kiro/hooks/*.kiro.hook")
          .build();

  // Source: third parties. Only one of them mentions the path without "User" (unconfirmed).
  static final McpClient TRAE =
      editor("trae", "Trae")
          .files("{project}/.trae/mcp.json")
          .applicationFile("Trae/User/mcp.json")
          .applicationFile("Trae/mcp.json")
          .build();

  // Source: a third party.
  static final McpClient VOID = editor("void", "Void").files("{home}/.void/mcp.json").build();

  // Source: vendor documentation. Older versions stored servers in settings.json instead of
  // mcp.json.
  static final McpClient VSCODE =
      editor("vscode", "Visual Studio Code")
          .files("{project}/.vscode/mcp.json")
          .settings("{project}/.devcontainer/devcontainer.json")
          .settings("{project}/.vscode/settings.json", "{project}/*.code-workspace")
          .settings("{project}/.vscode/tasks.json")
          .vscodeUserFile("mcp.json")
          .vscodeUserFile("profiles/*/mcp.json")
          .vscodeUserSettings("settings.json")
          .build();

  // Source: vendor documentation; third parties for the project file (unconfirmed).
  static final McpClient WINDSURF =
      editor("windsurf", "Windsurf")
          .files(
              "{project}/.windsurf/mcp.json",
              "{home}/.codeium/windsurf/mcp_config.json",
              // The plugin for JetBrains IDEs.
              "{home}/.codeium/mcp_config.json")
          .build();

  // Source: vendor documentation. The project file is unconfirmed.
  static final McpClient ZED =
      editor("zed", "Zed")
          .settings("{project}/.zed/settings.json")
          .settings(LINUX, "{config}/zed/settings.json")
          .settings(MACOS, "{home}/.config/zed/settings.json")
          .settings(WINDOWS, "{appdata}/Zed/settings.json")
          .build();

  private EditorClients() {}
}
