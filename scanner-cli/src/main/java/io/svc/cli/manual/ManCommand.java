package io.svc.cli.manual;

import io.svc.cli.console.CommandSpecs;
import io.svc.cli.console.Console;
import io.svc.cli.console.ExitCode;
import io.svc.cli.console.Version;
import io.svc.report.ToolMetadata;
import picocli.CommandLine.Model.CommandSpec;

/** {@code svc-preflight man}: prints the manual page, for packages and for {@code man -l -}. */
public final class ManCommand {
  private final Console console;

  public ManCommand(Console console) {
    this.console = console;
  }

  public static CommandSpec spec() {
    CommandSpec spec = CommandSpecs.command("man");
    spec.usageMessage()
        .description("Prints the manual page in man(1) format.")
        .footer(
            "",
            "Examples:",
            "  svc-preflight man > svc-preflight.1",
            "  svc-preflight man | man -l -");
    return spec;
  }

  public ExitCode run(CommandSpec root) {
    console.print(ManualPage.of(root, ToolMetadata.version(), Version.day()));
    return ExitCode.CLEAN;
  }
}
