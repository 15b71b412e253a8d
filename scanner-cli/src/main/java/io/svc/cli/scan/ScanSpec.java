package io.svc.cli.scan;

import static io.svc.cli.console.CommandOption.flag;
import static io.svc.cli.console.CommandOption.repeatable;
import static io.svc.cli.console.CommandOption.single;

import io.svc.cli.console.CommandOption;
import io.svc.cli.console.CommandSpecs;
import io.svc.cli.settings.Settings;
import io.svc.rules.WordListParser;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;

/** The options of {@code svc-preflight scan}. */
public final class ScanSpec {
  /** Label of the positional parameters. */
  public static final String PATH = "PATH";

  private ScanSpec() {}

  public static CommandSpec spec() {
    CommandSpec spec = CommandSpecs.command("scan");
    spec.usageMessage()
        .description("Scans MCP configuration files and reports findings.")
        .footer(
            "",
            "A single file produces one report. Several files produce a JSON array of reports, in"
                + " file",
            "order; a single report is not wrapped in an array. Environment files that servers"
                + " receive,",
            "and those that Git tracks next to a configuration, have their own reports. Directory",
            "searches skip files that .gitignore excludes. If no configuration file is found, the"
                + " scan",
            "ends with exit code 2.",
            "",
            "Exit codes:",
            "  0  no finding at or above the threshold",
            "  1  at least one finding at or above the threshold",
            "  2  a file was not found or could not be read, or an option is invalid",
            "",
            "Examples:",
            "  svc-preflight scan .cursor/mcp.json -t",
            "  svc-preflight scan . --format json=report.json --format markdown",
            "  svc-preflight scan --severity-threshold high --suppress unpinned_package",
            "  svc-preflight scan --staged --diff HEAD",
            "  svc-preflight scan --config mcp.json --source vscode --no-baseline -t");
    spec.addPositional(
        CommandSpecs.positionals(
            PATH,
            "Configuration file, or directory to search for client configuration files; - reads"
                + " standard input. Default: all client configuration files on this machine and in"
                + " this project."));
    CommandSpecs.add(spec, options());
    return spec;
  }

  /** Returns the options in the order of the help. */
  public static List<CommandOption> options() {
    List<CommandOption> options = new ArrayList<>(CommandSpecs.fileOptions());
    addTargetOptions(options);
    options.addAll(CommandSpecs.formatOptions());
    options.add(
        single("PATH", "Write the report to a file. Default: standard output.", "--output", "-o"));
    addComparison(options);
    addThresholdOptions(options);
    options.add(CommandSpecs.rules());
    options.addAll(Settings.options());
    options.add(single("ORG_ID", "Organization ID to include in the report.", "--org-id"));
    options.add(
        flag(
            "List each file's servers in extensions.assets, and their packages and addresses in"
                + " extensions.components, with secrets masked.",
            "--include-assets",
            "--inventory"));
    options.add(
        flag("Suppress hints and warnings; print only errors to standard error.", "--quiet", "-q"));
    return options;
  }

  private static void addTargetOptions(List<CommandOption> options) {
    options.add(
        flag(
            "Skip PATHs that are not client configuration files; no remaining files is not an"
                + " error.",
            "--only-config"));
    options.add(flag("Also scan files that .gitignore excludes.", "--no-ignore"));
    options.add(
        flag(
            "Don't scan instruction files, such as CLAUDE.md, and scripts of skills, unless they"
                + " are specified.",
            "--no-instructions"));
    options.add(flag("Rescan when a scanned file changes, until interrupted.", "--watch"));
    options.add(
        flag("Scan the files staged for the next commit, with their staged content.", "--staged"));
    options.add(single("PATH", "File name to use for standard input.", "--stdin-name"));
  }

  private static void addComparison(List<CommandOption> options) {
    options.add(
        single("REV", "Report only findings that are new since this Git revision.", "--diff"));
    options.add(
        single(
            "PATH",
            "Baseline file to compare with. Default: .svc/mcp-baseline.json, if it exists.",
            "--baseline"));
    options.add(flag("Don't compare with a baseline.", "--no-baseline"));
  }

  private static void addThresholdOptions(List<CommandOption> options) {
    options.add(
        single(
            "LEVEL",
            "info, low, medium, high or critical: exit with 1 if a finding has this severity or"
                + " higher. Default: info.",
            "--severity-threshold"));
    options.add(
        single(
            "LEVEL",
            "low, medium or high: omit findings with lower confidence. Default: low.",
            "--min-confidence"));
    options.add(
        repeatable(
            "FINDING_TYPE",
            "Exclude findings of this type from the report and the exit code; repeatable.",
            "--suppress"));
    options.add(
        flag(
            "Include suppressed findings, marked as such; they are not counted.",
            "--show-suppressed"));
    options.add(flag("Exit with 2 if a server entry could not be read.", "--fail-on-partial"));
    options.add(
        flag("Exit with 0 even if there are findings; errors still exit with 2.", "--exit-zero"));
  }

  /** Returns the headings for the options in the help; options without a heading are last. */
  public static Map<String, List<String>> headings() {
    Map<String, List<String>> headings = new LinkedHashMap<>();
    headings.put(
        "Input",
        WordListParser.list(
            """
            --config --staged --watch --stdin-name --only-config --no-ignore --no-instructions
            --source --max-file-size\
            """));
    headings.put("Output", List.of("--format", "-t", "--output"));
    headings.put("Comparison", List.of("--diff", "--baseline", "--no-baseline"));
    headings.put(
        "Filtering and exit code",
        List.of(
            "--severity-threshold",
            "--min-confidence",
            "--suppress",
            "--show-suppressed",
            "--fail-on-partial",
            "--exit-zero"));
    return headings;
  }
}
