package io.svc.cli.clients;

import io.svc.cli.console.CommandSpecs;
import io.svc.cli.console.Console;
import io.svc.cli.console.ExitCode;
import io.svc.cli.console.ProcessContext;
import io.svc.cli.settings.Options;
import io.svc.report.Palette;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** {@code svc-preflight clients}: lists the clients on this machine and their files. */
public final class ClientsCommand {
  private static final List<String> FORMATS = List.of("table", "json");

  private final ProcessContext surroundings;
  private final Console console;
  private final Options options;

  public ClientsCommand(ProcessContext surroundings, Console console, Options options) {
    this.surroundings = surroundings;
    this.console = console;
    this.options = options;
  }

  public static CommandSpec spec() {
    CommandSpec spec = CommandSpecs.command("clients");
    spec.usageMessage()
        .description(
            "Lists MCP clients on this machine and in this project, with their configuration"
                + " files.")
        .footer(
            "",
            "The status of a file is readable, partial (some entries could not be read), or"
                + " broken. The",
            "JSON schema is docs/schema/mcp-clients.schema.json.",
            "",
            "Examples:",
            "  svc-preflight clients",
            "  svc-preflight clients --all",
            "  svc-preflight clients --format json");
    spec.addOption(
        CommandSpecs.flag(
            "Also list clients without configuration files, with the expected paths.",
            "--all",
            "-a"));
    spec.addOption(
        OptionSpec.builder("--format", "-f")
            .type(String.class)
            .paramLabel("FORMAT")
            .completionCandidates(FORMATS)
            .description("Output format: table or json. Default: table.")
            .build());
    spec.addOption(CommandSpecs.maxFileSize().spec());
    return spec;
  }

  public ExitCode run() {
    // This command has its own formats; the report format of a settings file does not apply.
    String format =
        options.isPresent("--format")
            ? options.text("--format").orElseThrow().toLowerCase(Locale.ROOT)
            : FORMATS.get(0);
    if (!FORMATS.contains(format)) {
      throw Options.unknown("--format", format, FORMATS);
    }
    ClientInventory inventory = ClientInventory.read(surroundings, options.maxFileSize());
    boolean includesAbsent = options.has("--all");
    if (format.equals("json")) {
      console.render(out -> ClientsJson.write(inventory, includesAbsent, out), Optional.empty());
    } else {
      Palette palette = new Palette(surroundings.usesColor());
      console.print(new ClientsTable(inventory, palette).text(includesAbsent));
    }
    return ExitCode.CLEAN;
  }
}
