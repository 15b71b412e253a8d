package io.svc.cli.rules;

import io.svc.cli.console.ProcessContext;
import io.svc.cli.console.UserErrorException;
import io.svc.cli.settings.Options;
import io.svc.cli.settings.ProjectSettings;
import io.svc.rules.Rule;
import io.svc.rules.RuleIndex;
import io.svc.rules.RuleLoader;
import io.svc.rules.RuleSource;
import io.svc.rules.catalog.RuleCatalog;
import io.svc.rules.definition.InvalidDefinitionException;
import io.svc.rules.files.FileErrorText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Loads custom rules from directories that the user names and from the project's settings. */
public final class CustomRuleLoader {
  private CustomRuleLoader() {}

  /**
   * Loads all rules and applies the checks for shipped rules.
   *
   * @param directories the directories as the user entered them
   * @throws UserErrorException if a rule is invalid or its id is not unique
   */
  public static List<RuleSource> load(
      ProcessContext surroundings, List<Path> directories, ProjectSettings settings) {
    List<RuleSource> rules = new ArrayList<>(settings.rules());
    for (String directory : settings.ruleDirectories()) {
      Path path = Options.toPath("rule_directories", directory);
      rules.addAll(ofDirectory(surroundings.resolve(path), directory));
    }
    for (Path directory : directories) {
      rules.addAll(ofDirectory(surroundings.resolve(directory), directory.toString()));
    }
    rejectDuplicates(rules);
    return rules;
  }

  private static List<RuleSource> ofDirectory(Path directory, String name) {
    if (!Files.isDirectory(directory)) {
      throw new UserErrorException("rules directory not found at " + name);
    }
    try {
      List<RuleSource> rules = RuleLoader.loadDirectory(directory);
      if (rules.isEmpty()) {
        throw new UserErrorException("no rule file in " + name + "; expected *.yaml");
      }
      return rules;
    } catch (InvalidDefinitionException e) {
      throw new UserErrorException(e.getMessage());
    } catch (IOException e) {
      throw new UserErrorException(
          "cannot read the rules in " + name + ": " + FileErrorText.reasonOf(e));
    }
  }

  private static void rejectDuplicates(List<RuleSource> rules) {
    if (rules.isEmpty()) {
      return;
    }
    Set<String> ids = new HashSet<>();
    RuleIndex shipped = RuleCatalog.bundled();
    for (int i = 0; i < shipped.size(); i++) {
      ids.add(shipped.rule(i).id());
    }
    for (RuleSource rule : rules) {
      if (!ids.add(rule.rule().id())) {
        throw new UserErrorException(
            "a rule with the id \"" + rule.rule().id() + "\" already exists; choose another id");
      }
    }
  }

  /** Returns the rules that the scanner runs. */
  public static List<Rule> rules(List<RuleSource> sources) {
    List<Rule> rules = new ArrayList<>();
    for (RuleSource source : sources) {
      rules.add(source.rule());
    }
    return rules;
  }
}
