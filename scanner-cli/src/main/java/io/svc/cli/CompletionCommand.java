package io.svc.cli;

import io.svc.cli.completion.Completions;
import picocli.CommandLine.Model.CommandSpec;

/** {@code svc-preflight completion}: prints a script by which a shell completes the command. */
final class CompletionCommand {
  private final Console console;
  private final Options options;

  CompletionCommand(Console console, Options options) {
    this.console = console;
    this.options = options;
  }

  static CommandSpec spec() {
    CommandSpec spec = CommandTree.command("completion");
    spec.usageMessage()
        .description("Prints a script that completes commands, options and values in a shell.")
        .footer(Help.COMPLETION);
    spec.addPositional(CommandTree.positional("SHELL", "bash, zsh or fish."));
    return spec;
  }

  ExitCode run(CommandSpec root) {
    String shell = options.positional();
    console.print(
        Completions.script(shell, root, OptionValues::of)
            .orElseThrow(() -> Options.unknown("SHELL", shell, Completions.shells())));
    return ExitCode.CLEAN;
  }
}
