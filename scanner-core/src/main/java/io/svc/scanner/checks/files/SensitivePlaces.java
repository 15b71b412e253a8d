package io.svc.scanner.checks.files;

import java.util.Map;

/**
 * The names of locations with secrets: directories, files, and pairs of adjacent names in a path.
 * All are lowercase, because two of three systems are case-insensitive.
 */
final class SensitivePlaces {
  private static final String BROWSER = "a browser profile with cookies and passwords";
  private static final String HISTORY = "a shell history";
  private static final String PASSWORDS = "a password store";
  private static final String WALLET = "a cryptocurrency wallet";
  static final String DOT_ENV = "a file with secret environment variables";

  /** Directories in which every file is sensitive. */
  private static final Map<String, String> DIRECTORIES =
      Map.ofEntries(
          Map.entry(".ssh", "SSH keys"),
          Map.entry(".gnupg", "GnuPG keys"),
          Map.entry(".aws", "AWS credentials"),
          Map.entry(".azure", "Azure credentials"),
          Map.entry(".kube", "Kubernetes credentials"),
          Map.entry(".password-store", PASSWORDS),
          Map.entry(".electrum", WALLET),
          Map.entry(".bitcoin", WALLET),
          Map.entry(".monero", WALLET),
          Map.entry(".mozilla", BROWSER),
          Map.entry("keychains", PASSWORDS),
          Map.entry("keyrings", PASSWORDS),
          Map.entry("kwalletd", PASSWORDS));

  /** Files that are sensitive in every directory. */
  private static final Map<String, String> FILES =
      Map.ofEntries(
          Map.entry("id_rsa", "an SSH key"),
          Map.entry("id_dsa", "an SSH key"),
          Map.entry("id_ecdsa", "an SSH key"),
          Map.entry("id_ed25519", "an SSH key"),
          Map.entry(".netrc", "passwords for hosts"),
          Map.entry("_netrc", "passwords for hosts"),
          Map.entry(".git-credentials", "Git credentials"),
          Map.entry(".npmrc", "a package registry token"),
          Map.entry(".pypirc", "a package registry token"),
          Map.entry(".yarnrc.yml", "a package registry token"),
          Map.entry(".dockercfg", "container registry credentials"),
          Map.entry(".pgpass", "database passwords"),
          Map.entry(".my.cnf", "database passwords"),
          Map.entry(".vault-token", "a secret store token"),
          Map.entry("credentials.tfrc.json", "the Terraform token"),
          Map.entry(".bash_history", HISTORY),
          Map.entry(".zsh_history", HISTORY),
          Map.entry(".zhistory", HISTORY),
          Map.entry(".sh_history", HISTORY),
          Map.entry("fish_history", HISTORY),
          Map.entry("consolehost_history.txt", HISTORY),
          Map.entry(".python_history", HISTORY),
          Map.entry(".node_repl_history", HISTORY),
          Map.entry(".psql_history", HISTORY),
          Map.entry(".mysql_history", HISTORY),
          Map.entry("wallet.dat", WALLET),
          Map.entry("claude_desktop_config.json", "the tokens of other MCP servers"),
          Map.entry(".claude.json", "the tokens of other MCP servers"),
          Map.entry(".envrc", DOT_ENV));

  /** Pairs of adjacent names in a path, separated by slashes. */
  private static final Map<String, String> PAIRS =
      Map.ofEntries(
          Map.entry(".config/gcloud", "Google Cloud credentials"),
          Map.entry("appdata/gcloud", "Google Cloud credentials"),
          Map.entry("roaming/gcloud", "Google Cloud credentials"),
          Map.entry(".config/gh", "the GitHub token"),
          Map.entry(".config/hub", "the GitHub token"),
          Map.entry(".config/glab-cli", "the GitLab token"),
          Map.entry(".config/op", PASSWORDS),
          Map.entry(".config/github-copilot", "the GitHub Copilot token"),
          Map.entry(".docker/config.json", "container registry credentials"),
          Map.entry(".claude/.credentials.json", "the Claude Code token"),
          Map.entry(".cursor/mcp.json", "the tokens of other MCP servers"),
          Map.entry(".codex/auth.json", "the Codex token"),
          Map.entry(".gemini/oauth_creds.json", "the Gemini token"),
          Map.entry(".ethereum/keystore", WALLET),
          Map.entry("solana/id.json", WALLET),
          Map.entry(".config/exodus", WALLET),
          Map.entry("application support/exodus", WALLET),
          Map.entry("roaming/exodus", WALLET),
          Map.entry("application support/electrum", WALLET),
          Map.entry("application support/bitcoin", WALLET),
          Map.entry("microsoft/credentials", PASSWORDS),
          Map.entry("microsoft/protect", PASSWORDS),
          Map.entry("microsoft/vault", PASSWORDS),
          Map.entry("application support/1password", PASSWORDS),
          Map.entry("application support/bitwarden", PASSWORDS),
          Map.entry(".config/bitwarden", PASSWORDS),
          Map.entry(".config/keepassxc", PASSWORDS),
          Map.entry(".config/google-chrome", BROWSER),
          Map.entry(".config/chromium", BROWSER),
          Map.entry(".config/microsoft-edge", BROWSER),
          Map.entry(".config/bravesoftware", BROWSER),
          Map.entry(".config/vivaldi", BROWSER),
          Map.entry(".config/opera", BROWSER),
          Map.entry("mozilla/firefox", BROWSER),
          Map.entry("library/safari", BROWSER),
          Map.entry("library/cookies", BROWSER),
          Map.entry("application support/firefox", BROWSER),
          Map.entry("application support/chromium", BROWSER),
          Map.entry("application support/bravesoftware", BROWSER),
          Map.entry("application support/microsoft edge", BROWSER),
          Map.entry("application support/vivaldi", BROWSER),
          Map.entry("application support/arc", BROWSER),
          Map.entry("google/chrome", BROWSER),
          Map.entry("bravesoftware/brave-browser", BROWSER),
          Map.entry("microsoft/edge", BROWSER),
          Map.entry("vivaldi/user data", BROWSER),
          Map.entry("chromium/user data", BROWSER),
          Map.entry("opera software/opera stable", BROWSER),
          Map.entry("etc/shadow", "the passwords of all users"),
          Map.entry("etc/gshadow", "the passwords of all groups"),
          Map.entry("etc/master.passwd", "the passwords of all users"),
          Map.entry("etc/passwd", "the names of all users"),
          Map.entry("etc/sudoers", "the users with root access"),
          Map.entry("etc/sudoers.d", "the users with root access"),
          Map.entry("etc/ssh", "the keys of this machine"),
          Map.entry("ssl/private", "the keys of this machine"),
          Map.entry("etc/letsencrypt", "the keys of this machine"),
          Map.entry("etc/kubernetes", "the keys of a cluster"),
          Map.entry("system32/config", "the passwords of all users"));

  private SensitivePlaces() {}

  /**
   * Returns the description of the content under a name and its preceding name. Empty if the
   * location is not sensitive.
   */
  static String of(String previous, String name) {
    String words = DIRECTORIES.getOrDefault(name, FILES.getOrDefault(name, ""));
    if (words.isEmpty() && !previous.isEmpty()) {
      words = PAIRS.getOrDefault(previous + "/" + name, "");
    }
    return words.isEmpty() && name.endsWith(".kdbx") ? PASSWORDS : words;
  }

  /** Returns whether a name is the name of a file that is sensitive in every directory. */
  static boolean isFile(String name) {
    return FILES.containsKey(name) || name.endsWith(".json") || name.endsWith(".kdbx");
  }
}
