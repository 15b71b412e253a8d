package io.svc.scanner.client;

import static io.svc.scanner.client.ClientEntry.editor;
import static io.svc.scanner.client.OperatingSystem.LINUX;
import static io.svc.scanner.client.OperatingSystem.MACOS;
import static io.svc.scanner.client.OperatingSystem.WINDOWS;

/** Code editors and IDEs that are MCP clients themselves. */
final class EditorClients {

  // Third parties.
  static final McpClient ANTIGRAVITY =
      editor("antigravity", "Google Antigravity")
          .files(
              "{home}/.gemini/antigravity/mcp_config.json", "{home}/.gemini/config/mcp_config.json")
          .build();

  // Third parties quoting the vendor's documentation.
  static final McpClient CURSOR =
      editor("cursor", "Cursor")
          .files("{project}/.cursor/mcp.json", "{home}/.cursor/mcp.json")
          .build();

  // Vendor documentation; the agents folder from third parties.
  static final McpClient KIRO =
      editor("kiro", "Kiro")
          .files("{project}/.kiro/settings/mcp.json", "{home}/.kiro/settings/mcp.json")
          .settings("{home}/.kiro/agents/*.json")
          .build();

  // Third parties; the place without "User" is named by one of them only (unconfirmed).
  static final McpClient TRAE =
      editor("trae", "Trae")
          .files("{project}/.trae/mcp.json")
          .applicationFile("Trae/User/mcp.json")
          .applicationFile("Trae/mcp.json")
          .build();

  // Third party.
  static final McpClient VOID = editor("void", "Void").files("{home}/.void/mcp.json").build();

  // Vendor documentation. settings.json is where servers were kept before mcp.json.
  static final McpClient VSCODE =
      editor("vscode", "Visual Studio Code")
          .files("{project}/.vscode/mcp.json")
          .settings("{project}/.devcontainer/devcontainer.json")
          .vscodeUserFile("mcp.json")
          .vscodeUserFile("profiles/*/mcp.json")
          .vscodeUserSettings("settings.json")
          .build();

  // Vendor documentation; the project file from third parties (unconfirmed).
  static final McpClient WINDSURF =
      editor("windsurf", "Windsurf")
          .files(
              "{project}/.windsurf/mcp.json",
              "{home}/.codeium/windsurf/mcp_config.json",
              // The plugin for JetBrains IDEs.
              "{home}/.codeium/mcp_config.json")
          .build();

  // Vendor documentation; the project file is unconfirmed.
  static final McpClient ZED =
      editor("zed", "Zed")
          .settings("{project}/.zed/settings.json")
          .settings(LINUX, "{config}/zed/settings.json")
          .settings(MACOS, "{home}/.config/zed/settings.json")
          .settings(WINDOWS, "{appdata}/Zed/settings.json")
          .build();

  private EditorClients() {}
}
