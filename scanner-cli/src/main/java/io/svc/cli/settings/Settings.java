package io.svc.cli.settings;

import static java.util.Objects.requireNonNull;

import io.svc.cli.console.CommandOption;
import io.svc.cli.console.ParsedArguments;
import io.svc.cli.console.ProcessContext;
import io.svc.cli.console.UserErrorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The values of the settings files. The project's file, or a file named on the command line
 * instead, takes precedence over the user's. Files are read on first use; without files, a scan
 * only checks that they do not exist.
 */
public final class Settings {
  private final Path project;
  private final List<SettingsSource> sources;
  private final List<SettingsLayer> layers = new ArrayList<>(2);

  private Settings(Path project, List<SettingsSource> sources) {
    this.project = project;
    this.sources = sources;
  }

  /** Returns the options that select the files. */
  public static List<CommandOption> options() {
    return List.of(
        CommandOption.single(
            "FILE", "Settings file to use instead of .svc/preflight.yaml.", "--settings"),
        CommandOption.flag("Ignore the project and user settings files.", "--no-settings"));
  }

  /** Returns the settings for a command line and the current directory. */
  static Settings of(ParsedArguments commandLine, ProcessContext surroundings) {
    Path directory = surroundings.directory().toAbsolutePath().normalize();
    Path home = surroundings.home().toAbsolutePath().normalize();
    Path root = SettingsFileLocator.projectOf(directory, home);
    boolean isCurrentDirectory = root.equals(directory);
    // Paths stay relative in the current directory, so that reports show them as they were entered.
    Path project = isCurrentDirectory ? surroundings.directory() : root;
    boolean hasSettingsOption = commandLine.has("--settings");
    if (commandLine.isSet("--no-settings")) {
      if (hasSettingsOption) {
        throw new UserErrorException("--settings and --no-settings cannot be combined");
      }
      return new Settings(project, List.of());
    }
    Path projectFile = project.resolve(ProjectSettings.FILE);
    Path user = SettingsFileLocator.ofUser(surroundings.directories());
    boolean hasProjectFile = Files.exists(projectFile);
    boolean hasUser = Files.exists(user);
    if (!hasSettingsOption && !hasProjectFile && !hasUser) {
      return new Settings(project, List.of());
    }
    List<SettingsSource> sources = new ArrayList<>(2);
    Path base = isCurrentDirectory ? Path.of("") : root;
    if (hasSettingsOption) {
      String settingsOption = commandLine.text("--settings").orElse("");
      if (settingsOption.isBlank()) {
        throw new UserErrorException("--settings is empty; expected a value");
      }
      Path file = surroundings.resolve(Options.toPath("--settings", settingsOption));
      sources.add(new SettingsSource(file, true, true, settingsOption, base, home));
    } else if (hasProjectFile) {
      String name = directory.relativize(root.resolve(ProjectSettings.FILE)).toString();
      sources.add(
          new SettingsSource(projectFile, true, false, name.replace('\\', '/'), base, home));
    }
    if (hasUser) {
      Path begin = requireNonNull(user.getParent());
      sources.add(new SettingsSource(user, false, false, user.toString(), begin, home));
    }
    return new Settings(project, sources);
  }

  /** Returns the project directory, the base of file names. */
  public Path project() {
    return project;
  }

  /** Returns the existing files in order of precedence. */
  public List<SettingsSource> sources() {
    return sources;
  }

  /** Returns whether there are no files. */
  public boolean isNone() {
    return sources.isEmpty();
  }

  /**
   * Returns the value for an option or a top-level key that is not on the command line.
   *
   * @param name of the option, or of a key without an option
   * @throws UserErrorException if a file is invalid
   */
  Optional<SettingValue> find(String name, ParsedArguments commandLine) {
    if (isNone()) {
      return Optional.empty();
    }
    for (SettingsKey key : SettingsKeys.all()) {
      if (key.option().equals(name) || key.name().equals(name)) {
        return find(key, commandLine);
      }
    }
    return Optional.empty();
  }

  /** Returns the value of a key that is not on the command line. */
  Optional<SettingValue> find(SettingsKey key, ParsedArguments commandLine) {
    return isOpen(key, commandLine) ? find(key) : Optional.empty();
  }

  private static boolean isOpen(SettingsKey key, ParsedArguments commandLine) {
    if (commandLine.has(key.option())) {
      return false;
    }
    for (String other : key.silencers()) {
      if (commandLine.has(other) || hasPositional(commandLine, other)) {
        return false;
      }
    }
    return true;
  }

  /** Returns the value of a key, regardless of the command line. */
  Optional<SettingValue> find(SettingsKey key) {
    for (SettingsLayer layer : layers()) {
      SettingValue value = layer.values().get(key.name());
      if (value != null) {
        return Optional.of(value);
      }
    }
    return Optional.empty();
  }

  private static boolean hasPositional(ParsedArguments commandLine, String label) {
    return !commandLine.positionals().isEmpty() && commandLine.label().equals(label);
  }

  /**
   * Returns the rules and accepted findings of all files.
   *
   * @throws UserErrorException if a file is invalid
   */
  public ProjectSettings decisions() {
    ProjectSettings decisions = ProjectSettings.NONE;
    for (SettingsLayer layer : layers()) {
      decisions = decisions.and(layer.decisions());
    }
    return decisions;
  }

  /** Returns the content of each file in order of precedence. */
  List<SettingsLayer> layers() {
    if (layers.isEmpty()) {
      for (SettingsSource source : sources) {
        layers.add(SettingsReader.read(source));
      }
    }
    return layers;
  }
}
