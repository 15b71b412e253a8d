package io.svc.cli;

import io.svc.rules.RuleLoader;
import io.svc.rules.RuleSource;
import io.svc.rules.definition.Definition;
import io.svc.rules.definition.DefinitionReader;
import io.svc.rules.definition.InvalidDefinitionException;
import io.svc.scanner.scan.Suppression;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a project has decided for itself, in {@code .svc/preflight.yaml}: rules of its own, and
 * findings that it accepts.
 *
 * @param rules written in the file itself
 * @param ruleDirectories directories with more of them, as they are written
 * @param suppressions accepted findings
 */
record ProjectSettings(
    List<RuleSource> rules, List<String> ruleDirectories, List<Suppression> suppressions) {

  /** Where a project keeps it. */
  static final Path FILE = Path.of(".svc", "preflight.yaml");

  /** The file as reports name it. */
  static final String NAME = ".svc/preflight.yaml";

  private static final String FINGERPRINT = "sha256:[0-9a-f]{64}";
  private static final Set<String> KEYS = Set.of("rules", "rule_directories", "suppressions");
  private static final Set<String> SUPPRESSION_KEYS =
      Set.of("fingerprint", "type", "server", "file", "reason", "expires");
  private static final ProjectSettings NONE = new ProjectSettings(List.of(), List.of(), List.of());

  ProjectSettings {
    rules = List.copyOf(rules);
    ruleDirectories = List.copyOf(ruleDirectories);
    suppressions = List.copyOf(suppressions);
  }

  /**
   * The settings of a project; empty ones where it has none.
   *
   * @throws UserErrorException when the file cannot be used
   */
  static ProjectSettings read(Surroundings surroundings) {
    try {
      return parse(Files.readString(surroundings.resolve(FILE)), KnownChecks.findingTypes());
    } catch (NoSuchFileException e) {
      return NONE;
    } catch (MalformedInputException e) {
      throw new UserErrorException(NAME + ":1: not a text in UTF-8");
    } catch (IOException e) {
      throw new UserErrorException("cannot read " + NAME);
    }
  }

  /** The settings in a file's text. */
  static ProjectSettings parse(String text, Set<String> findingTypes) {
    try {
      Definition settings = DefinitionReader.read(NAME, text);
      settings.allow(KEYS);
      List<RuleSource> rules = new ArrayList<>();
      for (Definition rule : settings.mappings("rules")) {
        rules.add(RuleLoader.load(rule));
      }
      List<Suppression> suppressions = new ArrayList<>();
      for (Definition suppression : settings.mappings("suppressions")) {
        suppressions.add(suppression(suppression, findingTypes));
      }
      return new ProjectSettings(rules, settings.texts("rule_directories"), suppressions);
    } catch (InvalidDefinitionException e) {
      throw new UserErrorException(e.getMessage());
    }
  }

  private static Suppression suppression(Definition entry, Set<String> findingTypes) {
    entry.allow(SUPPRESSION_KEYS);
    String fingerprint = entry.optionalText("fingerprint").orElse("");
    String type = entry.optionalText("type").orElse("");
    String server = entry.optionalText("server").orElse("");
    String file = entry.optionalText("file").orElse("");
    if (!fingerprint.isEmpty() && !fingerprint.matches(FINGERPRINT)) {
      throw entry.problem(
          "fingerprint",
          "fingerprint \"" + fingerprint + "\" is none; expected sha256: and 64 digits");
    }
    if (!type.isEmpty() && !findingTypes.contains(type)) {
      throw entry.problem(
          "type",
          "unknown finding type \""
              + type
              + "\"; expected one of "
              + String.join(", ", findingTypes));
    }
    if (fingerprint.isEmpty() && type.isEmpty()) {
      throw entry.problem("", "a suppression needs 'fingerprint', or 'type' with 'server'");
    }
    if (fingerprint.isEmpty() && server.isEmpty() && file.isEmpty()) {
      throw entry.problem(
          "type", "a suppression by type needs 'server' or 'file'; \"*\" stands for all");
    }
    return new Suppression(
        NAME, entry.line(), fingerprint, type, server, file, entry.text("reason"), expires(entry));
  }

  private static Optional<LocalDate> expires(Definition entry) {
    Optional<String> text = entry.optionalText("expires");
    try {
      return text.map(LocalDate::parse);
    } catch (DateTimeParseException e) {
      throw entry.problem(
          "expires", "expires is \"" + text.orElse("") + "\"; expected a day such as 2027-01-31");
    }
  }
}
