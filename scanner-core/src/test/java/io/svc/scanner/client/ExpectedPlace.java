package io.svc.scanner.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One file that discovery must find. The tables below are the catalogue once more, written by hand:
 * a new client gets its lines here.
 *
 * @param path starts with ~ (home), . (project), app: (the folder for applications' data) or a root
 */
record ExpectedPlace(
    OperatingSystem system, String label, ConfigScope scope, boolean settingsFile, String path) {

  private static final String ON_EVERY_SYSTEM =
      """
      amazon-q        project  settings  ./.amazonq/default.json
      amazon-q        project  file      ./.amazonq/mcp.json
      amazon-q        user     settings  ~/.aws/amazonq/default.json
      amazon-q        user     file      ~/.aws/amazonq/mcp.json
      amazon-q        user     settings  ~/.aws/amazonq/agents/reviewer.json
      amazon-q        project  settings  ./.amazonq/cli-agents/reviewer.json
      amazon-q        user     settings  ~/.aws/amazonq/cli-agents/reviewer.json
      antigravity     user     file      ~/.gemini/antigravity/mcp_config.json
      antigravity     user     file      ~/.gemini/config/mcp_config.json
      augment         user     settings  ~/.augment/settings.json
      claude-code     project  file      ./.mcp.json
      claude-code     project  settings  ./.claude/settings.json
      claude-code     project  settings  ./.claude/settings.local.json
      claude-code     user     settings  ~/.claude.json
      claude-code     user     settings  ~/.claude/settings.json
      claude-code     project  settings  ./.claude/agents/reviewer.md
      claude-code     user     settings  ~/.claude/agents/reviewer.md
      claude-code     project  settings  ./.claude/commands/commit.md
      claude-code     user     settings  ~/.claude/commands/commit.md
      claude-code     project  settings  ./.claude/commands/git/push.md
      claude-code     user     settings  ~/.claude/commands/git/push.md
      claude-code     project  settings  ./.claude/skills/release/SKILL.md
      claude-code     user     settings  ~/.claude/skills/release/SKILL.md
      claude-code     project  settings  ./.claude-plugin/plugin.json
      claude-code     project  settings  ./.claude-plugin/marketplace.json
      claude-code     project  settings  ./hooks/hooks.json
      claude-code     user     settings  ~/.claude/plugins/cache/m/p/1.0/.claude-plugin/plugin.json
      claude-code     user     settings  ~/.claude/plugins/cache/m/p/1.0/hooks/hooks.json
      claude-code     user     file      ~/.claude/plugins/cache/market/linter/1.0/.mcp.json
      claude-desktop  user     file      app:Claude/claude_desktop_config.json
      cline           user     file      ~/.cline/data/settings/cline_mcp_settings.json
      codex           project  settings  ./.codex/config.toml
      codex           user     settings  ~/.codex/config.toml
      codex           user     settings  ~/.codex/work.config.toml
      codex           user     file      ~/.codex/plugins/cache/market/linter/.mcp.json
      codex           project  settings  ./.codex/hooks.json
      codex           user     settings  ~/.codex/hooks.json
      compose         project  settings  ./compose.yaml
      compose         project  settings  ./compose.yml
      compose         project  settings  ./docker-compose.mcp.yaml
      compose         project  settings  ./docker-compose.yml
      continue        project  file      ./.continue/mcpServers/github.yaml
      continue        project  file      ./.continue/mcpServers/github.json
      continue        user     settings  ~/.continue/config.yaml
      continue        user     settings  ~/.continue/config.json
      copilot-cli     user     file      ~/.copilot/mcp-config.json
      copilot-cli     user     file      ~/.config/.copilot/mcp-config.json
      copilot-cli     project  settings  ./.github/hooks/format.json
      copilot-cli     user     settings  ~/.copilot/hooks/format.json
      copilot-cli     project  file      ./.github/mcp.json
      copilot-cli     user     settings  ~/.copilot/config.json
      copilot-cli     user     settings  ~/.config/.copilot/config.json
      copilot-cli     user     settings  ~/.copilot/settings.json
      copilot-cli     user     settings  ~/.config/.copilot/settings.json
      cortex-code     user     file      ~/.snowflake/cortex/mcp.json
      crush           project  settings  ./crush.json
      crush           project  settings  ./.crush.json
      crush           user     settings  ~/.config/crush/crush.json
      crush           project  settings  ./crushrc
      crush           project  settings  ./.crushrc
      crush           user     settings  ~/.config/crush/crushrc
      cursor          project  file      ./.cursor/mcp.json
      cursor          user     file      ~/.cursor/mcp.json
      cursor          project  settings  ./.cursor/hooks.json
      cursor          user     settings  ~/.cursor/hooks.json
      cursor          project  settings  ./.cursor/cli.json
      cursor          user     settings  ~/.cursor/cli-config.json
      cursor          project  settings  ./.cursor/permissions.json
      cursor          user     settings  ~/.cursor/permissions.json
      cursor          project  settings  ./.cursor/sandbox.json
      cursor          user     settings  ~/.cursor/sandbox.json
      docker-mcp      user     settings  ~/.docker/mcp/registry.yaml
      docker-mcp      user     settings  ~/.docker/mcp/config.yaml
      docker-mcp      user     settings  ~/.docker/mcp/tools.yaml
      docker-mcp      user     settings  ~/.docker/mcp/catalogs/docker-mcp.yaml
      factory         project  file      ./.factory/mcp.json
      factory         user     file      ~/.factory/mcp.json
      factory         project  settings  ./.factory/settings.json
      factory         user     settings  ~/.factory/settings.json
      factory         project  settings  ./.factory/settings.local.json
      factory         user     settings  ~/.factory/settings.local.json
      factory         project  settings  ./.factory/hooks.json
      factory         user     settings  ~/.factory/hooks.json
      gemini-cli      project  settings  ./.gemini/settings.json
      gemini-cli      user     settings  ~/.gemini/settings.json
      gemini-cli      project  settings  ./gemini-extension.json
      gemini-cli      user     settings  ~/.gemini/extensions/docs/gemini-extension.json
      gemini-cli      user     settings  ~/.gemini/extensions/docs/hooks/hooks.json
      goose           project  settings  ./.goose/recipes/review.yaml
      goose           user     settings  ~/.config/goose/recipes/review.yaml
      jetbrains       user     file      app:JetBrains/IntelliJIdea2026.1/mcp.json
      junie           project  file      ./.junie/mcp/mcp.json
      junie           user     file      ~/.junie/mcp/mcp.json
      librechat       project  settings  ./librechat.yaml
      kilo-code       project  file      ./.kilocode/mcp.json
      kiro            project  file      ./.kiro/settings/mcp.json
      kiro            user     file      ~/.kiro/settings/mcp.json
      kiro            user     settings  ~/.kiro/agents/reviewer.json
      kiro            project  settings  ./.kiro/agents/reviewer.json
      kiro            project  settings  ./.kiro/hooks/format.kiro.hook
      kiro            user     settings  ~/.kiro/hooks/format.kiro.hook
      lm-studio       user     file      ~/.lmstudio/mcp.json
      mcp-bundle      project  file      ./weather-1.0.0.mcpb
      mcp-bundle      project  file      ./weather.dxt
      mcp-bundle      project  settings  ./manifest.json
      mcp-cli         user     file      ~/.mcp/config.json
      mcp-registry    project  settings  ./server.json
      mcp-registry    project  settings  ./.mcp/server.json
      openclaw        user     settings  ~/.openclaw/openclaw.json
      opencode        project  settings  ./opencode.json
      opencode        project  settings  ./opencode.jsonc
      opencode        project  settings  ./.opencode/opencode.json
      opencode        project  settings  ./.opencode/opencode.jsonc
      opencode        user     settings  ~/.config/opencode/opencode.json
      opencode        user     settings  ~/.config/opencode/opencode.jsonc
      qwen-code       project  settings  ./.qwen/settings.json
      qwen-code       user     settings  ~/.qwen/settings.json
      roo-code        project  file      ./.roo/mcp.json
      smithery        project  settings  ./smithery.yaml
      smithery        project  settings  ./smithery.yml
      tabnine         user     file      ~/.tabnine/mcp_servers.json
      trae            project  file      ./.trae/mcp.json
      trae            user     file      app:Trae/User/mcp.json
      trae            user     file      app:Trae/mcp.json
      void            user     file      ~/.void/mcp.json
      vscode          project  file      ./.vscode/mcp.json
      vscode          project  settings  ./.devcontainer/devcontainer.json
      vscode          project  settings  ./.vscode/settings.json
      vscode          project  settings  ./shop.code-workspace
      vscode          project  settings  ./.vscode/tasks.json
      warp            project  file      ./.warp/.mcp.json
      warp            user     file      ~/.warp/.mcp.json
      windsurf        project  file      ./.windsurf/mcp.json
      windsurf        user     file      ~/.codeium/windsurf/mcp_config.json
      windsurf        user     file      ~/.codeium/mcp_config.json
      zed             project  settings  ./.zed/settings.json
      """;

  private static final String ON_LINUX =
      """
      claude-code     system   file      /etc/claude-code/managed-mcp.json
      claude-code     system   settings  /etc/claude-code/managed-settings.json
      claude-code     system   settings  /etc/claude-code/managed-settings.d/10-hooks.json
      claude-desktop  user     file      ~/.config/claude-desktop/claude_desktop_config.json
      codex           system   settings  /etc/codex/config.toml
      factory         system   settings  /etc/factory/settings.json
      gemini-cli      system   settings  /etc/gemini-cli/settings.json
      goose           user     settings  ~/.config/goose/config.yaml
      jetbrains       user     file      ~/.config/github-copilot/intellij/mcp.json
      zed             user     settings  ~/.config/zed/settings.json
      """;

  private static final String ON_MACOS =
      """
      claude-code     system   file      /Library/Application Support/ClaudeCode/managed-mcp.json
      claude-code     system   settings  /Library/Application Support/ClaudeCode/managed-settings.json
      claude-code     system   settings  /Library/Application Support/ClaudeCode/managed-settings.d/10-hooks.json
      codex           system   settings  /etc/codex/config.toml
      factory         system   settings  /Library/Application Support/Factory/settings.json
      gemini-cli      system   settings  /Library/Application Support/GeminiCli/settings.json
      goose           user     settings  ~/.config/goose/config.yaml
      jetbrains       user     file      ~/.config/github-copilot/intellij/mcp.json
      lm-studio       user     file      ~/.cache/lm-studio/mcp.json
      zed             user     settings  ~/.config/zed/settings.json
      """;

  private static final String ON_WINDOWS =
      """
      claude-code     system   file      C:/Program Files/ClaudeCode/managed-mcp.json
      claude-code     system   settings  C:/Program Files/ClaudeCode/managed-settings.json
      claude-code     system   settings  C:/Program Files/ClaudeCode/managed-settings.d/10-hooks.json
      claude-code     system   settings  C:/ProgramData/ClaudeCode/managed-settings.json
      claude-desktop  user     file      ~/AppData/Local/Packages/Claude_pzs8sxrjxfjjc/LocalCache\
      /Roaming/Claude/claude_desktop_config.json
      codex           system   settings  C:/ProgramData/OpenAI/Codex/config.toml
      gemini-cli      system   settings  C:/ProgramData/gemini-cli/settings.json
      goose           user     settings  ~/AppData/Roaming/Block/goose/config/config.yaml
      jetbrains       user     file      ~/AppData/Local/github-copilot/intellij/mcp.json
      zed             user     settings  ~/AppData/Roaming/Zed/settings.json
      """;

  private static final String IN_VSCODE_AND_ITS_FAMILY =
      """
      vscode          user     file      app:%s/User/mcp.json
      vscode          user     file      app:%s/User/profiles/-6af2c1/mcp.json
      vscode          user     settings  app:%s/User/settings.json
      """;

  private static final String IN_EDITORS_WITH_EXTENSIONS =
      """
      cline      user file app:%s/User/globalStorage/saoudrizwan.claude-dev/settings\
      /cline_mcp_settings.json
      kilo-code  user file app:%s/User/globalStorage/kilocode.kilo-code/settings/mcp_settings.json
      roo-code   user file app:%s/User/globalStorage/rooveterinaryinc.roo-cline/settings\
      /mcp_settings.json
      roo-code   user file app:%s/User/globalStorage/rooveterinaryinc.roo-cline/settings\
      /cline_mcp_settings.json
      """;

  static List<ExpectedPlace> all() {
    List<ExpectedPlace> expected = new ArrayList<>();
    for (OperatingSystem system : OperatingSystem.values()) {
      expected.addAll(on(system));
    }
    return expected;
  }

  static List<ExpectedPlace> on(OperatingSystem system) {
    List<ExpectedPlace> expected = new ArrayList<>();
    addRows(expected, system, ON_EVERY_SYSTEM);
    addRows(expected, system, tableOf(system));
    for (String editor : List.of("Code", "Code - Insiders", "VSCodium")) {
      addRows(expected, system, IN_VSCODE_AND_ITS_FAMILY.replace("%s", editor));
    }
    for (String editor : List.of("Code", "Code - Insiders", "VSCodium", "Cursor")) {
      addRows(expected, system, IN_EDITORS_WITH_EXTENSIONS.replace("%s", editor));
    }
    return expected;
  }

  private static String tableOf(OperatingSystem system) {
    return switch (system) {
      case LINUX -> ON_LINUX;
      case MACOS -> ON_MACOS;
      case WINDOWS -> ON_WINDOWS;
    };
  }

  private static void addRows(List<ExpectedPlace> expected, OperatingSystem system, String table) {
    table
        .lines()
        .forEach(
            line -> {
              String[] cells = line.split("\\s+", 4);
              ConfigScope scope = ConfigScope.valueOf(cells[1].toUpperCase(Locale.ROOT));
              boolean settingsFile = cells[2].equals("settings");
              expected.add(new ExpectedPlace(system, cells[0], scope, settingsFile, cells[3]));
            });
  }
}
