package io.svc.cli.scan;

import io.svc.baseline.Baseline;
import io.svc.baseline.BaselineFile;
import io.svc.baseline.Baselines;
import io.svc.baseline.DriftDetector;
import io.svc.cli.console.Console;
import io.svc.cli.console.ExitCode;
import io.svc.cli.console.ProcessContext;
import io.svc.cli.console.UserErrorException;
import io.svc.cli.settings.Options;
import io.svc.cli.settings.SettingsNote;
import io.svc.cli.settings.SettingsSource;
import io.svc.cli.targets.ConfigFiles;
import io.svc.cli.targets.NamedEnvironmentFiles;
import io.svc.cli.targets.ScanTargetSelector;
import io.svc.cli.targets.ScanTargets;
import io.svc.report.CheckCatalog;
import io.svc.report.Renderer;
import io.svc.report.Terminal;
import io.svc.rules.Severity;
import io.svc.scanner.checks.Detectors;
import io.svc.scanner.client.FileKind;
import io.svc.scanner.detect.Detector;
import io.svc.scanner.redact.FoundSecret.Confidence;
import io.svc.scanner.scan.McpScanReport;
import io.svc.scanner.scan.ScanOutcome.Scanned;
import io.svc.scanner.scan.ScanRequest;
import io.svc.scanner.scan.ScanSettings;
import io.svc.scanner.scan.Scanner;
import io.svc.scanner.scan.SuppressionChecks;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** {@code svc-preflight scan}: scans files and reports findings. */
public final class ScanCommand {
  /** Findings that depend on several files of a project. */
  private static final Set<String> OF_SEVERAL_FILES =
      Set.of("server_name_collision", "server_name_confusable");

  private final ProcessContext surroundings;
  private final Console console;
  private final Options options;

  public ScanCommand(ProcessContext surroundings, Console console, Options options) {
    this.surroundings = surroundings;
    this.console = console;
    this.options = options;
  }

  public ExitCode run() {
    return options.has("--watch") ? new ScanWatcher(surroundings, console, options).run() : scan();
  }

  /** Returns the files that a scan reads: the targets, the settings and the baseline. */
  List<Path> inputs() {
    List<Path> inputs = new ArrayList<>();
    for (SettingsSource source : options.settings().sources()) {
      inputs.add(source.file());
    }
    baselinePath().ifPresent(inputs::add);
    // The scan itself reports the problem.
    Console silent = console.silent();
    ScanTargetSelector choice = new ScanTargetSelector(surroundings, silent, options);
    ConfigFiles files = new ConfigFiles(surroundings, silent, options);
    for (ScanRequest request : choice.targets(files, List.of()).requests()) {
      inputs.add(request.path());
    }
    return inputs;
  }

  /** Runs one scan. */
  ExitCode scan() {
    long start = System.nanoTime();
    ProjectReader project = new ProjectReader(surroundings, options.settings());
    ScanPlan plan = ScanPlan.of(surroundings, options);
    Outputs outputs = Outputs.of(surroundings, options, project.ofReports(plan.ownRules()));
    Severity threshold = options.severityThreshold();
    Optional<Confidence> minConfidence = options.minConfidence();
    Set<String> suppressed =
        options.texts("--suppress").isEmpty()
            ? Set.of()
            : options.suppressed(CheckCatalog.findingTypes());
    ScanTargetSelector choice = new ScanTargetSelector(surroundings, console, options);
    ConfigFiles files = new ConfigFiles(surroundings, console, options);
    List<Detector> detectors = new ArrayList<>(Detectors.standard());
    Optional<Path> path = baselinePath();
    Optional<DriftDetector> drift = Optional.empty();
    ScanTargets targets;
    if (path.isPresent()) {
      Baseline baseline = project.baseline(path.get());
      targets = choice.targets(files, project.approved(baseline));
      boolean isOnlyFile = configCount(targets.requests()) == 1;
      drift = Optional.of(project.driftDetector(baseline, path.get(), isOnlyFile));
      detectors.add(drift.get());
    } else {
      targets = choice.targets(files, List.of());
    }
    List<ScanRequest> requests = targets.requests();
    ScanSettings settings =
        targets.settings(
            plan.settings()
                .withDetectors(detectors)
                .withSuppressed(suppressed)
                .withOrgId(options.text("--org-id").orElse("")));
    // Before the scan, so that an unknown revision fails early.
    Optional<NewFindings> newFindings = newFindings(settings, requests);
    boolean includesAssets = options.has("--include-assets");
    boolean includesComponents = outputs.needInventory();
    NamedEnvironmentFiles environmentFiles =
        new NamedEnvironmentFiles(surroundings, targets.elsewhere().isEmpty());
    // No lambdas here: linking the first lambda delays a cold start.
    Function<Scanned, McpScanReport> toReport =
        new Function<>() {
          @Override
          public McpScanReport apply(Scanned file) {
            environmentFiles.add(file);
            return includesAssets
                ? project.withAssets(file)
                : includesComponents ? project.withComponents(file) : file.report();
          }
        };
    Scanner scanner = new Scanner(settings);
    List<McpScanReport> reports =
        files.scan(
            scanner, requests, toReport, surroundings.isInteractive() && !options.has("--quiet"));
    boolean isComplete = reports.size() == requests.size();
    environmentFiles.scan(scanner, requests, reports, toReport);
    ExitCode exitCode = isComplete && !targets.isIncomplete() ? ExitCode.CLEAN : ExitCode.ERROR;
    if (drift.isPresent() && targets.isWhole() && !options.has("--quiet")) {
      reportMissingFiles(Baselines.missingFiles(drift.get(), paths(requests)));
    }
    if (reports.isEmpty() && exitCode == ExitCode.ERROR) {
      return exitCode;
    }
    if (reports.isEmpty() && !options.has("--quiet")) {
      console.printMessage(choice.emptyReason());
    }
    boolean isFullScan = targets.isWhole() && !files.hasExcluded();
    filterReports(reports, newFindings, minConfidence);
    boolean printsDecisions = isComplete && newFindings.isEmpty() && !plan.suppressions().isEmpty();
    if (printsDecisions && !reports.isEmpty()) {
      McpScanReport first = reports.get(0);
      reports.set(
          0,
          first.withMore(
              SuppressionChecks.findings(
                  plan.suppressions(),
                  first,
                  project.ids(),
                  project.displayNames(requests),
                  isFullScan,
                  uncheckedTypes(suppressed, drift.isPresent(), isFullScan))));
    }
    if (!options.settings().isNone() && !options.has("--quiet")) {
      SettingsNote.of(options).ifPresent(console::printMessage);
    }
    hint(outputs);
    // An empty table would only be noise in a hook.
    boolean isSilent = reports.isEmpty() && options.has("--quiet");
    outputs.write(
        console,
        new Outputs.RenderableResult() {
          @Override
          public void renderWith(Renderer renderer, Terminal terminal, Writer out)
              throws IOException {
            if (!(isSilent && renderer.format().equals("table"))) {
              renderer.renderReports(reports, terminal, out);
            }
          }
        });
    summarize(outputs, reports, System.nanoTime() - start);
    return exitCode.worse(exitCodeOf(reports, threshold));
  }

