package io.svc.cli.settings;

import static io.svc.cli.console.CommandSpecs.flag;

import io.svc.cli.console.AtomicFile;
import io.svc.cli.console.CommandSpecs;
import io.svc.cli.console.Console;
import io.svc.cli.console.ExitCode;
import io.svc.cli.console.ProcessContext;
import io.svc.cli.console.TerminalSanitizer;
import io.svc.cli.console.UserErrorException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;

/** {@code svc-preflight init}: writes a settings file with an explanation of every key. */
public final class InitCommand {
  private final ProcessContext surroundings;
  private final Console console;
  private final Options options;

  public InitCommand(ProcessContext surroundings, Console console, Options options) {
    this.surroundings = surroundings;
    this.console = console;
    this.options = options;
  }

  public static CommandSpec spec() {
    CommandSpec spec = CommandSpecs.command("init");
    spec.usageMessage()
        .description("Creates .svc/preflight.yaml with every setting described and commented out.")
        .footer(
            "",
            "The new file changes nothing: uncomment the settings that you want to change.",
            "",
            "Examples:",
            "  svc-preflight init",
            "  svc-preflight init --user",
            "  svc-preflight init --stdout");
    spec.addOption(flag("Write the user settings file instead of the project's.", "--user"));
    spec.addOption(flag("Replace an existing file.", "--force"));
    spec.addOption(flag("Print the file instead of writing it.", "--stdout"));
    return spec;
  }

  public ExitCode run() {
    boolean isProject = !options.has("--user");
    String text = SettingsTemplate.of(SettingsKeys.all(), isProject);
    if (options.has("--stdout")) {
      if (options.has("--force")) {
        throw new UserErrorException("--stdout and --force cannot be combined");
      }
      console.print(text);
      return ExitCode.CLEAN;
    }
    Path file = isProject ? surroundings.resolve(ProjectSettings.FILE) : userFile();
    if (!options.has("--force")) {
      refuseExisting(file, isProject);
    }
    AtomicFile.write(file, text);
    console.print("Written: " + TerminalSanitizer.line(file.toString()) + "\n" + next(isProject));
    return ExitCode.CLEAN;
  }

  private Path userFile() {
    return SettingsFileLocator.ofUser(surroundings.directories());
  }

  private void refuseExisting(Path file, boolean isProject) {
    if (Files.exists(file)) {
      throw new UserErrorException("" + file + " already exists; use --force to replace it");
    }
    Path project = options.settings().project().resolve(ProjectSettings.FILE);
    if (isProject && Files.exists(project)) {
      throw new UserErrorException(
          "this directory belongs to the project with "
              + project
              + "; use --force to create separate settings");
    }
  }

  private static String next(boolean isProject) {
    return isProject
        ? """

        Next:
          svc-preflight scan -t          show the findings
          svc-preflight baseline create  approve the current servers; later scans report changes
          svc-preflight config show      show the effective settings and their sources
        Commit .svc/ with the project, and review changes to it like code.
        """
        : """

        Next:
          svc-preflight config show      show the effective settings and their sources
        """;
  }
}
