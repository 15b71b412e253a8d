package io.svc.scanner.checks.names;

import io.svc.rules.WordListParser;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The notation of servers in each client, according to the vendors' documentation. Clients without
 * complete documentation are omitted.
 */
final class ClientServerFormats {
  /** The top-level keys that clients use for their servers. */
  static final List<String> ROOT_KEYS =
      List.of("mcpServers", "servers", "mcp_servers", "context_servers");

  /** Fields for a URL. Each client reads some of them. */
  static final List<String> URL_FIELDS = List.of("url", "serverUrl", "httpUrl", "uri");

  private static final Map<String, String> ROOT_KEY_OF_CLIENT =
      Map.ofEntries(
          Map.entry("amazon-q", "mcpServers"),
          Map.entry("antigravity", "mcpServers"),
          Map.entry("claude-code", "mcpServers"),
          Map.entry("claude-desktop", "mcpServers"),
          Map.entry("cline", "mcpServers"),
          Map.entry("codex", "mcp_servers"),
          Map.entry("continue", "mcpServers"),
          Map.entry("copilot-cli", "mcpServers"),
          Map.entry("cursor", "mcpServers"),
          Map.entry("gemini-cli", "mcpServers"),
          Map.entry("goose", "extensions"),
          Map.entry("junie", "mcpServers"),
          Map.entry("kilo-code", "mcpServers"),
          Map.entry("kiro", "mcpServers"),
          Map.entry("lm-studio", "mcpServers"),
          Map.entry("opencode", "mcp"),
          Map.entry("qwen-code", "mcpServers"),
          Map.entry("roo-code", "mcpServers"),
          Map.entry("trae", "mcpServers"),
          Map.entry("vscode", "servers"),
          Map.entry("windsurf", "mcpServers"),
          Map.entry("zed", "context_servers"));

  private static final Map<String, Set<String>> URL_FIELDS_OF_CLIENT =
      Map.of(
          "claude-code", Set.of("url"),
          "codex", Set.of("url"),
          "cursor", Set.of("url"),
          "gemini-cli", Set.of("url", "httpUrl"),
          "kiro", Set.of("url"),
          "opencode", Set.of("url"),
          "vscode", Set.of("url"));

  /** Fields of other clients, with the field that replaces each of them. */
  private static final Map<String, Map<String, String>> IGNORED_OF_CLIENT =
      Map.of(
          "claude-code", Map.of("environment", "env", "envs", "env"),
          "cursor", Map.of("environment", "env", "envs", "env"),
          "kiro", Map.of("environment", "env", "envs", "env"),
          "vscode", Map.of("environment", "env", "envs", "env"),
          "codex", Map.of("headers", "http_headers", "environment", "env"),
          "opencode", Map.of("args", "command", "env", "environment"));

  /** Transport names, lowercase and without separators. */
  private static final Set<String> TRANSPORTS =
      WordListParser.set(
          """
          stdio local http streamablehttp httpstream sse ws websocket remote url builtin platform
          frontend inlinepython""");

  private static final Set<String> LOCAL = Set.of("stdio", "local");
  private static final Set<String> REMOTE =
      Set.of("http", "streamablehttp", "httpstream", "sse", "ws", "websocket", "remote", "url");

  /** Transport names of other clients that a client does not support. */
  private static final Map<String, Set<String>> UNKNOWN_TO_CLIENT =
      Map.of(
          "claude-code", Set.of("local", "remote", "url"),
          "vscode", Set.of("local", "remote", "url"),
          "opencode", Set.of("stdio", "http", "sse", "streamablehttp", "ws", "websocket"));

  private ClientServerFormats() {}

  /** Returns the key under which a client stores its servers. Empty if it is not certain. */
  static String rootKey(String client) {
    return ROOT_KEY_OF_CLIENT.getOrDefault(client, "");
  }

  /**
   * Returns whether a client reads the URL of a server from a field. True for clients without known
   * fields.
   */
  static boolean readsUrl(String client, String field) {
    Set<String> fields = URL_FIELDS_OF_CLIENT.get(client);
    return fields == null || fields.contains(field);
  }

  /** Returns the fields that a client does not read, with the fields that it reads instead. */
  static Map<String, String> ignoredFields(String client) {
    return IGNORED_OF_CLIENT.getOrDefault(client, Map.of());
  }

  /** Returns a transport name in the form used for comparison. */
  static String folded(String transport) {
    return transport.strip().replace("-", "").replace("_", "").toLowerCase(Locale.ROOT);
  }

  /**
   * Returns whether a client supports a transport. With an empty client, returns whether any client
   * does.
   */
  static boolean supports(String client, String folded) {
    return TRANSPORTS.contains(folded)
        && !UNKNOWN_TO_CLIENT.getOrDefault(client, Set.of()).contains(folded);
  }

  static boolean isLocal(String folded) {
    return LOCAL.contains(folded);
  }

  static boolean isRemote(String folded) {
    return REMOTE.contains(folded);
  }
}
