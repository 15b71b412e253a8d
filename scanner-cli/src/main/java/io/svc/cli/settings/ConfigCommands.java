package io.svc.cli.settings;

import static io.svc.cli.console.CommandSpecs.flag;
import static io.svc.cli.console.CommandSpecs.option;

import io.svc.cli.console.CommandSpecs;
import io.svc.cli.console.Console;
import io.svc.cli.console.ExitCode;
import io.svc.cli.console.ProcessContext;
import io.svc.cli.console.UserErrorException;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** {@code svc-preflight config}: shows the current settings and their schema. */
public final class ConfigCommands {
  private static final List<String> FORMATS = List.of("table", "json");

  private final ProcessContext surroundings;
  private final Console console;
  private final Options options;

  public ConfigCommands(ProcessContext surroundings, Console console, Options options) {
    this.surroundings = surroundings;
    this.console = console;
    this.options = options;
  }

  /**
   * Returns the command model.
   *
   * @param commands the commands whose options are settings
   */
  public static CommandSpec spec(CommandSpec... commands) {
    CommandSpec config = CommandSpecs.command("config");
    config.usageMessage().description("Shows the effective settings and the settings schema.");
    config.addSubcommand("show", new CommandLine(show(commands)));
    CommandSpec schema = CommandSpecs.command("schema");
    schema.usageMessage().description("Prints the JSON Schema of .svc/preflight.yaml for editors.");
    schema.addOption(flag("Print the schema of the user settings file instead.", "--user"));
    config.addSubcommand("schema", new CommandLine(schema));
    return config;
  }

  private static CommandSpec show(CommandSpec... commands) {
    CommandSpec show = CommandSpecs.command("show");
    show.usageMessage()
        .description(
            "Shows each effective setting and its source. Accepts the corresponding options of"
                + " other commands, to show the result.")
        .footer(
            "",
            "Examples:",
            "  svc-preflight config show",
            "  svc-preflight config show --severity-threshold high",
            "  svc-preflight config show --format json");
    show.addOption(
        option("FORMAT", "Output format: table or json. Default: table.", "--format", "-f"));
    CommandSpecs.add(show, Settings.options());
    for (SettingsKey key : SettingsKeys.all()) {
      for (CommandSpec command : commands) {
        OptionSpec option = command.findOption(key.option());
        if (option != null && show.findOption(key.option()) == null) {
          show.addOption(OptionSpec.builder(option).build());
        }
      }
    }
    return show;
  }

  /** Runs the named subcommand. */
  public ExitCode run(String name) {
    if (name.equals("schema")) {
      console.print(SettingsSchema.of(SettingsKeys.all(), !options.has("--user")));
      return ExitCode.CLEAN;
    }
    // This command has its own formats; the report format of a settings file does not apply.
    String format =
        options.isPresent("--format") ? options.text("--format").orElseThrow() : FORMATS.get(0);
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
