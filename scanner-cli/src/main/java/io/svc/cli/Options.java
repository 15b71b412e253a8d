package io.svc.cli;

import io.svc.report.Renderers;
import io.svc.rules.Severity;
import io.svc.scanner.client.McpClients;
import io.svc.scanner.scan.ScanSettings;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.ParseResult;

/**
 * The options of one command as the user gave them. Every getter checks: a value that means nothing
 * ends the run with its name and what was expected.
 */
final class Options {
  private final ParseResult parsed;

  Options(ParseResult parsed) {
    this.parsed = parsed;
  }

  boolean has(String name) {
    return parsed.matchedOptionValue(name, false);
  }

  Optional<String> text(String name) {
    String value = parsed.matchedOptionValue(name, null);
    if (value != null && value.isBlank()) {
      throw new UserErrorException(name + " is empty; expected a value");
    }
    return Optional.ofNullable(value);
  }

  Optional<Path> path(String name) {
    Optional<String> text = text(name);
    return text.isPresent() ? Optional.of(toPath(name, text.get())) : Optional.empty();
  }

  List<Path> paths(String name) {
    List<Path> paths = new ArrayList<>();
    for (String text : texts(name)) {
      paths.add(toPath(name, text));
    }
    return paths;
  }

  List<String> texts(String name) {
    String[] values = parsed.matchedOptionValue(name, new String[0]);
    for (String value : values) {
      if (value.isBlank()) {
        throw new UserErrorException(name + " is empty; expected a value");
      }
    }
    return List.of(values);
  }

  /** What stands at the place of a command's only name. */
  String positional() {
    List<String> all = positionals();
    if (all.isEmpty() || all.get(0).isBlank()) {
      throw new UserErrorException(
          parsed.commandSpec().positionalParameters().get(0).paramLabel() + " is missing");
    }
    return all.get(0);
  }

  /** All that stands behind the options. */
  List<String> positionals() {
    List<String> all = new ArrayList<>();
    for (ArgSpec spec : parsed.matchedPositionals()) {
      Object value = spec.getValue();
      all.addAll(value instanceof String[] several ? List.of(several) : List.of((String) value));
    }
    return all;
  }

  Optional<String> source() {
    Optional<String> label = text("--source");
    if (label.isPresent() && !McpClients.labels().contains(label.get())) {
      throw unknown("--source", label.get(), McpClients.labels());
    }
    return label;
  }

  Severity severityThreshold() {
    String label = text("--severity-threshold").orElse(Severity.INFO.label());
    Optional<Severity> severity = Severity.ofLabel(label);
    if (severity.isEmpty()) {
      List<String> labels = new ArrayList<>();
      for (Severity known : Severity.values()) {
        labels.add(known.label());
      }
      throw unknown("--severity-threshold", label, labels);
    }
    return severity.get();
  }

  /** The format's name; {@code -t} is short for the table. */
  String format() {
    Optional<String> format = text("--format");
    if (has("-t")) {
      if (format.isPresent() && !format.get().equals("table")) {
        throw new UserErrorException(
            "-t means --format table, but --format is \"" + format.get() + "\"; give one of them");
      }
      return "table";
    }
    String name = format.orElse("json").toLowerCase(Locale.ROOT);
    if (!Renderers.formats().contains(name)) {
      throw unknown("--format", name, Renderers.formats());
    }
    return name;
  }

  Set<String> suppressed(Set<String> findingTypes) {
    Set<String> suppressed = new TreeSet<>();
    for (String type : texts("--suppress")) {
      if (!findingTypes.contains(type)) {
        throw unknown("--suppress", type, List.copyOf(findingTypes));
      }
      suppressed.add(type);
    }
    return suppressed;
  }

  /** The limit in bytes: a number, or a number with K, M or G for powers of 1,024. */
  long maxFileSize() {
    Optional<String> given = text("--max-file-size");
    if (given.isEmpty()) {
      return ScanSettings.DEFAULT_MAX_FILE_BYTES;
    }
    String text = given.get().strip().toUpperCase(Locale.ROOT);
    int power = "KMG".indexOf(text.charAt(text.length() - 1)) + 1;
    String digits = power > 0 ? text.substring(0, text.length() - 1) : text;
    try {
      long size = Math.multiplyExact(Long.parseLong(digits), 1L << (10 * power));
      if (size > 0) {
        return size;
      }
    } catch (ArithmeticException | NumberFormatException e) {
      // Told below, with the value.
    }
    throw new UserErrorException(
        "--max-file-size is \"" + given.get() + "\"; expected bytes, such as 16777216 or 16M");
  }

  static Path toPath(String name, String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new UserErrorException(name + " is \"" + text + "\", which is no path");
    }
  }

  private static UserErrorException unknown(String option, String value, List<String> expected) {
    return new UserErrorException(
        option + " is \"" + value + "\"; expected one of " + String.join(", ", expected));
  }
}
