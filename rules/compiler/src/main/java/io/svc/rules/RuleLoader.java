package io.svc.rules;

import io.svc.rules.RuleSource.Example;
import io.svc.rules.definition.Definition;
import io.svc.rules.definition.DefinitionNode;
import io.svc.rules.definition.DefinitionReader;
import io.svc.rules.definition.InvalidDefinitionException;
import io.svc.rules.files.RegularFile;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads and validates rule files. It rejects unknown keys, a pattern with an unbounded quantifier
 * or excessive cost on a hostile line, a rule without examples, and an example that does not match.
 * Shipped rules and custom rules are read by the same code. Every error is an {@link
 * InvalidDefinitionException} that names the file, the location and the expectation.
 */
public final class RuleLoader {
  private static final Pattern ID =
      Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*/[a-z0-9]+(-[a-z0-9]+)*");
  private static final Set<String> KEYS =
      WordListParser.set(
          """
          id title provider severity keywords context name_like pattern window min_entropy check
          mask description remediation references matches ignores""");
  private static final int FEWEST_EXAMPLES = 3;
  private static final int WIDEST_WINDOW = 4_096;

  private final Definition definition;

  private RuleLoader(Definition definition) {
    this.definition = definition;
  }

  /**
   * Loads all rules of the {@code .yaml} and {@code .yml} files below a directory, by id. Messages
   * name a file by the given directory and the path below it.
   *
   * @throws InvalidDefinitionException if a file is not a valid rule, or two rules have the same id
   * @throws IOException if a file cannot be read
   */
  public static List<RuleSource> loadDirectory(Path directory) throws IOException {
    Map<String, RuleSource> rules = new TreeMap<>();
    for (Path path : filesBelow(directory)) {
      RuleSource rule = loadFile(path);
      if (rules.put(rule.rule().id(), rule) != null) {
        throw new InvalidDefinitionException(
            nameOf(path), 1, 1, "a rule with the id \"" + rule.rule().id() + "\" already exists");
      }
    }
    return List.copyOf(rules.values());
  }

  /**
   * Returns the rule files below a directory, sorted by path.
   *
   * @throws IOException if the directory cannot be listed
   */
  public static List<Path> filesBelow(Path directory) throws IOException {
    try (Stream<Path> walk = Files.walk(directory)) {
      return walk.filter(path -> nameOf(path).matches(".*\\.ya?ml")).sorted().toList();
    }
  }

  /**
   * Loads the rule in a file.
   *
   * @throws InvalidDefinitionException if the rule is invalid, or the file is not UTF-8 text
   * @throws IOException if the file cannot be read
   */
  public static RuleSource loadFile(Path path) throws IOException {
    try {
      return load(nameOf(path), RegularFile.text(path, StandardCharsets.UTF_8));
    } catch (MalformedInputException e) {
      throw new InvalidDefinitionException(nameOf(path), 1, 1, "not a text in UTF-8");
    }
  }

  private static String nameOf(Path path) {
    return path.toString().replace('\\', '/');
  }

  /**
   * Loads the rule in a file's text.
   *
   * @param file its name, for messages
   * @throws InvalidDefinitionException if the rule is invalid
   */
  public static RuleSource load(String file, String text) {
    return load(DefinitionReader.read(file, text));
  }

  /**
   * Loads the rule in a mapping of a file.
   *
   * @throws InvalidDefinitionException if the rule is invalid
   */
  public static RuleSource load(Definition definition) {
    RuleLoader loader = new RuleLoader(definition);
    RuleSource source = loader.read();
    loader.checkExamples(source);
    loader.checkCost(source);
    return source;
  }

  /**
   * Loads the rule in a text that was validated before, as shipped rules were when they were
   * packaged. Skips the check of its pattern and examples, which is most of the work of {@link
   * #load}.
   *
   * @param file its name, for messages
   * @throws InvalidDefinitionException if the rule is invalid
   */
  public static RuleSource reload(String file, String text) {
    return new RuleLoader(DefinitionReader.read(file, text)).read();
  }

  private RuleSource read() {
    definition.allow(KEYS);
    String id = definition.text("id");
    if (!ID.matcher(id).matches()) {
      throw problem("id", "id \"" + id + "\" is not of the form category/name in kebab-case");
    }
    return new RuleSource(
        readRule(id),
        definition.text("provider"),
        definition.text("description"),
        definition.texts("references"),
        examples("matches"),
        examples("ignores"));
  }

