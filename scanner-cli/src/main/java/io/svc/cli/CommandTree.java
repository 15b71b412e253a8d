package io.svc.cli;

import static java.util.Objects.requireNonNull;

import io.svc.cli.baseline.BaselineCreateCommand;
import io.svc.cli.baseline.BaselineDiffCommand;
import io.svc.cli.baseline.BaselineUpdateCommand;
import io.svc.cli.console.CommandSpecs;
import io.svc.cli.console.Console;
import io.svc.cli.console.ExitCode;
import io.svc.cli.console.ParsedArguments;
import io.svc.cli.console.ProcessContext;
import io.svc.cli.console.Version;
import io.svc.cli.fix.FixCommand;
import io.svc.cli.rules.RuleCommands;
import io.svc.cli.scan.ScanCommand;
import io.svc.cli.scan.ScanSpec;
import io.svc.cli.settings.ConfigCommands;
import io.svc.cli.settings.InitCommand;
import io.svc.cli.settings.Options;
import io.svc.cli.suppress.SuppressCommand;
import io.svc.cli.upload.UploadCommand;
import java.util.Arrays;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Builds the commands and their options with picocli's programmatic model. Reading annotations at a
 * cold start would take longer than a scan.
 */
public final class CommandTree {
  private static final int LONGEST_SHOWN = 60;

  private final ProcessContext surroundings;
  private final Console console;

  CommandTree(ProcessContext surroundings, Console console) {
    this.surroundings = surroundings;
    this.console = console;
  }

  /** Parses the arguments and runs the command. */
  ExitCode run(String[] arguments) {
    if (arguments.length > 0 && arguments[0].equals("scan")) {
      Optional<ParsedArguments> parsed =
          ParsedArguments.parse(ScanSpec.options(), ScanSpec.PATH, arguments, 1);
      if (parsed.isPresent()) {
        return scan(parsed.get());
      }
    }
    return runByModel(arguments);
  }

  private ExitCode scan(ParsedArguments arguments) {
    return new ScanCommand(surroundings, console, new Options(arguments, surroundings)).run();
  }

  private ExitCode runByModel(String[] arguments) {
    // Building unused command models adds milliseconds to a cold start, so find the called one
    // first.
    int depth = depthOfLeaf(arguments);
    CommandLine called = depth == 0 ? root() : new CommandLine(leaf(arguments, depth));
    ParseResult parsed;
    try {
      parsed = called.parseArgs(Arrays.copyOfRange(arguments, depth, arguments.length));
    } catch (ParameterException e) {
      console.error(problemOf(e, arguments));
      console.printMessage(
          "Try '" + e.getCommandLine().getCommandSpec().qualifiedName() + " --help'.");
      return ExitCode.ERROR;
    }
    ParseResult innermost = parsed;
    while (innermost.hasSubcommand()) {
      innermost = innermost.subcommand();
    }
    if (innermost.matchedOptionValue("--help", false)) {
      console.print(helpOf(innermost.commandSpec()));
      return ExitCode.CLEAN;
    }
    if (depth == 0 && parsed.matchedOptionValue("--version", false)) {
      console.print(Version.text() + "\n");
      return ExitCode.CLEAN;
    }
    ParsedArguments parsedArguments = ParsedArguments.of(innermost);
    if (innermost.commandSpec().qualifiedName(" ").equals("svc-preflight scan")) {
      return scan(parsedArguments);
    }
    Options options = new Options(parsedArguments, surroundings);
    return switch (innermost.commandSpec().qualifiedName(" ")) {
      case "svc-preflight baseline create" ->
          new BaselineCreateCommand(surroundings, console, options).run();
      case "svc-preflight baseline diff" ->
          new BaselineDiffCommand(surroundings, console, options).run();
      case "svc-preflight baseline update" ->
          new BaselineUpdateCommand(surroundings, console, options).update();
      case "svc-preflight baseline reject" ->
          new BaselineUpdateCommand(surroundings, console, options).reject();
      case "svc-preflight upload" -> new UploadCommand(surroundings, console, options).run();
      case "svc-preflight fix" -> new FixCommand(surroundings, console, options).run();
      case "svc-preflight suppress" -> new SuppressCommand(surroundings, console, options).run();
      case "svc-preflight rules list",
          "svc-preflight rules show",
          "svc-preflight rules check",
          "svc-preflight rules test",
          "svc-preflight rules update" ->
          new RuleCommands(surroundings, console, options).run(innermost.commandSpec().name());
      case "svc-preflight init" -> new InitCommand(surroundings, console, options).run();
      case "svc-preflight config show", "svc-preflight config schema" ->
          new ConfigCommands(surroundings, console, options).run(innermost.commandSpec().name());
      default -> new SetupCommands(surroundings, console, options).run(innermost.commandSpec());
    };
  }

  /** Returns the help of a command, as {@code --help} prints it. */
  static String helpOf(CommandSpec spec) {
    return spec.qualifiedName(" ").equals("svc-preflight scan")
        ? OptionGroups.usage(spec, ScanSpec.headings())
        : spec.commandLine().getUsageMessage();
  }

