package io.svc.scanner.fix;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

/**
 * A config file that a seed decides upon: client, language, layout, comments, quotes, and where the
 * secrets stand.
 *
 * @param label of the client
 * @param path where that client has such a file
 * @param secrets that were planted
 */
record GeneratedConfig(String label, String path, String text, List<String> secrets) {
  private static final List<String[]> CLIENTS =
      List.of(
          new String[] {"claude-code", ".mcp.json"},
          new String[] {"cursor", ".cursor/mcp.json"},
          new String[] {"windsurf", ".codeium/windsurf/mcp_config.json"},
          new String[] {"vscode", ".vscode/mcp.json"},
          new String[] {"gemini-cli", ".gemini/settings.json"},
          new String[] {"opencode", "opencode.jsonc"},
          new String[] {"roo-code", ".roo/mcp.json"},
          new String[] {"codex", ".codex/config.toml"},
          new String[] {"goose", ".config/goose/config.yaml"},
          new String[] {"continue", ".continue/config.yaml"});

  static GeneratedConfig of(long seed) {
    Random random = new Random(seed);
    String[] client = CLIENTS.get(random.nextInt(CLIENTS.size()));
    ConfigDraft draft =
        switch (client[0]) {
          case "codex" -> new TomlDraft(random, client[0]);
          case "goose", "continue" -> new YamlDraft(random, client[0]);
          default -> new JsonDraft(random, client[0]);
        };
    String text = draft.text();
    if (random.nextInt(4) == 0) {
      text = text.replace("\n", "\r\n");
    }
    if (random.nextInt(4) == 0) {
      text = text.stripTrailing();
    }
    boolean hasMark = random.nextInt(5) == 0 && !client[0].equals("codex");
    return new GeneratedConfig(
        client[0], client[1], (hasMark ? "\uFEFF" : "") + text, List.copyOf(draft.secrets));
  }

  byte[] bytes() {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
