package io.svc.cli.settings;

import io.svc.cli.settings.SettingsKey.Scope;
import io.svc.report.KnownChecks;
import io.svc.report.Renderers;
import io.svc.rules.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The table of all settings: a key and the option for which it answers. An option joins the
 * settings files by a line here; reader, schema, template, {@code config show} and documents
 * follow.
 */
public final class SettingsKeys {
  /** Unlike other lists, those of all files count, and those of the command line. */
  static final String RULE_DIRECTORIES = "rule_directories";

  private static final List<SettingsKey> ALL =
      List.of(
          SettingsKey.choice(
                  "format", "--format", Renderers.formats(), "json", "How results are written.")
              .unless("-t"),
          SettingsKey.choice(
                  "severity_threshold",
                  "--severity-threshold",
                  severities(),
                  "info",
                  "The exit code is 1 if a finding is as bad or worse.")
              .lessening(),
          SettingsKey.choice(
                  "min_confidence",
                  "--min-confidence",
                  List.of("low", "medium", "high"),
                  "low",
                  "Findings that are less sure are left out.")
              .lessening(),
          SettingsKey.flag(
              "fail_on_partial",
              "--fail-on-partial",
              "Exit with 2 when an entry of a file could not be read as a server."),
          SettingsKey.choices(
                  "suppress",
                  "--suppress",
                  List.copyOf(KnownChecks.findingTypes()),
                  "Finding types to leave out of report and exit code.")
              .lessening(),
          SettingsKey.flag(
              "show_suppressed",
              "--show-suppressed",
              "List suppressed findings too, marked and never counted."),
          SettingsKey.paths("paths", "--config", "Config files to scan instead of discovered ones.")
              .onlyIn(Scope.PROJECT)
              .unless("PATH", "--diff", "--staged")
              .lessening(),
          SettingsKey.texts(
                  "exclude",
                  "",
                  "Patterns of files to leave out, unless the command line names them.")
              .unless("--config")
              .lessening(),
          SettingsKey.size(
              "max_file_size",
              "--max-file-size",
              "16M",
              "Largest file to read; a larger one is an error."),
          SettingsKey.path(
                  "baseline",
                  "--baseline",
                  ".svc/mcp-baseline.json",
                  "",
                  "Approved baseline to compare with, and where baseline create writes it.")
              .onlyIn(Scope.PROJECT)
              .unless("--no-baseline"),
          SettingsKey.flag(
              "track_values",
              "--track-values",
              "Let baselines hold a keyed hash of each value, so that a changed one is drift."),
          SettingsKey.text(
                  "approved_by",
                  "--approved-by",
                  "\"Dana (security)\"",
                  "Who approves baselines; the current user where nothing is said.")
              .onlyIn(Scope.USER),
          SettingsKey.text("org_id", "--org-id", "org_example", "Organisation to name in reports."),
          SettingsKey.flag(
              "include_assets",
              "--include-assets",
              "Put the servers of each file, secrets masked, into its report."),
          SettingsKey.paths(
              RULE_DIRECTORIES, "", "Directories with rules of your own, beside those of --rules."),
          SettingsKey.text(
                  "upload.url",
                  "--url",
                  "https://svc.example.com",
                  "Base address of the service that reports are sent to.")
              .onlyIn(Scope.USER),
          SettingsKey.path(
                  "upload.api_key_file",
                  "--api-key-file",
                  "",
                  "svc-api-key",
                  "File that holds the key of the service, and nothing else.")
              .onlyIn(Scope.USER)
              .unless("--api-key"));

  /** What nobody finds in the table, and why not. */
  private static final Map<String, String> REFUSED =
      Map.of(
          "exit_zero",
          "a file cannot switch the exit code off; say so to the run that needs it",
          "quiet",
          "a file cannot silence warnings; say so to the run that needs it",
          "output",
          "where a report goes is for each run to say, with --output");

  private SettingsKeys() {}

  /** All keys, in the order in which they are shown. */
  public static List<SettingsKey> all() {
    return ALL;
  }

  /** Why a key that somebody may expect is none; empty for a key that nobody would. */
  static String whyRefused(String name) {
    return REFUSED.getOrDefault(name, "");
  }

  private static List<String> severities() {
    List<String> labels = new ArrayList<>();
    for (Severity severity : Severity.values()) {
      labels.add(severity.label());
    }
    return labels;
  }
}
