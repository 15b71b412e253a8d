package io.svc.scanner.client;

import java.util.List;
import java.util.Map;

/**
 * Which configuration files a client merges, so that a server in one file can replace a server with
 * the same name in another. A client merges its own files of all scopes, except for files of one
 * plugin, profile, agent or product each.
 */
public final class MergedConfigs {
  /**
   * By client, the files of other clients that it also loads, as label and name. Copilot CLI loads
   * the project's .mcp.json (vendor documentation). The import of Claude Desktop's servers by
   * Claude Code copies them, and VS Code's discovery of other clients' servers is off by default.
   */
  private static final Map<String, List<String>> ALSO_LOADED =
      Map.of("copilot-cli", List.of("claude-code .mcp.json"));

  /** Folders with files that replace no other file's servers, by the client of the files. */
  private static final Map<String, List<String>> SEPARATE =
      Map.of(
          // Servers of plugins are named plugin:PLUGIN:SERVER; agents have their own servers.
          "claude-code", List.of("/.claude/plugins/", "/.claude/agents/"),
          "codex", List.of("/.codex/plugins/"),
          "vscode", List.of("/User/profiles/"),
          "jetbrains", List.of("/JetBrains/"),
          "kiro", List.of("/.kiro/agents/"),
          "amazon-q", List.of("/amazonq/agents/", "/amazonq/cli-agents/", "/.amazonq/cli-agents/"));

  private MergedConfigs() {}

  /**
   * A configuration file and its client.
   *
   * @param client label of the client
   * @param path path of the file
   */
  public record ClientFile(String client, String path) {
    public ClientFile {
      path = "/" + path.replace('\\', '/');
    }
  }

  /** Returns true if a client merges two files. Files of unknown clients are not merged. */
  public static boolean areMerged(ClientFile one, ClientFile other) {
    if (isSeparate(one) || isSeparate(other)) {
      return false;
    }
    return one.client.equals(other.client)
        ? McpClients.byLabel(one.client).isPresent()
        : isLoadedBy(one.client, other) || isLoadedBy(other.client, one);
  }

  /** Returns true if a file belongs to one plugin, profile, agent or product. */
  public static boolean isSeparate(ClientFile file) {
    return SEPARATE.getOrDefault(file.client, List.of()).stream().anyMatch(file.path::contains);
  }

  private static boolean isLoadedBy(String client, ClientFile file) {
    String name = file.path.substring(file.path.lastIndexOf('/') + 1);
    return ALSO_LOADED.getOrDefault(client, List.of()).contains(file.client + " " + name);
  }
}
