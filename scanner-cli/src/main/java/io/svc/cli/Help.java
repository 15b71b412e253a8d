package io.svc.cli;

/** What stands under the options in the help of each command. */
final class Help {
  static final String[] ROOT = {
    "",
    "Examples:",
    "  svc-preflight scan                        scan every client's files on this machine",
    "  svc-preflight scan --config .mcp.json -t  scan one file and print a table",
    "  svc-preflight baseline create             approve the configuration as it is",
    "  svc-preflight baseline diff               show what has changed since",
    "  svc-preflight rules show unpinned_package explain a finding",
    "  svc-preflight fix --config .mcp.json      show what can be mended, as a diff",
    "  svc-preflight clients                     list clients and their files",
    "  svc-preflight hook install                scan whatever is about to be committed",
  };

  static final String[] SCAN = {
    "",
    "One file gives one report. Several files give a JSON array of reports, in the order of the",
    "files; a single report is never in an array. A directory is searched without what .gitignore",
    "names. Having found no file is an error, so that it does not look like having found no fault.",
    "",
    "Exit codes:",
    "  0  no finding at or above the threshold",
    "  1  at least one finding at or above the threshold",
    "  2  a file was not found or could not be read, or an option is wrong",
    "",
    "Examples:",
    "  svc-preflight scan .cursor/mcp.json -t",
    "  svc-preflight scan . --format json=report.json --format markdown",
    "  svc-preflight scan --severity-threshold high --suppress unpinned_package",
    "  svc-preflight scan --staged --diff HEAD",
    "  svc-preflight scan --config mcp.json --source vscode --no-baseline -t",
  };

  static final String[] RULES = {
    "",
    "Rules of your own are files in directories that you name with --rules, or stand in the",
    "project's .svc/preflight.yaml. A rule that cannot be used ends a scan with exit code 2.",
    "",
    "Examples:",
    "  svc-preflight rules list",
    "  svc-preflight rules show secrets/github-pat",
    "  svc-preflight rules test --rules examples/rules",
  };

  static final String[] FIX = {
    "",
    "Moves literal secrets into references in the client's own syntax, and pins packages and"
        + " images",
    "to versions that you name or that a lock file beside the config has. Prints a unified diff"
        + " and",
    "writes nothing, unless --write is given. Secrets are masked in the diff, so it is for people",
    "and not for patch. Nothing is asked of any registry.",
    "",
    "Exit codes:",
    "  0  nothing to mend, or all of it is written",
    "  1  something can be mended and is not written, or cannot be mended",
    "  2  a file was not found or could not be read or written, or an option is wrong",
    "",
    "Examples:",
    "  svc-preflight fix --config .mcp.json",
    "  svc-preflight fix --config .mcp.json --write --env-file .env",
    "  svc-preflight fix --only unpinned_package --pin @playwright/mcp=0.0.41 --write",
    "  svc-preflight fix --check",
  };

  static final String[] SUPPRESS = {
    "",
    "The entry is added to .svc/preflight.yaml, where it is reviewed like any other change. An",
    "expired entry suppresses nothing and is told, and so is one that nothing needs any more.",
    "",
    "Examples:",
    "  svc-preflight suppress 3f2a9c1d --reason \"loopback proxy of the build machine\"",
    "  svc-preflight suppress 3f2a9c1d --reason \"until the new key\" --expires 2027-01-31",
  };

  static final String[] UPLOAD = {
    "",
    "Each report is sent by itself, and again where the service or the way to it fails for a",
    "while; the service knows a report that it has. HTTPS_PROXY, NO_PROXY and SSL_CERT_FILE are",
    "heeded as other tools do. The report says what the scan said: masked values, never secrets.",
    "",
    "Exit codes: 0 every report is with the service, 2 one is not.",
    "",
    "Examples:",
    "  svc-preflight scan --include-assets --org-id org_acme --output report.json",
    "  svc-preflight upload report.json --url https://svc.example.com --api-key-file ~/.svc-key",
    "  svc-preflight scan --inventory | svc-preflight upload - --org-id org_acme",
  };

  static final String[] INIT = {
    "",
    "Nothing is decided by the file as it is written: uncomment what you mean to change.",
    "",
    "Examples:",
    "  svc-preflight init",
    "  svc-preflight init --user",
    "  svc-preflight init --stdout",
  };

  static final String[] CONFIG_SHOW = {
    "",
    "Examples:",
    "  svc-preflight config show",
    "  svc-preflight config show --severity-threshold high",
    "  svc-preflight config show --format json",
  };

  static final String[] BASELINE_CREATE = {
    "",
    "Values of environment variables and headers are never stored. With --track-values a keyed",
    "hash of each is, so that a changed value shows; the key is written beside the baseline with",
    "owner-only permission and belongs in no repository.",
    "",
    "Examples:",
    "  svc-preflight baseline create",
    "  svc-preflight baseline create --config .mcp.json --approved-by \"Dana (security)\"",
  };

  static final String[] BASELINE_DIFF = {
    "",
    "Exit codes: 0 no drift, 1 drift, 2 a file was not found or could not be read.",
    "",
    "Examples:",
    "  svc-preflight baseline diff",
    "  svc-preflight baseline diff --config .mcp.json --format markdown",
  };

  static final String[] CLIENTS = {
    "",
    "A file is readable, partial when some of its entries could not be read, or broken. The JSON is",
    "described by docs/schema/mcp-clients.schema.json.",
    "",
    "Examples:",
    "  svc-preflight clients",
    "  svc-preflight clients --all",
    "  svc-preflight clients --format json",
  };

  static final String[] DOCTOR = {
    "",
    "Each line begins with ok, warn or fail. What fails would end a scan with exit code 2: a file",
    "that cannot be read. Nothing is changed.",
    "",
    "Exit codes: 0 nothing fails, 1 something fails, 2 there is no telling.",
    "",
    "Examples:",
    "  svc-preflight doctor",
  };

  static final String[] HOOK = {
    "",
    "The hook is lines of shell between two marks in the repository's pre-commit hook, where",
    "core.hooksPath says. It runs svc-preflight scan --staged in front of a hook that is there",
    "already, which stays as it was. git commit --no-verify passes over all hooks.",
    "",
    "Examples:",
    "  svc-preflight hook install",
    "  svc-preflight hook install --severity-threshold medium",
    "  svc-preflight hook status",
    "  svc-preflight hook uninstall",
  };

  static final String[] HELP = {
    "", "Examples:", "  svc-preflight help scan", "  svc-preflight help baseline create",
  };

  static final String[] COMPLETION = {
    "",
    "Examples:",
    "  svc-preflight completion bash > ~/.local/share/bash-completion/completions/svc-preflight",
    "  svc-preflight completion zsh > ~/.zfunc/_svc-preflight",
    "  svc-preflight completion fish > ~/.config/fish/completions/svc-preflight.fish",
  };

  static final String[] MAN = {
    "", "Examples:", "  svc-preflight man > svc-preflight.1", "  svc-preflight man | man -l -",
  };

  private Help() {}
}
