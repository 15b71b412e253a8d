package io.svc.cli.baseline;

import static io.svc.cli.console.CommandSpecs.option;

import io.svc.baseline.BaselineDiff;
import io.svc.cli.console.CommandSpecs;
import io.svc.cli.console.Console;
import io.svc.cli.console.ExitCode;
import io.svc.cli.console.ProcessContext;
import io.svc.cli.scan.Outputs;
import io.svc.cli.scan.ProjectReader;
import io.svc.cli.settings.Options;
import io.svc.cli.settings.Settings;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** {@code svc-preflight baseline diff}: shows changes since a configuration was approved. */
public final class BaselineDiffCommand {
  private final ProcessContext surroundings;
  private final Console console;
  private final Options options;

  public BaselineDiffCommand(ProcessContext surroundings, Console console, Options options) {
    this.surroundings = surroundings;
    this.console = console;
    this.options = options;
  }

  public static CommandSpec spec() {
    CommandSpec spec = CommandSpecs.command("diff");
    spec.usageMessage()
        .description("Compares the current configuration with a baseline.")
        .footer(
            "",
            "Exit codes: 0 no drift, 1 drift, 2 a file was not found or could not be read.",
            "",
            "Examples:",
            "  svc-preflight baseline diff",
            "  svc-preflight baseline diff --config .mcp.json --format markdown");
    spec.addOption(
        option(
            "PATH",
            "Baseline file to compare with. Default: .svc/mcp-baseline.json.",
            "--baseline"));
    CommandSpecs.add(spec, CommandSpecs.fileOptions());
    CommandSpecs.add(spec, CommandSpecs.formatOptions());
    CommandSpecs.add(spec, Settings.options());
    spec.addOption(
        option("PATH", "Write the diff to a file. Default: standard output.", "--output", "-o"));
    return spec;
  }

  public ExitCode run() {
    ProjectReader project = new ProjectReader(surroundings, options.settings());
    Outputs outputs = Outputs.of(surroundings, options, project.ofReports(List.of()));
    Optional<BaselineComparison> comparison =
        BaselineComparison.of(surroundings, console, options, project);
    if (comparison.isEmpty()) {
      return ExitCode.ERROR;
    }
    BaselineDiff diff = comparison.get().diff(surroundings);
    outputs.write(console, (renderer, terminal, out) -> renderer.renderDiff(diff, terminal, out));
    return diff.isEmpty() ? ExitCode.CLEAN : ExitCode.FINDINGS;
  }
}
