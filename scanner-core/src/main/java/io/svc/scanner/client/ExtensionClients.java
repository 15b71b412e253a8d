package io.svc.scanner.client;

import static io.svc.scanner.client.FileKind.AGENT_FILE;
import static io.svc.scanner.client.McpClientBuilder.extension;
import static io.svc.scanner.client.OperatingSystem.LINUX;
import static io.svc.scanner.client.OperatingSystem.MACOS;
import static io.svc.scanner.client.OperatingSystem.WINDOWS;

/** Assistants that run in an editor of another vendor. */
final class ExtensionClients {

  // Source: vendor documentation and third parties. mcp.json is the older name.
  static final McpClient AMAZON_Q =
      extension("amazon-q", "Amazon Q Developer")
          .settings("{project}/.amazonq/default.json")
          .files("{project}/.amazonq/mcp.json")
          .settings("{home}/.aws/amazonq/default.json")
          .files("{home}/.aws/amazonq/mcp.json")
          .settings(AGENT_FILE, "{home}/.aws/amazonq/agents/*.json")
          .settings(AGENT_FILE, "{project}/.amazonq/cli-agents/*.json")
          .settings(AGENT_FILE, "{home}/.aws/amazonq/cli-agents/*.json")
          .build();

  // Source: a third party.
  static final McpClient AUGMENT =
      extension("augment", "Augment Code").settings("{home}/.augment/settings.json").build();

  // Source: vendor documentation. The second path belongs to the command line.
  static final McpClient CLINE =
      extension("cline", "Cline")
          .extensionFile("saoudrizwan.claude-dev/settings/cline_mcp_settings.json")
          .files("{home}/.cline/data/settings/cline_mcp_settings.json")
          .build();

  // Source: third parties that quote the vendor's documentation. config.json is the older name.
  static final McpClient CONTINUE =
      extension("continue", "Continue")
          .files("{project}/.continue/mcpServers/*.yaml", "{project}/.continue/mcpServers/*.json")
          .settings("{home}/.continue/config.yaml", "{home}/.continue/config.json")
          .build();

  // Source: third parties (unconfirmed). AI Assistant, then GitHub Copilot's plugin.
  static final McpClient JETBRAINS =
      extension("jetbrains", "JetBrains AI Assistant")
          .applicationFile("JetBrains/*/mcp.json")
          .files(LINUX, "{config}/github-copilot/intellij/mcp.json")
          .files(MACOS, "{config}/github-copilot/intellij/mcp.json")
          .files(WINDOWS, "{localappdata}/github-copilot/intellij/mcp.json")
          .build();

  // Source: vendor documentation.
  static final McpClient JUNIE =
      extension("junie", "JetBrains Junie")
          .files("{project}/.junie/mcp/mcp.json", "{home}/.junie/mcp/mcp.json")
          .build();

  // Source: a third party. The project file is unconfirmed.
  static final McpClient KILO_CODE =
      extension("kilo-code", "Kilo Code")
          .files("{project}/.kilocode/mcp.json")
          .extensionFile("kilocode.kilo-code/settings/mcp_settings.json")
          .build();

  // Source: vendor documentation; a third party for the second name in the same folder
  // (unconfirmed).
  static final McpClient ROO_CODE =
      extension("roo-code", "Roo Code")
          .files("{project}/.roo/mcp.json")
          .extensionFile("rooveterinaryinc.roo-cline/settings/mcp_settings.json")
          .extensionFile("rooveterinaryinc.roo-cline/settings/cline_mcp_settings.json")
          .build();

  // Source: a third party.
  static final McpClient TABNINE =
      extension("tabnine", "Tabnine").files("{home}/.tabnine/mcp_servers.json").build();

  private ExtensionClients() {}
}