  private Rule readRule(String id) {
    List<String> keywords = lowerCaseWords("keywords");
    List<String> context = lowerCaseWords("context");
    if (keywords.isEmpty() && context.isEmpty()) {
      throw problem("id", "rule \"" + id + "\" has neither 'keywords' nor 'context'");
    }
    String pattern = definition.text("pattern");
    PatternSafety.problemOf(pattern)
        .ifPresent(
            problem -> {
              throw problem("pattern", problem);
            });
    return new Rule(
        id,
        oneLine("title"),
        severity(),
        keywords,
        context,
        definition.texts("name_like"),
        pattern,
        (int) definition.number("window", 1, WIDEST_WINDOW),
        definition.has("min_entropy") ? definition.number("min_entropy", 0, 8) : 0,
        structureTest(),
        definition.optionalText("mask").orElse(""),
        oneLine("remediation"));
  }

  /** Reads a text that a report prints; it must not contain a tab or a line break. */
  private String oneLine(String key) {
    String text = definition.text(key);
    if (text.indexOf('\n') >= 0 || text.indexOf('\t') >= 0) {
      throw problem(key, "'" + key + "' must be one line without tabs; fold it with >-");
    }
    return text;
  }

  private List<String> lowerCaseWords(String key) {
    List<String> words = definition.texts(key);
    for (String word : words) {
      if (word.length() < 3 || !word.equals(lowerCase(word))) {
        throw problem(
            key,
            "\"" + word + "\" under '" + key + "' must be lower-case and three characters or more");
      }
    }
    return words;
  }

  private Severity severity() {
    String label = definition.text("severity");
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
    String label = definition.optionalText("check").orElse(Rule.StructureTest.NONE.label());
    List<String> labels = new ArrayList<>();
    for (Rule.StructureTest test : Rule.StructureTest.values()) {
      if (test.label().equals(label)) {
        return test;
      }
      labels.add(test.label());
    }
    throw problem(
        "check", "unknown check \"" + label + "\"; expected one of " + String.join(", ", labels));
  }

  private List<Example> examples(String key) {
    List<Example> examples = new ArrayList<>();
    for (DefinitionNode item : definition.items(key)) {
      if (item.text().isPresent()) {
        examples.add(new Example("value", item.text().get()));
      } else {
        Definition example = Definition.of(definition.file(), item);
        if (!Set.copyOf(example.keys()).equals(Set.of("name", "value"))) {
          throw new InvalidDefinitionException(
              definition.file(),
              item.line(),
              item.column(),
              "an example is a text or a mapping of 'name' and 'value', not " + example.keys());
        }
        examples.add(new Example(example.text("name"), example.text("value")));
      }
    }
    return examples;
  }

  private void checkExamples(RuleSource source) {
    if (source.matches().size() < FEWEST_EXAMPLES) {
      throw problem("matches", "at least three 'matches' are expected");
    }
    if (source.ignores().size() < FEWEST_EXAMPLES) {
      throw problem("ignores", "at least three near misses under 'ignores' are expected");
    }
    Pattern pattern = Pattern.compile(source.rule().pattern());
    Random random = new Random(source.rule().id().hashCode());
    for (Example example : source.matches()) {
      String value = sample("matches", example, random);
      if (PatternCost.isTooMuch(pattern, value)) {
        throw problem(
            "pattern",
            "the pattern does not complete on \""
                + example.value()
                + "\"; avoid nested quantifiers");
      }
      if (value.isEmpty() || !pattern.matcher(value).find()) {
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

  private void checkCost(RuleSource source) {
    PatternCost.problemOf(source)
        .ifPresent(
            problem -> {
              throw problem("pattern", problem);
            });
  }

  private String sample(String key, Example example, Random random) {
    try {
      return SampleTemplate.fill(example.value(), random);
    } catch (IllegalArgumentException e) {
      throw problem(key, String.valueOf(e.getMessage()));
    }
  }

  private InvalidDefinitionException problem(String key, String problem) {
    return definition.problem(key, problem);
  }

  private static String lowerCase(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}
