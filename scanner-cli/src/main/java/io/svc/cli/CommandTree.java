package io.svc.cli;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The commands and their options, by picocli's programmatic model: reading annotations would cost a
 * cold start more than a scan does.
 */
final class CommandTree {
  private final Surroundings surroundings;
  private final Console console;

  CommandTree(Surroundings surroundings, Console console) {
    this.surroundings = surroundings;
    this.console = console;
  }

  /** Parses and runs. */
  ExitCode run(String[] arguments) {
    CommandLine root = root();
    ParseResult parsed;
    try {
      parsed = root.parseArgs(arguments);
    } catch (ParameterException e) {
      console.error(problemOf(e));
      console.tell("Try '" + e.getCommandLine().getCommandSpec().qualifiedName() + " --help'.");
      return ExitCode.ERROR;
    }
    ParseResult innermost = parsed;
    while (innermost.hasSubcommand()) {
      innermost = innermost.subcommand();
    }
    if (innermost.matchedOptionValue("--help", false)) {
      console.print(innermost.commandSpec().commandLine().getUsageMessage());
      return ExitCode.CLEAN;
    }
    if (parsed.matchedOptionValue("--version", false)) {
      console.print(Version.text() + "\n");
      return ExitCode.CLEAN;
    }
    Options options = new Options(innermost);
    return switch (innermost.commandSpec().qualifiedName(" ")) {
      case "svc-preflight scan" -> new ScanCommand(surroundings, console, options).run();
      case "svc-preflight baseline create" ->
          new BaselineCreateCommand(surroundings, console, options).run();
      case "svc-preflight baseline diff" ->
          new BaselineDiffCommand(surroundings, console, options).run();
      default -> {
        console.error("a command is missing");
        console.tell(innermost.commandSpec().commandLine().getUsageMessage());
        yield ExitCode.ERROR;
      }
    };
  }

  /** picocli's own words, but for one case in which they would quote what may be a secret. */
  private static String problemOf(ParameterException e) {
    if (e instanceof OverwrittenOptionException overwritten) {
      return "option '" + overwritten.getOverwritten().paramLabel() + "' is given twice";
    }
    String message = e.getMessage();
    if (e instanceof UnmatchedArgumentException && message.length() > 200) {
      return "unknown arguments";
    }
    return Character.toLowerCase(message.charAt(0)) + message.substring(1);
  }

  private static CommandLine root() {
    CommandSpec root = command("svc-preflight");
    root.usageMessage()
        .description(
            "Scans the configuration of MCP clients and reports what is unsafe in it.",
            "Works offline: starts no server, opens no connection.")
        .footer(Help.ROOT);
    root.addOption(
        OptionSpec.builder("--version", "-V")
            .type(boolean.class)
            .description("Print the version and the commit it was built from.")
            .build());
    CommandSpec baseline = command("baseline");
    baseline
        .usageMessage()
        .description("Approves a configuration, and shows what has changed since.");
    baseline.addSubcommand("create", new CommandLine(BaselineCreateCommand.spec()));
    baseline.addSubcommand("diff", new CommandLine(BaselineDiffCommand.spec()));
    root.addSubcommand("scan", new CommandLine(ScanCommand.spec()));
    root.addSubcommand("baseline", new CommandLine(baseline));
    return new CommandLine(root);
  }

  /** A command with what all have in common. */
  static CommandSpec command(String name) {
    CommandSpec spec = CommandSpec.create().name(name);
    spec.usageMessage().width(100).abbreviateSynopsis(true).sortOptions(false);
    spec.addOption(
        OptionSpec.builder("--help", "-h")
            .type(boolean.class)
            .usageHelp(true)
            .description("Print this help.")
            .build());
    return spec;
  }

  /** An option that takes one value. */
  static OptionSpec option(String label, String description, String... names) {
    return OptionSpec.builder(names[0], java.util.Arrays.copyOfRange(names, 1, names.length))
        .type(String.class)
        .paramLabel(label)
        .description(description)
        .build();
  }

  /** An option that may be given several times. */
  static OptionSpec options(String label, String description, String name) {
    return OptionSpec.builder(name)
        .type(String[].class)
        .paramLabel(label)
        .description(description)
        .build();
  }

  /** An option without a value. */
  static OptionSpec flag(String description, String name, String... aliases) {
    return OptionSpec.builder(name, aliases).type(boolean.class).description(description).build();
  }
}