  private Optional<NewFindings> newFindings(ScanSettings settings, List<ScanRequest> requests) {
    Optional<String> revision = options.text("--diff");
    return revision.isEmpty()
        ? Optional.empty()
        : Optional.of(NewFindings.since(revision.get(), surroundings, options, settings, requests));
  }

  private static void filterReports(
      List<McpScanReport> reports,
      Optional<NewFindings> newFindings,
      Optional<Confidence> minConfidence) {
    for (int i = 0; i < reports.size(); i++) {
      if (newFindings.isPresent()) {
        reports.set(i, newFindings.get().of(reports.get(i)));
      }
      if (minConfidence.isPresent()) {
        reports.set(i, HighConfidenceFindings.of(reports.get(i), minConfidence.get()));
      }
    }
  }

  /** A suppression of findings that this run could not detect does not count as unused. */
  private static Set<String> uncheckedTypes(
      Set<String> suppressed, boolean hasBaseline, boolean isFullScan) {
    Set<String> types = new TreeSet<>(suppressed);
    if (!hasBaseline) {
      types.add(DriftDetector.CHECK.findingType());
    }
    if (!isFullScan) {
      types.addAll(OF_SEVERAL_FILES);
    }
    return types;
  }

  private static int configCount(List<ScanRequest> requests) {
    int count = 0;
    for (ScanRequest request : requests) {
      count += request.kind() == FileKind.ENVIRONMENT_FILE ? 0 : 1;
    }
    return count;
  }

  private static List<String> paths(List<ScanRequest> requests) {
    List<String> paths = new ArrayList<>();
    for (ScanRequest request : requests) {
      paths.add(request.path().toString());
    }
    return paths;
  }

  /** JSON is for programs; on a terminal, recommend a readable format. */
  private void hint(Outputs outputs) {
    boolean isPlainJson = options.texts("--format").isEmpty() && !options.has("-t");
    if (surroundings.isOutTerminal()
        && isPlainJson
        && outputs.onStandardOutput().isPresent()
        && !options.has("--quiet")) {
      console.printMessage("hint: output is JSON; use -t to print a table");
    }
  }

  /** Printed if no report is on the terminal, or only one for programs. */
  private void summarize(Outputs outputs, List<McpScanReport> reports, long nanos) {
    boolean isSeen =
        surroundings.isOutTerminal()
            && outputs.onStandardOutput().filter("table"::equals).isPresent();
    if (surroundings.isErrTerminal() && !isSeen && !options.has("--quiet")) {
      console.printMessage(RunSummary.of(reports, nanos));
    }
  }

  /** An approved file that is gone has no report of its own. */
  private void reportMissingFiles(List<Baseline.ConfigFile> missing) {
    for (Baseline.ConfigFile file : missing) {
      console.printMessage(
          "warning: approved file "
              + file.configPath()
              + " no longer exists; see svc-preflight baseline diff");
    }
  }

  private ExitCode exitCodeOf(List<McpScanReport> reports, Severity threshold) {
    boolean failsOnPartial = options.has("--fail-on-partial");
    boolean failsOnFindings = !options.has("--exit-zero");
    ExitCode exitCode = ExitCode.CLEAN;
    for (McpScanReport report : reports) {
      if (failsOnFindings && report.reaches(threshold)) {
        exitCode = exitCode.worse(ExitCode.FINDINGS);
      }
      if (failsOnPartial && report.status() == McpScanReport.Status.PARTIAL) {
        console.error("config file was scanned only partially: " + report.configPath());
        exitCode = ExitCode.ERROR;
      }
    }
    return exitCode;
  }

  /** Returns the baseline to compare with; empty if there is none or it is disabled. */
  private Optional<Path> baselinePath() {
    Optional<Path> requestedPath = options.path("--baseline");
    if (options.has("--no-baseline")) {
      if (requestedPath.isPresent()) {
        throw new UserErrorException("--baseline and --no-baseline cannot be combined");
      }
      return Optional.empty();
    }
    Path path = surroundings.resolve(requestedPath.orElse(BaselineFile.DEFAULT));
    return requestedPath.isEmpty() && !Files.exists(path) ? Optional.empty() : Optional.of(path);
  }
}
