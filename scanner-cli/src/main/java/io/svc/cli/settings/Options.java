package io.svc.cli.settings;

import io.svc.cli.console.ParsedArguments;
import io.svc.cli.console.ProcessContext;
import io.svc.cli.console.UserErrorException;
import io.svc.rules.Severity;
import io.svc.scanner.client.McpClients;
import io.svc.scanner.redact.FoundSecret.Confidence;
import io.svc.scanner.scan.ScanSettings;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The options of one command, from the command line or else from the settings files. Every getter
 * validates: an invalid value ends the run with the option's name and the expected values.
 */
public final class Options {
  private final ParsedArguments parsed;
  private final Settings settings;

  public Options(ParsedArguments parsed, ProcessContext surroundings) {
    this.parsed = parsed;
    this.settings = Settings.of(parsed, surroundings);
  }

  /** Returns the same command line with the settings files read again. */
  public Options reread(ProcessContext surroundings) {
    return new Options(parsed, surroundings);
  }

  /** Returns the settings of the settings files. */
  public Settings settings() {
    return settings;
  }

  /** Returns the setting for an option that is not on the command line. */
  Optional<SettingValue> setting(SettingsKey key) {
    return settings.find(key, parsed);
  }

  /** Returns whether the command line contains an option. */
  public boolean isPresent(String name) {
    return parsed.has(name);
  }

  public boolean has(String name) {
    if (parsed.has(name)) {
      return parsed.isSet(name);
    }
    Optional<SettingValue> setting = settings.find(name, parsed);
    return setting.isPresent() && setting.get().text().equals("true");
  }

  public Optional<String> text(String name) {
    Optional<String> value = parsed.text(name);
    if (value.isEmpty()) {
      Optional<SettingValue> setting = settings.find(name, parsed);
      return setting.isPresent() ? Optional.of(setting.get().text()) : Optional.empty();
    }
    if (value.get().isBlank()) {
      throw new UserErrorException(name + " is empty; expected a value");
    }
    return value;
  }

  public Optional<Path> path(String name) {
    Optional<String> text = text(name);
    return text.isPresent() ? Optional.of(toPath(name, text.get())) : Optional.empty();
  }

  public List<Path> paths(String name) {
    List<Path> paths = new ArrayList<>();
    for (String text : texts(name)) {
      paths.add(toPath(name, text));
    }
    return paths;
  }

  public List<String> texts(String name) {
    if (!parsed.has(name)) {
      Optional<SettingValue> setting = settings.find(name, parsed);
      return setting.isPresent() ? setting.get().texts() : List.of();
    }
    List<String> values = parsed.texts(name);
    for (String value : values) {
      if (value.isBlank()) {
        throw new UserErrorException(name + " is empty; expected a value");
      }
    }
    return values;
  }

  /** Returns the value of a command's only positional parameter. */
  public String positional() {
    List<String> all = positionals();
    if (all.isEmpty() || all.get(0).isBlank()) {
      throw new UserErrorException(parsed.label() + " is required");
    }
    return all.get(0);
  }

  /** Returns the positional parameters. */
  public List<String> positionals() {
    return parsed.positionals();
  }

  /** Returns the positional parameters as paths. */
  public List<Path> positionalPaths(String label) {
    List<Path> paths = new ArrayList<>();
    for (String text : positionals()) {
      if (text.isBlank()) {
        throw new UserErrorException(label + " is empty; expected a file or a directory");
      }
      paths.add(toPath(label, text));
    }
    return paths;
  }

  public Optional<String> source() {
    Optional<String> label = text("--source");
    if (label.isPresent() && !McpClients.labels().contains(label.get())) {
      throw unknown("--source", label.get(), McpClients.labels());
    }
    return label;
  }

  public Severity severityThreshold() {
    String label = text("--severity-threshold").orElse(Severity.INFO.label());
    Optional<Severity> severity = Severity.ofLabel(label);
    if (severity.isEmpty()) {
      List<String> labels = new ArrayList<>();
      for (Severity level : Severity.values()) {
        labels.add(level.label());
      }
      throw unknown("--severity-threshold", label, labels);
    }
    return severity.get();
  }

  /** Returns the minimum confidence of findings; empty for all findings. */
  public Optional<Confidence> minConfidence() {
    Optional<String> label = text("--min-confidence");
    if (label.isEmpty()) {
      return Optional.empty();
    }
    List<String> labels = new ArrayList<>();
    for (Confidence confidence : Confidence.values()) {
      if (confidence.toString().equals(label.get().toLowerCase(Locale.ROOT))) {
        return Optional.of(confidence);
      }
      labels.add(confidence.toString());
    }
    throw unknown("--min-confidence", label.get(), labels);
  }

  public Set<String> suppressed(Set<String> findingTypes) {
    Set<String> suppressed = new TreeSet<>();
    for (String type : texts("--suppress")) {
      if (!findingTypes.contains(type)) {
        throw unknown("--suppress", type, List.copyOf(findingTypes));
      }
      suppressed.add(type);
    }
    return suppressed;
  }

  /** Returns an integer within limits. */
  public int number(String name, int ordinary, int lowest, int highest) {
    Optional<String> optionText = text(name);
    if (optionText.isEmpty()) {
      return ordinary;
    }
    try {
      int number = Integer.parseInt(optionText.get().strip());
      if (number >= lowest && number <= highest) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Reported below with the value.
    }
    throw new UserErrorException(
        name
            + " is \""
            + optionText.get()
            + "\"; expected a number from "
            + lowest
            + " to "
            + highest);
  }

  /** Returns the limit in bytes: a number, or a number with K, M or G for powers of 1,024. */
  public long maxFileSize() {
    Optional<String> optionText = text("--max-file-size");
    if (optionText.isEmpty()) {
      return ScanSettings.DEFAULT_MAX_FILE_BYTES;
    }
    String text = optionText.get().strip().toUpperCase(Locale.ROOT);
    int power = "KMG".indexOf(text.charAt(text.length() - 1)) + 1;
    String digits = power > 0 ? text.substring(0, text.length() - 1) : text;
    try {
      long size = Math.multiplyExact(Long.parseLong(digits), 1L << (10 * power));
      if (size > 0 && size <= ScanSettings.LARGEST_MAX_FILE_BYTES) {
        return size;
      }
    } catch (ArithmeticException | NumberFormatException e) {
      // Reported below with the value.
    }
    throw new UserErrorException(
        "--max-file-size is \""
            + optionText.get()
            + "\"; expected bytes, such as 16777216 or 16M, and 64M at most");
  }

  public static Path toPath(String name, String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      // U+FFFD replaces bytes that the locale cannot decode, so the text is not a valid path.
      throw new UserErrorException(
          text.indexOf('\uFFFD') < 0
              ? name + " is \"" + text + "\", which is not a valid path"
              : name
                  + " cannot be decoded in this locale; set LC_ALL to a UTF-8 locale, such as"
                  + " C.UTF-8");
    }
  }

  /** Returns the error for a value that is not one of the expected ones. */
  public static UserErrorException unknown(String option, String value, List<String> expected) {
    return new UserErrorException(
        option + " is \"" + value + "\"; expected one of " + String.join(", ", expected));
  }
}
