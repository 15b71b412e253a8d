package io.svc.server.config;

import io.svc.server.logging.SafeText;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the settings. A command-line option takes precedence over a variable {@code SVC_*}, that
 * over a file that {@code SVC_*_FILE} names, that over {@code svc.yaml}, and that over the default.
 * All problems are reported together.
 */
public final class ServerConfigReader {
  private static final String FILE = "svc.yaml";
  private static final String DEFAULT = "default";

  private final Environment environment;
  private final Path directory;

  /**
   * Creates a reader.
   *
   * @param environment all environment variables of the process
   * @param directory the base of relative paths, and the location of {@code svc.yaml}
   */
  public ServerConfigReader(Map<String, String> environment, Path directory) {
    this.directory = directory.toAbsolutePath();
    this.environment = new Environment(environment, this.directory);
  }

  /** Reads the settings with command-line options, such as {@code --port} and its text. */
  public EffectiveConfig read(Map<String, String> flags) throws InvalidConfigException {
    return read(flags, List.of());
  }

  /** The same for a command line with problems, which are reported first. */
  public EffectiveConfig read(Map<String, String> flags, List<String> found)
      throws InvalidConfigException {
    List<String> problems = new ArrayList<>(found);
    List<String> warnings = new ArrayList<>();
    refuseUnknown(flags, problems);
    environment.refuseUnknown(problems);
    ConfigFile file = file(flags, problems);
    file.warnOfReaders(warnings);
    Map<ConfigKey<?>, Object> parsed = new LinkedHashMap<>();
    List<EffectiveConfig.Value> values = new ArrayList<>();
    for (ConfigKey<?> key : ConfigKeys.all()) {
      Optional<RawSetting> setting = rawSetting(key, flags, file, problems);
      if (key.isSecret() && flags.containsKey(key.flag())) {
        warnings.add(
            key.flag()
                + " is visible in the process list; use "
                + key.fileVariable()
                + " or svc.yaml");
      }
      Optional<?> value = setting.flatMap(g -> parse(key, g, problems));
      value.ifPresent(v -> parsed.put(key, v));
      values.add(
          new EffectiveConfig.Value(
              key, setting.map(RawSetting::origin).orElse(DEFAULT), value.map(Object.class::cast)));
    }
    ParsedValues all = new ParsedValues(parsed);
    all.reportMissing(problems);
    if (!problems.isEmpty()) {
      throw new InvalidConfigException(problems);
    }
    return new EffectiveConfig(all.toConfig(), warnings, values);
  }

  private static void refuseUnknown(Map<String, String> flags, List<String> problems) {
    List<String> flagNames = new ArrayList<>(List.of(ConfigKeys.CONFIG_FLAG));
    ConfigKeys.all().forEach(key -> flagNames.add(key.flag()));
    for (String flag : flags.keySet()) {
      if (!flagNames.contains(flag)) {
        problems.add(SafeText.of(flag) + " is not an option" + Suggestion.of(flag, flagNames));
      }
    }
  }

  private ConfigFile file(Map<String, String> flags, List<String> problems) {
    String requested = flags.get(ConfigKeys.CONFIG_FLAG);
    Optional<String> named = Optional.ofNullable(requested).or(environment::configFile);
    try {
      Path path = directory.resolve(named.orElse(FILE));
      if (Files.exists(path)) {
        return ConfigFile.read(path, SafeText.of(named.orElse(FILE)), problems);
      }
    } catch (InvalidPathException e) {
      // Treated like a missing file: there is nothing to read.
    }
    if (named.isPresent()) {
      String source = requested == null ? ConfigKeys.CONFIG_VARIABLE : ConfigKeys.CONFIG_FLAG;
      problems.add(
          source + " is " + SafeText.quoted(named.get()) + "; expected a file that exists");
    }
    return ConfigFile.none(directory);
  }

  private Optional<RawSetting> rawSetting(
      ConfigKey<?> key, Map<String, String> flags, ConfigFile file, List<String> problems) {
    return Optional.ofNullable(flags.get(key.flag()))
        .map(text -> RawSetting.text(key.flag(), text, directory))
        .or(() -> environment.find(key))
        .or(() -> environment.findFile(key, problems))
        .or(() -> file.find(key))
        .or(() -> fallback(key));
  }

  private Optional<RawSetting> fallback(ConfigKey<?> key) {
    return key.fallback().isEmpty() && !key.type().isList()
        ? Optional.empty()
        : Optional.of(RawSetting.text(DEFAULT, key.fallback(), directory));
  }

  private static <T> Optional<T> parse(
      ConfigKey<T> key, RawSetting setting, List<String> problems) {
    ValueType<T> type = key.type();
    if (setting.isList() && !type.isList()) {
      problems.add(setting.subject() + " is a list; expected " + type.expected());
      return Optional.empty();
    }
    List<String> texts = setting.isList() ? setting.texts() : type.split(setting.texts().get(0));
    ValueType.Outcome<T> outcome = type.parse(texts, setting.directory());
    if (outcome.value().isEmpty()) {
      String value =
          key.isSecret()
              ? "has a value that is not shown"
              : "is " + SafeText.quoted(outcome.unexpected());
      problems.add(setting.subject() + " " + value + "; expected " + type.expected());
    }
    return outcome.value();
  }
}
