package io.svc.rules;

import io.svc.rules.RuleSource.Example;
import io.svc.rules.RuleYaml.Field;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/**
 * Reads rule files and refuses those that cannot be trusted: unknown keys, a pattern with an
 * unbounded quantifier, a rule without examples, an example that does not match. Every refusal is
 * an {@link InvalidRuleException} that names file, line and expectation.
 */
public final class RuleLoader {
  private static final Pattern ID =
      Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*/[a-z0-9]+(-[a-z0-9]+)*");
  private static final Set<String> KEYS =
      Set.of(
          "id",
          "title",
          "provider",
          "severity",
          "keywords",
          "context",
          "name_like",
          "pattern",
          "window",
          "min_entropy",
          "check",
          "mask",
          "description",
          "remediation",
          "references",
          "matches",
          "ignores");
  private static final int FEWEST_EXAMPLES = 3;
  private static final int WIDEST_WINDOW = 4_096;

  private final String file;
  private final Map<String, Field> fields;

  private RuleLoader(String file, Map<String, Field> fields) {
    this.file = file;
    this.fields = fields;
  }

  /**
   * All rules of the {@code .yaml} files below a directory, by id.
   *
   * @throws InvalidRuleException when a file is no valid rule, or two have the same id
   * @throws IOException when a file cannot be read
   */
  public static List<RuleSource> loadDirectory(Path directory) throws IOException {
    Map<String, RuleSource> rules = new TreeMap<>();
    List<Path> files;
    try (Stream<Path> walk = Files.walk(directory)) {
      files = walk.filter(path -> path.toString().endsWith(".yaml")).sorted().toList();
    }
    for (Path path : files) {
      String name = directory.relativize(path).toString().replace('\\', '/');
      RuleSource rule = load(name, Files.readString(path, StandardCharsets.UTF_8));
      if (rules.put(rule.rule().id(), rule) != null) {
        throw new InvalidRuleException(
            name, 1, "a rule with the id \"" + rule.rule().id() + "\" exists already");
      }
    }
    return List.copyOf(rules.values());
  }

  /**
   * The rule in a file's text.
   *
   * @param file its name, for messages
   * @throws InvalidRuleException when it is no valid rule
   */
  public static RuleSource load(String file, String text) {
    return new RuleLoader(file, RuleYaml.parse(file, text).fields()).read();
  }

  private RuleSource read() {
    for (String key : fields.keySet()) {
      if (!KEYS.contains(key)) {
        throw problem(
            key, "unknown key '" + key + "'; expected one of " + String.join(", ", sortedKeys()));
      }
    }
    String id = text("id");
    if (!ID.matcher(id).matches()) {
      throw problem("id", "id \"" + id + "\" is not of the form category/name in kebab-case");
    }
    RuleSource source =
        new RuleSource(
            readRule(id),
            text("provider"),
            text("description"),
            texts("references"),
            entries("matches"),
            entries("ignores"));
    checkExamples(source);
    return source;
  }

  private Rule readRule(String id) {
    List<String> keywords = texts("keywords");
    List<String> context = texts("context");
    for (String keyword : keywords) {
      if (keyword.length() < 3 || !keyword.equals(lowerCase(keyword))) {
        throw problem(
            "keywords",
            "keyword \"" + keyword + "\" must be lower-case and three characters or more");
      }
    }
    if (keywords.isEmpty() && context.isEmpty()) {
      throw problem("id", "rule \"" + id + "\" has neither 'keywords' nor 'context'");
    }
    String pattern = text("pattern");
    PatternSafety.problemOf(pattern)
        .ifPresent(
            problem -> {
              throw problem("pattern", problem);
            });
    return new Rule(
        id,
        text("title"),
        severity(),
        keywords,
        context,
        texts("name_like"),
        pattern,
        number("window", 1, WIDEST_WINDOW).intValue(),
        fields.containsKey("min_entropy") ? number("min_entropy", 0, 8) : 0,
        structureTest(),
        optionalText("mask").orElse(""),
        text("remediation"));
  }

  private Severity severity() {
    String label = text("severity");
    return Severity.ofLabel(label)
        .orElseThrow(
            () ->
                problem(
                    "severity",
                    "unknown severity \""
                        + label
                        + "\"; expected "
                        + Arrays.toString(Severity.values())));
  }

