package io.svc.cli.completion;

import io.svc.cli.console.CommandSpecs;
import io.svc.cli.console.Console;
import io.svc.cli.console.ExitCode;
import io.svc.cli.settings.Options;
import picocli.CommandLine.Model.CommandSpec;

/** {@code svc-preflight completion}: prints a completion script for a shell. */
public final class CompletionCommand {
  private final Console console;
  private final Options options;

  public CompletionCommand(Console console, Options options) {
    this.console = console;
    this.options = options;
  }

  public static CommandSpec spec() {
    CommandSpec spec = CommandSpecs.command("completion");
    spec.usageMessage()
        .description("Prints a shell completion script.")
        .footer(
            "",
            "Examples:",
            "  svc-preflight completion bash >"
                + " ~/.local/share/bash-completion/completions/svc-preflight",
            "  svc-preflight completion zsh > ~/.zfunc/_svc-preflight",
            "  svc-preflight completion fish > ~/.config/fish/completions/svc-preflight.fish");
    spec.addPositional(CommandSpecs.positional("SHELL", "Shell: bash, zsh, or fish."));
    return spec;
  }

  public ExitCode run(CommandSpec root) {
    String shell = options.positional();
    console.print(
        CompletionShells.script(shell, root, OptionCandidates::of)
            .orElseThrow(() -> Options.unknown("SHELL", shell, CompletionShells.shells())));
    return ExitCode.CLEAN;
  }
}
