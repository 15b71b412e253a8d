package io.svc.cli.rules;

import static io.svc.cli.console.CommandSpecs.option;
import static io.svc.cli.console.CommandSpecs.options;

import io.svc.cli.console.CommandSpecs;
import io.svc.cli.console.Console;
import io.svc.cli.console.ExitCode;
import io.svc.cli.console.ProcessContext;
import io.svc.cli.console.UserErrorException;
import io.svc.cli.settings.Options;
import io.svc.cli.settings.Settings;
import io.svc.report.CheckCatalog;
import io.svc.rules.RuleLoader;
import io.svc.rules.RuleSource;
import io.svc.rules.catalog.RuleCatalog;
import io.svc.rules.definition.InvalidDefinitionException;
import io.svc.rules.files.FileErrorText;
import io.svc.scanner.detect.Check;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** {@code svc-preflight rules}: lists and explains checks and rules, and tests custom rules. */
public final class RuleCommands {
  private static final String RULES_OPTION = "--rules";

  /** The prefix of the ids and the files of all shipped rules. */
  private static final String SHIPPED = "secrets/";

  private final ProcessContext surroundings;
  private final Console console;
  private final Options options;

  public RuleCommands(ProcessContext surroundings, Console console, Options options) {
    this.surroundings = surroundings;
    this.console = console;
    this.options = options;
  }

  public static CommandSpec spec() {
    CommandSpec rules = CommandSpecs.command("rules");
    rules
        .usageMessage()
        .description("Shows the checks and rules of the scanner, and validates custom rules.")
        .footer(
            "",
            "Custom rules are files in the --rules directories or entries in the project's",
            ".svc/preflight.yaml. A scan with an invalid rule ends with exit code 2.",
            "",
            "Examples:",
            "  svc-preflight rules list",
            "  svc-preflight rules show secrets/github-pat",
            "  svc-preflight rules test --rules examples/rules");
    CommandSpec list = CommandSpecs.command("list");
    list.usageMessage().description("Lists all checks and rules, one per line.");
    list.addOption(rulesOption());
    CommandSpecs.add(list, Settings.options());
    CommandSpec show = CommandSpecs.command("show");
    show.usageMessage().description("Explains a check or rule.");
    show.addOption(rulesOption());
    CommandSpecs.add(show, Settings.options());
    show.addPositional(
        CommandSpecs.positional("ID", "Rule id or finding type, such as unpinned_package."));
    CommandSpec check = CommandSpecs.command("check");
    check.usageMessage().description("Validates rule files.");
    check.addPositional(CommandSpecs.positionals("PATH", "Rule file or directory; repeatable."));
    CommandSpec test = CommandSpecs.command("test");
    test.usageMessage()
        .description("Tests rules by scanning their examples with all rules enabled.");
    test.addOption(rulesOption());
    CommandSpecs.add(test, Settings.options());
    CommandSpec update = CommandSpecs.command("update");
    update.usageMessage().description("Imports known package vulnerabilities from an OSV export.");
    update.addOption(
        option(
            "PATH", "OSV export: a .json or .zip file, or a directory of such files.", "--from"));
    rules.addSubcommand("list", new CommandLine(list));
    rules.addSubcommand("show", new CommandLine(show));
    rules.addSubcommand("check", new CommandLine(check));
    rules.addSubcommand("test", new CommandLine(test));
    rules.addSubcommand("update", new CommandLine(update));
    return rules;
  }

  private static CommandLine.Model.OptionSpec rulesOption() {
    return options("DIR", "Directory with custom rules; repeatable.", RULES_OPTION);
  }

  /** Runs the named subcommand. */
  public ExitCode run(String name) {
    return switch (name) {
      case "list" -> list();
      case "show" -> show();
      case "check" -> check();
      case "test" -> new RuleTests(console).run(customRules());
      default -> new AdvisoryUpdate(surroundings, console).run(options.path("--from"));
    };
  }

