package io.svc.cli;

import static io.svc.cli.CommandTree.flag;
import static io.svc.cli.CommandTree.option;
import static io.svc.cli.CommandTree.options;

import io.svc.baseline.Baseline;
import io.svc.baseline.BaselineFile;
import io.svc.baseline.Baselines;
import io.svc.baseline.DriftDetector;
import io.svc.report.Renderer;
import io.svc.report.Renderers;
import io.svc.report.Terminal;
import io.svc.rules.Severity;
import io.svc.scanner.detect.Detector;
import io.svc.scanner.detect.Detectors;
import io.svc.scanner.scan.McpScanReport;
import io.svc.scanner.scan.ScanRequest;
import io.svc.scanner.scan.Scanner;
import io.svc.scanner.scan.SuppressionChecks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.Model.CommandSpec;

/** {@code svc-preflight scan}: scans files and reports findings. */
final class ScanCommand {
  /** What a file is found to have because of the files beside it. */
  private static final Set<String> OF_SEVERAL_FILES =
      Set.of("server_name_collision", "server_name_confusable");

  private final Surroundings surroundings;
  private final Console console;
  private final Options options;

  ScanCommand(Surroundings surroundings, Console console, Options options) {
    this.surroundings = surroundings;
    this.console = console;
    this.options = options;
  }

  static CommandSpec spec() {
    CommandSpec spec = CommandTree.command("scan");
    spec.usageMessage()
        .description("Scans MCP config files and reports findings.")
        .footer(Help.SCAN);
    CommandTree.addFileOptions(spec);
    CommandTree.addFormatOptions(spec);
    spec.addOption(
        option("PATH", "Write the report to a file. Default: standard output.", "--output", "-o"));
    spec.addOption(
        option(
            "PATH",
            "Approved baseline to compare with. Default: .svc/mcp-baseline.json where it exists.",
            "--baseline"));
    spec.addOption(flag("Compare with no baseline.", "--no-baseline"));
    spec.addOption(
        option(
            "LEVEL",
            "info, low, medium, high or critical: exit 1 if a finding is as bad or worse. Default: info.",
            "--severity-threshold"));
    spec.addOption(
        options(
            "FINDING_TYPE",
            "Leave findings of a type out of report and exit code; may be repeated.",
            "--suppress"));
    spec.addOption(
        flag("List suppressed findings too, marked; they are never counted.", "--show-suppressed"));
    CommandTree.addRuleOptions(spec);
    spec.addOption(option("ORG_ID", "Organisation to name in the report.", "--org-id"));
    spec.addOption(
        flag(
            "Put the servers of each file, secrets masked, under extensions.assets of its report.",
            "--include-assets"));
    spec.addOption(
        flag("Print only errors on standard error, neither hints nor warnings.", "--quiet", "-q"));
    return spec;
  }

  ExitCode run() {
    Renderer renderer = Renderers.ofFormat(options.format()).orElseThrow();
    Severity threshold = options.severityThreshold();
    ProjectReader project = new ProjectReader(surroundings);
    List<Detector> detectors = new ArrayList<>(Detectors.standard());
    Set<String> suppressed =
        options.texts("--suppress").isEmpty()
            ? Set.of()
            : options.suppressed(KnownChecks.findingTypes());
    ConfigFiles files = new ConfigFiles(surroundings, console);
    List<Path> given = options.paths("--config");
    Optional<Path> path = baselinePath();
    Optional<DriftDetector> drift = Optional.empty();
    List<ScanRequest> requests;
    if (path.isPresent()) {
      Baseline baseline = project.baseline(path.get());
      requests = files.requests(given, options.source(), project.approved(baseline));
      drift = Optional.of(project.driftDetector(baseline, path.get(), requests.size() == 1));
      detectors.add(drift.get());
    } else {
      requests = files.requests(given, options.source());
    }
    ScanPlan plan = ScanPlan.of(surroundings, options);
    Scanner scanner =
        new Scanner(
            plan.settings()
                .withDetectors(detectors)
                .withSuppressed(suppressed)
                .withOrgId(options.text("--org-id").orElse("")));
    boolean includesAssets = options.has("--include-assets");
    List<McpScanReport> reports =
        files.scan(
            scanner, requests, file -> includesAssets ? project.withAssets(file) : file.report());
    ExitCode exitCode = reports.size() < requests.size() ? ExitCode.ERROR : ExitCode.CLEAN;
    if (drift.isPresent() && given.isEmpty() && !options.has("--quiet")) {
      tellOfMissingFiles(Baselines.missingFiles(drift.get(), paths(requests)));
    }
    if (reports.isEmpty()) {
      return exitCode;
    }
    if (reports.size() == requests.size() && !plan.suppressions().isEmpty()) {
      McpScanReport first = reports.get(0);
      reports.set(
          0,
          first.withMore(
              SuppressionChecks.findings(
                  plan.suppressions(),
                  first,
                  project.ids(),
                  project.displayNames(requests),
                  given.isEmpty(),
                  notLookedFor(suppressed, drift.isPresent(), given.isEmpty()))));
    }
    Optional<Path> output = options.path("--output");
    hint(output);
    Terminal terminal =
        new Terminal(surroundings.width(), surroundings.wantsColor() && output.isEmpty());
    console.render(
        out -> renderer.renderReports(reports, terminal, out), output.map(surroundings::resolve));
    for (McpScanReport report : reports) {
      if (report.reaches(threshold)) {
        exitCode = exitCode.worse(ExitCode.FINDINGS);
      }
    }
    return exitCode;
  }

  /** A decision about what this run could not see is not unused. */
  private static Set<String> notLookedFor(
      Set<String> suppressed, boolean hasBaseline, boolean isWhole) {
    Set<String> types = new TreeSet<>(suppressed);
    if (!hasBaseline) {
      types.add(DriftDetector.CHECK.findingType());
    }
    if (!isWhole) {
      types.addAll(OF_SEVERAL_FILES);
    }
    return types;
  }

  private static List<String> paths(List<ScanRequest> requests) {
    List<String> paths = new ArrayList<>();
    for (ScanRequest request : requests) {
      paths.add(request.path().toString());
    }
    return paths;
  }

  /** JSON is for machines; a person who sees it should know that there is something better. */
  private void hint(Optional<Path> output) {
    boolean isPlainJson = options.text("--format").isEmpty() && !options.has("-t");
    if (surroundings.isOutTerminal()
        && output.isEmpty()
        && isPlainJson
        && !options.has("--quiet")) {
      console.tell("hint: this is JSON for machines; -t prints a table for people");
    }
  }

  /** An approved file that is gone has no report in which it could be told. */
  private void tellOfMissingFiles(List<Baseline.ConfigFile> missing) {
    for (Baseline.ConfigFile file : missing) {
      console.tell(
          "warning: approved file "
              + file.configPath()
              + " is gone; see svc-preflight baseline diff");
    }
  }

  /** The baseline to compare with; empty when there is none or none is wanted. */
  private Optional<Path> baselinePath() {
    Optional<Path> given = options.path("--baseline");
    if (options.has("--no-baseline")) {
      if (given.isPresent()) {
        throw new UserErrorException("--baseline and --no-baseline exclude each other");
      }
      return Optional.empty();
    }
    Path path = surroundings.resolve(given.orElse(BaselineFile.DEFAULT));
    return given.isEmpty() && !Files.exists(path) ? Optional.empty() : Optional.of(path);
  }
}
