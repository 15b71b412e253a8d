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
  };

  static final String[] SCAN = {
    "",
    "One file gives one report. Several files give a JSON array of reports, in the order of the",
    "files; a single report is never in an array.",
    "",
    "Exit codes:",
    "  0  no finding at or above the threshold",
    "  1  at least one finding at or above the threshold",
    "  2  a file was not found or could not be read, or an option is wrong",
    "",
    "Examples:",
    "  svc-preflight scan --config .cursor/mcp.json",
    "  svc-preflight scan --config .mcp.json --format markdown --output report.md",
    "  svc-preflight scan --severity-threshold high --suppress unpinned_package",
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

  static final String[] SUPPRESS = {
    "",
    "The entry is added to .svc/preflight.yaml, where it is reviewed like any other change. An",
    "expired entry suppresses nothing and is told, and so is one that nothing needs any more.",
    "",
    "Examples:",
    "  svc-preflight suppress 3f2a9c1d --reason \"loopback proxy of the build machine\"",
    "  svc-preflight suppress 3f2a9c1d --reason \"until the new key\" --expires 2027-01-31",
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

  private Help() {}
}
