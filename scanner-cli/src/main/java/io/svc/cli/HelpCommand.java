package io.svc.cli;

import static java.util.Objects.requireNonNull;

import io.svc.cli.console.CommandSpecs;
import io.svc.cli.console.Console;
import io.svc.cli.console.ExitCode;
import io.svc.cli.console.UserErrorException;
import io.svc.cli.settings.Options;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** {@code svc-preflight help}: prints the help of a command, as its {@code --help} does. */
final class HelpCommand {
  private final Console console;
  private final Options options;

  HelpCommand(Console console, Options options) {
    this.console = console;
    this.options = options;
  }

  static CommandSpec spec() {
    CommandSpec spec = CommandSpecs.command("help");
    spec.usageMessage()
        .description("Shows help for a command, or lists all commands.")
        .footer(
            "", "Examples:", "  svc-preflight help scan", "  svc-preflight help baseline create");
    spec.addPositional(
        CommandSpecs.positionals("COMMAND", "Command to show help for, such as baseline create."));
    return spec;
  }

  ExitCode run(CommandLine root) {
    CommandLine command = root;
    for (String name : options.positionals()) {
      List<String> knownNames = new ArrayList<>(command.getSubcommands().keySet());
      if (knownNames.isEmpty()) {
        throw new UserErrorException(
            command.getCommandSpec().qualifiedName() + " has no subcommands");
      }
      if (!knownNames.contains(name)) {
        throw new UserErrorException(
            "unknown command \""
                + name
                + "\"; expected one of "
                + String.join(", ", knownNames)
                + CommandSuggestion.of(name, knownNames));
      }
      command = requireNonNull(command.getSubcommands().get(name));
    }
    console.print(CommandTree.helpOf(command.getCommandSpec()));
    return ExitCode.CLEAN;
  }
}
