package io.svc.cli;

import io.svc.report.Palette;
import picocli.CommandLine.Model.CommandSpec;

/** {@code svc-preflight doctor}: whether everything that a scan needs is there and in order. */
final class DoctorCommand {
  private final Surroundings surroundings;
  private final Console console;
  private final Options options;

  DoctorCommand(Surroundings surroundings, Console console, Options options) {
    this.surroundings = surroundings;
    this.console = console;
    this.options = options;
  }

  static CommandSpec spec() {
    CommandSpec spec = CommandTree.command("doctor");
    spec.usageMessage()
        .description(
            "Checks the installation and the project, and says what to do where something is amiss.")
        .footer(Help.DOCTOR);
    return spec;
  }

  ExitCode run() {
    return run(JavaRuntime.current());
  }

  ExitCode run(JavaRuntime runtime) {
    Health health = new Health();
    new InstallationHealth(surroundings, runtime).tell(health);
    new ProjectHealth(surroundings, options).tell(health);
    new GitHealth(surroundings).tell(health);
    console.print(health.text(new Palette(surroundings.wantsColor())));
    return health.isBroken() ? ExitCode.FINDINGS : ExitCode.CLEAN;
  }
}