  private Rule.StructureTest structureTest() {
    String label = optionalText("check").orElse(Rule.StructureTest.NONE.label());
    for (Rule.StructureTest test : Rule.StructureTest.values()) {
      if (test.label().equals(label)) {
        return test;
      }
    }
    throw problem("check", "unknown check \"" + label + "\"");
  }

  private void checkExamples(RuleSource source) {
    if (source.matches().size() < FEWEST_EXAMPLES) {
      throw problem("id", "at least three 'matches' are expected");
    }
    if (source.ignores().size() < FEWEST_EXAMPLES) {
      throw problem("id", "at least three near misses under 'ignores' are expected");
    }
    Pattern pattern = Pattern.compile(source.rule().pattern());
    Random random = new Random(source.rule().id().hashCode());
    for (Example example : source.matches()) {
      String value = sample("matches", example, random);
      if (!pattern.matcher(value).find()) {
        throw problem("matches", "the pattern does not match \"" + example.value() + "\"");
      }
      if (!source.rule().keywords().isEmpty()
          && source.rule().keywords().stream().noneMatch(lowerCase(value)::contains)) {
        throw problem("matches", "no keyword occurs in \"" + example.value() + "\"");
      }
    }
    for (Example example : source.ignores()) {
      sample("ignores", example, random);
    }
  }

  private String sample(String key, Example example, Random random) {
    try {
      return SampleTemplate.fill(example.value(), random);
    } catch (IllegalArgumentException e) {
      throw problem(key, e.getMessage());
    }
  }

  private String text(String key) {
    return optionalText(key)
        .filter(text -> !text.isBlank())
        .orElseThrow(() -> problem(key, "key '" + key + "' is missing or empty"));
  }

  private Optional<String> optionalText(String key) {
    Field field = fields.get(key);
    if (field == null) {
      return Optional.empty();
    }
    if (field.isList()) {
      throw problem(key, "'" + key + "' must be a text, not a list");
    }
    return Optional.of(field.entries().get(0).value().strip());
  }

  private List<String> texts(String key) {
    return entries(key).stream().map(Example::value).toList();
  }

  private List<Example> entries(String key) {
    Field field = fields.get(key);
    if (field == null) {
      return List.of();
    }
    if (!field.isList()) {
      throw problem(key, "'" + key + "' must be a list");
    }
    return field.entries();
  }

  private Double number(String key, double least, double most) {
    String text = text(key);
    try {
      double number = Double.parseDouble(text);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException ignored) {
      // Told below, with the value.
    }
    throw problem(
        key, "'" + key + "' is \"" + text + "\"; expected a number from " + least + " to " + most);
  }

  private InvalidRuleException problem(String key, String problem) {
    Field field = fields.get(key);
    return new InvalidRuleException(file, field == null ? 1 : field.line(), problem);
  }

  private static List<String> sortedKeys() {
    List<String> keys = new ArrayList<>(KEYS);
    keys.sort(null);
    return keys;
  }

  private static String lowerCase(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  /** What makes a pattern unsafe to run on text that an attacker wrote. */
  private static final class PatternSafety {
    private PatternSafety() {}

    static Optional<String> problemOf(String pattern) {
      try {
        int groups = Pattern.compile(pattern).matcher("").groupCount();
        if (groups != 1) {
          return Optional.of(
              "the pattern has " + groups + " capturing groups; expected one, the secret");
        }
      } catch (PatternSyntaxException e) {
        return Optional.of("the pattern is not valid: " + e.getDescription());
      }
      boolean inClass = false;
      for (int i = 0; i < pattern.length(); i++) {
        char c = pattern.charAt(i);
        if (c == '\\') {
          if (i + 1 < pattern.length() && pattern.charAt(i + 1) == 'Q') {
            return Optional.of("\\Q at " + i + " is not allowed; escape each character by itself");
          }
          i++;
        } else if (inClass) {
          inClass = c != ']';
        } else if (c == '[') {
          inClass = true;
        } else if (c == '*' || c == '+') {
          return Optional.of("'" + c + "' at " + i + " is unbounded; write {m,n}");
        } else if (c == '{' && pattern.indexOf(",}", i) == pattern.indexOf('}', i) - 1) {
          return Optional.of("the quantifier at " + i + " is unbounded; write {m,n}");
        }
      }
      return Optional.empty();
    }
  }
}
