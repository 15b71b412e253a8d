package detection;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How a client keeps its servers: file name, keys and language, as the clients document them. */
enum Shape {
  CLAUDE_CODE(".mcp.json", Language.JSON, "mcpServers"),
  CLAUDE_DESKTOP("Claude/claude_desktop_config.json", Language.JSON, "mcpServers"),
  CLAUDE_PROJECTS(".claude.json", Language.JSON, "projects", "/home/ana/src/shop", "mcpServers"),
  VS_CODE(".vscode/mcp.json", Language.JSONC, "servers"),
  VS_CODE_SETTINGS(".config/Code/User/settings.json", Language.JSONC, "mcp", "servers"),
  CURSOR(".cursor/mcp.json", Language.JSON, "mcpServers"),
  WINDSURF(".codeium/windsurf/mcp_config.json", Language.JSON, "mcpServers"),
  ZED(".config/zed/settings.json", Language.JSONC, "context_servers"),
  ZED_OLD(".config/zed/settings.json", Language.JSONC, "context_servers"),
  CONTINUE(".continue/config.yaml", Language.YAML, "mcpServers"),
  CLINE(
      ".config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
      Language.JSON,
      "mcpServers"),
  ROO(".roo/mcp.json", Language.JSON, "mcpServers"),
  GEMINI(".gemini/settings.json", Language.JSON, "mcpServers"),
  CODEX(".codex/config.toml", Language.TOML, "mcp_servers"),
  COPILOT_CLI(".copilot/mcp-config.json", Language.JSON, "mcpServers"),
  AMAZON_Q(".amazonq/mcp.json", Language.JSON, "mcpServers"),
  KIRO(".kiro/settings/mcp.json", Language.JSON, "mcpServers"),
  OPENCODE("opencode.json", Language.JSONC, "mcp"),
  GOOSE(".config/goose/config.yaml", Language.YAML, "extensions"),
  LM_STUDIO(".lmstudio/mcp.json", Language.JSON, "mcpServers"),
  TRAE(".trae/mcp.json", Language.JSON, "mcpServers"),
  JUNIE(".junie/mcp/mcp.json", Language.JSON, "mcpServers"),
  LIST("mcp-servers.json", Language.JSON, "servers");

  private enum Language {
    JSON,
    JSONC,
    TOML,
    YAML
  }

  /** Clients that run programs only. */
  private static final List<Shape> WITHOUT_URL = List.of(CLAUDE_DESKTOP, ZED_OLD, JUNIE);

  private static final List<String> INDENTS = List.of("  ", "  ", "  ", "    ", "\t", "");

  private final String path;
  private final Language language;

  @SuppressWarnings("ImmutableEnumChecker") // made by List.of
  private final List<String> keys;

  Shape(String path, Language language, String... keys) {
    this.path = path;
    this.language = language;
    this.keys = List.of(keys);
  }

  String path() {
    return path;
  }

  static List<Shape> forPrograms() {
    return Arrays.asList(values());
  }

  static List<Shape> forUrls() {
    return Arrays.stream(values()).filter(shape -> !WITHOUT_URL.contains(shape)).toList();
  }

  ConfigFile file(Server... servers) {
    return file(Arrays.asList(servers), Map.of());
  }

  /** With other settings of the client beside the servers. */
  ConfigFile file(List<Server> servers, Map<String, Object> settings) {
    return new ConfigFile(path, write(root(servers, settings), "  ", false));
  }

  /** As {@link #file(Server...)}, laid out in one of the ways that files are found in. */
  ConfigFile file(List<Server> servers, Draw draw) {
    String indent = draw.pick(INDENTS);
    String text = write(root(servers, Map.of()), indent, draw.oneIn(2));
    if (language == Language.JSONC && draw.oneIn(3)) {
      text = "// Servers of this project.\n" + text;
    }
    if (draw.oneIn(10)) {
      text = text.replace("\n", "\r\n");
    }
    if (language != Language.TOML && draw.oneIn(15)) {
      text = "\uFEFF" + text;
    }
    return new ConfigFile(path, draw.oneIn(3) ? text : text + "\n");
  }

  private String write(Map<String, Object> root, String indent, boolean isInline) {
    return switch (language) {
      case JSON, JSONC -> Json.write(root, indent);
      case TOML -> Toml.write(root, isInline);
      case YAML -> Yaml.write(root);
    };
  }

