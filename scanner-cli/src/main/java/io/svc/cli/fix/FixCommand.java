package io.svc.cli.fix;

import static io.svc.cli.console.CommandSpecs.flag;
import static io.svc.cli.console.CommandSpecs.option;
import static io.svc.cli.console.CommandSpecs.options;

import io.svc.cli.console.CommandSpecs;
import io.svc.cli.console.Console;
import io.svc.cli.console.ExitCode;
import io.svc.cli.console.ProcessContext;
import io.svc.cli.console.UserErrorException;
import io.svc.cli.scan.ProjectReader;
import io.svc.cli.scan.ScanPlan;
import io.svc.cli.settings.Options;
import io.svc.cli.settings.Settings;
import io.svc.cli.targets.ConfigFiles;
import io.svc.scanner.client.FileKind;
import io.svc.scanner.fix.Fix;
import io.svc.scanner.fix.FixPlan;
import io.svc.scanner.fix.VariableNames;
import io.svc.scanner.scan.ScanRequest;
import io.svc.scanner.scan.Scanner;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code svc-preflight fix}: shows fixes for config files, and applies them with {@code --write}.
 */
public final class FixCommand {
  private static final List<String> FIXABLE =
      List.of(Fix.SECRET, Fix.PACKAGE, Fix.IMAGE, Fix.TRANSPORT);

  private final ProcessContext surroundings;
  private final Console console;
  private final Options options;

  public FixCommand(ProcessContext surroundings, Console console, Options options) {
    this.surroundings = surroundings;
    this.console = console;
    this.options = options;
  }

  public static CommandSpec spec() {
    CommandSpec spec = CommandSpecs.command("fix");
    spec.usageMessage()
        .description("Shows fixes for MCP configuration files and applies them with --write.")
        .footer(
            "",
            "Replaces literal secrets with references in the client's syntax, and pins packages"
                + " and images",
            "to versions from --pin or from a lock file next to the configuration file. Prints a",
            "unified diff and writes nothing without --write. The diff masks secrets, so you"
                + " cannot",
            "apply it with patch. Sends no requests to registries.",
            "",
            "Exit codes:",
            "  0  nothing to fix, or all fixes were written",
            "  1  a fix was not written, or a finding cannot be fixed",
            "  2  a file was not found or could not be read or written, or an option is invalid",
            "",
            "Examples:",
            "  svc-preflight fix --config .mcp.json",
            "  svc-preflight fix --config .mcp.json --write --env-file .env",
            "  svc-preflight fix --only unpinned_package --pin @playwright/mcp=0.0.41 --write",
            "  svc-preflight fix --check");
    spec.addPositional(
        CommandSpecs.positionals("PATH", "Configuration file, as with --config; repeatable."));
    CommandSpecs.add(spec, CommandSpecs.fileOptions());
    spec.addOption(
        flag("Write the fixes and create a backup of each changed file.", "--write", "-w"));
    spec.addOption(flag("List the changes without a diff.", "--check"));
    spec.addOption(
        option(
            "PATH",
            "File to store moved secrets in, as NAME=value lines that only you can read. Without"
                + " it, --write moves no secrets.",
            "--env-file",
            "--secrets-to"));
    spec.addOption(
        options(
            "FINDING_TYPE",
            "Fix only findings of this type; repeatable. Supported: "
                + String.join(", ", FIXABLE)
                + ".",
            "--only"));
    spec.addOption(
        options(
            "NAME=VERSION",
            "Package version, or IMAGE@sha256:DIGEST; repeatable. Default: the version in a lock"
                + " file next to the configuration file.",
            "--pin"));
    spec.addOption(
        flag("Also replace http:// with https://, except for private and local hosts.", "--https"));
    spec.addOption(
        flag(
            "In Visual Studio Code files, use environment variables instead of inputs.",
            "--no-inputs"));
    spec.addOption(flag("Don't create backups of changed files.", "--no-backup"));
    spec.addOption(CommandSpecs.rules().spec());
    CommandSpecs.add(spec, Settings.options());
    return spec;
  }

