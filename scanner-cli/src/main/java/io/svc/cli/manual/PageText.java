package io.svc.cli.manual;

import java.util.List;

/** The text of the manual page that is not part of the commands' help. */
final class PageText {
  /**
   * A name and its meaning.
   *
   * @param name a file, a variable or an exit code
   */
  record Term(String name, String meaning) {}

  static final String PURPOSE = "scan the configuration of MCP clients, offline";

  static final List<List<String>> DESCRIPTION =
      List.of(
          List.of(
              "Configuration files can be JSON with comments, TOML, or YAML. Findings are written"
                  + " to",
              "standard output or a file, all other messages to standard error. Secrets are never",
              "printed; at most the fixed prefix of a known format is shown."));

  static final List<Term> EXIT_STATUS =
      List.of(
          new Term("0", "No findings at or above the threshold."),
          new Term("1", "At least one finding at or above the threshold."),
          new Term(
              "2",
              "A file was not found or could not be read, an option is invalid, or the run failed."
                  + " Takes precedence over 1."));

  static final List<Term> FILES =
      List.of(
          new Term(".svc/preflight.yaml", "Project settings, suppressions, and custom rules."),
          new Term(
              ".svc/mcp-baseline.json",
              "The approved configuration. If the baseline tracks values, its key is in"
                  + " .svc/mcp-baseline.json.key. Do not commit the key."),
          new Term(
              "~/.local/share/svc-preflight/advisories.index",
              "Advisories imported by rules update, in addition to the built-in ones."),
          new Term(
              "~/.cache/svc-preflight/",
              "Class data cache for faster startup. You can delete it at any time."));

  static final List<Term> ENVIRONMENT =
      List.of(
          new Term("JAVA_HOME", "Java runtime to use. Default: the first java on the PATH."),
          new Term(
              "SVC_PREFLIGHT_NO_CACHE",
              "If set, the cache directory is not used; startup is slower."),
          new Term("XDG_CACHE_HOME", "Cache directory. Default: ~/.cache."),
          new Term("XDG_DATA_HOME", "Directory for advisories. Default: ~/.local/share."),
          new Term("HOME", "Home directory. On Windows, USERPROFILE is used."),
          new Term("USER", "User name, if the system does not provide one."),
          new Term(
              "XDG_CONFIG_HOME",
              "Directory for settings of clients and of this command. Default: ~/.config."),
          new Term(
              "APPDATA, LOCALAPPDATA, ProgramData, ProgramFiles",
              "On Windows: directories where clients store their files."),
          new Term(
              "CLAUDE_CONFIG_DIR, CODEX_HOME, GEMINI_CLI_HOME, GEMINI_CLI_SYSTEM_SETTINGS_PATH,"
                  + " QWEN_HOME, COPILOT_HOME, CONTINUE_GLOBAL_DIR, OPENCLAW_CONFIG_PATH,"
                  + " OPENCLAW_STATE_DIR, OPENCLAW_HOME, CLINE_DATA_DIR, CLINE_DIR, KIRO_HOME,"
                  + " GOOSE_PATH_ROOT, OPENCODE_CONFIG, OPENCODE_CONFIG_DIR,"
                  + " FLATPAK_XDG_CONFIG_HOME, VSCODE_PORTABLE, VSCODE_APPDATA",
              "Client-specific directories, as the clients read them. Values that are not absolute"
                  + " paths are ignored."),
          new Term("SVC_URL", "Base address of the service, for upload."),
          new Term(
              "SVC_API_KEY, SVC_API_KEY_FILE", "API key for upload, or the file that contains it."),
          new Term("HTTPS_PROXY, http_proxy, ALL_PROXY, NO_PROXY", "Proxy settings for upload."),
          new Term("SSL_CERT_FILE", "PEM file with certificate authorities that upload trusts."),
          new Term("CI", "If set, no progress is shown."),
          new Term("NO_COLOR", "If set, tables have no colors."),
          new Term("TERM", "If set to dumb, tables have no colors."),
          new Term("COLUMNS", "Width of tables, if exported."));

  private PageText() {}
}
