package io.svc.cli.rules;

import io.svc.cli.console.Console;
import io.svc.cli.console.ExitCode;
import io.svc.rules.RuleIndex;
import io.svc.rules.RuleSource;
import io.svc.rules.RuleSource.Example;
import io.svc.rules.SampleTemplate;
import io.svc.rules.catalog.RuleCatalog;
import io.svc.scanner.redact.SecretFormatMatcher;
import io.svc.scanner.redact.SecretMatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Runs the examples of rules through the scanner, with all other rules loaded. */
final class RuleTests {
  /** Samples are random, so a rule must pass for several of them. */
  private static final int DRAWS = 5;

  private final Console console;

  RuleTests(Console console) {
    this.console = console;
  }

  /**
   * Tests the user's rules if there are any, otherwise the shipped ones.
   *
   * @return an error if an example fails
   */
  ExitCode run(List<RuleSource> customRules) {
    List<RuleSource> tested = customRules.isEmpty() ? RuleCommands.shippedRules() : customRules;
    RuleIndex index = RuleCatalog.bundled();
    SecretFormatMatcher formats =
        new SecretFormatMatcher(
            customRules.isEmpty() ? index : index.with(CustomRuleLoader.rules(customRules)));
    List<String> problems = new ArrayList<>();
    int examples = 0;
    for (RuleSource source : tested) {
      for (Example example : source.matches()) {
        examples++;
        test(formats, source, example, true, problems);
      }
      for (Example example : source.ignores()) {
        examples++;
        test(formats, source, example, false, problems);
      }
    }
    for (String problem : problems) {
      console.error(problem);
    }
    if (problems.isEmpty()) {
      console.print(
          Console.count(examples, "example")
              + " of "
              + Console.count(tested.size(), "rule")
              + " passed\n");
    }
    return problems.isEmpty() ? ExitCode.CLEAN : ExitCode.ERROR;
  }

  private static void test(
      SecretFormatMatcher formats,
      RuleSource source,
      Example example,
      boolean isMatch,
      List<String> problems) {
    String id = source.rule().id();
    for (int draw = 0; draw < DRAWS; draw++) {
      String value = SampleTemplate.fill(example.value(), new Random(draw));
      List<String> found = new ArrayList<>();
      for (SecretMatch match :
          formats.find(value, example.name(), SecretFormatMatcher.Context.NONE)) {
        found.add(match.rule().id());
      }
      if (found.contains(id) != isMatch) {
        problems.add(
            id
                + ": the example \""
                + example.value()
                + (isMatch
                    ? "\" is not found" + (found.isEmpty() ? "" : ", but " + found.get(0) + " is")
                    : "\" is found; expected no match"));
        return;
      }
    }
  }
}
