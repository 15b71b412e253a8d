package io.svc.cli.manual;

import java.util.List;

/** What the manual page says beside what the help of the commands says. */
final class PageText {
  /**
   * A name and what it stands for.
   *
   * @param name of a file, a variable or an exit code
   */
  record Term(String name, String meaning) {}

  static final String PURPOSE = "scan the configuration of MCP clients, offline";

  static final List<List<String>> DESCRIPTION =
      List.of(
          List.of(
              "Config files are read as JSON with comments, TOML or YAML. What is found goes to",
              "standard output or a file, everything else to standard error. No secret is ever",
              "printed: at most the fixed head of a known format is shown."));

  static final List<Term> EXIT_STATUS =
      List.of(
          new Term("0", "Nothing was found at or above the threshold."),
          new Term("1", "Something was found."),
          new Term(
              "2",
              "A file was not found or could not be read, an option is wrong, or the run failed."
                  + " This is no clean result, and wins over 1."));

  static final List<Term> FILES =
      List.of(
          new Term(
              ".svc/preflight.yaml",
              "What a project has decided for itself: accepted findings, rules of its own."),
          new Term(
              ".svc/mcp-baseline.json",
              "The approved configuration. A baseline that tracks values has its key beside it,"
                  + " in .svc/mcp-baseline.json.key, which belongs in no repository."),
          new Term(
              "~/.local/share/svc-preflight/advisories.index",
              "Known vulnerabilities that rules update has taken over, beside the shipped ones."),
          new Term(
              "~/.cache/svc-preflight/",
              "What the Java runtime has learnt about the classes of the command, so that it starts"
                  + " faster. It may be deleted at any time."));

  static final List<Term> ENVIRONMENT =
      List.of(
          new Term("JAVA_HOME", "The Java runtime to use; else the first java of the PATH."),
          new Term(
              "SVC_PREFLIGHT_NO_CACHE",
              "When set to anything, nothing is kept in the cache directory; starts are slower."),
          new Term("XDG_CACHE_HOME", "Where the cache directory is, instead of ~/.cache."),
          new Term("XDG_DATA_HOME", "Where advisories are kept, instead of ~/.local/share."),
          new Term("HOME", "The home directory. On Windows it is USERPROFILE."),
          new Term("USER", "The name of the user, where the system has none for them."),
          new Term(
              "XDG_CONFIG_HOME",
              "Directory for settings of clients and of this command, instead of ~/.config."),
          new Term(
              "APPDATA, LOCALAPPDATA, ProgramData, ProgramFiles",
              "On Windows: where clients keep their files."),
          new Term(
              "CLAUDE_CONFIG_DIR, CODEX_HOME, GEMINI_CLI_HOME, GEMINI_CLI_SYSTEM_SETTINGS_PATH,"
                  + " QWEN_HOME, COPILOT_HOME, CONTINUE_GLOBAL_DIR, OPENCLAW_CONFIG_PATH,"
                  + " OPENCLAW_STATE_DIR, OPENCLAW_HOME, CLINE_DATA_DIR, CLINE_DIR, KIRO_HOME,"
                  + " GOOSE_PATH_ROOT, OPENCODE_CONFIG, OPENCODE_CONFIG_DIR,"
                  + " FLATPAK_XDG_CONFIG_HOME, VSCODE_PORTABLE, VSCODE_APPDATA",
              "Directories of single clients, as the clients read them. A value that is not"
                  + " an absolute path is ignored."),
          new Term("SVC_URL", "Where the service is, for upload."),
          new Term(
              "SVC_API_KEY, SVC_API_KEY_FILE",
              "The key of the service, or the file that holds it."),
          new Term(
              "HTTPS_PROXY, http_proxy, ALL_PROXY, NO_PROXY",
              "The proxy that upload goes through, and where it does not."),
          new Term("SSL_CERT_FILE", "Certificate authorities that upload trusts, in PEM."),
          new Term("CI", "When set to anything, no progress is shown."),
          new Term("NO_COLOR", "When set to anything, tables have no colours."),
          new Term("TERM", "When it is dumb, tables have no colours."),
          new Term("COLUMNS", "The width of tables, when it is exported."));

  private PageText() {}
}
