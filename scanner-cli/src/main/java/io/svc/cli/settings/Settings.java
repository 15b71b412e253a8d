package io.svc.cli.settings;

import static io.svc.cli.console.CommandSpecs.flag;
import static io.svc.cli.console.CommandSpecs.option;
import static java.util.Objects.requireNonNull;

import io.svc.cli.console.ProcessContext;
import io.svc.cli.console.UserErrorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * What the settings files say: the project's, or one that the command line names instead, before
 * the user's own. Nothing is read before something is asked for, and nothing at all where there are
 * no files, which is all that an ordinary scan pays for.
 */
public final class Settings {
  private final Path project;
  private final List<SettingsSource> sources;
  private final List<SettingsLayer> layers = new ArrayList<>(2);

  private Settings(Path project, List<SettingsSource> sources) {
    this.project = project;
    this.sources = sources;
  }

  /** The options by which a command line chooses the files. */
  public static void addOptions(CommandSpec spec) {
    spec.addOption(
        option("FILE", "Settings file to use instead of .svc/preflight.yaml.", "--settings"));
    spec.addOption(flag("Ignore the project and user settings files.", "--no-settings"));
  }

  /** The settings that a command line asks for, where the command runs. */
  static Settings of(ParseResult commandLine, ProcessContext surroundings) {
    Path directory = surroundings.directory().toAbsolutePath().normalize();
    Path home = surroundings.home().toAbsolutePath().normalize();
    Path root = SettingsPlaces.projectOf(directory, home);
    boolean isHere = root.equals(directory);
    // What is relative stays so in the directory itself, as reports name files as they were named.
    Path project = isHere ? surroundings.directory() : root;
    boolean isGiven = commandLine.hasMatchedOption("--settings");
    if (commandLine.matchedOptionValue("--no-settings", false)) {
      if (isGiven) {
        throw new UserErrorException("--settings and --no-settings cannot be combined");
      }
      return new Settings(project, List.of());
    }
    Path own = project.resolve(ProjectSettings.FILE);
    Path user = SettingsPlaces.ofUser(surroundings.directories());
    boolean hasOwn = Files.exists(own);
    boolean hasUser = Files.exists(user);
    if (!isGiven && !hasOwn && !hasUser) {
      return new Settings(project, List.of());
    }
    List<SettingsSource> sources = new ArrayList<>(2);
    Path base = isHere ? Path.of("") : root;
    if (isGiven) {
      String given = commandLine.matchedOptionValue("--settings", "");
      if (given.isBlank()) {
        throw new UserErrorException("--settings is empty; expected a value");
      }
      Path file = surroundings.resolve(Options.toPath("--settings", given));
      sources.add(new SettingsSource(file, true, true, given, base, home));
    } else if (hasOwn) {
      String name = directory.relativize(root.resolve(ProjectSettings.FILE)).toString();
      sources.add(new SettingsSource(own, true, false, name.replace('\\', '/'), base, home));
    }
    if (hasUser) {
      Path begin = requireNonNull(user.getParent());
      sources.add(new SettingsSource(user, false, false, user.toString(), begin, home));
    }
    return new Settings(project, sources);
  }

  /** The directory of the project, from which its files are named. */
  public Path project() {
    return project;
  }

  /** The files that are there, the first before the others. */
  public List<SettingsSource> sources() {
    return sources;
  }

  /** Whether there is no file. */
  public boolean isNone() {
    return sources.isEmpty();
  }

  /**
   * What is said for an option, or behind a key of the top, that the command line leaves open.
   *
   * @param name of the option, or of a key without one
   * @throws UserErrorException when a file cannot be used
   */
  Optional<SettingValue> find(String name, ParseResult commandLine) {
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

  /** What is said behind a key that the command line leaves open. */
  Optional<SettingValue> find(SettingsKey key, ParseResult commandLine) {
    return isOpen(key, commandLine) ? find(key) : Optional.empty();
  }

  private static boolean isOpen(SettingsKey key, ParseResult commandLine) {
    if (commandLine.hasMatchedOption(key.option())) {
      return false;
    }
    for (String other : key.silencers()) {
      if (commandLine.hasMatchedOption(other) || hasPositional(commandLine, other)) {
        return false;
      }
    }
    return true;
  }

  /** What is said behind a key, whatever the command line has. */
  Optional<SettingValue> find(SettingsKey key) {
    for (SettingsLayer layer : layers()) {
      SettingValue value = layer.values().get(key.name());
      if (value != null) {
        return Optional.of(value);
      }
    }
    return Optional.empty();
  }

  private static boolean hasPositional(ParseResult commandLine, String label) {
    for (ArgSpec positional : commandLine.matchedPositionals()) {
      if (positional.paramLabel().equals(label)) {
        return true;
      }
    }
    return false;
  }

  /**
   * What the files decide beside options; rules of all of them count.
   *
   * @throws UserErrorException when a file cannot be used
   */
  public ProjectSettings decisions() {
    ProjectSettings decisions = ProjectSettings.NONE;
    for (SettingsLayer layer : layers()) {
      decisions = decisions.and(layer.decisions());
    }
    return decisions;
  }

  /** What each file says, the first before the others. */
  List<SettingsLayer> layers() {
    if (layers.isEmpty()) {
      for (SettingsSource source : sources) {
        layers.add(SettingsReader.read(source));
      }
    }
    return layers;
  }
}
