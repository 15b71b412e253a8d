package io.svc.report;

import io.svc.rules.RuleSource;
import io.svc.scanner.scan.ProjectPaths;
import java.util.List;

/**
 * The project of the reports.
 *
 * @param paths creates file names for formats whose readers look them up in a repository
 * @param ownRules custom rules, for formats that explain findings
 */
public record ReportProject(ProjectPaths paths, List<RuleSource> ownRules) {
  public ReportProject {
    ownRules = List.copyOf(ownRules);
  }

  /** Returns the project in the current directory, without custom rules. */
  public static ReportProject ofCurrentDirectory() {
    return new ReportProject(ProjectPaths.ofCurrentDirectory(), List.of());
  }

  /** Returns the base directory of file names in formats for other programs. */
  SourceRoot root() {
    return new SourceRoot(paths.project());
  }
}