  public ExitCode run() {
    if (options.has("--write") && options.has("--check")) {
      throw new UserErrorException("--write and --check cannot be combined");
    }
    Set<String> types = types();
    Optional<EnvFile> envFile =
        options.path("--env-file").map(surroundings::resolve).map(EnvFile::open);
    LocalPinSource pins = LocalPinSource.of(options.texts("--pin"));
    VariableNames names =
        new VariableNames(
            envFile.isPresent() ? envFile.get().text().values() : Map.of(),
            envFile.isPresent() ? envFile.get().text().unknown() : Set.of());
    ConfigFiles files = new ConfigFiles(surroundings, console, options);
    List<ScanRequest> requests = files.requests(requestedPaths(), options.source());
    Scanner scanner = new Scanner(ScanPlan.withSuppressed(surroundings, options).settings());
    List<FixTarget> targets = FixTarget.of(files, scanner, requests);
    ExitCode exitCode = targets.size() < requests.size() ? ExitCode.ERROR : ExitCode.CLEAN;
    targets = FixTarget.withoutRepeats(targets);
    for (FixTarget target : targets) {
      target.values().forEach(names::readReferences);
    }
    FixPlanner planner =
        new FixPlanner(surroundings, scanner, names, pins, types, envFileProblem(envFile))
            .withInputs(!options.has("--no-inputs"));
    List<PlannedFix> planned = new ArrayList<>();
    for (FixTarget target : targets) {
      Optional<FixPlan> plan = planner.plan(target);
      if (plan.isPresent()) {
        planned.add(new PlannedFix(target, plan.get()));
      } else {
        console.error(
            "config file cannot be changed at "
                + scanner.redact(target.path().toString())
                + ": "
                + reasonOf(target));
        exitCode = ExitCode.ERROR;
      }
    }
    for (String pin : pins.unused()) {
      console.printMessage(
          "warning: --pin names \"" + pin + "\", which no file uses without a version");
    }
    ProjectReader project = new ProjectReader(surroundings, options.settings());
    FixOutput output = new FixOutput(surroundings, console, scanner, project, envFile);
    if (options.has("--write")) {
      new FixWriter(surroundings, console, scanner, envFile, !options.has("--no-backup"))
          .write(planned);
      output.printApplied(planned);
    } else if (options.has("--check")) {
      output.list(planned);
    } else {
      output.showDiffs(planned);
    }
    output.printUnfixed(planned);
    return exitCode.worse(exitCodeOf(planned));
  }

  private static String reasonOf(FixTarget target) {
    return target.config().kind() == FileKind.ENVIRONMENT_FILE
        ? "it is an environment file; revoke its secrets and remove it from Git with git rm"
            + " --cached"
        : "its content could not be preserved exactly";
  }

  private List<Path> requestedPaths() {
    List<Path> paths = new ArrayList<>(options.paths("--config"));
    for (String path : options.positionals()) {
      paths.add(Options.toPath("PATH", path));
    }
    return paths;
  }

  private Set<String> types() {
    Set<String> types = new LinkedHashSet<>();
    for (String type : options.texts("--only")) {
      if (!FIXABLE.contains(type)) {
        throw new UserErrorException(
            "--only is \"" + type + "\"; expected one of " + String.join(", ", FIXABLE));
      }
      types.add(type);
    }
    boolean includesHttps = options.has("--https");
    if (types.contains(Fix.TRANSPORT) && !includesHttps) {
      throw new UserErrorException("--only " + Fix.TRANSPORT + " requires --https");
    }
    if (types.isEmpty()) {
      types.addAll(new TreeSet<>(FIXABLE));
      types.remove(Fix.TRANSPORT);
    }
    if (includesHttps) {
      types.add(Fix.TRANSPORT);
    }
    return types;
  }

  private Optional<String> envFileProblem(Optional<EnvFile> envFile) {
    return options.has("--write") && envFile.isEmpty()
        ? Optional.of("specify a file for it with --env-file PATH")
        : Optional.empty();
  }

  private ExitCode exitCodeOf(List<PlannedFix> planned) {
    for (PlannedFix fix : planned) {
      boolean isOpen = fix.plan().changesFile() && !options.has("--write");
      if (isOpen || !fix.plan().unfixed().isEmpty()) {
        return ExitCode.FINDINGS;
      }
    }
    return ExitCode.CLEAN;
  }
}
