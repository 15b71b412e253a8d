package io.svc.cli.console;

import io.svc.report.Renderers;
import java.util.Arrays;
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

  /** Adds the options of all commands that read config files. */
  public static void addFileOptions(CommandSpec spec) {
    spec.addOption(
        options(
            "PATH",
            "Configuration file; repeatable. Default: all client configuration files on this"
                + " machine and in this project.",
            "--config"));
    spec.addOption(
        option(
            "NAME",
            "Client that reads the file. Default: detected from the path or the file structure.",
            "--source"));
    spec.addOption(maxFileSize());
  }

  /** Returns the size limit option of all commands that read config files. */
  public static OptionSpec maxFileSize() {
    return option("SIZE", "Maximum file size, up to 64M. Default: 16M.", "--max-file-size");
  }

  /** Adds the options of all commands that scan. */
  public static void addRuleOptions(CommandSpec spec) {
    spec.addOption(options("DIR", "Directory with custom rules; repeatable.", "--rules"));
  }

  /** Adds the options of all commands that print a result. */
  public static void addFormatOptions(CommandSpec spec) {
    spec.addOption(
        OptionSpec.builder("--format", "-f")
            .type(String[].class)
            .paramLabel("FORMAT[=FILE]")
            // Filled in only when help is printed.
            .completionCandidates(Renderers.formats())
            .description(
                "Output format, one of ${COMPLETION-CANDIDATES}; repeatable, with a FILE for each"
                    + " format except one. Default: json.")
            .build());
    spec.addOption(flag("Short for --format table.", "-t"));
  }

  /** Returns an option with one value. */
  public static OptionSpec option(String label, String description, String... names) {
    return OptionSpec.builder(names[0], Arrays.copyOfRange(names, 1, names.length))
        .type(String.class)
        .paramLabel(label)
        .description(description)
        .build();
  }

  /** Returns an option that may be repeated. */
  public static OptionSpec options(String label, String description, String name) {
    return OptionSpec.builder(name)
        .type(String[].class)
        .paramLabel(label)
        .description(description)
        .build();
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
  public static OptionSpec flag(String description, String name, String... aliases) {
    return OptionSpec.builder(name, aliases).type(boolean.class).description(description).build();
  }
}