  /** Returns the number of leading words that name a leaf command; 0 if there is none. */
  private static int depthOfLeaf(String[] arguments) {
    if (arguments.length > 0 && arguments[0].equals("scan")) {
      return 1;
    }
    boolean isBaseline = arguments.length > 1 && arguments[0].equals("baseline");
    return isBaseline && (arguments[1].equals("create") || arguments[1].equals("diff")) ? 2 : 0;
  }

  private static CommandSpec leaf(String[] arguments, int depth) {
    CommandSpec spec =
        switch (arguments[depth - 1]) {
          case "scan" -> ScanSpec.spec();
          case "create" -> BaselineCreateCommand.spec();
          default -> BaselineDiffCommand.spec();
        };
    String parents = depth == 1 ? "svc-preflight " : "svc-preflight baseline ";
    return spec.name(parents + spec.name());
  }

  /** Replaces picocli's messages that use another index base or quote too much of the input. */
  private String problemOf(ParameterException e, String[] arguments) {
    if (e instanceof OverwrittenOptionException overwritten) {
      return "option "
          + ((OptionSpec) overwritten.getOverwritten()).longestName()
          + " was specified more than once";
    }
    if (e instanceof UnmatchedArgumentException unmatched) {
      String first =
          console.masked(nameOf(argumentAsTyped(unmatched.getUnmatched().get(0), arguments)));
      String shown =
          first.length() > LONGEST_SHOWN ? first.substring(0, LONGEST_SHOWN) + "…" : first;
      if (!first.startsWith("-") && !e.getCommandLine().getSubcommands().isEmpty()) {
        return "unknown command \""
            + shown
            + "\"; expected one of "
            + String.join(", ", e.getCommandLine().getSubcommands().keySet())
            + CommandSuggestion.of(first, e.getCommandLine().getSubcommands().keySet());
      }
      return first.startsWith("-")
          ? "unknown option \""
              + shown
              + "\""
              + CommandSuggestion.ofOption(first, e.getCommandLine().getCommandSpec())
          : "unexpected argument \""
              + shown
              + "\""
              + (e.getCommandLine().getCommandSpec().findOption("--config") == null
                  ? ""
                  : "; use --config PATH to specify a file");
    }
    String message = requireNonNull(e.getMessage());
    return Character.toLowerCase(message.charAt(0)) + message.substring(1);
  }

  /**
   * Returns the argument as the user typed it: picocli strips known letters from {@code -tqKEY}.
   */
  private static String argumentAsTyped(String unmatched, String[] arguments) {
    String rest = unmatched.startsWith("-") ? unmatched.substring(1) : unmatched;
    for (String argument : arguments) {
      if (argument.equals(unmatched) || (argument.startsWith("-") && argument.endsWith(rest))) {
        return argument;
      }
    }
    return unmatched;
  }

  /** Returns the name of an unknown option without its value, which may be a short secret. */
  private static String nameOf(String argument) {
    int equals = argument.startsWith("-") ? argument.indexOf('=') : -1;
    return equals > 0 ? argument.substring(0, equals) : argument;
  }

  /** Returns the root command with all commands below it. */
  public static CommandLine root() {
    CommandSpec root = CommandSpecs.command("svc-preflight");
    root.usageMessage()
        .description(
            "Scans MCP client configurations and reports security problems.",
            "Works offline: it starts no servers and opens no connections.")
        .footer(
            "",
            "Examples:",
            "  svc-preflight scan                        scan all client configurations on this"
                + " machine",
            "  svc-preflight scan --config .mcp.json -t  scan one file and print a table",
            "  svc-preflight baseline create             approve the current configuration",
            "  svc-preflight baseline diff               show changes since the approval",
            "  svc-preflight rules show unpinned_package explain a finding",
            "  svc-preflight fix --config .mcp.json      show possible fixes as a diff",
            "  svc-preflight clients                     list clients and their files",
            "  svc-preflight hook install                scan each commit before it is created");
    root.addOption(
        OptionSpec.builder("--version", "-V")
            .type(boolean.class)
            .description("Print the version and the commit it was built from.")
            .build());
    CommandSpec baseline = CommandSpecs.command("baseline");
    baseline
        .usageMessage()
        .description("Approves the current configuration and shows changes since then.");
    baseline.addSubcommand("create", new CommandLine(BaselineCreateCommand.spec()));
    baseline.addSubcommand("diff", new CommandLine(BaselineDiffCommand.spec()));
    baseline.addSubcommand("update", new CommandLine(BaselineUpdateCommand.updateSpec()));
    baseline.addSubcommand("reject", new CommandLine(BaselineUpdateCommand.rejectSpec()));
    root.addSubcommand("scan", new CommandLine(ScanSpec.spec()));
    root.addSubcommand("baseline", new CommandLine(baseline));
    root.addSubcommand("rules", new CommandLine(RuleCommands.spec()));
    root.addSubcommand("upload", new CommandLine(UploadCommand.spec()));
    root.addSubcommand("fix", new CommandLine(FixCommand.spec()));
    root.addSubcommand("suppress", new CommandLine(SuppressCommand.spec()));
    root.addSubcommand("init", new CommandLine(InitCommand.spec()));
    root.addSubcommand(
        "config",
        new CommandLine(ConfigCommands.spec(ScanSpec.spec(), BaselineCreateCommand.spec())));
    SetupCommands.addTo(root);
    return new CommandLine(root);
  }
}
