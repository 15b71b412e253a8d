package io.svc.report;

import io.svc.rules.RuleSource;
import io.svc.scanner.scan.ProjectPaths;
import java.util.List;

/**
 * What renderers have to know of the project whose reports they write.
 *
 * @param paths names files in formats whose readers look them up in a repository
 * @param ownRules rules that a user wrote, for formats that explain findings
 */
public record ReportProject(ProjectPaths paths, List<RuleSource> ownRules) {
  public ReportProject {
    ownRules = List.copyOf(ownRules);
  }

  /** The project that the process runs in, without rules of its own. */
  public static ReportProject here() {
    return new ReportProject(ProjectPaths.here(), List.of());
  }

  /** The directory from which formats for other programs name the files. */
  SourceRoot root() {
    return new SourceRoot(paths.project());
  }
}
