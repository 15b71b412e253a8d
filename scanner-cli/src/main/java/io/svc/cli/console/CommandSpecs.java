package io.svc.cli.console;

import io.svc.report.Renderers;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Creates the parts that several command models share. */
public final class CommandSpecs {
  private CommandSpecs() {}

  /** Returns a command with the common settings. */
  public static CommandSpec command(String name) {
    CommandSpec spec = CommandSpec.create().name(name);
    // @FILE would read options from a file that the scanned repository may contain.
    spec.parser().expandAtFiles(false);
    spec.usageMessage().width(100).abbreviateSynopsis(true).sortOptions(false);
    spec.addOption(
        OptionSpec.builder("--help", "-h")
            .type(boolean.class)
            .usageHelp(true)
            .description("Show this help.")
            .build());
    return spec;
  }

  /** Adds options to a command. */
  public static void add(CommandSpec spec, List<CommandOption> options) {
    for (CommandOption option : options) {
      spec.addOption(option.spec());
    }
  }

  /** Returns the options of all commands that read config files. */
  public static List<CommandOption> fileOptions() {
    return List.of(
        CommandOption.repeatable(
            "PATH",
            "Configuration file; repeatable. Default: all client configuration files on this"
                + " machine and in this project.",
            "--config"),
        CommandOption.single(
            "NAME",
            "Client that reads the file. Default: detected from the path or the file structure.",
            "--source"),
        maxFileSize());
  }

  /** Returns the size limit option of all commands that read config files. */
  public static CommandOption maxFileSize() {
    return CommandOption.single(
        "SIZE", "Maximum file size, up to 64M. Default: 16M.", "--max-file-size");
  }

  /** Returns the option of all commands that scan. */
  public static CommandOption rules() {
    return CommandOption.repeatable("DIR", "Directory with custom rules; repeatable.", "--rules");
  }

  /** Returns the options of all commands that print a result. */
  public static List<CommandOption> formatOptions() {
    return List.of(
        new CommandOption(
            List.of("--format", "-f"),
            CommandOption.Kind.REPEATABLE,
            "FORMAT[=FILE]",
            "Output format, one of ${COMPLETION-CANDIDATES}; repeatable, with a FILE for each"
                + " format except one. Default: json.",
            Renderers.formats()),
        CommandOption.flag("Short for --format table.", "-t"));
  }

  /** Returns an option with one value. */
  public static OptionSpec option(String label, String description, String... names) {
    return CommandOption.single(label, description, names).spec();
  }

  /** Returns an option that may be repeated. */
  public static OptionSpec options(String label, String description, String name) {
    return CommandOption.repeatable(label, description, name).spec();
  }

  /** Returns an optional positional parameter. */
  public static PositionalParamSpec positional(String label, String description) {
    return PositionalParamSpec.builder()
        .index("0")
        .arity("0..1")
        .type(String.class)
        .paramLabel(label)
        .description(description)
        .build();
  }

  /** Returns a positional parameter that accepts any number of values. */
  public static PositionalParamSpec positionals(String label, String description) {
    return PositionalParamSpec.builder()
        .index("0..*")
        .arity("0..*")
        .type(String[].class)
        .paramLabel(label)
        .description(description)
        .build();
  }

  /** Returns an option without a value. */
  public static OptionSpec flag(String description, String... names) {
    return CommandOption.flag(description, names).spec();
  }
}
