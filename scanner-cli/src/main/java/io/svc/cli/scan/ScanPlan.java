package io.svc.cli.scan;

import io.svc.cli.console.ProcessContext;
import io.svc.cli.rules.AdvisoryFile;
import io.svc.cli.rules.CustomRuleLoader;
import io.svc.cli.settings.Options;
import io.svc.cli.settings.ProjectSettings;
import io.svc.rules.RuleSource;
import io.svc.scanner.scan.ScanSettings;
import io.svc.scanner.scan.Suppressions;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;

/**
 * The inputs of a scan of this project: custom rules, accepted findings and advisories.
 *
 * @param suppressions the accepted findings, which record whether they matched
 * @param ownRules the custom rules with their explanations
 */
public record ScanPlan(
    ScanSettings settings, Suppressions suppressions, List<RuleSource> ownRules) {

  /** Returns the plan for the given options. */
  static ScanPlan of(ProcessContext surroundings, Options options) {
    return of(surroundings, options, options.has("--show-suppressed"));
  }

  /** Returns a plan whose reports also list accepted findings, marked as such. */
  public static ScanPlan withSuppressed(ProcessContext surroundings, Options options) {
    return of(surroundings, options, true);
  }

  private static ScanPlan of(ProcessContext surroundings, Options options, boolean isShown) {
    ProjectSettings project =
        options.settings().isNone() ? ProjectSettings.NONE : options.settings().decisions();
    List<RuleSource> rules = CustomRuleLoader.load(surroundings, options.paths("--rules"), project);
    Suppressions suppressions =
        new Suppressions(
            project.suppressions(),
            LocalDate.ofInstant(surroundings.clock().instant(), ZoneOffset.UTC),
            isShown);
    return new ScanPlan(
        new ProjectReader(surroundings, options.settings())
            .settings(options)
            .withRules(CustomRuleLoader.rules(rules))
            .withAdvisories(AdvisoryFile.reader(surroundings))
            .withSuppressions(suppressions),
        suppressions,
        rules);
  }
}
