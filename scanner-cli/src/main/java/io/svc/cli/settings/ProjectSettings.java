package io.svc.cli.settings;

import io.svc.rules.RuleLoader;
import io.svc.rules.RuleSource;
import io.svc.rules.definition.Definition;
import io.svc.scanner.scan.Suppression;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The parts of a settings file that are not options: rules and accepted findings. A user's own file
 * may contain rules. Accepted findings are only valid in a project's file, where others review
 * them.
 *
 * @param rules the rules in the file itself
 * @param ruleDirectories directories with more rules, relative as on the command line
 * @param suppressions the accepted findings
 */
public record ProjectSettings(
    List<RuleSource> rules, List<String> ruleDirectories, List<Suppression> suppressions) {

  /** The path of the file in a project. */
  public static final Path FILE = Path.of(".svc", "preflight.yaml");

  /** The name of the file in reports. */
  public static final String NAME = ".svc/preflight.yaml";

  /** No rules and no accepted findings. */
  public static final ProjectSettings NONE = new ProjectSettings(List.of(), List.of(), List.of());

  private static final String FINGERPRINT = "sha256:[0-9a-f]{64}";
  private static final Set<String> RULE_KEYS = Set.of("rules");
  private static final Set<String> KEYS = Set.of("rules", "suppressions");
  private static final Set<String> SUPPRESSION_KEYS =
      Set.of("fingerprint", "type", "server", "file", "reason", "expires");

  public ProjectSettings {
    rules = List.copyOf(rules);
    ruleDirectories = List.copyOf(ruleDirectories);
    suppressions = List.copyOf(suppressions);
  }

  /**
   * Returns the top-level keys outside of the table of settings, for a project's or a user's file.
   */
  static Set<String> keys(boolean isProject) {
    return isProject ? KEYS : RULE_KEYS;
  }

  /** Parses the text of a project's file. */
  public static ProjectSettings parse(String text, Set<String> findingTypes) {
    Path currentDirectory = Path.of("");
    SettingsSource source =
        new SettingsSource(FILE, true, false, NAME, currentDirectory, currentDirectory);
    return new SettingsReader(source, SettingsKeys.all(), findingTypes).parse(text).decisions();
  }

  /** Reads these parts of a file. */
  static ProjectSettings of(
      Definition settings,
      String writtenIn,
      List<String> ruleDirectories,
      Set<String> findingTypes) {
    List<RuleSource> rules = new ArrayList<>();
    for (Definition rule : settings.mappings("rules")) {
      rules.add(RuleLoader.load(rule));
    }
    List<Suppression> suppressions = new ArrayList<>();
    for (Definition suppression : settings.mappings("suppressions")) {
      suppressions.add(suppression(suppression, writtenIn, findingTypes));
    }
    return new ProjectSettings(rules, ruleDirectories, suppressions);
  }

  /** Returns the combination with another file. */
  ProjectSettings and(ProjectSettings others) {
    return new ProjectSettings(
        joined(rules, others.rules),
        joined(ruleDirectories, others.ruleDirectories),
        joined(suppressions, others.suppressions));
  }

  private static <T> List<T> joined(List<T> some, List<T> more) {
    List<T> all = new ArrayList<>(some);
    all.addAll(more);
    return all;
  }

  private static Suppression suppression(
      Definition entry, String writtenIn, Set<String> findingTypes) {
    entry.allow(SUPPRESSION_KEYS);
    String fingerprint = entry.optionalText("fingerprint").orElse("");
    String type = entry.optionalText("type").orElse("");
    String server = entry.optionalText("server").orElse("");
    String file = entry.optionalText("file").orElse("");
    if (!fingerprint.isEmpty() && !fingerprint.matches(FINGERPRINT)) {
      throw entry.problem(
          "fingerprint",
          "fingerprint \""
              + fingerprint
              + "\" is invalid; expected sha256: and 64 hexadecimal"
              + " digits");
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
      throw entry.problem("", "a suppression requires 'fingerprint', or 'type' with 'server'");
    }
    if (fingerprint.isEmpty() && server.isEmpty() && file.isEmpty()) {
      throw entry.problem(
          "type", "a suppression by type requires 'server' or 'file'; \"*\" matches all");
    }
    return new Suppression(
        writtenIn,
        entry.line(),
        fingerprint,
        type,
        server,
        file,
        entry.text("reason"),
        expires(entry));
  }

  private static Optional<LocalDate> expires(Definition entry) {
    Optional<String> text = entry.optionalText("expires");
    try {
      return text.map(LocalDate::parse);
    } catch (DateTimeParseException e) {
      throw entry.problem(
          "expires", "expires is \"" + text.orElse("") + "\"; expected a date such as 2027-01-31");
    }
  }
}
