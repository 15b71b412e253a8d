package io.svc.cli;

import io.svc.rules.RuleSource;
import io.svc.scanner.scan.ScanSettings;
import io.svc.scanner.scan.Suppressions;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;

/**
 * How a scan of this project works: its own rules, its accepted findings, the advisories at hand.
 *
 * @param suppressions the accepted findings, which know afterwards whether they were needed
 */
record ScanPlan(ScanSettings settings, Suppressions suppressions) {

  static ScanPlan of(Surroundings surroundings, Options options) {
    ProjectSettings project = ProjectSettings.read(surroundings);
    List<RuleSource> rules = OwnRules.load(surroundings, options.paths("--rules"), project);
    Suppressions suppressions =
        new Suppressions(
            project.suppressions(),
            LocalDate.ofInstant(surroundings.clock().instant(), ZoneOffset.UTC),
            options.has("--show-suppressed"));
    return new ScanPlan(
        new ProjectReader(surroundings)
            .settings(options)
            .withRules(OwnRules.rules(rules))
            .withAdvisories(AdvisoryFile.reader(surroundings))
            .withSuppressions(suppressions),
        suppressions);
  }
}
