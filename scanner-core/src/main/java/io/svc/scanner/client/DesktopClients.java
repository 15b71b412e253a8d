package io.svc.scanner.client;

import static io.svc.scanner.client.McpClientBuilder.desktop;
import static io.svc.scanner.client.OperatingSystem.LINUX;
import static io.svc.scanner.client.OperatingSystem.MACOS;
import static io.svc.scanner.client.OperatingSystem.WINDOWS;

/** Applications with their own window that are not editors. */
final class DesktopClients {

  // Third parties. The Linux folders are of unofficial builds; Claude_* is the Windows store build.
  static final McpClient CLAUDE_DESKTOP =
      desktop("claude-desktop", "Claude Desktop")
          .applicationFile("Claude/claude_desktop_config.json")
          .files(LINUX, "{config}/claude-desktop/claude_desktop_config.json")
          .files(
              WINDOWS,
              "{localappdata}/Packages/Claude_*/LocalCache/Roaming/Claude/"
                  + "claude_desktop_config.json")
          .build();

  // Vendor documentation. Only the catalogs define servers; the other files refer to them.
  static final McpClient DOCKER_MCP =
      desktop("docker-mcp", "Docker MCP Toolkit")
          .settings("{home}/.docker/mcp/registry.yaml", "{home}/.docker/mcp/config.yaml")
          .settings("{home}/.docker/mcp/tools.yaml", "{home}/.docker/mcp/catalogs/*.yaml")
          .build();

  // Vendor documentation. A chat server, not an application, with one file next to its own code.
  static final McpClient LIBRECHAT =
      desktop("librechat", "LibreChat").settings("{project}/librechat.yaml").build();

  // Vendor documentation; the cache folder from reports in the vendor's tracker (unconfirmed).
  static final McpClient LM_STUDIO =
      desktop("lm-studio", "LM Studio")
          .files("{home}/.lmstudio/mcp.json")
          .files(MACOS, "{home}/.cache/lm-studio/mcp.json")
          .build();

  // Third party.
  static final McpClient OPENCLAW =
      desktop("openclaw", "OpenClaw").settings("{home}/.openclaw/openclaw.json").build();

  private DesktopClients() {}
}
