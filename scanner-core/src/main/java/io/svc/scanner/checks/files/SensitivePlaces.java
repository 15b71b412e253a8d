package io.svc.scanner.checks.files;

import java.util.Map;

/**
 * The names by which places with secrets are known: directories, files, and pairs of neighbours in
 * a path. All in lower case, since two of three systems do not tell cases apart.
 */
final class SensitivePlaces {
  private static final String BROWSER = "a browser's profile, with its cookies and passwords";
  private static final String HISTORY = "what was typed into a shell";
  private static final String PASSWORDS = "a store of passwords";
  private static final String WALLET = "a wallet of crypto currency";
  static final String DOT_ENV = "a file of secret variables";

  /** Directories of which every file is sensitive. */
  private static final Map<String, String> DIRECTORIES =
      Map.ofEntries(
          Map.entry(".ssh", "SSH keys"),
          Map.entry(".gnupg", "GnuPG keys"),
          Map.entry(".aws", "credentials of Amazon Web Services"),
          Map.entry(".azure", "credentials of Azure"),
          Map.entry(".kube", "credentials of Kubernetes clusters"),
          Map.entry(".password-store", PASSWORDS),
          Map.entry(".electrum", WALLET),
          Map.entry(".bitcoin", WALLET),
          Map.entry(".monero", WALLET),
          Map.entry(".mozilla", BROWSER),
          Map.entry("keychains", PASSWORDS),
          Map.entry("keyrings", PASSWORDS),
          Map.entry("kwalletd", PASSWORDS));

  /** Files that are sensitive wherever they lie. */
  private static final Map<String, String> FILES =
      Map.ofEntries(
          Map.entry("id_rsa", "an SSH key"),
          Map.entry("id_dsa", "an SSH key"),
          Map.entry("id_ecdsa", "an SSH key"),
          Map.entry("id_ed25519", "an SSH key"),
          Map.entry(".netrc", "passwords of hosts"),
          Map.entry("_netrc", "passwords of hosts"),
          Map.entry(".git-credentials", "credentials of git hosts"),
          Map.entry(".npmrc", "the token of a package registry"),
          Map.entry(".pypirc", "the token of a package registry"),
          Map.entry(".yarnrc.yml", "the token of a package registry"),
          Map.entry(".dockercfg", "credentials of container registries"),
          Map.entry(".pgpass", "passwords of databases"),
          Map.entry(".my.cnf", "passwords of databases"),
          Map.entry(".vault-token", "the token of a secret store"),
          Map.entry("credentials.tfrc.json", "the token of Terraform"),
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

  /** Neighbouring names of a path, parted by slashes. */
  private static final Map<String, String> PAIRS =
      Map.ofEntries(
          Map.entry(".config/gcloud", "credentials of Google Cloud"),
          Map.entry("appdata/gcloud", "credentials of Google Cloud"),
          Map.entry("roaming/gcloud", "credentials of Google Cloud"),
          Map.entry(".config/gh", "the token of GitHub"),
          Map.entry(".config/hub", "the token of GitHub"),
          Map.entry(".config/glab-cli", "the token of GitLab"),
          Map.entry(".config/op", PASSWORDS),
          Map.entry(".config/github-copilot", "the token of GitHub Copilot"),
          Map.entry(".docker/config.json", "credentials of container registries"),
          Map.entry(".claude/.credentials.json", "the token of Claude Code"),
          Map.entry(".cursor/mcp.json", "the tokens of other MCP servers"),
          Map.entry(".codex/auth.json", "the token of Codex"),
          Map.entry(".gemini/oauth_creds.json", "the token of Gemini"),
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
          Map.entry("etc/sudoers", "who may become root"),
          Map.entry("etc/sudoers.d", "who may become root"),
          Map.entry("etc/ssh", "the keys of this machine"),
          Map.entry("ssl/private", "the keys of this machine"),
          Map.entry("etc/letsencrypt", "the keys of this machine"),
          Map.entry("etc/kubernetes", "the keys of a cluster"),
          Map.entry("system32/config", "the passwords of all users"));

  private SensitivePlaces() {}

  /** What is kept under a name, where another name stands before it; empty when nothing is. */
  static String of(String previous, String name) {
    String words = DIRECTORIES.getOrDefault(name, FILES.getOrDefault(name, ""));
    if (words.isEmpty() && !previous.isEmpty()) {
      words = PAIRS.getOrDefault(previous + "/" + name, "");
    }
    return words.isEmpty() && name.endsWith(".kdbx") ? PASSWORDS : words;
  }

  /** Whether a name is that of a file, wherever it lies. */
  static boolean isFile(String name) {
    return FILES.containsKey(name) || name.endsWith(".json") || name.endsWith(".kdbx");
  }
}