  private List<RuleSource> customRules() {
    return CustomRuleLoader.load(
        surroundings, options.paths(RULES_OPTION), options.settings().decisions());
  }

  private ExitCode list() {
    StringBuilder text = new StringBuilder();
    for (Check check : CheckCatalog.all()) {
      line(text, check.findingType(), check.severity().label(), check.title());
    }
    List<RuleSource> rules = new ArrayList<>(shippedRules());
    rules.addAll(customRules());
    for (RuleSource rule : rules) {
      line(text, rule.rule().id(), rule.rule().severity().label(), rule.rule().title());
    }
    console.print(text.toString());
    return ExitCode.CLEAN;
  }

  private static void line(StringBuilder text, String id, String severity, String title) {
    text.append(id).append('\t').append(severity).append('\t').append(title).append('\n');
  }

  private ExitCode show() {
    String id = options.positional();
    for (Check check : CheckCatalog.all()) {
      if (id.equals(check.findingType()) || id.equals(check.ruleId())) {
        console.print(RulePage.of(check, CheckCatalog.page(check, RuleCatalog.sources())));
        return ExitCode.CLEAN;
      }
    }
    Optional<RuleSource> rule = find(id);
    if (rule.isEmpty()) {
      throw new UserErrorException(
          "unknown check or rule \"" + id + "\"; run svc-preflight rules list to see all of them");
    }
    console.print(RulePage.of(rule.get()));
    return ExitCode.CLEAN;
  }

  private Optional<RuleSource> find(String id) {
    for (RuleSource rule : customRules()) {
      if (rule.rule().id().equals(id)) {
        return Optional.of(rule);
      }
    }
    // A rule's file is named after its id, so that only this file is read.
    String file = id + ".yaml";
    String source = id.startsWith(SHIPPED) ? RuleCatalog.sources().get(file) : null;
    return source == null ? Optional.empty() : Optional.of(RuleLoader.reload(file, source));
  }

  /** Returns the sources of the rules that ship with the command. */
  static List<RuleSource> shippedRules() {
    List<RuleSource> rules = new ArrayList<>();
    for (Map.Entry<String, String> source : RuleCatalog.sources().entrySet()) {
      if (source.getKey().startsWith(SHIPPED)) {
        rules.add(RuleLoader.reload(source.getKey(), source.getValue()));
      }
    }
    return rules;
  }

  private ExitCode check() {
    int broken = 0;
    Set<String> sound = new HashSet<>();
    for (Path path : ruleFiles()) {
      try {
        String id = RuleLoader.loadFile(path).rule().id();
        if (!sound.add(id)) {
          console.error(path + ":1:1: a rule with the id \"" + id + "\" already exists");
          broken++;
        }
      } catch (InvalidDefinitionException e) {
        console.error(e.getMessage());
        broken++;
      } catch (IOException e) {
        console.error("cannot read " + path + ": " + FileErrorText.reasonOf(e));
        broken++;
      }
    }
    if (broken > 0) {
      return ExitCode.ERROR;
    }
    console.print(Console.count(sound.size(), "rule") + " can be used\n");
    return ExitCode.CLEAN;
  }

  private List<Path> ruleFiles() {
    List<Path> files = new ArrayList<>();
    for (String argument : options.positionals()) {
      Path path = surroundings.resolve(Options.toPath("PATH", argument));
      if (!Files.exists(path)) {
        throw new UserErrorException("rule file or directory not found at " + argument);
      }
      try {
        files.addAll(Files.isDirectory(path) ? RuleLoader.filesBelow(path) : List.of(path));
      } catch (IOException e) {
        throw new UserErrorException(
            "cannot read the directory " + argument + ": " + FileErrorText.reasonOf(e));
      }
    }
    if (files.isEmpty()) {
      throw new UserErrorException("no rule files found; specify a path to *.yaml");
    }
    return files;
  }
}
