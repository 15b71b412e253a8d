package io.svc.cli.scan;

import static io.svc.cli.console.CommandSpecs.flag;
import static io.svc.cli.console.CommandSpecs.option;
import static io.svc.cli.console.CommandSpecs.options;

import io.svc.cli.console.CommandSpecs;
import io.svc.cli.settings.Settings;
import io.svc.rules.WordBlock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;

/** The options of {@code svc-preflight scan}. */
public final class ScanSpec {
  private ScanSpec() {}

  public static CommandSpec spec() {
    CommandSpec spec = CommandSpecs.command("scan");
    spec.usageMessage()
        .description("Scans MCP config files and reports findings.")
        .footer(
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
            "  svc-preflight scan --config mcp.json --source vscode --no-baseline -t");
    spec.addPositional(
        CommandSpecs.positionals(
            "PATH",
            "Config file, or directory to search for the files of all clients; - is standard"
                + " input. Default: all files that clients have on this machine and in this"
                + " project."));
    CommandSpecs.addFileOptions(spec);
    addWhatIsScanned(spec);
    CommandSpecs.addFormatOptions(spec);
    spec.addOption(
        option("PATH", "Write the report to a file. Default: standard output.", "--output", "-o"));
    addComparison(spec);
    addWhatCounts(spec);
    CommandSpecs.addRuleOptions(spec);
    Settings.addOptions(spec);
    spec.addOption(option("ORG_ID", "Organisation to name in the report.", "--org-id"));
    spec.addOption(
        flag(
            "Put the servers of each file and what they fetch and reach, secrets masked, under"
                + " extensions.assets and extensions.components of its report.",
            "--include-assets",
            "--inventory"));
    spec.addOption(
        flag("Print only errors on standard error, neither hints nor warnings.", "--quiet", "-q"));
    return spec;
  }

  private static void addWhatIsScanned(CommandSpec spec) {
    spec.addOption(
        flag("Skip PATHs that no client has; having none left is no error.", "--only-config"));
    spec.addOption(flag("Search files that .gitignore names, too.", "--no-ignore"));
    spec.addOption(
        flag("Scan again whenever a file changes that was scanned, until interrupted.", "--watch"));
    spec.addOption(flag("Scan what the next commit changes, as git's index has it.", "--staged"));
    spec.addOption(option("PATH", "What standard input is to be called.", "--stdin-name"));
  }

  private static void addComparison(CommandSpec spec) {
    spec.addOption(
        option(
            "REV", "Report only findings that a revision of the git repository lacks.", "--diff"));
    spec.addOption(
        option(
            "PATH",
            "Approved baseline to compare with. Default: .svc/mcp-baseline.json where it exists.",
            "--baseline"));
    spec.addOption(flag("Compare with no baseline.", "--no-baseline"));
  }

  private static void addWhatCounts(CommandSpec spec) {
    spec.addOption(
        option(
            "LEVEL",
            "info, low, medium, high or critical: exit 1 if a finding is as bad or worse. Default: info.",
            "--severity-threshold"));
    spec.addOption(
        option(
            "LEVEL",
            "low, medium or high: leave out findings that are less sure. Default: low.",
            "--min-confidence"));
    spec.addOption(
        options(
            "FINDING_TYPE",
            "Leave findings of a type out of report and exit code; may be repeated.",
            "--suppress"));
    spec.addOption(
        flag("List suppressed findings too, marked; they are never counted.", "--show-suppressed"));
    spec.addOption(
        flag("Exit 2 if an entry of a file could not be read as a server.", "--fail-on-partial"));
    spec.addOption(flag("Exit 0 in spite of findings; errors still exit 2.", "--exit-zero"));
  }

  /** The headings that help puts the options under; what has none of them comes last. */
  public static Map<String, List<String>> headings() {
    Map<String, List<String>> headings = new LinkedHashMap<>();
    headings.put(
        "What is scanned",
        WordBlock.list(
            """
            --config --staged --watch --stdin-name --only-config --no-ignore --source
            --max-file-size"""));
    headings.put("Where the report goes", List.of("--format", "-t", "--output"));
    headings.put("What it is compared with", List.of("--diff", "--baseline", "--no-baseline"));
    headings.put(
        "What counts",
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