  private Map<String, Object> root(List<Server> servers, Map<String, Object> settings) {
    Map<String, Object> root = new LinkedHashMap<>();
    switch (this) {
      case VS_CODE_SETTINGS -> root.put("editor.tabSize", 2);
      case ZED, ZED_OLD -> root.put("theme", "One Dark");
      case CLAUDE_PROJECTS -> root.put("numStartups", 42);
      case OPENCODE -> root.put("$schema", "https://opencode.ai/config.json");
      case CONTINUE -> {
        root.put("name", "Local Assistant");
        root.put("version", "1.0.0");
        root.put("schema", "v1");
      }
      default -> {}
    }
    root.putAll(settings);
    Map<String, Object> parent = root;
    for (String key : keys.subList(0, keys.size() - 1)) {
      Map<String, Object> child = new LinkedHashMap<>();
      parent.put(key, child);
      parent = child;
    }
    parent.put(keys.get(keys.size() - 1), isList() ? list(servers) : map(servers));
    return root;
  }

  private boolean isList() {
    return this == LIST || this == CONTINUE;
  }

  private List<Object> list(List<Server> servers) {
    List<Object> list = new ArrayList<>();
    for (Server server : servers) {
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("name", server.name());
      entry.putAll(entry(server));
      list.add(entry);
    }
    return list;
  }

  private Map<String, Object> map(List<Server> servers) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (Server server : servers) {
      map.put(server.name(), entry(server));
    }
    return map;
  }

  private Map<String, Object> entry(Server server) {
    Map<String, Object> entry = new LinkedHashMap<>();
    if (!server.command().isEmpty()) {
      program(server, entry);
    }
    if (server.isRemote()) {
      remote(server, entry);
    }
    entry.putAll(server.fields());
    return entry;
  }

  private void program(Server server, Map<String, Object> entry) {
    switch (this) {
      case OPENCODE -> {
        List<String> line = new ArrayList<>(List.of(server.command()));
        line.addAll(server.arguments());
        entry.put("type", "local");
        entry.put("command", line);
        putUnlessEmpty(entry, "environment", server.environment());
        entry.put("enabled", true);
      }
      case GOOSE -> {
        entry.put("enabled", true);
        entry.put("type", "stdio");
        entry.put("name", server.name());
        entry.put("cmd", server.command());
        entry.put("args", server.arguments());
        putUnlessEmpty(entry, "envs", server.environment());
        entry.put("timeout", 300);
      }
      case ZED_OLD -> {
        Map<String, Object> command = new LinkedHashMap<>();
        command.put("path", server.command());
        command.put("args", server.arguments());
        putUnlessEmpty(command, "env", server.environment());
        entry.put("command", command);
        entry.put("settings", Map.of());
      }
      default -> {
        switch (this) {
          case ZED -> entry.put("source", "custom");
          case CLAUDE_PROJECTS, VS_CODE, CONTINUE -> entry.put("type", "stdio");
          case COPILOT_CLI -> entry.put("type", "local");
          default -> {}
        }
        entry.put("command", server.command());
        putUnlessEmpty(entry, "args", server.arguments());
        putUnlessEmpty(entry, "env", server.environment());
      }
    }
  }

  private void remote(Server server, Map<String, Object> entry) {
    switch (this) {
      case WINDSURF -> entry.put("serverUrl", server.url());
      case GEMINI -> entry.put("httpUrl", server.url());
      case CODEX, ZED, CURSOR -> entry.put("url", server.url());
      case GOOSE -> {
        entry.put("enabled", true);
        entry.put("type", "streamable_http");
        entry.put("name", server.name());
        entry.put("uri", server.url());
      }
      default -> {
        if (server.command().isEmpty()) {
          entry.put("type", transport());
        }
        entry.put("url", server.url());
      }
    }
    switch (this) {
      case CODEX -> putUnlessEmpty(entry, "http_headers", server.headers());
      case CONTINUE -> {
        if (!server.headers().isEmpty()) {
          entry.put("requestOptions", Map.of("headers", server.headers()));
        }
      }
      default -> putUnlessEmpty(entry, "headers", server.headers());
    }
  }

  private String transport() {
    return switch (this) {
      case OPENCODE -> "remote";
      case ROO, CONTINUE -> "streamable-http";
      case CLINE -> "streamableHttp";
      case LIST, AMAZON_Q -> "sse";
      default -> "http";
    };
  }

  private static void putUnlessEmpty(Map<String, Object> entry, String key, Object value) {
    if (value instanceof Map<?, ?> map ? !map.isEmpty() : !((List<?>) value).isEmpty()) {
      entry.put(key, value);
    }
  }
}
