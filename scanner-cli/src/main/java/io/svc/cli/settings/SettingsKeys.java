package io.svc.cli.settings;

import io.svc.cli.settings.SettingsKey.Scope;
import io.svc.report.CheckCatalog;
import io.svc.report.Renderers;
import io.svc.rules.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The table of all settings: keys and their options. To add an option to the settings files, add a
 * line here. The reader, schema, template, {@code config show} and documentation use this table.
 */
public final class SettingsKeys {
  /** Unlike other lists, the values of all files and of the command line are combined. */
  static final String RULE_DIRECTORIES = "rule_directories";

  private static final List<SettingsKey> ALL =
      List.of(
          SettingsKey.choice("format", "--format", Renderers.formats(), "json", "Output format.")
              .unless("-t"),
          SettingsKey.choice(
                  "severity_threshold",
                  "--severity-threshold",
                  severities(),
                  "info",
                  "Exit with 1 if a finding has this severity or higher.")
              .weakening(),
          SettingsKey.choice(
                  "min_confidence",
                  "--min-confidence",
                  List.of("low", "medium", "high"),
                  "low",
                  "Omit findings with lower confidence.")
              .weakening(),
          SettingsKey.flag(
              "fail_on_partial",
              "--fail-on-partial",
              "Exit with 2 if a server entry could not be read."),
          SettingsKey.choices(
                  "suppress",
                  "--suppress",
                  List.copyOf(CheckCatalog.findingTypes()),
                  "Finding types to exclude from the report and the exit code.")
              .weakening(),
          SettingsKey.flag(
              "show_suppressed",
              "--show-suppressed",
              "Include suppressed findings, marked as such; they are not counted."),
          SettingsKey.paths(
                  "paths",
                  "--config",
                  "Configuration files to scan instead of the discovered ones.")
              .onlyIn(Scope.PROJECT)
              .unless("PATH", "--diff", "--staged")
              .weakening(),
          SettingsKey.texts(
                  "exclude", "", "File patterns to exclude, unless specified on the command line.")
              .unless("--config")
              .weakening(),
          SettingsKey.size(
              "max_file_size",
              "--max-file-size",
              "16M",
              "Maximum file size; a larger file is an error."),
          SettingsKey.flag(
                  "no_instructions",
                  "--no-instructions",
                  "Don't scan instruction files and scripts of skills.")
              .weakening(),
          SettingsKey.path(
                  "baseline",
                  "--baseline",
                  ".svc/mcp-baseline.json",
                  "",
                  "Baseline file that scans compare with and that baseline create writes.")
              .onlyIn(Scope.PROJECT)
              .unless("--no-baseline"),
          SettingsKey.flag(
              "track_values",
              "--track-values",
              "Store a keyed hash of each value in baselines to detect changed values as drift."),
          SettingsKey.text(
                  "approved_by",
                  "--approved-by",
                  "\"Dana (security)\"",
                  "Approver of baselines; defaults to the current user.")
              .onlyIn(Scope.USER),
          SettingsKey.text(
              "org_id", "--org-id", "org_example", "Organization ID to include in reports."),
          SettingsKey.flag(
              "include_assets",
              "--include-assets",
              "Add the servers of each file to its report, with secrets masked."),
          SettingsKey.paths(
              RULE_DIRECTORIES,
              "",
              "Directories with custom rules, in addition to those of --rules."),
          SettingsKey.text(
                  "upload.url",
                  "--url",
                  "https://svc.example.com",
                  "Base address of the service that receives reports.")
              .onlyIn(Scope.USER),
          SettingsKey.path(
                  "upload.api_key_file",
                  "--api-key-file",
                  "",
                  "svc-api-key",
                  "File that contains only the API key of the service.")
              .onlyIn(Scope.USER)
              .unless("--api-key"));

  /** Names that are deliberately not settings, with the reasons. */
  private static final Map<String, String> UNSUPPORTED =
      Map.of(
          "exit_zero",
          "use the option --exit-zero on the command line instead",
          "quiet",
          "use the option --quiet on the command line instead",
          "output",
          "use the option --output on the command line instead");

  private SettingsKeys() {}

  /** Returns all keys in display order. */
  public static List<SettingsKey> all() {
    return ALL;
  }

  /** Returns why an expected name is not a setting; empty for other names. */
  static String rejectionReason(String name) {
    return UNSUPPORTED.getOrDefault(name, "");
  }

  private static List<String> severities() {
    List<String> labels = new ArrayList<>();
    for (Severity severity : Severity.values()) {
      labels.add(severity.label());
    }
    return labels;
  }
}
