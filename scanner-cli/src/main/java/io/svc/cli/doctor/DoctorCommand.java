package io.svc.cli.doctor;

import io.svc.cli.console.CommandSpecs;
import io.svc.cli.console.Console;
import io.svc.cli.console.ExitCode;
import io.svc.cli.console.ProcessContext;
import io.svc.cli.hook.JavaRuntime;
import io.svc.cli.settings.Options;
import io.svc.report.Palette;
import picocli.CommandLine.Model.CommandSpec;

/** {@code svc-preflight doctor}: checks everything that a scan depends on. */
public final class DoctorCommand {
  private final ProcessContext surroundings;
  private final Console console;
  private final Options options;

  public DoctorCommand(ProcessContext surroundings, Console console, Options options) {
    this.surroundings = surroundings;
    this.console = console;
    this.options = options;
  }

  public static CommandSpec spec() {
    CommandSpec spec = CommandSpecs.command("doctor");
    spec.usageMessage()
        .description("Checks the installation and the project, and suggests fixes for problems.")
        .footer(
            "",
            "Each line starts with ok, warn or fail. A failed check, such as an unreadable file,"
                + " would",
            "make a scan end with exit code 2. The command changes nothing.",
            "",
            "Exit codes: 0 no check failed, 1 a check failed, 2 an error prevented the checks.",
            "",
            "Examples:",
            "  svc-preflight doctor");
    return spec;
  }

  public ExitCode run() {
    return run(JavaRuntime.current());
  }

  ExitCode run(JavaRuntime runtime) {
    DoctorReport health = new DoctorReport();
    new InstallationHealth(surroundings, runtime).report(health);
    new ProjectHealth(surroundings, options).report(health);
    new GitHealth(surroundings).report(health);
    console.print(health.text(new Palette(surroundings.usesColor())));
    return health.isBroken() ? ExitCode.FINDINGS : ExitCode.CLEAN;
  }
}
