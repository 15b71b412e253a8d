package io.svc.cli;

import io.svc.cli.manual.ManualPage;
import io.svc.report.Product;
import picocli.CommandLine.Model.CommandSpec;

/** {@code svc-preflight man}: prints the manual page, for packages and for {@code man -l -}. */
final class ManCommand {
  private final Console console;

  ManCommand(Console console) {
    this.console = console;
  }

  static CommandSpec spec() {
    CommandSpec spec = CommandTree.command("man");
    spec.usageMessage()
        .description("Prints the manual page, in the language of man(1).")
        .footer(Help.MAN);
    return spec;
  }

  ExitCode run(CommandSpec root) {
    console.print(ManualPage.of(root, Product.version(), Version.day()));
    return ExitCode.CLEAN;
  }
}
