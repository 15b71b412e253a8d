package io.svc.cli;

import static io.svc.cli.CommandTree.flag;
import static io.svc.cli.CommandTree.option;

import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** {@code svc-preflight config}: what the settings are, and what they may be. */
final class ConfigCommands {
  private static final List<String> FORMATS = List.of("table", "json");

  private final Surroundings surroundings;
  private final Console console;
  private final Options options;

  ConfigCommands(Surroundings surroundings, Console console, Options options) {
    this.surroundings = surroundings;
    this.console = console;
    this.options = options;
  }

  static CommandSpec spec() {
    CommandSpec config = CommandTree.command("config");
    config.usageMessage().description("Shows the settings in force, and what settings there are.");
    config.addSubcommand("show", new CommandLine(show()));
    CommandSpec schema = CommandTree.command("schema");
    schema
        .usageMessage()
        .description("Prints the JSON Schema of .svc/preflight.yaml, for editors.");
    schema.addOption(flag("Print that of your own settings file instead.", "--user"));
    config.addSubcommand("schema", new CommandLine(schema));
    return config;
  }

  private static CommandSpec show() {
    CommandSpec show = CommandTree.command("show");
    show.usageMessage()
        .description(
            "Shows every setting in force and where it comes from. Takes the options of other"
                + " commands that settings stand for, to show what they come to.")
        .footer(Help.CONFIG_SHOW);
    show.addOption(option("FORMAT", "table or json. Default: table.", "--format", "-f"));
    Settings.addOptions(show);
    List<CommandSpec> commands = List.of(ScanSpec.spec(), BaselineCreateCommand.spec());
    for (SettingsKey key : SettingsKeys.all()) {
      for (CommandSpec command : commands) {
        OptionSpec known = command.findOption(key.option());
        if (known != null && show.findOption(key.option()) == null) {
          show.addOption(OptionSpec.builder(known).build());
        }
      }
    }
    return show;
  }

  /** Runs one of the commands by its name. */
  ExitCode run(String name) {
    if (name.equals("schema")) {
      console.print(SettingsSchema.of(SettingsKeys.all(), !options.has("--user")));
      return ExitCode.CLEAN;
    }
    // Its own format, not the one that a settings file chooses for reports.
    String format =
        options.isGiven("--format") ? options.text("--format").orElseThrow() : FORMATS.get(0);
    if (!FORMATS.contains(format)) {
      throw new UserErrorException(
          "--format is \"" + format + "\"; expected one of " + String.join(", ", FORMATS));
    }
    SettingsView view = SettingsView.of(surroundings, options);
    console.render(
        out -> {
          if (format.equals("json")) {
            view.writeJson(out);
          } else {
            out.write(view.table());
          }
        },
        Optional.empty());
    return ExitCode.CLEAN;
  }
}
