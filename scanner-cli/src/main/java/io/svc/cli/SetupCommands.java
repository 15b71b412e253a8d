package io.svc.cli;

import io.svc.cli.clients.ClientsCommand;
import io.svc.cli.completion.CompletionCommand;
import io.svc.cli.console.CommandSpecs;
import io.svc.cli.console.Console;
import io.svc.cli.console.ExitCode;
import io.svc.cli.console.ProcessContext;
import io.svc.cli.console.Version;
import io.svc.cli.doctor.DoctorCommand;
import io.svc.cli.hook.HookCommands;
import io.svc.cli.manual.ManCommand;
import io.svc.cli.settings.Options;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Commands other than scans: the client inventory and the integrations that call the command. */
final class SetupCommands {
  private final ProcessContext surroundings;
  private final Console console;
  private final Options options;

  SetupCommands(ProcessContext surroundings, Console console, Options options) {
    this.surroundings = surroundings;
    this.console = console;
    this.options = options;
  }

  static void addTo(CommandSpec root) {
    root.addSubcommand("clients", new CommandLine(ClientsCommand.spec()));
    root.addSubcommand("doctor", new CommandLine(DoctorCommand.spec()));
    root.addSubcommand("hook", new CommandLine(HookCommands.spec()));
    root.addSubcommand("completion", new CommandLine(CompletionCommand.spec()));
    root.addSubcommand("man", new CommandLine(ManCommand.spec()));
    root.addSubcommand("help", new CommandLine(HelpCommand.spec()));
    CommandSpec version = CommandSpecs.command("version");
    version.usageMessage().description("Prints the version and the commit it was built from.");
    root.addSubcommand("version", new CommandLine(version));
  }

  /** Runs a command. A command group without a subcommand is an error. */
  ExitCode run(CommandSpec command) {
    return switch (command.qualifiedName(" ")) {
      case "svc-preflight clients" -> new ClientsCommand(surroundings, console, options).run();
      case "svc-preflight doctor" -> new DoctorCommand(surroundings, console, options).run();
      case "svc-preflight hook install",
          "svc-preflight hook uninstall",
          "svc-preflight hook status" ->
          new HookCommands(surroundings, console, options).run(command.name());
      case "svc-preflight completion" ->
          new CompletionCommand(console, options).run(CommandTree.root().getCommandSpec());
      case "svc-preflight man" -> new ManCommand(console).run(CommandTree.root().getCommandSpec());
      case "svc-preflight help" -> new HelpCommand(console, options).run(CommandTree.root());
      case "svc-preflight version" -> {
        console.print(Version.text() + "\n");
        yield ExitCode.CLEAN;
      }
      default -> {
        console.error("missing command");
        console.printMessage("Try '" + command.qualifiedName() + " --help'.");
        yield ExitCode.ERROR;
      }
    };
  }
}
