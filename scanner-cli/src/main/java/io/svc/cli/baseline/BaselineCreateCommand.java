package io.svc.cli.baseline;

import static io.svc.cli.console.CommandSpecs.flag;
import static io.svc.cli.console.CommandSpecs.option;

import io.svc.baseline.AssetReader;
import io.svc.baseline.Baseline;
import io.svc.baseline.BaselineDiff;
import io.svc.baseline.BaselineException;
import io.svc.baseline.BaselineFile;
import io.svc.baseline.Baselines;
import io.svc.baseline.ValueHasher;
import io.svc.cli.console.AtomicFile;
import io.svc.cli.console.CommandSpecs;
import io.svc.cli.console.Console;
import io.svc.cli.console.ExitCode;
import io.svc.cli.console.ProcessContext;
import io.svc.cli.console.TerminalSanitizer;
import io.svc.cli.console.UserErrorException;
import io.svc.cli.scan.ProjectReader;
import io.svc.cli.settings.Options;
import io.svc.cli.settings.Settings;
import io.svc.cli.targets.ConfigFiles;
import io.svc.rules.files.FileErrorText;
import io.svc.scanner.scan.ScanOutcome.Scanned;
import io.svc.scanner.scan.ScanRequest;
import io.svc.scanner.scan.Scanner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** {@code svc-preflight baseline create}: approves the current configuration. */
public final class BaselineCreateCommand {
  private final ProcessContext surroundings;
  private final Console console;
  private final Options options;

  public BaselineCreateCommand(ProcessContext surroundings, Console console, Options options) {
    this.surroundings = surroundings;
    this.console = console;
    this.options = options;
  }

  public static CommandSpec spec() {
    CommandSpec spec = CommandSpecs.command("create");
    spec.usageMessage()
        .description("Writes a baseline of the current configuration.")
        .footer(
            "",
            "The values of environment variables and headers are never stored. --track-values"
                + " stores a keyed",
            "hash of each value to detect changes. The key is stored in a file next to the"
                + " baseline that",
            "only its owner can read. Do not commit the key file.",
            "",
            "Examples:",
            "  svc-preflight baseline create",
            "  svc-preflight baseline create --config .mcp.json --approved-by \"Dana (security)\"");
    CommandSpecs.add(spec, CommandSpecs.fileOptions());
    CommandSpecs.add(spec, Settings.options());
    spec.addOption(
        option(
            "PATH",
            "Output file; an existing file is replaced. Default: .svc/mcp-baseline.json.",
            "--output",
            "-o"));
    spec.addOption(
        option("WHO", "Name of the approver. Default: the current user.", "--approved-by"));
    spec.addOption(
        flag(
            "Store a keyed hash of each value to detect changed values as drift.",
            "--track-values"));
    spec.addOption(flag("Print only errors.", "--quiet", "-q"));
    return spec;
  }

  public ExitCode run() {
    String approvedBy = options.text("--approved-by").orElse(surroundings.user());
    Path output = surroundings.resolve(output());
    ProjectReader project = new ProjectReader(surroundings, options.settings());
    // Findings are not needed, only the servers.
    Scanner scanner = new Scanner(project.settings(options).withDetectors(List.of()));
    ConfigFiles files = new ConfigFiles(surroundings, console, options);
    List<ScanRequest> requests = files.requests(options.paths("--config"), options.source());
    List<Scanned> scanned = files.scan(scanner, requests, file -> file);
    if (scanned.size() < requests.size()) {
      console.error("baseline not written: a configuration file could not be read");
      return ExitCode.ERROR;
    }
    Optional<Baseline> previous = previous(output);
    Baseline baseline =
        Baselines.create(
            scanned, previous, approvedBy, surroundings.clock().instant(), reader(project, output));
    AtomicFile.write(output, BaselineFile.toJson(baseline));
    if (!baseline.rejected().isEmpty()) {
      warnRejected(
          new BaselineComparison(
              output, project.driftDetector(baseline, output, false), scanned, false));
    }
    printResult(baseline, scanned, output);
    return ExitCode.CLEAN;
  }

  /**
   * Returns the requested path, or the path where a scan of this project looks for its baseline.
   */
  private Path output() {
    Optional<Path> path = options.path("--output");
    return path.isPresent() ? path.get() : options.path("--baseline").orElse(BaselineFile.DEFAULT);
  }

  /** Returns the baseline that is replaced; empty if there is none that can be read. */
  private static Optional<Baseline> previous(Path output) {
    try {
      return Optional.of(BaselineFile.read(output));
    } catch (BaselineException e) {
      return Optional.empty();
    }
  }

  private AssetReader reader(ProjectReader project, Path output) {
    try {
      AtomicFile.createParents(output);
      return options.has("--track-values")
          ? project.assetReader(ValueHasher.openOrCreate(output))
          : project.assetReader();
    } catch (BaselineException e) {
      throw new UserErrorException(e.getMessage());
    } catch (IOException e) {
      throw new UserErrorException("cannot write to " + output + ": " + FileErrorText.reasonOf(e));
    }
  }

  /** All servers were approved, so that only rejected ones differ. */
  private void warnRejected(BaselineComparison comparison) {
    BaselineDiff diff = comparison.diff(surroundings);
    List<String> servers = new ArrayList<>();
    diff.addedAssets().forEach(asset -> servers.add(asset.serverName()));
    diff.modifiedAssets().forEach(asset -> servers.add(asset.serverName()));
    for (String server : servers) {
      console.printMessage(
          "warning: "
              + server
              + " is rejected and was not approved; see svc-preflight baseline update --help");
    }
  }

  private void printResult(Baseline baseline, List<Scanned> scanned, Path output) {
    for (Scanned file : scanned) {
      if (!file.config().skipped().isEmpty()) {
        console.printMessage(
            "warning: "
                + file.config().skipped().size()
                + " unreadable server entries in "
                + file.report().configPath()
                + " are not in the baseline");
      }
    }
    if (!options.has("--quiet")) {
      int servers = baseline.assets().size();
      console.print(
          TerminalSanitizer.line(
                  "Baseline "
                      + baseline.baselineId()
                      + " of "
                      + servers
                      + (servers == 1 ? " server" : " servers")
                      + " in "
                      + scanned.size()
                      + (scanned.size() == 1 ? " file" : " files")
                      + ", approved by "
                      + baseline.approvedBy()
                      + ", written to "
                      + output)
              + "\n");
    }
  }
}
