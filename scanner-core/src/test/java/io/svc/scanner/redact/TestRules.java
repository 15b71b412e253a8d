package io.svc.scanner.redact;

import io.svc.rules.RuleIndex;
import io.svc.rules.RuleLoader;
import io.svc.rules.RuleSource;
import io.svc.rules.RuleSource.Example;
import io.svc.rules.SampleTemplate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** The shipped rules as their authors wrote them, and the engine that runs all of them. */
final class TestRules {
  private static final List<RuleSource> SOURCES = load();
  private static final SecretFormatMatcher FORMATS =
      new SecretFormatMatcher(RuleIndex.of(SOURCES.stream().map(RuleSource::rule).toList()));

  private TestRules() {}

  static List<RuleSource> sources() {
    return SOURCES;
  }

  static SecretFormatMatcher formats() {
    return FORMATS;
  }

  /** An example filled with random characters, once for each of several seeds. */
  static List<String> samples(Example example, int seeds) {
    return IntStream.range(0, seeds)
        .mapToObj(seed -> SampleTemplate.fill(example.value(), new Random(seed)))
        .toList();
  }

  /** The places of secrets in a field's value. */
  static List<SecretMatch> find(String name, String value) {
    return FORMATS.find(value, name, SecretFormatMatcher.Context.NONE);
  }

  /** The ids of the rules that a field's value has a match of. */
  static List<String> found(String name, String value) {
    return find(name, value).stream().map(match -> match.rule().id()).toList();
  }

  private static List<RuleSource> load() {
    var root = Path.of(System.getProperty("project.root"));
    List<RuleSource> rules = new ArrayList<>();
    try {
      for (Path file : RuleLoader.filesBelow(root.resolve("rules/src/main/rules/secrets"))) {
        rules.add(RuleLoader.reload(file.toString(), Files.readString(file)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    rules.sort(Comparator.comparing(source -> source.rule().id()));
    return List.copyOf(rules);
  }
}
