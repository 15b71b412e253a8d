package io.svc.scanner.client;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An environment variable that relocates files of a client.
 *
 * @param variable variable with the path of a directory; of the file itself where {@code from} is a
 *     file and {@code to} is empty
 * @param from the relocated directory, with a slash at the end, or the relocated file, in the
 *     notation of {@link ConfigLocation}
 * @param to replacement of {@code from}, below the directory
 * @param replaces whether the client no longer reads the default location; where only some programs
 *     of a client honor the variable, both locations are searched
 */
record RelocatedDirectory(String variable, String from, String to, boolean replaces) {

  // The first variable that is set wins, so the more specific variable comes first. From vendors'
  // documentation or source code, except for those marked as third party.
  private static final List<RelocatedDirectory> ALL =
      List.of(
          replacing("CLAUDE_CONFIG_DIR", "{home}/.claude.json", ".claude.json"),
          replacing("CLAUDE_CONFIG_DIR", "{home}/.claude/", ""),
          replacing("CODEX_HOME", "{home}/.codex/", ""),
          replacing("GEMINI_CLI_HOME", "{home}/.gemini/settings.json", ".gemini/settings.json"),
          replacing("GEMINI_CLI_SYSTEM_SETTINGS_PATH", "/etc/gemini-cli/settings.json", ""),
          replacing(
              "GEMINI_CLI_SYSTEM_SETTINGS_PATH",
              "/Library/Application Support/GeminiCli/settings.json",
              ""),
          replacing(
              "GEMINI_CLI_SYSTEM_SETTINGS_PATH", "{programdata}/gemini-cli/settings.json", ""),
          replacing("QWEN_HOME", "{home}/.qwen/", ""),
          // Older versions do not support it.
          adding("COPILOT_HOME", "{home}/.copilot/", ""),
          replacing("CONTINUE_GLOBAL_DIR", "{home}/.continue/", ""),
          replacing("OPENCLAW_CONFIG_PATH", "{home}/.openclaw/openclaw.json", ""),
          replacing("OPENCLAW_STATE_DIR", "{home}/.openclaw/", ""),
          replacing("OPENCLAW_HOME", "{home}/.openclaw/", ".openclaw/"),
          // Third party.
          replacing("CLINE_DATA_DIR", "{home}/.cline/data/", ""),
          replacing("CLINE_DIR", "{home}/.cline/", ""),
          // Third party. The command line honors it, the editor does not.
          adding("KIRO_HOME", "{home}/.kiro/", ""),
          replacing("GOOSE_PATH_ROOT", "{config}/goose/", "config/"),
          replacing("GOOSE_PATH_ROOT", "{appdata}/Block/goose/config/", "config/"),
          adding("OPENCODE_CONFIG", "{config}/opencode/opencode.json", ""),
          adding("OPENCODE_CONFIG_DIR", "{config}/opencode/", ""),
          adding("FLATPAK_XDG_CONFIG_HOME", "{config}/zed/", "zed/"),
          // Each process has its own, so files of other windows are at the default location.
          adding("VSCODE_PORTABLE", "{config}/Code/", "user-data/"),
          adding("VSCODE_PORTABLE", "{home}/Library/Application Support/Code/", "user-data/"),
          adding("VSCODE_PORTABLE", "{appdata}/Code/", "user-data/"),
          adding("VSCODE_APPDATA", "{config}/Code/", "Code/"),
          adding("VSCODE_APPDATA", "{config}/Code - Insiders/", "Code - Insiders/"),
          adding("VSCODE_APPDATA", "{home}/Library/Application Support/Code/", "Code/"),
          adding(
              "VSCODE_APPDATA",
              "{home}/Library/Application Support/Code - Insiders/",
              "Code - Insiders/"),
          adding("VSCODE_APPDATA", "{appdata}/Code/", "Code/"),
          adding("VSCODE_APPDATA", "{appdata}/Code - Insiders/", "Code - Insiders/"));

  private static RelocatedDirectory replacing(String variable, String from, String to) {
    return new RelocatedDirectory(variable, from, to, true);
  }

  private static RelocatedDirectory adding(String variable, String from, String to) {
    return new RelocatedDirectory(variable, from, to, false);
  }

  static List<RelocatedDirectory> all() {
    return ALL;
  }

  boolean covers(ConfigLocation location) {
    String pattern = location.pattern();
    return from.endsWith("/") ? pattern.startsWith(from) : pattern.equals(from);
  }

  /** Returns the entries whose variable is set; empty on most machines. */
  static List<ResolvedDirectory> onMachine(UserDirectories user) {
    List<ResolvedDirectory> set = new ArrayList<>(0);
    for (RelocatedDirectory folder : ALL) {
      Optional<Path> target = user.named(folder.variable);
      if (target.isPresent()) {
        set.add(new ResolvedDirectory(folder, target.get()));
      }
    }
    return set;
  }

  /** A variable that is set. */
  record ResolvedDirectory(RelocatedDirectory place, Path target) {
    boolean covers(ConfigLocation location) {
      return place.covers(location);
    }

    boolean replaces() {
      return place.replaces;
    }

    ConfigLocationResolver.SearchPath of(ConfigLocation location) {
      return new ConfigLocationResolver.SearchPath(
          target, place.to.concat(location.pattern().substring(place.from.length())));
    }
  }
}
